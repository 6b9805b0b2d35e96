"""The real program in a real terminal, in folders of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import naishi
from naishi.saves import OpenGame, Saves
from tests.terminal import NAISHI, Terminal

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
        command: Sequence[str] = NAISHI,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program.

        Args:
            home: A folder for its saves, settings and reports.
            arguments: What is said to `naishi`.
            before: Python to run in the process before the program, to put mistakes into it.
            command: How the program is called.
            size: Of the terminal.
            env: More environment.
        """
        self.home = home
        self.saves = Saves(home / "saves")
        if before:
            code = f"import sys\nfrom naishi.cli import main\n{before}\nmain(sys.argv[1:])"
            command = (sys.executable, "-c", code)
        super().__init__(
            [*command, "--saves", str(self.saves.folder), *arguments],
            size,
            {"HOME": str(home), "PYTHONPATH": str(PROJECT), **(env or {})},
        )

    @property
    def covered(self) -> bool:
        """Whether the cover is up."""
        return "Show my cards" in self.text

    def uncover(self) -> None:
        """Say that one is alone."""
        for _try in range(20):
            if not self.covered:
                return
            self.press("enter")
            for _wait in range(20):
                if not self.covered:
                    return
                self.read(0.1, 0.1)
        raise AssertionError("the cover stays")

    def to_table(self) -> None:
        """Go on until the table of the player to act is open."""
        self.wait_for("Show my cards")
        self.uncover()
        self.wait_for("Hand ─")
        self.read(0.5)

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
