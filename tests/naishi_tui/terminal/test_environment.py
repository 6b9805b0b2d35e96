"""Keys from the environment, in the real program."""

from __future__ import annotations

from pathlib import Path

from tests.naishi_tui.terminal.app import IN_TIME, Program, a_game


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
        assert "naishi: Saved. `naishi resume` goes on." in program.text
