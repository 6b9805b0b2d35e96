"""Games from a given position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Game, GameRecord, NaishiError, Phase, Position
from naishi.games.naishi.rules.cards import Card
from tests.fuzzing import examples
from tests.naishi.playing import SEEDS, chance, random_game

TEXT = "FRA/SK/KT/AO/TB MMMMM/MRMKM MMMMM/MMSMM 000:000 1 - - -"


def test_the_position_is_a_copy() -> None:
    position = Position.from_text(TEXT)
    game = Game.from_position(position)
    game.play("develop L1")
    assert position.to_text() == TEXT


def test_the_seats_take_turns_from_there_and_undo_leads_back() -> None:
    game = Game.from_position(Position.from_text(TEXT), ("Aiko", "Bruno"))
    assert (game.turn, game.round) == (1, 1)
    game.play("develop L1")
    game.play("end")
    assert (game.turn, game.round) == (0, 2)
    assert [event.seat for event in game.events(0)] == [1, 1]
    game.undo()
    game.undo()
    assert not game.can_undo
    assert game.position.to_text() == TEXT


def test_each_seat_knows_the_other_hand_and_what_comes_into_it() -> None:
    game = Game.from_position(Position.from_text(TEXT))
    assert Card.SENTINEL in game.view(0).theirs.hand
    game.play("develop H1")
    assert game.view(0).theirs.hand[0] is Card.FORT
    assert None not in game.view(0).theirs.hand
    assert game.view().sides[1].hand == (None,) * 5


def test_the_gifts_can_be_exchanged_first() -> None:
    game = Game.from_position(Game.new(seed=7).position)
    whole = Game.new(seed=7)
    for action in ("give 1", "give 2", "develop H1"):
        game.play(action)
        whole.play(action)
    assert [game.view(seat) for seat in (0, 1, None)] == [whole.view(seat) for seat in (0, 1, None)]


def test_a_gift_that_was_chosen_before_is_remembered() -> None:
    start = Game.new(seed=7)
    start.play("give 1")
    game = Game.from_position(start.position)
    start.play("give 2")
    game.play("give 2")
    assert game.view(0).theirs == start.view(0).theirs


def test_there_is_no_deal_but_a_record_that_begins_there() -> None:
    game = Game.from_position(Position.from_text(TEXT), ("Aiko", "Bruno"))
    for action in ("develop L1", "end", "develop H1"):
        game.play(action)
    game.undo()
    with pytest.raises(NaishiError, match="no deal"):
        _ = game.deal
    assert (game.record.deal, game.record.position) == (None, TEXT)
    again = Game(GameRecord.model_validate_json(game.record.model_dump_json()))
    assert (again.record, again.position) == (game.record, game.position)
    assert [again.view(seat) for seat in (0, 1, None)] == [game.view(seat) for seat in (0, 1, None)]


def test_it_needs_two_players() -> None:
    with pytest.raises(NaishiError):
        Game.from_position(Position.from_text(TEXT), ("Aiko",))


@settings(max_examples=examples(12, 25))
@given(SEEDS, st.integers(2, 60))
def test_a_game_begun_in_the_middle_of_another_ends_like_it(seed: int, steps: int) -> None:
    whole = random_game(seed, steps)
    game = Game.from_position(whole.position)
    draw = chance(seed)
    while actions := whole.legal_actions():
        assert game.legal_actions() == actions
        action = draw.choice(actions)
        whole.play(action)
        game.play(action)
        for seat in (0, 1):
            assert game.view(seat).mine == whole.view(seat).mine
    assert game.outcome == whole.outcome
    assert game.phase is Phase.OVER
