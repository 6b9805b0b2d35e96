"""Complete game in a real terminal."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from naishi import Cell, Game, Phase
from naishi.games.naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Recall, Swap
from naishi.games.naishi.rules.cards import HAND, RIVER, TERRITORY
from tests.naishi_tui.desk import NAMES
from tests.naishi_tui.games import midgame, put
from tests.naishi_tui.scenes import SCENES, texts_of
from tests.naishi_tui.terminal.app import STARTED, Program
from tests.terminal import saved

ENVIRONMENT = {"NAISHI_ANIMATIONS": "false"}


@pytest.fixture
def game(folder: Path) -> None:
    folder.mkdir()
    put(folder, "middle", midgame())


SIZES = {"compact": (60, 20), "standard": (80, 24), "roomy": (120, 36)}
COVER = "Show my cards"
ONWARD = {
    Phase.PLAY: "Enter: pass the keyboard",
    Phase.COPY: "The last turn is over. Enter",
    Phase.OVER: "The game is over. Enter",
}
"""What is asked for at the end of a turn, by what comes next."""


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
async def test_the_screen_is_what_the_picture_says(tmp_path: Path, size: tuple[int, int]) -> None:
    """What a terminal shows in the end is what the snapshots are drawn from."""
    expected = [line.rstrip() for line in await texts_of(SCENES["table-swap"], tmp_path / "again", size)]
    with Program(tmp_path, "resume", "middle", size=size, env=ENVIRONMENT) as program:
        program.to_table()
        program.press("s", "1", "enter", "4")
        assert [line.rstrip() for line in program.screen.display] == expected


@pytest.mark.usefixtures("game")
def test_ctrl_q_ends_it_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Program(tmp_path, "resume", "middle", command=STARTED, env=ENVIRONMENT) as program:
        program.to_table()
        program.press("s", "1", "enter")
        assert "◆" in program.text
        program.press("ctrl+q", wait=False)
        assert program.wait(60) == 0
        assert program.modes == {"7", "25"}
        assert "Saved. `naishi --saves " in program.text
    assert program.saves.load("middle").actions == midgame().actions


def test_the_keys_of_a_cyrillic_keyboard_are_those_in_their_place(tmp_path: Path) -> None:
    with Program(tmp_path, command=STARTED, env=ENVIRONMENT) as program:
        program.wait_for("New game")
        program.settle()
        program.press("\x1b[1090::110;;1090u")  # n
        program.wait_for("Enter begin")
        program.press("\x1b[1089::99;5u", wait=False)  # ctrl+c
        assert program.wait(60) == 0
        assert program.modes == {"7", "25"}


@pytest.mark.parametrize(
    ("size", "flags"), [((80, 24), ()), pytest.param((60, 20), ("--ascii",), marks=pytest.mark.slow)]
)
def test_a_complete_game_is_played_by_keys(tmp_path: Path, size: tuple[int, int], flags: tuple[str, ...]) -> None:
    chance, game = random.Random(1439), Game.new("a whole game", NAMES)  # short, with nearly every kind of action
    arguments = ("new", "--names", *NAMES, "--seed", "a whole game", *flags)
    with Program(tmp_path, *arguments, size=size, env=ENVIRONMENT) as program:
        program.wait_for(COVER)
        program.uncover()
        while game.phase is not Phase.OVER:
            seat, phase = game.turn, game.phase
            action = sober(chance, game)
            program.press(*keys_of(action, game))
            game.play(action)
            if phase is Phase.PLAY and (game.phase, game.turn) != (Phase.PLAY, seat):
                assert ONWARD[game.phase] in program.text
                program.press("enter")
            if program.covered:
                program.uncover()
        assert "rematch" in program.text
        assert re.search(r"wins|draw", program.text)
        program.press("ctrl+q", wait=False)
        assert program.wait(60) == 0
    (save,) = saved(program.saves.folder)
    assert program.saves.load(save.name.split(".")[0]).actions == game.actions


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
