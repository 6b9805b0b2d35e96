"""The real program in a real terminal, in folders of its own."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import naishi
from naishi.saves import OpenGame, Saves
from tests.naishi_tui.terminal import synced
from tests.terminal import KEYS, Terminal

IN_TIME = 20
"""Seconds that the tests wait; the program has 3, on a machine that isn't busy with other things."""

PROJECT = Path(naishi.__file__).parent.parent
AS_IT_WAS = {"7", "25"}
"""The modes of a terminal as a shell leaves it: long lines wrap, the cursor shows."""

NAMES = tuple(str(card).capitalize() for card in naishi.Card)
"""The cards as they stand on the screen."""


class Program(Terminal):
    """`naishi` in a terminal, with a person in front of it who is in no hurry."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        before: str = "",
        command: Sequence[str] | None = None,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program.

        Args:
            home: A folder for its saves, settings and reports.
            arguments: What is said to `naishi`.
            before: Python to run in the process before the program, to put mistakes into it.
            command: How the program is called; then it can't be asked whether all is done.
            size: Of the terminal.
            env: More environment.
        """
        self.home = home
        self.saves = Saves(home / "saves")
        self.synced = command is None
        main = f"from {synced.__name__} import install, main\ninstall()\n{before}\nmain(sys.argv[1:])"
        called = command or (sys.executable, "-c", f"import sys\n{main}")
        super().__init__(
            [*called, "--saves", str(self.saves.folder), *arguments],
            size,
            {"HOME": str(home), "PYTHONPATH": str(PROJECT), **(env or {})},
        )

    @property
    def covered(self) -> bool:
        """Whether the cover is up."""
        return "Show my cards" in self.text

    def settle(self) -> None:
        """Wait until all that was typed is handled and drawn."""
        if not self.synced:
            self.read()
            return
        self.until(lambda: "kitty" in self.modes)  # before that the terminal itself echoes what is typed
        marks = self.written.count(synced.MARK)
        os.write(self.fd, synced.KEY.encode())
        self.until(lambda: self.written.count(synced.MARK) > marks)

    def until(self, condition: Callable[[], bool]) -> None:
        """Read until something has come about.

        Raises:
            AssertionError: It hasn't in time; shows the screen.
        """
        end = time.monotonic() + IN_TIME
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"It never came about. On the screen:\n{self.text}")
            self.read(timeout=0.1, quiet=0.001)

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
        self.insist("enter", lambda: not self.covered)

    def to_table(self) -> None:
        """Go on until the table of the player to act is open."""
        self.wait_for("Show my cards")
        self.uncover()
        self.wait_for("Hand ─")

    def press_until(self, key: str, text: str) -> None:
        """Press a key, again and again where it isn't heard, until a text stands on the screen."""
        for _try in range(10):
            self.press(key, wait=False)
            end = time.monotonic() + 1.2
            while time.monotonic() < end:
                if text in self.text:
                    return
                self.read(0.1, 0.02)
        raise AssertionError(f"{text!r} never came. On the screen:\n{self.text}")

    def report(self) -> str:
        """The only report of a mistake."""
        (path,) = (self.home / ".local" / "state" / "naishi").glob("mistake-*.txt")
        return path.read_text()


def a_game(home: Path, *actions: str, **options: str) -> OpenGame:
    """A saved game of Aiko and Bruno, closed again; with no actions it is Aiko's first turn."""
    with Saves(home / "saves").create(
        naishi.Game.new(seed=7, players=("Aiko", "Bruno"), options=naishi.Options.model_validate(options))
    ) as opened:
        for action in actions or ("give 1", "give 1"):
            opened.play(action)
    return opened
