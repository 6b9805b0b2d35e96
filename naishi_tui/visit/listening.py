"""Why a server can't listen, in words."""

from __future__ import annotations

import errno
import socket

from naishi.common.errors import NaishiError, reason
from naishi.common.i18n import _


def cannot_listen(error: OSError | UnicodeError, host: str, port: int, option: str = "--port") -> NaishiError:
    """Return an error that says what is wrong with an address or a port, and what to do.

    Args:
        error: What the system said; a `UnicodeError` where the address can't even be looked up.
        host: The address that was asked for; empty for all.
        port: The port that was asked for.
        option: How it was asked for.
    """
    if isinstance(error, socket.gaierror | UnicodeError):
        text = _("There is no address {host}. Give an address of this machine with --host, or leave it out for all.")
    elif error.errno == errno.EADDRINUSE:
        text = _("Port {port} is in use, perhaps by another server. Choose another with --port, or stop that one.")
    elif error.errno in {errno.EACCES, errno.EPERM}:
        text = _("Port {port} may not be used by this user; ports from 1024 up may. Choose one with --port.")
    elif host and error.errno in {errno.EADDRNOTAVAIL, None}:  # None where asyncio tried all addresses of a name
        text = _("{host} is not an address of this machine. Give one with --host, or leave it out for all.")
    else:
        text = _("The server can't listen on port {port}: {reason}")
    why = reason(error) if isinstance(error, OSError) else ""
    return NaishiError(text.format(host=host, port=port, reason=why).replace("--port", option))
