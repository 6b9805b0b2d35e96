"""Measures a server with many terminals on loopback: first frame, key to repaint, memory, CPU.

    python benchmarks/server.py --clients 20 100 --seconds 20

The server is a process of its own; the clients are in this one. In each pair of clients the one whose turn it is moves
the cursor, with two seconds between keys. A flooder, a client that reads nothing and a giant terminal are among them,
unless `--no-rude` leaves them out. The load of the machine is printed too: other work on it makes all times longer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from naishi import Game
from naishi.game.record import Options
from naishi.server import Database, Lobby
from naishi.server.database import DATABASE

THINKING = 2.0
"""Seconds between two keys of a person whose turn it is."""
LOST = 5.0
"""Seconds after which a key counts as lost."""

SERVE = """
import sys
from pathlib import Path
from naishi_tui.ssh.limits import Limits
from naishi_tui.ssh.serving import run
run(Path(sys.argv[1]), "127.0.0.1", 0, Limits(connections=2000, per_address=2000))
"""

LATE_SH = "late.sh publishes 24.9 mCPU and 18 MiB a session"


@dataclass
class Client:
    """One terminal, and what was measured at it."""

    process: asyncssh.SSHClientProcess[bytes]
    first_frame: float = 0.0
    received: int = 0
    text: bytes = b""
    answers: list[float] = field(default_factory=list)
    lost: int = 0
    something: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Read for as long as the connection lasts."""
        while data := await self.process.stdout.read(65536):
            self.received += len(data)
            self.text = (self.text + data)[-1_000_000:]
            self.something.set()

    async def press(self, key: bytes) -> None:
        """Press a key, and measure how long it takes until something is repainted."""
        self.something.clear()
        began = time.perf_counter()
        self.process.stdin.write(key)
        try:
            await asyncio.wait_for(self.something.wait(), LOST)
        except TimeoutError:
            self.lost += 1
        else:
            self.answers.append(time.perf_counter() - began)


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


def prepare(folder: Path, pairs: int) -> tuple[list[str], list[asyncssh.SSHKey]]:
    """Begin a match for each pair, and return the ids and the keys of the players."""
    database = Database(folder / DATABASE)
    lobby = Lobby(database)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _key in range(2 * pairs)]
    people = []
    for number, key in enumerate(keys):
        account = lobby.players.of_key(key.get_fingerprint())
        letters = "".join(chr(97 + int(digit)) for digit in f"{number:04}")
        people.append(lobby.players.rename(account.id, f"Player {letters}"))
    matches = []
    for first, second in zip(people[::2], people[1::2], strict=True):
        game = Game.new(first.id, (first.name, second.name), options=Options(undo="off"))
        for _gift in range(2):
            game.play("give 1")
        matches.append(lobby.matches.start(first.id, game, (first.id, second.id), public=True).id)
    database.close()
    return matches, keys


async def connect(port: int, key: asyncssh.SSHKey, match: str, size: tuple[int, int] = (80, 24)) -> Client:
    """Come to a match, and measure the time from the request to the first frame."""
    connection = await asyncssh.connect(
        "127.0.0.1", port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
    )
    began = time.perf_counter()
    process = await connection.create_process(
        f"join {match}", term_type="xterm-256color", term_size=size, encoding=None, request_pty="force"
    )
    client = Client(process)
    task = asyncio.create_task(client.read())
    task.add_done_callback(lambda _task: None)
    while b"Last turn" not in client.text:
        client.something.clear()
        await asyncio.wait_for(client.something.wait(), 60)
        if not client.first_frame and b"NAISHI" in client.text:
            client.first_frame = time.perf_counter() - began
    return client


async def play(client: Client, until: float, chance: random.Random) -> None:
    """Move the cursor about, as somebody does who thinks."""
    await asyncio.sleep(chance.random() * THINKING)
    keys = (b"\x1b[C", b"\x1b[D")
    for number in range(10_000):
        if time.perf_counter() > until:
            return
        await client.press(keys[number % 2])
        await asyncio.sleep(THINKING)


async def be_rude(port: int, keys: list[asyncssh.SSHKey], matches: list[str]) -> asyncio.Task[None]:
    """Flood the server from one client, read nothing at another, and draw a giant terminal at a third."""
    sizes = (80, 24), (80, 24), (500, 200)
    flooder, stalled, giant = [
        await connect(port, key, matches[number // 2], size)
        for number, (key, size) in enumerate(zip(keys, sizes, strict=True))
    ]

    async def flood() -> None:
        stalled.process.channel.pause_reading()
        while True:
            flooder.process.stdin.write(b"\x1b[C\x1b[D" * 500)
            stalled.process.stdin.write(b"\x1b[C")
            giant.process.stdin.write(b"\x1b[C")
            await asyncio.sleep(0.05)

    return asyncio.create_task(flood())


async def measure(clients: int, seconds: float, *, rude: bool) -> None:
    """Run one server with so many clients, and print what it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = clients // 2
        matches, keys = prepare(folder, pairs + 2)
        with subprocess.Popen(
            [sys.executable, "-c", SERVE, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            lines = [server.stdout.readline() for _line in range(2)]
            port = int(lines[1].split("-p ")[1].split()[0])
            try:
                await _measure(server.pid, port, matches, keys, pairs, seconds, rude)
            finally:
                server.kill()


async def _measure(
    pid: int, port: int, matches: list[str], keys: list[asyncssh.SSHKey], pairs: int, seconds: float, rude: bool
) -> None:
    warm = await connect(port, keys[-1], matches[-1])  # modules that are imported late, and caches
    before = Usage.of(pid)
    people = [await connect(port, keys[number], matches[number // 2]) for number in range(2 * pairs)]
    await asyncio.sleep(2)
    filled = Usage.of(pid)
    arriving = (filled.seconds - before.seconds) / len(people)
    await asyncio.sleep(5)
    idle = (Usage.of(pid).seconds - filled.seconds) / 5 / len(people)
    flooding = await be_rude(port, keys[-4:-1], matches[-2:]) if rude else None
    at_first, sent_before = Usage.of(pid), sum(each.received for each in people)
    until, chance = time.perf_counter() + seconds, random.Random(1)
    await asyncio.gather(*(play(each, until, chance) for each in people[::2]))
    busy = (Usage.of(pid).seconds - at_first.seconds) / (time.perf_counter() - until + seconds) / len(people)
    if flooding is not None:
        flooding.cancel()
    answers = sorted(answer for each in people for answer in each.answers)
    sent = sum(each.received for each in people) - sent_before
    frames = [each.first_frame for each in people]
    p50, p95 = (answers[len(answers) * share // 100] * 1000 for share in (50, 95))
    print(
        f"{len(people)} clients{' and three rude ones' if rude else ''}:",
        f"  first frame {statistics.median(frames) * 1000:.0f} ms, the slowest {max(frames) * 1000:.0f} ms; "
        f"{arriving * 1000:.0f} ms of CPU time to arrive",
        f"  key to repaint p50 {p50:.1f} ms, p95 {p95:.1f} ms; {sent / max(len(answers), 1):.0f} bytes a key",
        f"  {len(answers)} keys, {sum(each.lost for each in people)} lost",
        f"  {(filled.megabytes - before.megabytes) / len(people):.2f} MB a session, {filled.megabytes:.0f} MB in all",
        f"  {busy * 1000:.2f} mCPU a session while half of them play, {idle * 1000:.3f} mCPU while nobody does",
        f"  load of the machine {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores",
        sep="\n",
    )
    assert warm.first_frame


def main() -> None:
    """Measure each number of clients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rude", action=argparse.BooleanOptionalAction, default=True)
    arguments = parser.parse_args()
    for clients in arguments.clients:
        asyncio.run(measure(clients, arguments.seconds, rude=arguments.rude))
    print(LATE_SH)


if __name__ == "__main__":
    main()
