"""Saved games in line mode: filtered, renamed, deleted, restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.saves import Saves
from tests.naishi.plain.hearing import hear, kept


def test_saved_games_are_filtered_renamed_deleted_and_restored(tmp_path: Path) -> None:
    id_ = kept(tmp_path)
    said = hear(
        tmp_path, f"rename {id_} final", "saves aiko", "saves nobody", "delete final", "trash", "restore", "quit"
    )
    assert f"Renamed {id_} to final." in said
    assert "No game matches 'nobody'." in said
    assert "Deleted final; restore brings it back. It stays in the trash." in said
    assert said[-1] == "Restored final."
    assert [entry.id for entry in Saves(tmp_path).list()] == ["final"]


@pytest.mark.parametrize("command", ["resume", "replay", "analyse", "watch", "delete", "restore"])
def test_a_game_that_is_not_there_is_said_with_what_can_be_typed_here(tmp_path: Path, command: str) -> None:
    said = hear(tmp_path, f"{command} zzz", "quit")
    assert said[-1].startswith("There is no ")
    assert said[-1].split("; ")[1].startswith(("'saves' lists", "'trash' lists"))
    said = hear(tmp_path, "fortsetzen zzz", "quit", language="de")
    assert "naishi saves" not in said[-1]


def test_the_trash_is_emptied_only_by_its_name(tmp_path: Path) -> None:
    id_ = kept(tmp_path)
    said = hear(tmp_path, f"delete {id_}", "empty", "trash", "empty trash", "trash", "quit")
    assert "Write it like this: empty trash" in said
    assert said[-2:] == ["The trash is empty.", "Nothing is here."]
