"""Environment keys, sizes and colours in the real program: local, context, local_driver."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.naishi_tui.terminal.app import IN_TIME, STARTED, Program, a_game


def test_they_are_those_of_the_table(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume", env={"NAISHI_KEYS": "undo=z,redo=y"}) as program:
        program.to_table()
        program.press("enter")
        assert "z undo" in program.text
        program.press("z")
        assert "y redo" in program.text


def test_where_they_are_wrong_a_line_says_so_though_home_is_not_seen(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume", env={"NAISHI_KEYS": "undo"}) as program:
        program.to_table()
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert "naishi: NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y." in program.text
        assert "naishi: Saved. `naishi --saves " in program.text


@pytest.mark.parametrize("stale", [("40", "10"), ("9" * 20, "9" * 20), ("eighty", "")])
def test_the_terminal_says_its_size_and_not_what_a_shell_passed_on(tmp_path: Path, stale: tuple[str, str]) -> None:
    with Program(tmp_path, command=STARTED, env={"COLUMNS": stale[0], "LINES": stale[1]}) as program:
        program.wait_for("New game")
        program.settle()
        program.resize(120, 36)
        program.settle()
        program.wait_for("New game")
        assert any(line.strip() for line in program.screen.display[24:])
        assert "needs" not in program.text


COLOURED = re.compile(rb"\x1b\[[\d;]*(?<![\d])(?:[34][0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, False),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, True),
        ({"TERM": "unknown"}, False),
    ],
)
def test_no_color_means_none_at_all_and_empty_means_not_set(
    tmp_path: Path, env: dict[str, str], coloured: bool
) -> None:
    with Program(tmp_path, command=STARTED, env=env) as program:
        program.wait_for("New game")
        program.settle()
        assert bool(COLOURED.search(bytes(program.written))) is coloured


def test_a_terminal_of_sixteen_colours_gets_those_that_were_chosen_for_it(tmp_path: Path) -> None:
    with Program(tmp_path, command=STARTED, env={"TERM": "xterm"}) as program:
        program.wait_for("New game")
        program.settle()
        assert not re.search(rb"\x1b\[[\d;]*[34]8;[25];", bytes(program.written))
