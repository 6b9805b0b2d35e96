"""Wait before a large saves folder: `python benchmarks/many_saves.py [COUNT] [--limit SECONDS]`.

Each way to look at it runs in a pty of 80 × 24: cold, where no index has been written yet, and warm. Printed are
seconds of wall and of the processor until there is something on the screen, and until the whole is; their ratio is to
the bare start of the program in the same run, which what else the machine does slows down as much. What isn't done
within the limit is left as a person would, and printed with a `>`. Linux only: CPU time is read from /proc.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from naishi import Game
from naishi.saves import Saves, document
from naishi.tabletop import kind_of
from tests.terminal import NAISHI, Terminal

SEED = 7
HOUR = 3600
LIMIT = 30.0
"""Seconds of wall after which a measurement is given up."""
INDEXES = (".list-*", ".results.json")
ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).resolve().parent.parent), "NAISHI_LANGUAGE": "en"}


class Waited(NamedTuple):
    """How long somebody waited."""

    wall: float
    cpu: float
    in_time: bool = True

    def text(self, bare: Waited | None) -> str:
        """Return it in columns, beside a bare start."""
        ratio = f"{self.cpu / bare.cpu:7.1f}" if bare else f"{'':7}"
        return f"{' ' if self.in_time else '>'}{self.wall:6.2f}{self.cpu:7.2f}{ratio}"


def fill(folder: Path, count: int) -> None:
    """Write games that ended, one in ten of them of Ninjato; the last one goes on."""
    game = Game.new(seed=SEED, players=("Aiko", "Bruno"))
    while game.turn is not None:
        game.play(game.legal_actions()[len(game.actions) % len(game.legal_actions())])
    other = kind_of("ninjato").new(("Aiko", "Bruno", "Chika"), seed=str(SEED))
    while other.awaited:
        other.play(other.view(other.awaited[0]).legal_actions[0])
    past = time.time() - HOUR
    for number in range(count):
        of = other if number % 10 == 0 else game
        path = folder / f"game{number}{document.SUFFIX}"
        path.write_bytes(document.write(of.document(), f"game{number}", *[datetime.fromtimestamp(past, UTC)] * 2))
        os.utime(path, (past, past))
    Saves(folder).create(Game.new(seed=SEED)).close()


def cpu_of(pid: int) -> float:
    """Return the seconds that all threads of a process have run."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def wait(
    terminal: Terminal, read: Callable[[], object], done: Callable[[], bool], limit: float, since: tuple[float, float]
) -> Waited:
    """Wait until something is so or the program has ended; return how long since a moment.

    Args:
        terminal: Where it runs.
        read: Reads what it has written, and waits for more only for a moment.
        done: Returns whether it is so.
        limit: How many seconds to wait at most.
        since: The clock, and the CPU time of the program, when it began.
    """
    began, before = since
    cpu, is_done = before, False
    while not is_done and time.perf_counter() - began < limit:
        read()
        is_done = done()
        try:
            cpu = max(cpu, cpu_of(terminal.pid))
        except OSError:
            is_done = True
    return Waited(time.perf_counter() - began, cpu - before, is_done)


def run(arguments: list[str], done: Callable[[Terminal], bool], limit: float) -> tuple[Waited, Waited]:
    """Run a command; return when it showed something, and when the whole."""
    began = time.perf_counter(), 0.0
    with Terminal([*NAISHI, *arguments], env=ENVIRONMENT) as terminal:

        def read() -> None:  # without drawing it, which takes longer than the list
            with suppress(OSError):  # it has ended
                if select.select([terminal.fd], [], [], 0.01)[0]:
                    terminal.written += os.read(terminal.fd, 65536)

        first = wait(terminal, read, lambda: bool(terminal.written), limit, began)
        whole = wait(terminal, read, lambda: done(terminal), limit, began)
        if not whole.in_time:
            terminal.press("ctrl+c", wait=False)
            terminal.read(timeout=2, quiet=0.5)  # so that it can keep the index
        return first, whole


def ended(terminal: Terminal) -> bool:
    """Return whether a program has ended; until it is waited for, it is there still."""
    return Path(f"/proc/{terminal.pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def list_in_the_app(folder: Path, limit: float) -> tuple[Waited, Waited]:
    """Open the list in the app; return when its first rows were there, and when all."""
    with Terminal([*NAISHI, "--saves", str(folder)], env=ENVIRONMENT) as terminal:
        terminal.wait_for("New game")
        terminal.read(timeout=5, quiet=1)
        began = time.perf_counter(), cpu_of(terminal.pid)
        terminal.press("l", wait=False)
        read = partial(terminal.read, timeout=0.02, quiet=0.002)
        first = wait(terminal, read, lambda: "Player 1 –" in terminal.text, limit, began)
        whole = wait(terminal, read, lambda: "Reading" not in terminal.text, limit, began)
        if not whole.in_time:
            terminal.press("escape", wait=False)
        terminal.press("ctrl+q", wait=False)
        terminal.read(timeout=5, quiet=1)
        return first, whole


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="games in the folder (default: 10000)")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each measurement (default: 30)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, arguments.count)
        saves = ["--saves", name]
        ways: dict[str, Callable[[], tuple[Waited, Waited]]] = {
            "naishi saves": lambda: run(["saves", *saves], ended, arguments.limit),
            "naishi stats": lambda: run(["stats", *saves], ended, arguments.limit),
            "naishi resume --plain": lambda: run(
                ["resume", "--plain", *saves], lambda terminal: b"Press Enter" in terminal.written, arguments.limit
            ),
            "the list in the app": lambda: list_in_the_app(folder, arguments.limit),
        }
        first, bare = min((run(["--version"], ended, arguments.limit) for _round in range(3)), key=lambda two: two[1])
        print(f"{arguments.count} games; wall and CPU in seconds, CPU beside that of `naishi --version`")
        print(f"{'':34}{'  wall    cpu  ratio':23}{'  wall    cpu  ratio'}")
        print(f"{'':34}{'to the first':23}to the whole")
        print(f"{'naishi --version':31}{first.text(None):23}{bare.text(None)}")
        for way, measure in ways.items():
            for index in ("cold", "warm"):
                if index == "cold":
                    for pattern in INDEXES:
                        for path in folder.glob(pattern):
                            path.unlink()
                first, whole = measure()
                print(f"{f'{way}, {index}':31}{first.text(bare):23}{whole.text(bare)}", flush=True)


if __name__ == "__main__":
    main()
