"""The process of `naishi serve`: its doors, and what it prints once they are open."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from naishi.common.i18n import _
from naishi.server import Lobby
from naishi.server.play.limits import Limits
from naishi.server.play.status import Pulse
from naishi.server.play.status_socket import StatusSocket
from naishi_tui.public_address import PublicAddress
from naishi_tui.ssh.host_key import host_key
from naishi_tui.ssh.server import SSHServer
from naishi_tui.visit.listening import cannot_listen
from naishi_tui.visit.places import Places
from naishi_tui.visit.serving import Door, serve

HOST_KEY = "host_key"


@dataclass(frozen=True, slots=True)
class Web:
    """How browsers come in."""

    port: int
    """0 for any."""
    url: str = ""
    """Where they reach the pages, if a proxy is in between; empty for the address that each has reached."""
    proxies: Sequence[str] = ()
    """The addresses of proxies."""


def run(
    folder: Path,
    host: str,
    port: int,
    limits: Limits | None = None,
    *,
    public: PublicAddress | None = None,
    analyses: int | None = None,
    web: Web | None = None,
) -> int:
    """Serve until a signal ends it.

    Args:
        folder: Where the database and the host key are; made if there is none.
        host: The address to listen at; empty for all.
        port: 0 for any.
        limits: What connections may take.
        public: Where players reach the server, for the lines that they are shown; what it leaves out is as each of them
            has reached it.
        analyses: How many finished games may be analysed at once; None for a share of the machine.
        web: How browsers come in; None where they can't.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database, the host key, the address or the port can't be
            used.
        OSError: The folder can't be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    public = public or PublicAddress()

    async def open_doors(lobby: Lobby, _stop: asyncio.Event) -> Sequence[Door]:
        places = Places(lobby.limits)
        pages, web_port = await _open_web(lobby, places, host, public, web)
        known = public if web is None else replace(public, web=web.url, web_port=web_port)
        server = SSHServer(lobby, known, places)
        fingerprint = host_key(folder / HOST_KEY).get_fingerprint()
        try:
            reached = await server.open(host, port, folder / HOST_KEY)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(error, host, port) from None
        print(_("The host key is {fingerprint}.").format(fingerprint=fingerprint))
        address = PublicAddress(public.host or host or "localhost", public.port or reached)
        print(_("Play: {line}").format(line=address.ssh_line()))
        if web is not None:
            print(_("In a browser: {url}").format(url=replace(known, host=address.host).web_page))
        sys.stdout.flush()
        status = StatusSocket(folder, Pulse(lobby).status)
        await status.open()
        return [server, *pages, status]

    if analyses is not None:
        limits = replace(limits or Limits(), analyses=analyses)
    return serve(folder, open_doors, limits)


async def _open_web(
    lobby: Lobby, places: Places, host: str, public: PublicAddress, web: Web | None
) -> tuple[Sequence[Door], int]:
    """Open the door for browsers, if there is one; return it, and its port.

    Raises:
        NaishiError: The address or the port can't be used.
    """
    if web is None:
        return (), 0
    from naishi_tui.web.server import WebServer

    pages = WebServer(lobby, replace(public, web=web.url), places, web.proxies)
    try:
        return [pages], await pages.open(host, web.port)
    except (OSError, UnicodeError) as error:
        raise cannot_listen(error, host, web.port, "--web") from None
