"""Saves of games from a given position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from naishi import Game, Position
from naishi.common.i18n import DamagedSaveError, NewerSaveError
from naishi.saves import OpenGame, Saves, document
from naishi.saves.salvage import salvage
from tests.naishi.playing import random_game
from tests.naishi.saving import play, redo, undo

TEXT = "FRA/SK/KT/AO/TB MMMMM/MRMKM MMMMM/MMSMM 000:000 1 - - -"
ACTIONS = ("develop L1", "swap L1 L2", "develop H2", "end")


@pytest.fixture
def opened(saves: Saves) -> OpenGame:
    opened = saves.create(Game.from_position(Position.from_text(TEXT), ("Aiko", "Bruno")))
    for action in ACTIONS:
        play(opened, action)
    return opened


def test_one_is_saved_undone_and_resumed_like_any_other(saves: Saves, opened: OpenGame) -> None:
    undo(opened)
    opened.close()
    with saves.open(opened.id) as again:
        assert again.game.record == opened.game.record
        assert [again.game.view(seat) for seat in (0, 1)] == [opened.game.view(seat) for seat in (0, 1)]
        redo(again)
        for _action in ACTIONS:
            undo(again)
        assert again.game.position.to_text() == TEXT
        assert not again.game.can_undo
    (listed,) = saves.list()
    assert (listed.id, saves.latest()) == (opened.id, listed)


def test_its_file_holds_the_position_instead_of_a_deal_and_needs_version_2(opened: OpenGame) -> None:
    data = json.loads(opened.path.read_bytes())
    assert (data["version"], data["position"], "deal" in data) == (2, TEXT, False)
    saved = document.read(opened.path.read_bytes())
    made = saved.header
    assert document.write(saved.game.document(), made.id, made.created, made.updated) == saved.content


def test_a_game_with_a_deal_is_still_written_for_older_programs(saves: Saves) -> None:
    data = json.loads(saves.create(random_game(7, 5)).path.read_bytes())
    assert (data["version"], "position" in data) == (1, False)


@pytest.mark.parametrize(
    ("position", "why"),
    [(TEXT.replace("1 -", "2 -"), "A seat is 0 or 1"), ("", "8 fields"), (None, "either with a deal or at a position")],
)
def test_a_position_that_makes_no_sense_is_told(opened: OpenGame, position: str | None, why: str) -> None:
    data = json.loads(opened.path.read_bytes()) | {"position": position}
    with pytest.raises(DamagedSaveError, match=why):
        document.read(json.dumps(data | {"checksum": document.checksum(data)}).encode())


def test_a_damaged_one_is_recovered(opened: OpenGame, tmp_path: Path) -> None:
    content = opened.path.read_bytes()
    for damaged in (content.replace(b'"checksum"', b'"x"'), content[: content.index(b'"checksum"')]):
        (path := tmp_path / "x").write_bytes(damaged)
        rescued = salvage(path)
        assert rescued.game.record == opened.game.record
        assert (rescued.kept, rescued.lost) == (len(ACTIONS), 0)
    (tmp_path / "x").write_bytes(content.replace(b'"version": 2', b'"version": 7'))
    with pytest.raises(NewerSaveError):
        salvage(tmp_path / "x")
