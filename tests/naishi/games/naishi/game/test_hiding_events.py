"""Events, and who may know them."""

from __future__ import annotations

import pytest
from hypothesis import given

from naishi import Card, Game
from tests.naishi.playing import SEEDS, random_game

NAMES = ("Aiko", "Bruno")


def game() -> Game:
    played = Game.new(seed=7, players=NAMES)
    played.play("give 1")
    return played


def test_the_giver_knows_its_gift() -> None:
    played = game()
    event = played.events(0)[0]
    assert (str(event.action), event.cards) == ("give 1", (played.deal.gifts[0][0],))


@pytest.mark.parametrize("seat", [1, None])
def test_before_both_have_chosen_nobody_else_knows_the_gift(seat: int | None) -> None:
    event = game().events(seat)[0]
    assert (event.action, event.cards) == (None, ())


def test_the_receiver_knows_the_gift_but_not_which_of_two_it_was() -> None:
    played = game()
    played.play("give 2")
    event = played.events(1)[0]
    assert (event.action, event.cards) == (None, (played.deal.gifts[0][0],))


def test_the_public_never_knows_a_gift() -> None:
    played = game()
    played.play("give 2")
    assert [event.cards for event in played.events()] == [(), ()]


@given(SEEDS)
def test_there_is_an_event_for_every_action(seed: int) -> None:
    played = random_game(seed)
    assert [event.action for event in played.events(0)][2:] == list(played.actions[2:])


@given(SEEDS)
def test_what_is_discarded_is_what_the_events_tell(seed: int) -> None:
    played = random_game(seed)
    told: list[Card] = []
    for event in played.events():
        if event.action is not None and event.action.text.startswith("develop"):
            told.append(event.cards[0])
        if event.action is not None and event.action.text.startswith("discard"):
            told.extend(event.cards)
    assert told == played.position.discards
