"""New games at one keyboard, as all fronts put them together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from naishi import NaishiError
from naishi.tabletop.chance import Chance, OutcomeNeededError
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.pins import PinChoice, check_pin
from tests.naishi.tabletop import unison

unison.register()


def names(new: NewGame) -> list[str]:
    return [player.name for player in new.players]


def test_bots_of_one_level_are_numbered_around_people_of_their_name() -> None:
    new = NewGame(kind_of("unison"))
    new.seat_person("hiro")
    new.seat_bots(["highest"], 4)
    assert names(new) == ["hiro", "Hiro 2", "Hiro 3", "Hiro 4"]


def test_each_bot_has_its_level_and_the_last_level_fills_up() -> None:
    new = NewGame(kind_of("ninjato"))
    new.seat_person("Aiko")
    new.seat_bots(["strong", "beginner"], 4)
    assert [player.kind for player in new.players] == ["human", "strong", "beginner", "beginner"]


@pytest.mark.parametrize("key", ["ninjato", "shogun"])
def test_bots_of_one_level_have_names_of_their_own(key: str) -> None:
    kind = kind_of(key)
    called = []
    for level in kind.levels():
        new = NewGame(kind)
        new.seat_bots([level.kind], kind.seats[-1])
        called += names(new)
        new.seat_bot(level.kind)
        assert names(new)[-1] == f"{level.player_name} 2"
    assert len({*called}) == len(called)
    assert not [name for name in called if any(letter.isdigit() for letter in name)]


@pytest.mark.parametrize("key", ["naishi", "unison"])
def test_nobody_sits_down_under_a_name_that_would_be_taken_for_another(key: str) -> None:
    new = NewGame(kind_of(key))
    new.seat_person("Aiko")
    with pytest.raises(NaishiError, match="need different names"):
        new.seat_person(" AIKO ")
    with pytest.raises(NaishiError, match="need different names"):
        new.seat_bot(kind_of(key).levels()[0].kind, "aiko")
    assert names(new) == ["Aiko"]


def test_a_game_is_for_so_many_players() -> None:
    new = NewGame(kind_of("shogun"))
    assert new.missing == 3
    with pytest.raises(NaishiError, match=re.escape("Shogun is for 3 to 5 players.")):
        new.check_seats(6)


def test_in_any_order_bots_are_numbered_by_seat_and_it_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.reverse())
    new = NewGame(kind_of("unison"), any_order=True)
    new.seat_person("Aiko")
    new.seat_bots(["highest"], 3)
    assert [player.name for player in new.begin().players] == ["Hiro", "Hiro 2", "Aiko"]
    assert [player.name for player in new.begin().players] == ["Hiro", "Hiro 2", "Aiko"]


class DrawNeededError(OutcomeNeededError):
    name = "dice"

    def read(self, typed: str) -> int:
        return int(typed)


class Throwing:
    """A kind whose games begin with two throws on a real table."""

    def __getattr__(self, name: str) -> Any:
        return getattr(kind_of("unison"), name)

    def new(self, players: Any, options: Any, seed: str, seen: Any = ()) -> Any:
        if len(seen) < 2:
            raise DrawNeededError("Throw.")
        return players, options, seed, seen


def test_what_is_drawn_on_a_real_table_is_asked_for_until_the_game_can_begin() -> None:
    new: Any = NewGame(Throwing(), {"undo": "off"}, "cherry")
    new.seat_person("Aiko")
    new.seat_person("Bruno")
    for outcome in (3, 5):
        with pytest.raises(OutcomeNeededError) as needed:
            new.begin()
        new.outcome_seen(needed.value, needed.value.read(str(outcome)))
    _players, options, seed, seen = new.begin()
    assert (options, seed, seen) == ({"undo": "off"}, "cherry", [("dice", 3), ("dice", 5)])
    assert Chance(seed, (), 0, seen).typed == seen


def test_a_person_may_have_a_pin() -> None:
    new = NewGame(kind_of("unison"))
    new.seat_person("Aiko")
    new.protect("0815")
    new.seat_person("Bruno")
    new.protect("")
    first, second = new.players
    assert check_pin("0815", first.pin or "")
    assert second.pin is None


def test_a_pin_is_chosen_once_it_was_typed_twice() -> None:
    choice = PinChoice("Aiko")
    assert not choice.typed("0815")
    assert not choice.typed(""), "nothing repeats nothing"
    assert choice.once_more
    with pytest.raises(NaishiError, match=re.escape("two different PINs. Aiko, choose one again.")):
        choice.typed("0816")
    assert not choice.once_more
    with pytest.raises(NaishiError, match="at least 4"):
        choice.typed("1")
    assert not choice.typed("4711")
    assert choice.typed("4711")
    assert choice.typed("4711"), "it is chosen already"


def test_no_pin_is_chosen_at_once() -> None:
    assert PinChoice("Aiko").typed("")
