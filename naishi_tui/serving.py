"""Process of `naishi serve`: transports and start-up output."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from naishi.common.i18n import _
from naishi.server import Lobby
from naishi.server.lobby.status import Pulse, StatusSocket
from naishi.server.operating.local_socket import OperatorSocket
from naishi.server.operating.service import Operator
from naishi.server.presence.limits import Limits
from naishi.transports.client import Places, PublicAddress
from naishi.transports.processes import Processes, prepare
from naishi.transports.serving import Door, Share, cannot_listen, reserved, serve, serve_among_others
from naishi.transports.ssh.server import SSHServer, host_key
from naishi_tui.visit.terminal import Terminal

HOST_KEY = "host_key"


@dataclass(frozen=True, slots=True)
class Web:
    """How browsers come in."""

    port: int
    """0 for any."""
    url: str = ""
    """Where they reach the pages, if a proxy is in between; empty for the address that each has reached."""
    proxies: Sequence[str] = ()


def is_of_interest(record: logging.LogRecord) -> bool:
    """Return whether a line of asyncio belongs into the log: not the one for each write to a client that has gone."""
    return "socket.send() raised exception" not in record.getMessage()


def run(  # noqa: PLR0913 - an option each
    folder: Path,
    host: str,
    port: int,
    limits: Limits | None = None,
    *,
    public: PublicAddress | None = None,
    analyses: int | None = None,
    web: Web | None = None,
    processes: int = 1,
    database_url: str = "",
) -> int:
    """Serve until a signal ends it.

    Args:
        folder: Where the database and the host key are; made if there is none.
        host: The address to listen at; empty for all.
        port: 0 for any.
        public: Where players reach the server, for the lines that they are shown; what it leaves out is as each of them
            has reached it.
        analyses: How many finished games may be analysed at once; None for a share of the machine.
        web: How browsers come in; None where they can't.
        database_url: Where that is; empty for a file in the folder, which this process serves alone.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database, the host key, the address or the port can't be
            used.
        OSError: The folder can't be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    logging.getLogger("asyncio").addFilter(is_of_interest)
    if analyses is not None:
        limits = replace(limits or Limits(), analyses=analyses)
    doors = Doors(folder, host, port, public or PublicAddress(), web)
    if not database_url:
        return serve(folder, doors.open, limits)
    return _run_processes(processes, doors, limits or Limits(), database_url)


def _run_processes(count: int, doors: "Doors", limits: Limits, database_url: str) -> int:
    """Run so many processes at the same doors, on a database that others may be serving too; see `run`."""
    from naishi.server.database.postgres import serving

    doors.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    web = doors.web
    with serving(database_url) as first:
        prepare(database_url, first=first)
        host_key(doors.folder / HOST_KEY)
        with (
            reserved(doors.host, doors.port, "--port") as port,
            reserved(doors.host, None if web is None else web.port, "--web") as web_port,
        ):
            each = replace(doors, port=port, web=web and replace(web, port=web_port), shared=True)

            def work(share: Share, ready: Callable[[], None]) -> int:
                return serve_among_others(database_url, share, replace(each, ready=ready).open, limits)

            return Processes(count, work).run(lambda: each.announce(port, web_port))


@dataclass(frozen=True)
class Doors:
    """The ways in."""

    folder: Path
    host: str
    port: int
    public: PublicAddress
    web: Web | None
    shared: bool = False
    """Whether other processes have the same ones."""
    ready: Callable[[], None] | None = None
    """Called once they are open, in the place of what is printed."""

    async def open(self, lobby: Lobby, _stop: asyncio.Event) -> Sequence[Door]:
        """Open them. Raises NaishiError: the host key, the address or a port can't be used."""
        places = Places(lobby.limits)
        pages, web_port = await self._open_web(lobby, places)
        server = SSHServer(lobby, Terminal, self._known(web_port), places)
        host_key(self.folder / HOST_KEY)
        try:
            reached = await server.open(self.host, self.port, self.folder / HOST_KEY, shared=self.shared)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(error, self.host, self.port) from None
        status = StatusSocket(self.folder, Pulse(lobby).status)
        operator = OperatorSocket(self.folder, Operator(lobby))
        await status.open()
        await operator.open()
        if self.ready is None:
            self.announce(reached, web_port)
        else:
            self.ready()
        return [server, *pages, status, operator]

    def announce(self, port: int, web_port: int) -> None:
        fingerprint = host_key(self.folder / HOST_KEY).get_fingerprint()
        print(_("The host key is {fingerprint}.").format(fingerprint=fingerprint))
        address = PublicAddress(self.public.host or self.host or "localhost", self.public.port or port)
        print(_("Play: {line}").format(line=address.ssh_line()))
        if self.web is not None:
            page = replace(self._known(web_port), host=address.host).web_page
            print(_("In a browser: {url}").format(url=page))
        sys.stdout.flush()

    def _known(self, web_port: int) -> PublicAddress:
        return self.public if self.web is None else replace(self.public, web=self.web.url, web_port=web_port)

    async def _open_web(self, lobby: Lobby, places: Places) -> tuple[Sequence[Door], int]:
        """Open the door for browsers, if there is one; return it, and its port.

        Raises NaishiError: the address or the port can't be used.
        """
        if (web := self.web) is None:
            return (), 0
        from naishi.transports.web.server import WebServer

        pages = WebServer(lobby, Terminal, replace(self.public, web=web.url), places, web.proxies)
        try:
            return [pages], await pages.open(self.host, web.port, shared=self.shared)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(error, self.host, web.port, "--web") from None
