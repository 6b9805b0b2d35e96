"""Web server: static files, one WebSocket per page."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Collection
from dataclasses import replace
from http import HTTPStatus

from websockets.server import ServerProtocol

from naishi.common import i18n
from naishi.common.errors import NaishiError
from naishi.common.i18n import ENGLISH, _, find_language, language, languages
from naishi.server import Lobby
from naishi.server.presence.limits import address_group, plain_address
from naishi.transports.client import Caller, Runs
from naishi.transports.connection_slots import Places
from naishi.transports.public_address import PublicAddress
from naishi.transports.web.connection import SOCKETS, WebConnection
from naishi.transports.web.entrance import Entrance
from naishi.transports.web.files import Files
from naishi.transports.web.http import BadRequestError, Request, response
from naishi.transports.web.terminal import LONGEST_MESSAGE, WebTerminal

_WANTED = re.compile(r"[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,3})[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?))?[ \t]*")
MOST = 20


def language_of(header: str) -> str:
    """Return the language that serves an Accept-Language header best; that of the server where it names none."""
    wanted = [found for each in header.split(",")[:MOST] if (found := _WANTED.fullmatch(each)) is not None]
    for each in sorted(wanted, key=lambda one: -float(one[2] or 1)):
        code = find_language(each[1])
        if code is not None and code in languages():
            return code
    return ENGLISH if wanted else language()


LAST_WORDS = 3.0
"""Seconds that all pages have to be told when the server stops."""
VISIT = "/visit"

_log = logging.getLogger(__name__)


class WebServer:
    """All pages of a server."""

    def __init__(
        self,
        lobby: Lobby,
        runs: Runs,
        public: PublicAddress | None = None,
        places: Places | None = None,
        proxies: Collection[str] = (),
    ) -> None:
        """Begin with nobody here.

        Args:
            lobby: Where people come in.
            runs: Makes what runs at their terminals.
            public: Where they reach the server.
            places: For connections, by all doors.
            proxies: The addresses of proxies, which are believed about where a request comes from.
        """
        self.lobby, self.runs, self.public = lobby, runs, public or PublicAddress()
        self.places = places or Places(lobby.limits)
        self.proxies: Collection[str] = {plain_address(each) for each in proxies}
        self.entrance = Entrance(lobby, self.public.web.rstrip("/"), self.public.host)
        self.files = Files()
        self.tasks: set[asyncio.Task[None]] = set()
        self.terminals: set[WebTerminal] = set()
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int, *, shared: bool = False) -> int:
        """Take connections from now on.

        Args:
            host: The address to listen at; empty for all.
            port: 0 for any.
            shared: Whether other processes listen at the same port.

        Returns:
            The port.
        """
        logging.getLogger("websockets").setLevel(logging.WARNING)
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(lambda: WebConnection(self), host or None, port, reuse_port=shared)
        return int(self._listening.sockets[0].getsockname()[1])

    async def close(self, said: str) -> None:
        """Tell everybody, and end all connections; their pages come back by themselves."""
        if self._listening is not None:
            self._listening.close()
        for terminal in list(self.terminals):
            terminal.stop(said, restarts=True)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=LAST_WORDS)
        await asyncio.sleep(0.05)  # what was written last is on its way

    def address_of(self, peer: str, request: Request) -> str:
        """Return where a request comes from: from a proxy, what the nearest one that isn't ours has seen."""
        seen = [plain_address(each.strip()) for each in request.headers.get("x-forwarded-for", "").split(",")]
        here = plain_address(peer)
        while here in self.proxies and seen and seen[-1]:
            here = seen.pop()
        return address_group(here)

    async def answer(self, request: Request, body: bytes, address: str) -> bytes:
        """Return the response to a request that asks for no WebSocket."""
        i18n.use(i18n.load(language_of(request.headers.get("accept-language", ""))))
        try:
            if request.path == VISIT and request.method == "POST":
                return await self.entrance.answer(request, body, address)
            if request.path in SOCKETS:
                raise BadRequestError(HTTPStatus.UPGRADE_REQUIRED)
            if request.path == VISIT or request.method == "POST":
                raise BadRequestError(HTTPStatus.METHOD_NOT_ALLOWED)
            self.entrance.check_host(request)
            return self.files.response(request)
        except BadRequestError as error:
            return response(error.status, _explained(error.status), Content_Type="text/plain; charset=utf-8")
        except NaishiError:  # the disk, for one
            return response(HTTPStatus.SERVICE_UNAVAILABLE)
        except Exception as error:
            _log.error("a request failed: %s", type(error).__name__)
            return response(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def welcome(self, request: Request, transport: asyncio.Transport, address: str) -> WebTerminal:
        """Open the WebSocket of a page.

        Raises:
            BadRequestError: Nobody may come in by this request.
        """
        identity = await self.entrance.check(request, address)
        protocol = ServerProtocol(max_size=LONGEST_MESSAGE)
        protocol.receive_data(request.head)
        events = protocol.events_received()
        if not events:
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        accepted = protocol.accept(events[0])  # type: ignore[arg-type]
        if accepted.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        protocol.send_response(accepted)
        public = replace(self.public, by_web=True)
        if not public.web:
            public = replace(public, web=f"http://{request.headers['host']}/")
        caller = Caller(self.lobby, identity.fingerprint, address, public, self.tasks, self.runs, identity.code)
        terminal = WebTerminal(
            protocol,
            transport,
            caller,
            SOCKETS[request.path],
            language_of(request.headers.get("accept-language", "")),
            self.entrance.ticket,
        )
        self.terminals.add(terminal)
        return terminal


def _explained(status: HTTPStatus) -> bytes:
    """Say what to do about a request that was refused, where someone can do something."""
    if status is HTTPStatus.NOT_FOUND:
        text = _("There is nothing here. The game is at / and, as lines of text, at /plain.")
        return f"{text}\n".encode()
    if status is not HTTPStatus.MISDIRECTED_REQUEST:
        return b""
    text = _("This server isn't known by that name. Whoever runs it can allow it with --web-url or --public-host.")
    return f"{text}\n".encode()
