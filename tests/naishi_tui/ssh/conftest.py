from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from naishi.server import Visitor
from naishi.server.presence.limits import Limits
from naishi.transports.client import PublicAddress
from naishi.transports.ssh.server import SSHServer
from naishi_tui.visit.app import LobbyApp
from naishi_tui.visit.terminal import Terminal as VisitTerminal
from tests.naishi.server.conftest import Table
from tests.naishi.server.fresh import fresh
from tests.naishi_tui.ssh.rest import WatchedDatabase, WatchedLobby, at_rest, hears, rest
from tests.terminal import KEYS, Screen, Stream

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""


class Anybody(asyncssh.SSHClient):
    """A client that answers no question, for there is none."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        assert not prompts
        return []


class Client:
    """A terminal at a server: what it was sent, drawn by pyte."""

    def __init__(
        self, process: asyncssh.SSHClientProcess[bytes], size: tuple[int, int], rests: Callable[[], bool]
    ) -> None:
        self.process = process
        self._rests = rests
        self._typing: asyncio.Task[None] | None = None
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        self.received = bytearray()
        self.count = 0
        """How many bytes were received in all."""
        self.ended = False
        self.objects: list[dict[str, Any]] = getattr(process, "objects", [])
        """What a page was told beside."""
        self._something = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.received += data
            self.count += len(data)
            self.draw(data)
            self._something.set()
        self.ended = True
        self._something.set()

    def draw(self, data: bytes) -> None:
        """Show what was received."""
        self.stream.feed(re.sub(rb"\x1b\[\?2026\$p", b"", data))

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def press(self, *keys: str) -> None:
        """Type keys in one go, as soon as the server has nothing left to do: they act on what is seen then."""
        typed = "".join(KEYS.get(key, key) for key in keys).encode()
        self._typing = asyncio.create_task(self._type(typed, self._typing))

    async def _type(self, keys: bytes, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await before
        await rest(self._rests)
        self.process.stdin.write(keys)

    async def rest(self) -> None:
        """Wait until all that was pressed has been handled, and all that comes of it is on the screens."""
        if self._typing is not None:
            await self._typing
        await rest(self._rests)

    async def until(self, true: Callable[[], object], what: str = "it") -> None:
        async def wait() -> None:
            while not true():
                self._something.clear()
                await self._something.wait()

        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{what} never came. On the screen:\n{self.text}") from None

    async def see(self, text: str) -> None:
        await self.until(lambda: text in self.text, repr(text))

    async def press_and_see(self, key: str, text: str) -> None:
        """Press a key once there is a picture, and see a text when all has come of it, or later."""
        await self.until(lambda: self.text.strip() != "", "a picture")
        self.press(key)
        await self.rest()
        await self.see(text)

    async def fall_silent(self) -> None:
        """Wait until the last of a picture has come, and see that then nothing does, though there is time for it."""
        for _try in range(20):
            size = len(self.received)
            await asyncio.sleep(1.2)
            if len(self.received) == size:
                return
        raise AssertionError(self.received[-200:])

    async def end(self) -> None:
        """Wait for the end of the session."""
        await self.until(lambda: self.ended, "the end")


class Typist(Client):
    """Someone who reads lines at a server: all that was received since a line was typed last."""

    def draw(self, data: bytes) -> None:
        """Draw nothing: what was received is text."""

    @property
    def text(self) -> str:
        return self.received.decode()

    def type(self, *lines: str) -> None:
        self.received.clear()
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def says(self, line: str, *texts: str) -> None:
        """Type a line, and hear what comes of it."""
        self.type(line)
        for text in texts:
            await self.see(text)


class Server:
    """A server on loopback, for asyncssh's own client."""

    def __init__(self, ssh: SSHServer, lobby: WatchedLobby, port: int) -> None:
        self.ssh, self.lobby, self.port = ssh, lobby, port
        self.connections: list[asyncssh.SSHClientConnection] = []
        self.site: Any = None
        """The door for browsers, where a test has opened it."""

    async def connect(
        self, *keys: asyncssh.SSHKey | asyncssh.SSHKeyPair, client: type[asyncssh.SSHClient] = Anybody, **options: Any
    ) -> asyncssh.SSHClientConnection:
        connection = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            client_factory=client,
            username="play",
            known_hosts=None,
            client_keys=list(keys) or None,
            config=None,
            agent_path=None,
            encryption_algs=["aes128-gcm@openssh.com"],  # the usual one takes several times as long
            **options,
        )
        self.connections.append(connection)
        return connection

    async def visit(
        self,
        *keys: asyncssh.SSHKey | asyncssh.SSHKeyPair,
        command: str | None = None,
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        **options: Any,
    ) -> Client:
        connection = await self.connect(*keys, **options)
        process = await connection.create_process(
            command, term_type=term, term_size=size, encoding=None, request_pty="force"
        )
        return Client(process, size, self.rests)

    async def talk(
        self, *keys: asyncssh.SSHKey | asyncssh.SSHKeyPair, command: str | None = None, term: str = "", **options: Any
    ) -> Typist:
        """Come without a screen: with no terminal at all, or with one of a type."""
        connection = await self.connect(*keys, **options)
        terminal: dict[str, Any] = {"term_type": term, "request_pty": "force"} if term else {"request_pty": False}
        process = await connection.create_process(command, encoding=None, **terminal)
        return Typist(process, (80, 24), self.rests)

    @property
    def terminals(self) -> Sequence[Any]:
        """The terminals at all doors."""
        return [*self.ssh.terminals, *(() if self.site is None else self.site.web.terminals)]

    @property
    def apps(self) -> list[LobbyApp]:
        """What everybody who is here sees."""
        return [each.terminal.app for each in self.terminals if each.terminal.app is not None]

    @property
    def app(self) -> LobbyApp:
        """What the one visitor who is here sees."""
        (app,) = self.apps
        return app

    def hears(self) -> bool:
        """Whether the screens of all games are painted: what is typed before that is dropped."""
        return all(map(hears, self.apps))

    def rests(self) -> bool:
        """Whether nothing is left to do for anybody."""
        return at_rest(self.lobby, (each.terminal for each in self.terminals))

    def close(self) -> None:
        for connection in self.connections:
            connection.abort()
        if self.site is not None:
            self.site.close()


@asynccontextmanager
async def serving(
    folder: Path,
    limits: Limits | None = None,
    public: PublicAddress | None = None,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Server]:
    database = WatchedDatabase(fresh(folder / "naishi.sqlite"))
    lobby = WatchedLobby(database, limits=limits, clock=clock)
    ssh = SSHServer(lobby, VisitTerminal, public)
    server = Server(ssh, lobby, await ssh.open("127.0.0.1", 0, folder / "host_key"))
    try:
        yield server
    finally:
        server.close()
        await ssh.close("")
        await lobby.close()
        database.close()


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell of all that happens at once, or never: else it is told in other portions where the machine is slow."""
    monkeypatch.setattr("naishi.plain.server.serving.PAUSE", 0.0)
    monkeypatch.setattr("naishi.server.tables.actions.INTERVAL", 3600.0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as server:
        yield server


def new_keys(count: int) -> Sequence[asyncssh.SSHKey]:
    return [asyncssh.generate_private_key("ssh-ed25519") for _key in range(count)]


async def meet(server: Server, keys: Sequence[asyncssh.SSHKey], names: Sequence[str] = ("Aiko", "Bruno")) -> Table:
    """Have the players of two keys, who are not here, sit down at a table."""
    host, other = [await named(server, key, name) for key, name in zip(keys, names, strict=True)]
    return await Table.of(server.lobby, host, other)


async def named(server: Server, key: asyncssh.SSHKey, name: str) -> Visitor:
    """Give the player of a key a name, as after a first visit; return someone of that name, who is not here."""
    visitor = await server.lobby.visit(key.get_fingerprint(), "192.0.2.7", "en")
    if visitor.account.name != name:  # how often one may change it is limited
        await visitor.rename(name)
    server.lobby.leave(visitor)
    return visitor
