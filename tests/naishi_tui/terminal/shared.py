"""What several of the test modules here use."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

from naishi import Cell, Game
from naishi.games.naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Recall, Swap
from naishi.games.naishi.rules.cards import HAND, RIVER, TERRITORY
from naishi.saves import OpenGame
from naishi_tui.pictures.protocols import PLACEHOLDER
from tests.naishi_tui.terminal.app import Program


def develop(program: Program) -> None:
    """Develop the card under the cursor, and see that it is done."""
    program.press("enter")
    program.wait_for("You placed")


def assert_saved(program: Program, game: OpenGame, *actions: str) -> None:
    """The save has just these actions after the gifts, and nobody holds it any more."""
    with program.saves.open(game.id) as opened:
        assert [str(action) for action in opened.game.actions[2:]] == list(actions)
    assert not list(program.saves.folder.glob(".*.tmp"))


def state(pid: int) -> str:
    """How the system sees a process: `T` where it is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


MISTAKE = """
def mistake(self, *arguments):
    position = self.app.game.navigator.session.game.position
    hands = "Mountain", *(position.territory(seat).to_text() for seat in (0, 1))
    raise KeyError(hands, "Mountain")
"""


CORPUS = Path(__file__).with_name("input_corpus.tsv")


def corpus() -> Iterator[tuple[bytes, str]]:
    """Inputs, and what they are."""
    for line in CORPUS.read_text().splitlines():
        if not line.startswith("#"):
            data, _tab, expected = line.partition("\t")
            yield ast.literal_eval(f'b"{data}"'), expected


KITTY = b"\x1b_Gi=1;OK\x1b\\\x1bP>|kitty(0.32.2)\x1b\\\x1b[6;20;10t\x1b[?62;c"


ITERM = b"\x1bP>|iTerm2 3.5.2\x1b\\\x1b[?62;4c"


SIXEL = b"\x1b_Gi=1;EINVAL:no\x1b\\\x1bP>|XTerm(390)\x1b\\\x1b[6;20;10t\x1b[?62;4;22c"


FORGOTTEN = re.compile(r"\x1b_Ga=d,d=I,q=2,i=(\d+)\x1b\\")


def pictured(sent: str) -> bool:
    """Whether there is a picture in what was sent, by any protocol."""
    return any(each in sent for each in ("\x1b_Ga=T", "\x1b]1337;", "\x1bP0;1q", PLACEHOLDER))


SEQUENCE = re.compile(r"\x1b(?:\]22;\w*\x07|\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


def sober(chance: random.Random, game: Game) -> Action:
    """Any action, but mostly develops, so that the game comes to its end."""
    legal = game.legal_actions()
    develops = [action for action in legal if isinstance(action, Develop | End | Copy)]
    return chance.choice(develops if develops and chance.random() < 0.8 else legal)


def keys_of(action: Action, game: Game) -> list[str]:  # noqa: PLR0911 - a case for each kind
    """The keys of an action, wherever the cursor is."""
    match action:
        case Give(which=which):
            return [str(which), "enter"]
        case Develop(cell=cell):
            return choose(cell)
        case Swap(first=first, second=second):
            return ["s", *choose(first), *choose(second)]
        case Discard(first=first, second=second):
            return ["d", *choose(first), *choose(second)]
        case Decree(cell=cell):
            return ["i", *choose(cell)]
        case Recall():
            return ["r", "enter"]
        case Declare():
            return ["f", "enter"]
        case Copy(card=card):
            turn = game.turn or 0
            cell = next(each for each in TERRITORY if game.view(turn).mine.card(each) is card)
            down = 2 * turn + (cell in HAND)
            return [*["up"] * 3, *["left"] * 4, *["down"] * down, *["right"] * cell.position, "enter"]
        case _:  # the turn is ended or passed
            return ["e"]


def choose(cell: Cell) -> list[str]:
    """The keys that choose a card: to its column, to the top row, down to its row."""
    row = 1 if cell in RIVER else 3 if cell in HAND else 2
    return [str(cell.position + 1), *["up"] * 3, *["down"] * row, "enter"]
