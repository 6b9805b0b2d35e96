"""Offers from the last game played."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game, Player
from naishi.saves import Saves
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.new_game import NewGame


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path)


def play(saves: Saves, *players: Player) -> None:
    saves.create(Game.new(1, players)).close()


def against_bots(saves: Saves, *levels: str, person_first: bool = False) -> list[Player]:
    new = NewGame(kind_of("naishi"))
    saves.last_played().seat_against_bots(new, levels, person_first=person_first)
    return [*new.begin().players]


AIKO, BRUNO = Player(name="Aiko"), Player(name="Bruno")
MASTER, GREEDY = Player(name="Tomoe", kind="master"), Player(name="Greedy", kind="greedy")


def test_at_first_the_weakest_bot_is_offered(saves: Saves) -> None:
    person, bot = against_bots(saves, person_first=True)
    assert (person, bot) == (Player(name="Player 1"), Player(name="Koshikibu", kind="beginner"))


def test_the_last_bot_and_the_person_who_played_it_are_remembered(saves: Saves) -> None:
    play(saves, MASTER, BRUNO)
    play(saves, AIKO, GREEDY)  # no bot that is offered
    play(saves, AIKO, BRUNO)
    assert saves.last_played().people == ("Aiko", "Bruno")
    assert against_bots(saves, person_first=True) == [BRUNO, MASTER]
    assert against_bots(saves, "strong", person_first=True)[1].kind == "strong"


def test_without_a_game_against_a_bot_the_first_person_plays_it(saves: Saves) -> None:
    play(saves, AIKO, BRUNO)
    assert against_bots(saves, person_first=True)[0] == AIKO


def test_a_bot_is_numbered_where_a_person_has_its_name(saves: Saves) -> None:
    play(saves, Player(name="koshikibu"), BRUNO)
    assert [player.name for player in against_bots(saves, person_first=True)] == ["koshikibu", "Koshikibu 2"]


@pytest.mark.parametrize("changed", [False, True])
def test_who_begins_is_random(saves: Saves, monkeypatch: pytest.MonkeyPatch, changed: bool) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.reverse() if changed else None)
    assert (against_bots(saves)[0].kind == "human") is not changed
