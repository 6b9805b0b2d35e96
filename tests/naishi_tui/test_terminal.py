"""The real program in a terminal: partial repaints leave no dirt, and a complete game is played by keys."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from naishi import Cell, Game, Phase
from naishi.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.saves import Saves
from naishi.territory import HAND, RIVER
from tests.naishi_tui.games import midgame, put
from tests.terminal import NAISHI, Terminal

PROJECT = Path(__file__).parent.parent.parent
ENVIRONMENT = {"PYTHONPATH": str(PROJECT), "NAISHI_ANIMATIONS": "false"}


@pytest.fixture
def game(folder: Path) -> Path:
    folder.mkdir()
    put(folder, "middle", midgame())
    return folder


def opened(folder: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> Terminal:
    return Terminal([*NAISHI, *arguments, "--saves", str(folder)], size, ENVIRONMENT)


STATES = {
    "walked about": ["left", "up", "up", "right", "5", "down", "down", "tab"],
    "half a swap": ["s", "1", "enter", "right"],
    "a swap taken back": ["s", "1", "enter", "3", "enter", "u"],
    "a refusal": ["f"],
    "a long refusal, and gone again": ["s", "1", "enter", "down", "2", "enter", "escape", "escape"],
    "an explanation, closed": ["?", "x"],
    "the log, closed": ["g", "escape"],
    "the turn over": ["down", "enter", "e"],
    "taken back and done again": ["down", "enter", "u", "ctrl+r", "u"],
    "the palette, closed": ["\x10", "escape"],
}


@pytest.mark.parametrize("state", STATES)
def test_partial_repaints_leave_no_dirt(game: Path, state: str) -> None:
    """What has been painted bit by bit is what one whole painting shows."""
    with opened(game, "resume", "middle") as terminal:
        terminal.wait_for("Show my cards")
        terminal.press("enter")
        terminal.wait_for("Imperial court")
        for key in STATES[state]:
            terminal.press(key)
        terminal.read(timeout=2, quiet=0.5)
        bit_by_bit = terminal.text
        terminal.resize(80, 25)
        terminal.read(timeout=3, quiet=0.5)
        terminal.screen.reset()
        terminal.resize(80, 24)
        terminal.read(timeout=3, quiet=0.5)
        assert without_log(bit_by_bit) == without_log(terminal.text)


def without_log(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def test_ctrl_q_ends_it_and_leaves_the_terminal_as_it_was(game: Path) -> None:
    with opened(game, "resume", "middle") as terminal:
        terminal.wait_for("Show my cards")
        terminal.press("enter")
        terminal.wait_for("Imperial court")
        terminal.press("s", "1", "enter")
        terminal.press("ctrl+q", wait=False)
        assert terminal.wait() == 0
        assert terminal.modes == {"7", "25"}
    assert Saves(game).load("middle").actions == midgame().actions


@pytest.mark.parametrize(
    ("size", "flags"), [((80, 24), ()), pytest.param((60, 20), ("--ascii",), marks=pytest.mark.slow)]
)
def test_a_complete_game_is_played_by_keys(folder: Path, size: tuple[int, int], flags: tuple[str, ...]) -> None:
    chance, game = random.Random(5), Game.new("a whole game", ("Aiko", "Bruno"))
    with opened(folder, "new", "--names", "Aiko", "Bruno", "--seed", "a whole game", *flags, size=size) as terminal:
        row = 2
        terminal.wait_for("Show my cards")
        terminal.press("enter")
        while game.phase is not Phase.OVER:
            seat, phase = game.turn, game.phase
            action = sober(chance, game)
            keys, row = keys_of(action, row if phase is Phase.PLAY else 2, game)
            for key in keys:
                terminal.press(key, wait=False)
                terminal.read(timeout=1, quiet=0.04)
            game.play(action)
            if game.phase is Phase.PLAY and game.turn == seat:
                continue
            row = 2
            if phase is Phase.PLAY:
                terminal.wait_for("Enter: pass the keyboard" if game.phase is Phase.PLAY else "The game is over")
                terminal.press("enter")
            if game.phase in {Phase.PLAY, Phase.GIFT}:
                terminal.wait_for("Show my cards")
                terminal.press("enter")
                terminal.wait_for("swap" if game.phase is Phase.PLAY else "Dealt to")
        terminal.wait_for("rematch")
        assert re.search(r"wins|draw", terminal.text)
        terminal.press("ctrl+q", wait=False)
        assert terminal.wait() == 0
    (save,) = folder.glob("*.naishi.json")
    assert Saves(folder).load(save.name.split(".")[0]).actions == game.actions
    shutil.rmtree(folder)


def sober(chance: random.Random, game: Game) -> Action:
    """Any action, but mostly develops, so that the game comes to its end."""
    legal = game.legal_actions()
    develops = [action for action in legal if isinstance(action, Develop | End | Copy)]
    return chance.choice(develops if develops and chance.random() < 0.8 else legal)


def keys_of(action: Action, row: int, game: Game) -> tuple[list[str], int]:  # noqa: C901 - a case for each kind
    """The keys of an action, and the row where the cursor is then."""
    keys: list[str] = []

    def go(cell: Cell) -> Iterator[str]:
        nonlocal row
        wanted = 1 if cell in RIVER else 3 if cell in HAND else 2
        yield str(cell.position + 1)
        yield from ["down" if wanted > row else "up"] * abs(wanted - row)
        yield "enter"
        row = wanted

    match action:
        case Give(which=which):
            keys = [str(which), "enter"]
        case Develop(cell=cell):
            keys = [*go(cell)]
        case Swap(first=first, second=second):
            keys = ["s", *go(first), *go(second)]
        case Discard(first=first, second=second):
            keys = ["d", *go(first), *go(second)]
        case Decree(cell=cell):
            keys = ["i", *go(cell)]
        case Recall():
            keys = ["r", "enter"]
        case Declare():
            keys = ["f", "enter"]
        case End() | Pass():
            keys = ["e"]
        case Copy(card=card):
            view = game.view(game.turn or 0)
            copied = {each.card for each in view.legal_actions if isinstance(each, Copy)}
            row_of_cards = [*view.mine.line, *view.mine.hand]
            targets = [each for each in row_of_cards if each in copied]
            keys = ["tab"] * targets.index(card) + ["enter"]
    return keys, row
