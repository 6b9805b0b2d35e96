"""Keys, clicks, garbage, resizes and signals at once.

`python -m tests.naishi_tui.terminal.mash FOLDER SECONDS [SEED]` prints a line every half minute.
"""

from __future__ import annotations

import os
import random
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import naishi
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, Program, a_game
from tests.naishi_tui.terminal.shared import corpus

KEYS: list[str] = [
    *"\r\r\r\r\t  usdbirfegmncl?ahxy12345+-jk\x1b\x12\x10\x13\x15\x7f",
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOP", "\x1b[Z", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[3~"),
]
SIZES = [(80, 24), (60, 20), (120, 50), (100, 30), (200, 60), (80, 24), (60, 20), (40, 10), (59, 20), (80, 1), (1, 1)]
QUITS = re.compile(rb"[\x03\x11\x1a\x1c]|\x1b\[(?:99|113|3|17)?[;:\d]*u")
MODES = re.compile(rb"\x1b\[\?\d+[hl]|\x1b\[[<>]\d*u")

CORPUS = [data for data, keys in corpus() if "ctrl+" not in keys]


STAY = """
from naishi_tui.app import NaishiApp
from naishi_tui.home.home import Home
choose = Home.action_option
Home.action_option = lambda self, option: None if option == "quit" else choose(self, option)
NaishiApp.action_quit = lambda self: None
import faulthandler, os, signal
faulthandler.register(signal.SIGUSR1, open(os.environ["HOME"] + "/where", "w"))
import naishi
from naishi.games.naishi.analysis.choices import CHOICES, weigh
CHOICES["deep"] = CHOICES["quick"]
start = naishi.Position.from_text("FTRAKB/SSM/X/-/OO MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -")
weigh(naishi.Game.from_position(start).view(0), CHOICES["quick"])
"""
"""Only ctrl+q ends the program, not the menu, so that it lives long enough to see whether it grows.

What it loads once, the engine, it has loaded before it begins. Where it hangs, SIGUSR1 has it tell where.
"""


class Masher:
    """Someone who does to the program whatever can be done but ending it."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.chance = random.Random(seed)
        self.program = self.start()
        self.sent = self.received = 0
        self.memory: list[int] = []
        """Megabytes that the program had at the end of each burst."""
        self._carry = self._last = b""

    def start(self) -> Program:
        a_game(self.home)
        program = Program(self.home, "resume", before=STAY)
        while "kitty" not in program.modes:  # before that the terminal itself makes signals of keys
            program.read(1.0, 0.05)
        os.set_blocking(program.fd, False)
        return program

    def key(self) -> bytes:
        return self.chance.choice(KEYS).encode()

    def click(self) -> bytes:
        width, height = self.program.size
        column, row = self.chance.randrange(1, width + 3), self.chance.randrange(1, height + 3)
        button = self.chance.choice([0, 0, 0, 2, 35, 64, 65])
        return f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m".encode()

    def garbage(self) -> bytes:
        size = self.chance.choice([1, 3, 20, 2000, 20_000])
        return QUITS.sub(b"", self.chance.randbytes(size))

    def from_corpus(self) -> bytes:
        return self.chance.choice(CORPUS)

    def resize(self) -> bytes:
        self.program.resize(*self.chance.choice(SIZES))
        return b""

    def signal(self) -> bytes:
        stop = self.chance.choice([signal.SIGWINCH, signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP])
        os.kill(self.program.pid, stop)
        end = time.monotonic() + IN_TIME
        while stop in {signal.SIGSTOP, signal.SIGTSTP} and state(self.program.pid) != "T":
            assert time.monotonic() < end, self.where()
            self.drain(0.02)
        os.kill(self.program.pid, signal.SIGCONT)
        return b""

    def burst(self, actions: int) -> None:
        """Do many things, and see afterwards that the program goes on."""
        ways: list[Callable[[], bytes]] = [self.key] * 60 + [self.click] * 15 + [self.from_corpus] * 4
        ways += [self.garbage] * 2 + [self.resize] * 2 + [self.signal]
        for _action in range(actions):
            self.send(self.chance.choice(ways)())
            self.drain(self.chance.choice([0, 0, 0, 0.01, 0.05]))
        self.assert_alive()
        self.memory.append(resident(self.program.pid))

    def assert_alive(self) -> None:
        """See that the program draws a window of another size."""
        self.drain(0.1)
        before = self.received
        self.program.resize(*([120, 50] if self.program.size == (80, 24) else [80, 24]))
        end = time.monotonic() + IN_TIME
        while self.received < before + 500:
            assert time.monotonic() < end, self.where()
            assert not self.ended(), self.how_it_ended()
            self.drain(0.1)

    def send(self, data: bytes) -> None:
        try:
            self.sent += os.write(self.program.fd, data)
        except BlockingIOError:  # a terminal drops what nobody reads
            self.drain(0.05)

    def drain(self, seconds: float) -> None:
        """Read what the program writes, but keep only the modes that it sets."""
        program, end = self.program, time.monotonic() + seconds
        while select.select([program.fd], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                chunk = self._carry + os.read(program.fd, 65536)
            except OSError:
                return
            self.received += len(chunk)
            self._last = chunk[-2000:]
            whole = chunk.rfind(b"\x1b") if b"\x1b" in chunk[-16:] else len(chunk)
            program.written += b"".join(MODES.findall(chunk[:whole]))
            self._carry = chunk[whole:]

    def where(self) -> str:
        """What the program does, where it hangs."""
        stands = state(self.program.pid)
        os.kill(self.program.pid, signal.SIGUSR1)
        self.drain(1.0)
        return f"{stands} {self.program.size} {(self.home / 'where').read_text()}\n{self._last!r}"

    def ended(self) -> bool:
        """Whether the program has ended."""
        return self.program.poll() is not None

    def how_it_ended(self) -> tuple[int | None, list[str], bytes]:
        """The exit code, the reports, and what was written last."""
        reports = [path.read_text() for path in self.home.glob(".local/state/naishi/mistake*")]
        return self.program.status, reports, self._last

    def assert_left_well(self) -> None:
        self.drain(0.3)
        self.program.written += self._carry
        self._carry = b""
        assert self.how_it_ended()[:2] == (0, []), self.how_it_ended()
        assert self.program.modes == AS_IT_WAS
        self.assert_nothing_lost()

    def assert_nothing_lost(self) -> None:
        assert not [each for each in self.program.saves.list() if isinstance(each, naishi.saves.Problem)]
        assert not list(self.program.saves.folder.glob(".*.tmp"))

    def leave(self) -> None:
        """Quit."""
        self.drain(1.0)  # a sequence that was begun is over
        end = time.monotonic() + IN_TIME
        while not self.ended() and time.monotonic() < end:
            self.send(b"\x11")
            self.drain(0.3)
        self.assert_left_well()


def state(pid: int) -> str:
    """How the system sees a process: `T` where it is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def resident(pid: int) -> int:
    """Megabytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def mash(home: Path, seconds: float, seed: int, tell: Callable[[str], object] = lambda line: None) -> Masher:
    """Mash the program for a while, and quit; return what was seen."""
    masher = Masher(home, seed)
    end, told = time.monotonic() + seconds, time.monotonic()
    try:
        while time.monotonic() < end:
            masher.burst(100)
            if time.monotonic() > told + 30 and masher.memory:
                told = time.monotonic()
                tell(
                    f"{end - told:6.0f} s to go, {masher.sent} bytes sent, {masher.received} received, "
                    f"{masher.memory[0]} -> {masher.memory[-1]} MB"
                )
        masher.leave()
    finally:
        masher.program.close()
    return masher


if __name__ == "__main__":
    folder, length, *seeds = sys.argv[1:]
    done = mash(Path(folder), float(length), int(seeds[0]) if seeds else 0, lambda line: print(line, flush=True))
    print(f"{done.sent} bytes sent, {done.received} received, memory {done.memory[:: len(done.memory) // 20 + 1]}")
