"""Real program in a real terminal, in isolated folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import naishi
from naishi.saves import OpenGame, Saves
from tests import forked
from tests.forked import PROJECT
from tests.naishi.saving import play
from tests.naishi_tui.terminal import synced
from tests.terminal import KEYS, Terminal

IN_TIME = 60
"""Seconds that the tests wait; the program has 3, on a machine that isn't busy with other things."""

FORKED = "naishi"
"""The command of a program that is forked."""
STARTED = (sys.executable, "-m", "tests.naishi_tui.terminal.synced")
"""The command of a program that is started again, as `python -m naishi`."""

AS_IT_WAS = {"7", "25"}
"""The modes of a terminal as a shell leaves it: long lines wrap, the cursor shows."""

NAMES = tuple(str(card).capitalize() for card in naishi.Card)
"""The cards as they stand on the screen."""


class Synced(Terminal):
    """A terminal in which `naishi` answers once all that was typed is done, and a person in no hurry."""

    @property
    def covered(self) -> bool:
        """Whether the cover is up."""
        return "Show my cards" in self.text

    def settle(self) -> None:
        """Wait until all that was typed is handled and drawn, or the program has ended."""
        # Before the program has the terminal, that echoes what is typed.
        self.until(lambda: "kitty" in self.modes or self.poll() is not None)
        marks = self.written.count(synced.MARK)
        os.write(self.fd, synced.KEY.encode())
        self.until(lambda: self.written.count(synced.MARK) > marks or self.poll() is not None)

    def until(self, condition: Callable[[], bool]) -> None:
        """Read until something has come about.

        Raises:
            AssertionError: It hasn't in time; shows the screen.
        """
        if not self.reads_until(condition, IN_TIME):
            raise AssertionError(f"It never came about. On the screen:\n{self.text}")

    def press(self, *keys: str, wait: bool = True) -> bytes:
        """Press keys, by name or as text, and return what the program wrote in answer."""
        start = len(self.written)
        os.write(self.fd, "".join(KEYS.get(key, key) for key in keys).encode())
        if wait:
            self.settle()
        return bytes(self.written[start:])

    def uncover(self) -> None:
        """Say that one is alone."""
        self.settle()  # what is typed before the cover is painted is dropped
        self.press("enter")
        assert not self.covered

    def to_table(self) -> None:
        """Go on until the table of the player to act is open."""
        self.wait_for("Show my cards")
        self.uncover()
        assert "L1" in self.text


class Program(Synced):
    """`naishi` in a terminal."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        before: str = "",
        command: Sequence[str] = (FORKED,),
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program.

        Args:
            home: A folder for its saves, settings and reports.
            arguments: What is said to `naishi`.
            before: Python to run in the process before the program, to put mistakes into it.
            command: How the program is called, where it is to be started again.
            size: Of the terminal.
            env: More environment.
        """
        self.home = home
        self.saves = Saves(home / "saves")
        self.before = before
        self.forked: ForkServerProcess | None = None
        super().__init__(
            [*command, "--saves", str(self.saves.folder), *arguments],
            size,
            {"HOME": str(home), "PYTHONPATH": str(PROJECT), **(env or {})},
        )

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, int]:
        """Start the program; without a command of its own, from a process that has imported it already."""
        if command[0] != FORKED:
            return super().start(command, environment)
        fd, terminal = os.openpty()
        code = f"from tests.naishi_tui.terminal import synced; synced.install()\n{self.before}\n{forked.NAISHI}"
        self.forked = forked.start(code, command[1:], (terminal, terminal, terminal), environment)
        os.close(terminal)
        assert self.forked.pid is not None
        return self.forked.pid, fd

    def poll(self) -> int | None:
        """Return the exit code of the program, or minus the signal that ended it; None while it runs."""
        if self.forked is None:
            return super().poll()
        self.status = self.forked.exitcode
        return self.status

    def report(self) -> str:
        """The only report of a mistake."""
        (path,) = (self.home / ".local" / "state" / "naishi").glob("mistake-*.txt")
        return path.read_text()


def a_game(home: Path, *actions: str, seed: int = 7, **options: str) -> OpenGame:
    """A saved game of Aiko and Bruno, closed again; with no actions it is Aiko's first turn."""
    with Saves(home / "saves").create(
        naishi.Game.new(seed=seed, players=("Aiko", "Bruno"), options=naishi.Options.model_validate(options))
    ) as opened:
        for action in actions or ("give 1", "give 1"):
            play(opened, action)
    return opened
