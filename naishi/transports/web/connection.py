"""Web connection: one HTTP request, or a WebSocket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Collection
from contextlib import suppress
from http import HTTPStatus
from typing import Protocol, cast

from naishi.server import Lobby
from naishi.server.presence.limits import plain_address
from naishi.transports.client import Mode
from naishi.transports.connection_slots import Places
from naishi.transports.web.http import LONGEST_BODY, LONGEST_HEAD, BadRequestError, Request, read_head, response
from naishi.transports.web.terminal import Hold, WebTerminal

HEAD_END = b"\r\n\r\n"
SOCKETS = {"/screen": Mode.SCREEN, "/lines": Mode.PLAIN}
"""Where a page opens its WebSocket, and for what."""


class Site(Protocol):
    """The server, as a connection knows it."""

    lobby: Lobby
    places: Places
    proxies: Collection[str]
    tasks: set[asyncio.Task[None]]
    terminals: set[WebTerminal]

    def address_of(self, peer: str, request: Request) -> str:
        """Return where a request comes from."""

    async def answer(self, request: Request, body: bytes, address: str) -> bytes:
        """Return the response to a request that asks for no WebSocket."""

    async def welcome(self, request: Request, transport: asyncio.Transport, address: str) -> WebTerminal:
        """Open the WebSocket of a page."""


class WebConnection(asyncio.Protocol):
    """It takes a place like any other; files are sent whole, and then it ends."""

    def __init__(self, server: Site) -> None:
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
        """Whether a page has begun to play here."""
        return self._terminal is not None and self._terminal.terminal.started

    def abort(self) -> None:
        """End at once."""
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
        self._patience = asyncio.get_running_loop().call_later(limits.login + limits.stalled, self._end_unless_playing)
        if self._peer not in self._server.proxies:
            self._take_place(Request("GET", "/", {}, b""))

    def _take_place(self, request: Request) -> bool:
        self.address = self._server.address_of(self._peer, request)
        return self._server.places.take(self)

    def _end_unless_playing(self) -> None:
        if self._terminal is None:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Take a request, or what comes through the WebSocket."""
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
        """Answer a request once all of it is there.

        Raises:
            BadRequestError: It can't be answered.
        """
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
        """Read again."""
        if self._terminal is not None:
            self._terminal.release(Hold.OUTPUT)
        elif self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection off."""
        self._transport = None
        if self._patience is not None:
            self._patience.cancel()
        if self.address:
            self._server.places.leave(self)
        if self._terminal is not None:
            self._server.terminals.discard(self._terminal)
            self._terminal.lost()
