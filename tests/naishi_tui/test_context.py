"""State of an app: faults of its settings, language, saved games."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.settings.schema import Layers
from naishi_tui.context import FAULTS_AT_HOME, AppContext
from tests.naishi_tui.desk import finished


@pytest.mark.parametrize(("more", "last"), [(0, f"Fault {FAULTS_AT_HOME}."), (1, "And 1 more: "), (2, "And 2 more: ")])
def test_home_names_the_first_faults_and_counts_the_others(tmp_path: Path, more: int, last: str) -> None:
    faults = tuple(f"Fault {number}." for number in range(1, FAULTS_AT_HOME + more + 1))
    lines = AppContext(tmp_path, Layers(faults=faults)).trouble.splitlines()
    assert lines[:FAULTS_AT_HOME] == [*faults[:FAULTS_AT_HOME]]
    assert lines[-1].startswith(last)


def test_a_changed_setting_holds_at_once_and_is_told_of(tmp_path: Path) -> None:
    context, told = AppContext(tmp_path), list[str]()
    context.on_change = lambda: told.append(context.settings.theme)
    context.change(Layers(chosen={"theme": "light"}))
    assert told == ["light"]


def test_a_folder_without_games_is_that_of_a_newcomer(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    context = AppContext(folder)
    assert context.nothing_saved()
    folder.mkdir()
    (folder / "notes.txt").write_text("no game")
    assert context.nothing_saved()
    context.saves.create(finished()).close()
    assert not context.nothing_saved()
    assert context.is_newcomer
