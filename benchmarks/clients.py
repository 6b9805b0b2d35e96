"""Server process, and SSH clients at terminals."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from naishi import Game, Options
from naishi.server import Account, Lobby, Match

LOST = 5.0
"""Seconds after which a key counts as lost."""

SERVE = """
import sys
from pathlib import Path
from naishi.server.presence.limits import Limits
from naishi_tui.serving import run
limits = Limits(connections=2000, per_address=2000, games_burst=1e6)
run(Path(sys.argv[1]), "127.0.0.1", 0, limits, processes=int(sys.argv[2]), database_url=sys.argv[3])
"""


@dataclass
class Usage:
    """What a process has used so far."""

    seconds: float
    megabytes: float

    @classmethod
    def of(cls, pid: int) -> Usage:
        """Read it from /proc."""
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1])
        ticks = int(fields[11]) + int(fields[12])
        return cls(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    pid: int
    port: int

    @property
    def usage(self) -> Usage:
        """What it has used so far, with the processes that share its work."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("utf-8").split()
        found = [Usage.of(pid) for pid in (self.pid, *map(int, children))]
        return Usage(sum(each.seconds for each in found), sum(each.megabytes for each in found))


@contextmanager
def serving(folder: Path, processes: int = 1, database_url: str = "") -> Iterator[Server]:
    """Run a server on a folder; it is killed in the end."""
    command = [sys.executable, "-c", SERVE, str(folder), str(processes), database_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        _key, play = (process.stdout.readline() for _line in range(2))
        try:
            yield Server(process.pid, int(play.split("-p ")[1].split()[0]))
        finally:
            process.kill()


@dataclass
class Client:
    """One terminal, and what was measured at it."""

    connection: asyncssh.SSHClientConnection
    process: asyncssh.SSHClientProcess[bytes]
    first_frame: float = 0.0
    received: int = 0
    text: bytes = b""
    answers: list[float] = field(default_factory=list)
    lost: int = 0
    something: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Read for as long as the connection lasts."""
        with suppress(asyncssh.ConnectionLost):
            while data := await self.process.stdout.read(65536):
                self.received += len(data)
                self.text = (self.text + data)[-1_000_000:]
                self.something.set()

    async def press(self, key: bytes, answered: Callable[[bytes], object] = bool) -> None:
        """Press a key, and measure how long it takes to be answered.

        Args:
            key: What the terminal sends for it.
            answered: Returns whether what was received since has the answer in it; by default, anything will do.
        """
        self.text = b""
        began = time.perf_counter()
        self.process.stdin.write(key)
        try:
            async with asyncio.timeout(LOST):
                await self.until(answered)
        except TimeoutError:
            self.lost += 1
        else:
            self.answers.append(time.perf_counter() - began)

    async def until(self, true: Callable[[bytes], object]) -> None:
        """Wait until what was received satisfies a condition."""
        while not true(self.text):
            self.something.clear()
            await self.something.wait()


class Anybody(asyncssh.SSHClient):
    """Whoever has no key comes as a guest."""

    def kbdint_auth_requested(self) -> str:
        """Be a guest."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        """Answer nothing: a guest is asked nothing."""
        return []


async def come_to(port: int, key: asyncssh.SSHKey, match: Match, size: tuple[int, int] = (80, 24)) -> Client:
    """Come to a match in which the gifts are given."""
    word = match.id if match.public else match.invite
    return await connect(port, key, f"join {word}", b"Previous turn", size)


async def connect(
    port: int, key: asyncssh.SSHKey | None, command: str | None, shows: bytes, size: tuple[int, int] = (80, 24)
) -> Client:
    """Open a terminal at a server, and measure the time from the request to the first frame.

    Args:
        port: Of the server.
        key: Whose terminal it is; None for a guest's.
        command: Where to go at once; by default, to the lobby.
        shows: What is on the screen once the person is there.
        size: Columns and rows.
    """
    connection = await asyncssh.connect(
        "127.0.0.1", port, client_factory=Anybody, username="play", known_hosts=None,
        client_keys=None if key is None else [key], config=None, agent_path=None,
    )  # fmt: skip
    began = time.perf_counter()
    process = await connection.create_process(
        command, term_type="xterm-256color", term_size=size, encoding=None, request_pty="force"
    )
    client = Client(connection, process)
    task = asyncio.create_task(client.read())
    task.add_done_callback(lambda _task: None)
    async with asyncio.timeout(60):
        await client.until(lambda text: b"NAISHI" in text)
        client.first_frame = time.perf_counter() - began
        await client.until(lambda text: shows in text)
    return client


async def new_people(lobby: Lobby, count: int, kind: str = "Player") -> list[tuple[asyncssh.SSHKey, Account]]:
    """Make accounts with keys and names."""
    people = []
    for number in range(count):
        key = asyncssh.generate_private_key("ssh-ed25519")
        letters = "".join(chr(97 + int(digit)) for digit in f"{number:04}")
        account = await lobby.players.add(f"{kind} {letters}", fingerprint=key.get_fingerprint(), chosen=True)
        people.append((key, account))
    return people


async def begin_match(lobby: Lobby, first: Account, second: Account, *, public: bool = True) -> Match:
    """Begin a match whose gifts are given."""
    game = Game.new(first.id, (first.name, second.name), options=Options(undo="off"))
    for _gift in range(2):
        game.play("give 1")
    return await lobby.matches.start(first.id, game, (first.id, second.id), public=public)


def percentiles(seconds: Sequence[float]) -> str:
    """Say in milliseconds how long it took in the middle, and at worst but for one in twenty."""
    if not seconds:
        return "none"
    p50, p95 = (sorted(seconds)[len(seconds) * share // 100] * 1000 for share in (50, 95))
    return f"p50 {p50:.1f} ms, p95 {p95:.1f} ms"


def load() -> str:
    """Say what else the machine does."""
    return f"load of the machine {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores"
