"""The real program in a terminal: partial repaints leave no dirt, and a complete game is played by keys."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from naishi import Cell, Game, Phase
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.territory import HAND, RIVER
from naishi.saves import Saves
from tests.naishi_tui.games import midgame, put
from tests.naishi_tui.scenes import SCENES, texts_of
from tests.terminal import NAISHI, Terminal

PROJECT = Path(__file__).parents[3]
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


SIZES = {"compact": (60, 20), "standard": (80, 24), "roomy": (120, 36)}

Step = str | tuple[int, int]
"""A key, or another size of the window."""

JOURNEYS: dict[str, list[list[Step]]] = {
    "through a turn to the other player, in a window that changes": [
        ["enter", "s", "1", "enter", (60, 20), "right", "right"],
        ["?", (120, 36), "x", "enter", "g", "up"],
        ["escape", "down", (80, 24), "2", "enter", "e"],
        ["enter", (60, 20), "enter"],
        [(50, 15), (120, 36), "left", "f1"],
    ],
    "through everything that is reached from home": [
        ["escape", "n", "Chiyo", "tab", "tab", "right"],
        [(60, 20), "escape", "l", "x"],
        ["n", (120, 36), "escape", "r", "down", "down"],
        ["escape", (80, 24), "s", "right", "down", "right"],
        ["escape", "down", "down", (60, 20)],
    ],
}
"""Stations, each with the steps that lead there. They begin at the cover of a game."""


@pytest.mark.parametrize("state", STATES)
def test_partial_repaints_leave_no_dirt(game: Path, state: str) -> None:
    """What has been painted bit by bit is what one whole painting shows."""
    with at_the_table(game) as terminal:
        press(terminal, *STATES[state])
        assert_clean(terminal, state)


@pytest.mark.parametrize("journey", JOURNEYS)
def test_a_journey_through_screens_and_sizes_leaves_no_dirt(game: Path, journey: str) -> None:
    with opened(game, "resume", "middle") as terminal:
        terminal.wait_for("Show my cards")
        terminal.read(timeout=0.5, quiet=0.3)
        for station in JOURNEYS[journey]:
            for step in station:
                if isinstance(step, str):
                    press(terminal, step)
                else:
                    terminal.resize(*step)
                    terminal.read(timeout=3, quiet=0.4)
            assert_clean(terminal, f"{journey}: after {station}")


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
@pytest.mark.parametrize(("scene", "keys"), [("table-swap", ["s", "1", "enter", "4"]), ("table-redo", ["enter", "u"])])
async def test_the_screen_is_what_the_picture_says(
    game: Path, tmp_path: Path, size: tuple[int, int], scene: str, keys: list[str]
) -> None:
    """What a terminal shows in the end is what the snapshots are drawn from."""
    with at_the_table(game, size) as terminal:
        press(terminal, *keys)
        terminal.read(timeout=0.5, quiet=0.3)
        shown = [line.rstrip() for line in terminal.screen.display]
    assert shown == [line.rstrip() for line in await texts_of(SCENES[scene], tmp_path / "again", size)]


@contextmanager
def at_the_table(game: Path, size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """A terminal in which the cover has been lifted."""
    with opened(game, "resume", "middle", size=size) as terminal:
        terminal.wait_for("Show my cards")
        terminal.read(timeout=0.5, quiet=0.3)  # what is typed before the cover is painted is dropped
        terminal.press("enter")
        terminal.wait_for("River" if size[0] >= 80 else "swap")
        yield terminal


def press(terminal: Terminal, *keys: str) -> None:
    """Press keys, of which some may be answered by nothing."""
    for key in keys:
        terminal.press(key, wait=False)
        terminal.read(timeout=1)


def assert_clean(terminal: Terminal, where: str) -> None:
    """Let everything be painted anew, and compare letters and colours.

    The window changes to another layout and back: where only the window changes, widgets show what they drew before.
    """
    terminal.read(timeout=0.5, quiet=0.3)
    text, before, size = terminal.text, cells(terminal), terminal.size
    terminal.resize(*(SIZES["compact"] if size != SIZES["compact"] else SIZES["roomy"]))
    terminal.read(timeout=3, quiet=0.4)
    terminal.screen.reset()
    terminal.resize(*size)
    terminal.read(timeout=3, quiet=0.4)
    dirty = [(x, y) for y, row in enumerate(cells(terminal)) for x, cell in enumerate(row) if cell != before[y][x]]
    assert dirty == [], f"{where}\n{text}\n--- painted anew:\n{terminal.text}"


def cells(terminal: Terminal) -> list[list[tuple[object, ...]]]:
    """The letter and the colours of every cell."""
    width, height = terminal.size
    rows = (terminal.screen.buffer[y] for y in range(height))
    return [[(c.data, c.fg, c.bg, c.bold, c.reverse) for c in (row[x] for x in range(width))] for row in rows]


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
            if game.phase is Phase.COPY:
                _copy, cell, _card = game.legal_actions()[0].text.split()
                terminal.wait_for(f"ninja at {cell}")
                terminal.read(timeout=0.3)
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
