"""Web server: its connections, static files, one WebSocket per page."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import cast

from websockets.server import ServerProtocol

from naishi.common import i18n
from naishi.common.errors import NaishiError
from naishi.common.i18n import ENGLISH, _, find_language, language, languages
from naishi.server import Lobby
from naishi.server.presence.limits import address_group, plain_address
from naishi.transports.client import Caller, Mode, Places, PublicAddress, Runs
from naishi.transports.web.entrance import Entrance
from naishi.transports.web.http import LONGEST_BODY, LONGEST_HEAD, BadRequestError, Files, Request, read_head, response
from naishi.transports.web.terminal import LONGEST_MESSAGE, Hold, WebTerminal

HEAD_END = b"\r\n\r\n"
SOCKETS = {"/screen": Mode.SCREEN, "/lines": Mode.PLAIN}
"""Where a page opens its WebSocket, and for what."""

LAST_WORDS = 3.0
"""Seconds that all pages have to be told when the server stops."""
VISIT = "/visit"
MOST = 20
"""Languages of a browser that are looked at."""

_WANTED = re.compile(r"[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,3})[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?))?[ \t]*")

_log = logging.getLogger(__name__)


def language_of(header: str) -> str:
    """Return the language that serves an Accept-Language header best; that of the server where it names none."""
    wanted = [found for each in header.split(",")[:MOST] if (found := _WANTED.fullmatch(each)) is not None]
    for each in sorted(wanted, key=lambda one: -float(one[2] or 1)):
        code = find_language(each[1])
        if code is not None and code in languages():
            return code
    return ENGLISH if wanted else language()


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
        """Open the WebSocket of a page. Raises BadRequestError: nobody may come in by this request."""
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


class WebConnection(asyncio.Protocol):
    """It takes a place like any other; files are sent whole, and then it ends."""

    def __init__(self, server: WebServer) -> None:
        self._server = server
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._request: Request | None = None
        self._terminal: WebTerminal | None = None
        self._answering = False
        self._patience: asyncio.TimerHandle | None = None
        self._peer = ""
        self.address = ""
        """What limits count by; empty until that is known."""

    @property
    def has_terminal(self) -> bool:
        return self._terminal is not None and self._terminal.terminal.started

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place; whoever comes by a proxy, once it has said where they come from."""
        self._transport = cast("asyncio.Transport", transport)
        limits, plug = self._server.lobby.limits, transport.get_extra_info("socket")
        with suppress(OSError):
            # Otherwise megabytes for a client that reads nothing wait in the kernel.
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.output)
            plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._peer = plain_address(str((transport.get_extra_info("peername") or [""])[0]))
        self._patience = asyncio.get_running_loop().call_later(limits.login, self._end_unless_asked)
        if self._peer not in self._server.proxies:
            self._take_place(Request("GET", "/", {}, b""))

    def _take_place(self, request: Request) -> bool:
        self.address = self._server.address_of(self._peer, request)
        return self._server.places.take(self)

    def _end_unless_asked(self) -> None:
        """End what has not sent a whole request by now; what has may take as long to read the answer as any client."""
        if not self._answering:
            self._end_unless_playing()
            return
        stalled = self._server.lobby.limits.stalled
        self._patience = asyncio.get_running_loop().call_later(stalled, self._end_unless_playing)

    def _end_unless_playing(self) -> None:
        if self._terminal is None:
            self.abort()

    def data_received(self, data: bytes) -> None:
        if self._terminal is not None:
            self._terminal.receive(data)
            return
        self._received += data
        if self._answering:
            if len(self._received) > LONGEST_HEAD + LONGEST_BODY:
                self.abort()
            return
        try:
            self._read_request()
        except BadRequestError as error:
            self._answer(response(error.status))

    def _read_request(self) -> None:
        """Answer a request once all of it is there. Raises BadRequestError: it can't be answered."""
        if self._request is None:
            end = self._received.find(HEAD_END)
            if end < 0 or end > LONGEST_HEAD:
                if len(self._received) > LONGEST_HEAD:
                    raise BadRequestError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return
            self._request = read_head(bytes(self._received[: end + len(HEAD_END)]))
            del self._received[: end + len(HEAD_END)]
            if not self.address and not self._take_place(self._request):
                return
        length = self._request.body_length
        if len(self._received) < length:
            return
        body = bytes(self._received[:length])
        del self._received[:length]
        self._answering = True
        task = asyncio.get_running_loop().create_task(self._serve(self._request, body), name="request")
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _serve(self, request: Request, body: bytes) -> None:
        if request.headers.get("upgrade", "").lower() != "websocket":
            self._answer(await self._server.answer(request, body, self.address))
            return
        transport = self._transport
        try:
            if request.path not in SOCKETS or transport is None:
                raise BadRequestError(HTTPStatus.NOT_FOUND)
            terminal = await self._server.welcome(request, transport, self.address)
        except BadRequestError as error:
            self._answer(response(error.status))
            return
        except Exception:
            self._answer(response(HTTPStatus.SERVICE_UNAVAILABLE))
            return
        if transport.is_closing():
            self._server.terminals.discard(terminal)
            return
        self._terminal = terminal
        terminal.open()
        terminal.receive(bytes(self._received))

    def _answer(self, answer: bytes) -> None:
        self._answering = True
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()

    def pause_writing(self) -> None:
        """Read nothing from a page that doesn't read: it would only have more to read."""
        if self._terminal is not None:
            self._terminal.hold(Hold.OUTPUT)
        elif self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.release(Hold.OUTPUT)
        elif self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._patience is not None:
            self._patience.cancel()
        if self.address:
            self._server.places.leave(self)
        if self._terminal is not None:
            self._server.terminals.discard(self._terminal)
            self._terminal.lost()


def _explained(status: HTTPStatus) -> bytes:
    if status is HTTPStatus.NOT_FOUND:
        text = _("There is nothing here. The game is at / and, as lines of text, at /plain.")
        return f"{text}\n".encode()
    if status is not HTTPStatus.MISDIRECTED_REQUEST:
        return b""
    text = _("This server isn't known by that name. Whoever runs it can allow it with --web-url or --public-host.")
    return f"{text}\n".encode()
