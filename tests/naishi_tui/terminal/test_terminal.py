"""Complete game in a real terminal: local, lifecycle, local_driver."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from naishi import Game, Phase
from tests.naishi_tui.desk import NAMES
from tests.naishi_tui.games import midgame, put
from tests.naishi_tui.scenes import SCENES, texts_of
from tests.naishi_tui.terminal.app import STARTED, Program
from tests.naishi_tui.terminal.shared import keys_of, sober
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
