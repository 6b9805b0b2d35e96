"""The process of `naishi serve`: its doors, and what it prints once they are open."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from naishi.common.i18n import _
from naishi.server import Lobby
from naishi.server.play.limits import Limits
from naishi_tui.public_address import PublicAddress
from naishi_tui.ssh.host_key import host_key
from naishi_tui.ssh.server import SSHServer
from naishi_tui.visit.listening import cannot_listen
from naishi_tui.visit.serving import Door, serve

HOST_KEY = "host_key"


def run(
    folder: Path,
    host: str,
    port: int,
    limits: Limits | None = None,
    *,
    public_host: str = "",
    public_port: int = 0,
    analyses: int | None = None,
) -> int:
    """Serve until a signal ends it.

    Args:
        folder: Where the database and the host key are; made if there is none.
        host: The address to listen at; empty for all.
        port: 0 for any.
        limits: What connections may take.
        public_host: Where players reach the server, for the lines that they are shown; empty for the address that each
            of them has reached.
        public_port: The port likewise, 0 for the one that they have reached.
        analyses: How many finished games may be analysed at once; None for a share of the machine.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database, the host key, the address or the port can't be
            used.
        OSError: The folder can't be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    public = PublicAddress(public_host, public_port)

    async def open_doors(lobby: Lobby, _stop: asyncio.Event) -> Sequence[Door]:
        server = SSHServer(lobby, public)
        fingerprint = host_key(folder / HOST_KEY).get_fingerprint()
        try:
            reached = await server.open(host, port, folder / HOST_KEY)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(error, host, port) from None
        print(_("The host key is {fingerprint}.").format(fingerprint=fingerprint))
        address = PublicAddress(public.host or host or "localhost", public.port or reached)
        print(_("Play: {line}").format(line=address.ssh_line()))
        sys.stdout.flush()
        return [server]

    if analyses is not None:
        limits = replace(limits or Limits(), analyses=analyses)
    return serve(folder, open_doors, limits)
