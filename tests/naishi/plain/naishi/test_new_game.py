"""Names and options of a new game of Naishi, typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game
from naishi.saves import Saves
from naishi.tabletop.pins import check_pin
from tests.naishi.plain.hearing import hear


@pytest.mark.ci
def test_a_new_game_has_all_its_options(tmp_path: Path) -> None:
    hear(tmp_path, "new Aiko strong seed 7 noundo pin", "1234", "1234", "give 1", "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(entry.id)
    assert game.options.undo == "off"
    assert check_pin("1234", game.players[0].pin or "")
    assert game.deal == Game.new("7", ("A", "B")).deal


def test_who_goes_first_can_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.reverse())
    hear(tmp_path, "new Aiko Bruno random", "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    assert entry.names == ("Bruno", "Aiko")  # type: ignore[union-attr]


def test_an_unknown_option_is_refused_before_anything_is_dealt(tmp_path: Path) -> None:
    said = hear(tmp_path, "new Aiko Bruno fast", "quit")
    assert said[-1].startswith("Options are: ")
    assert Saves(tmp_path).list() == ()
