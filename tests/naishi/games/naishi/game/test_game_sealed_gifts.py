"""Simultaneous gifts, with undo off."""

from __future__ import annotations

import pytest

from naishi import Game, GameRecord
from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.games.naishi.game.record import Options
from naishi.tabletop.players import Player


def begun() -> Game:
    return Game.new(7, ("Aiko", "Bruno"), options=Options(undo="off"))


def awaited(game: Game) -> tuple[int, ...]:
    """Return who is awaited, which changes between two lines of a test."""
    return game.awaited


def test_both_are_awaited_and_the_record_is_that_of_gifts_one_after_the_other() -> None:
    game, ordered = begun(), begun()
    assert awaited(game) == (0, 1)
    game.play("give 2", seat=1)
    assert (awaited(game), game.actions, game.turn) == ((0,), (), 0)
    game.play("give 1", seat=0)
    for text in ("give 1", "give 2"):
        ordered.play(text)
    assert awaited(game) == (0,)
    assert game.record.model_dump_json() == ordered.record.model_dump_json()
    assert "sealed" not in game.record.model_dump_json()


def test_a_sealed_gift_is_kept_and_seen_by_nobody() -> None:
    game, other = begun(), begun()
    game.play("give 1", seat=1)
    for seat in (0, None):
        assert game.view(seat) == other.view(seat)
        assert game.events(seat) == other.events(seat) == ()
    again = Game(GameRecord.from_json(game.record.model_dump_json()))
    assert again.document() == game.document()
    assert awaited(again) == (0,)
    assert not again.view(1).legal_actions
    assert again.copy().document() == game.document()
    again.play("give 1")
    assert [action.text for action in again.actions] == ["give 1", "give 1"]


def test_it_can_be_chosen_again_until_the_other_has_given() -> None:
    game = begun()
    assert not game.can_withdraw(1)
    game.play("give 1", seat=1)
    assert game.can_withdraw(1)
    assert not game.can_withdraw(0)
    assert game.withdraw(1).text == "give 1"
    assert awaited(game) == (0, 1)
    game.play("give 2", seat=1)
    game.play("give 1", seat=0)
    with pytest.raises(IllegalActionError):
        game.withdraw(1)


def test_the_first_seat_can_choose_again_just_as_the_second() -> None:
    game = begun()
    game.play("give 2", seat=0)
    assert [game.can_withdraw(seat) for seat in (0, 1)] == [True, False]
    assert game.withdraw(0).text == "give 2"
    assert (awaited(game), game.actions, game.can_redo) == ((0, 1), (), False)
    assert game.document() == begun().document()
    game.play("give 1", seat=0)
    game.play("give 2", seat=1)
    assert [action.text for action in game.actions] == ["give 1", "give 2"]
    with pytest.raises(IllegalActionError, match="nothing to withdraw"):
        game.withdraw(0)


def test_only_a_gift_is_sealed_and_only_once() -> None:
    game = begun()
    with pytest.raises(IllegalActionError, match="give 1 or give 2"):
        game.play("end", seat=1)
    game.play("give 1", seat=1)
    with pytest.raises(IllegalActionError, match="Aiko's turn"):
        game.play("give 2", seat=1)
    record = game.record.model_dump()
    with pytest.raises(NaishiError):
        Game(GameRecord.model_validate({**record, "actions": ["give 1"], "cursor": 1}))


@pytest.mark.parametrize(("undo", "kind"), [("free", "human"), ("off", "beginner")])
def test_with_undo_or_against_a_bot_gifts_are_given_one_after_the_other(undo: str, kind: str) -> None:
    players = (Player(name="Aiko"), Player(name="Bruno", kind=kind))
    game = Game.new(7, players, options=Options(undo=undo))  # type: ignore[arg-type]
    assert awaited(game) == (0,)
    with pytest.raises(IllegalActionError, match="Aiko's turn"):
        game.play("give 1", seat=1)
