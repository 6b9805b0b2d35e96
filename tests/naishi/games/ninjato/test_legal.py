"""Refusals of Ninjato, worth of cards, and plays that beat a guard."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest

from naishi.games.ninjato.actions import action
from naishi.games.ninjato.legal import beats, guard_value, legal_actions, refusal, worth
from tests.naishi.games.ninjato.shared import EXAMPLE, position, with_player


class TestRefusals:
    @pytest.mark.parametrize(
        ("done", "tried", "said"),
        [
            ((), "banzai", "Choose a place"),
            ((), "learn kenjutsu 5", "Kenjutsu isn't open"),
            ((), "bribe G47 v v", "isn't in the palace"),
            (("raid 1 strength",), "play 4", "4 doesn't beat 5: by strength it has to be higher."),
            (("raid 1 strength",), "play 5", "You don't have that many cards of value 5."),
            (("raid 1 stealth",), "switch", "You don't own Seishin-teki."),
            (("raid 1 stealth",), "play 4 @5", "only one guard"),
            (("raid 1 stealth", "play 4"), "swap s v", "You don't own Choho."),
            (("dojo",), "draw 5", "No 5 lies open"),
        ],
    )
    def test_a_refusal_names_the_rule(self, done: tuple[str, ...], tried: str, said: str) -> None:
        now = position(*done)
        assert said in (refusal(now, now.seat or 0, action(tried)) or "")

    def test_a_card_is_paid_only_for_the_first_tile_of_a_style(self) -> None:
        now = position(sensei=["kenjutsu"], players=with_player(hand=["5"], ready=["distraction"]), decks=less("5"))
        assert "costs no card" in (refusal(now, 0, action("learn kenjutsu 5")) or "")
        assert refusal(now, 0, action("learn kenjutsu")) is None


def less(*cards: str) -> Any:
    """Return the decks of the example without the tiles and dojo cards that a test has given away."""
    decks = copy.deepcopy(EXAMPLE["decks"])
    for tile in ("kenjutsu", "distraction"):
        decks["skills"].remove(tile)
    for card in cards:
        decks["dojo"].remove(card)
    return decks


def test_every_play_listed_beats_its_guard_and_every_other_loses() -> None:
    for hand, mode in product((["1", "3", "3", "5"], ["2", "3", "4"]), ("strength", "stealth")):
        decks = copy.deepcopy(EXAMPLE["decks"])
        for card in hand:
            if decks["dojo"].count(card):
                decks["dojo"].remove(card)
        now = position(f"raid 1 {mode}", players=with_player(hand=hand), decks=decks)
        listed = {each.text for each in legal_actions(now, 0) if each.verb == "play"}
        for base in set(hand):
            for threes in range(hand.count("3") - (base == "3") + 1):
                value = int(base) + (threes if mode == "strength" else -threes)
                text = " ".join(("play", base, *("3",) * threes))
                assert (text in listed) == beats(value, guard_value("5", mode), mode)


def test_gold_is_worth_most_where_it_may_be_anything() -> None:
    assert worth("same1-4", ("g", "g", "g")) == 15
    assert worth("any+same3", ("f", "v", "v", "g")) == 14
    assert worth("??", ("f", "g")) == 7
    assert worth("f j", ("g", "g")) == 7
