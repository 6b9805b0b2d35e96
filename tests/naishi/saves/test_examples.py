"""The example games that travel with the project."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import naishi
from naishi.saves import Saves, read_file

PROJECT = Path(__file__).parents[3]
SCRIPT = runpy.run_path(str(PROJECT / "scripts" / "example_saves.py"), run_name="example_saves")


@pytest.fixture
def examples(tmp_path: Path) -> Saves:
    SCRIPT["write_examples"](tmp_path)
    return Saves(tmp_path)


def test_the_finished_example_ends_with_the_rulebook_s_62_points(examples: Saves) -> None:
    game = examples.load("rulebook")
    assert game.position.territory(0).to_text() == (
        "fort sentinel advisor banner rice / fort mountain naishi rice rice"
    )
    assert game.outcome is not None
    assert game.outcome.winner == 0
    assert [sheet.total for sheet in game.outcome.sheets] == [62, 61]
    assert {str(card): points for card, points in game.outcome.sheets[0].points.items()} == {
        "mountain": 5, "banner": 3, "advisor": 7, "rice": 20, "fort": 12, "sentinel": 7, "naishi": 8,
    }  # fmt: skip


def test_the_other_example_stands_in_the_middle_of_a_turn(examples: Saves) -> None:
    game = examples.load("midgame")
    view = game.view(0)
    assert (view.phase, view.round, view.turn, view.developed) == (naishi.Phase.PLAY, 4, 0, True)
    assert game.can_undo
    assert game.can_redo
    assert [side.sent.free for side in view.sides] == [1, 0]
    assert view.sides[0].sent.decree == 1


@pytest.mark.parametrize("save_id", ["rulebook", "midgame"])
def test_the_shipped_files_are_those_of_the_script(examples: Saves, save_id: str) -> None:
    """They may have been played on since; the game they began as stays the same."""
    shipped, made = (
        read_file(folder / f"{save_id}.naishi.json").document for folder in (PROJECT / "saves", examples.folder)
    )
    assert (shipped.id, shipped.created, shipped.players, shipped.deal) == (
        made.id, made.created, made.players, made.deal,
    )  # fmt: skip


def test_the_same_files_are_made_every_time(examples: Saves, tmp_path: Path) -> None:
    (again := tmp_path / "again").mkdir()
    SCRIPT["write_examples"](again)
    for file in again.iterdir():
        assert file.read_bytes() == (tmp_path / file.name).read_bytes()
