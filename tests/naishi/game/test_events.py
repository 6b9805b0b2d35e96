"""The sentences of the log, and who may know what they tell."""

from __future__ import annotations

import pytest
from hypothesis import given

from naishi import Action, Card, Game
from naishi.game.events import Event, seen_to_move
from tests.naishi.playing import SEEDS, after, random_game

NAMES = ("Aiko", "Bruno")
TABLE = "FT/AR/KK/HB/OO MNASK/OXFTR MMMMM/BBMMM 000:000 0 - - -"

SENTENCES = [
    ("develop H4", "Aiko put horseman at H4 and discarded torii."),
    ("swap R1 R4", "Aiko swapped fort at R1 and horseman at R4."),
    ("swap L1 L2", "Aiko swapped mountain at L1 and naishi at L2."),
    ("swap L3 H3", "Aiko swapped advisor at L3 and fort at H3."),
    ("swap H2 H3", "Aiko swapped H2 and H3, unseen."),
    ("discard R1 R5", "Aiko discarded fort and ronin from the River."),
    ("decree H1", "Aiko imposed the decree: ronin for banner at H1."),
    ("recall", "Aiko recalled the emissaries."),
    ("declare", "Aiko declared the end."),
    ("end", "Aiko ended the turn."),
    ("pass", "Aiko passed."),
    ("copy H2 monk", "Aiko's ninja at H2 copies monk."),
]


@pytest.mark.parametrize(("text", "sentence"), SENTENCES)
def test_an_action_is_told_with_the_cards_that_were_seen(text: str, sentence: str) -> None:
    action = Action.from_text(text)
    event = Event(seat=0, round=1, action=action, cards=seen_to_move(action, after(TABLE)))
    assert event.sentence(NAMES) == sentence


def game() -> Game:
    played = Game.new(seed=7, players=NAMES)
    played.play("give 1")
    return played


def test_the_giver_knows_its_gift() -> None:
    played = game()
    assert played.events(0)[0].sentence(NAMES) == f"Aiko gave away a card: {played.deal.gifts[0][0]}."


@pytest.mark.parametrize("seat", [1, None])
def test_before_both_have_chosen_nobody_else_knows_the_gift(seat: int | None) -> None:
    assert game().events(seat)[0].sentence(NAMES) == "Aiko has chosen a gift."


def test_the_receiver_knows_the_gift_but_not_which_of_two_it_was() -> None:
    played = game()
    played.play("give 2")
    event = played.events(1)[0]
    assert (event.action, event.sentence(NAMES)) == (None, f"Aiko gave you a card: {played.deal.gifts[0][0]}.")


def test_the_public_never_knows_a_gift() -> None:
    played = game()
    played.play("give 2")
    assert [event.cards for event in played.events()] == [(), ()]


@given(SEEDS)
def test_there_is_an_event_for_every_action(seed: int) -> None:
    played = random_game(seed)
    assert [event.action for event in played.events(0)][2:] == list(played.actions[2:])


@given(SEEDS)
def test_every_event_of_a_game_has_its_sentence(seed: int) -> None:
    played = random_game(seed)
    assert all(event.sentence(NAMES).endswith(".") for seat in (0, 1, None) for event in played.events(seat))


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
