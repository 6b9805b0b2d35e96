"""Pages of a browser: requests and WebSockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import asyncssh
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from naishi.transports.web.server import WebServer
from naishi_tui.visit.terminal import Terminal
from tests.naishi_tui.ssh.conftest import Client, Typist
from tests.naishi_tui.ssh.rest import WatchedLobby, at_rest


class Answer:
    """What came back of a request."""

    def __init__(self, received: bytes) -> None:
        head, _empty, self.body = received.partition(b"\r\n\r\n")
        line, *lines = head.decode().split("\r\n")
        self.status = int(line.split()[1]) if line else 0
        self.headers = dict(each.split(": ", 1) for each in lines)

    @property
    def cookie(self) -> str:
        """What a browser would send from now on."""
        return self.headers.get("Set-Cookie", "").partition(";")[0]


class Pages:
    """Pages at a web server on loopback, in whatever process."""

    def __init__(self, port: int, rests: Callable[[], bool] = lambda: True) -> None:
        self.port, self._rests = port, rests
        self.origin = f"http://127.0.0.1:{port}"
        self.sockets: list[ClientConnection] = []

    async def send(self, request: bytes) -> Answer:
        """Send bytes, and read to the end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        try:
            return Answer(await asyncio.wait_for(reader.read(), 60))
        except ConnectionError:
            return Answer(b"")
        finally:
            writer.close()

    async def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Ask for something, as from a page of ours unless `headers` say otherwise."""
        said = {"Host": f"127.0.0.1:{self.port}", "Origin": self.origin, "Content-Length": str(len(body)), **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in said.items() if value]
        return await self.send("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + body)

    async def post(self, content: object, **headers: str) -> Answer:
        return await self.request("POST", "/visit", json.dumps(content).encode(), **headers)

    async def open(
        self, cookie: str, path: str = "/screen", origin: str | None = None, **options: Any
    ) -> ClientConnection:
        socket = await connect(
            f"ws://127.0.0.1:{self.port}{path}",
            origin=Origin(self.origin if origin is None else origin),
            additional_headers={"Cookie": cookie} if cookie else {},
            compression=None,
            max_size=None,
            proxy=None,
            **options,
        )
        self.sockets.append(socket)
        return socket

    async def come(
        self, cookie: str = "", at: list[str] | None = None, size: tuple[int, int] = (80, 24), *, lines: bool = False
    ) -> Client:
        """Come with a page: to a screen, or to lines."""
        socket = await self.open(cookie or (await self.post({})).cookie, "/lines" if lines else "/screen")
        await socket.send(json.dumps({"size": size, "at": at}))
        process = _Process(socket)
        shown = cast("asyncssh.SSHClientProcess[bytes]", process)
        return Typist(shown, size, self._rests) if lines else Client(shown, size, self._rests)

    def close(self) -> None:
        for socket in self.sockets:
            socket.transport.abort()


class Site(Pages):
    """A web server in this process."""

    def __init__(self, web: WebServer, lobby: WatchedLobby, port: int) -> None:
        super().__init__(port, self._is_at_rest)
        self.web, self.lobby = web, lobby

    def _is_at_rest(self) -> bool:
        """Whether nothing is left to do for anybody."""
        return at_rest(self.lobby, (cast("Terminal", each.terminal) for each in self.web.terminals))

    async def cookie_of(self, player: int) -> str:
        """Let a new browser in as a player."""
        answer = await self.post({"in": await self.lobby.web_links.make(player)})
        assert answer.status == 200
        return answer.cookie


def socket_of(page: Client) -> ClientConnection:
    """The WebSocket of a page."""
    return cast("_Process", page.process).socket


class _Process:
    """A WebSocket, as the client of the other door knows its channel."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.stdout, self.objects = socket, self, list[dict[str, Any]]()
        self.stdin = SimpleNamespace(write=self._write)
        self._sending: set[asyncio.Task[None]] = set()
        self._order = asyncio.Lock()

    def _write(self, data: bytes) -> None:
        task = asyncio.get_running_loop().create_task(self._send(data))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, data: bytes) -> None:
        async with self._order:
            for start in range(0, len(data), 1024):
                await self.socket.send(data[start : start + 1024])

    async def read(self, _most: int) -> bytes:
        try:
            while isinstance(message := await self.socket.recv(), str):
                self.objects.append(json.loads(message))
        except ConnectionClosed:
            return b""
        return message


async def a_site(lobby: WatchedLobby, **options: Any) -> Site:
    """Open the door for browsers to a lobby."""
    web = WebServer(lobby, Terminal, **options)
    return Site(web, lobby, await web.open("127.0.0.1", 0))
