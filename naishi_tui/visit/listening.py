"""Where a server listens, and in words why it can't."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def reserved(host: str, port: int | None, option: str, *, alone: bool) -> Iterator[int]:
    """Keep a port for the processes that will listen at it, and give its number; 0 where there is none to keep.

    Args:
        host: The address to listen at; empty for all.
        port: 0 for any.
        option: How it was asked for.
        alone: Whether nobody else may listen there already.

    Raises:
        NaishiError: The address or the port can't be used.
    """
    if port is None:
        yield 0
        return
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        if alone and port:
            with socket.socket(family) as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind(address)
        door = socket.socket(family)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        door.bind(address)
    except (OSError, UnicodeError) as error:
        raise cannot_listen(error, host, port, option) from None
    with door:
        yield int(door.getsockname()[1])
