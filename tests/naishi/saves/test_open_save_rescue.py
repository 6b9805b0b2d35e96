"""Rescue of a game whose folder has vanished."""

from __future__ import annotations

from pathlib import Path

import pytest

import naishi
from naishi.saves import OpenGame, Saves, read_file
from naishi.saves.open_save import rescue
from tests.naishi.saving import play


@pytest.fixture
def opened(tmp_path: Path) -> OpenGame:
    opened = Saves(tmp_path / "saves").create(naishi.Game.new(seed=7))
    play(opened, "give 1")
    return opened


@pytest.fixture
def refused(opened: OpenGame, tmp_path: Path) -> OpenGame:
    """A game that its folder doesn't take any more."""
    opened.path.parent.rename(tmp_path / "gone")
    opened.path.parent.write_text("a file")
    opened.close()
    return opened


def test_a_saved_game_needs_no_rescue(opened: OpenGame) -> None:
    opened.close()
    assert rescue(opened) == ""


def test_a_game_that_was_saved_again_is_told(opened: OpenGame, tmp_path: Path) -> None:
    opened.path.parent.rename(tmp_path / "gone")
    opened.close()
    assert "was saved again" in rescue(opened)
    assert read_file(opened.path).game.record == opened.game.record


def test_a_game_that_can_not_be_saved_again_is_kept_elsewhere_without_replacing_another(
    refused: OpenGame, tmp_path: Path
) -> None:
    for _time in range(2):
        assert "\nnaishi import " in rescue(refused)
    kept = [*(tmp_path / "state" / "naishi").iterdir()]
    assert len(kept) == 2
    assert all(read_file(path).game.record == refused.game.record for path in kept)


def test_the_command_that_brings_a_game_back_names_the_folder_that_was_chosen(
    refused: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = refused.path.parent
    assert rescue(refused).endswith(f" --saves {chosen}")
    monkeypatch.setattr("naishi.saves.open_save.programs_folder", lambda: chosen)
    assert "--saves" not in rescue(refused)


def test_the_command_that_brings_a_game_back_is_short_enough_for_a_line(
    refused: OpenGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    command = rescue(refused).splitlines()[-1]
    assert command == f"naishi import ~/state/naishi/{refused.id}.naishi.json --saves ~/saves"
