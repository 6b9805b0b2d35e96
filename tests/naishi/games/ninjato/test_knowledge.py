"""Inference from views of Ninjato: known cards, and fitting worlds."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from naishi.games.ninjato.components import components
from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.position import visible
from naishi.tabletop.chance import Source
from tests.naishi.games.ninjato.playing import random_game

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
def test_a_redealt_world_is_a_whole_game(seats: int) -> None:
    dice = Source(str(seats))
    box = {**components().decks, "tokens": components().tokens}
    for _before, _done, after in islice(random_game(seats, "whole"), 0, None, 5):
        world = sample(after.mask(0), dice)
        assert {name: sorted(cards) for name, cards in visible(world).items()} == {
            name: sorted(cards) for name, cards in box.items()
        }
        assert world.players[0].hand == after.players[0].hand


@SEATS
def test_known_cards_are_those_taken_openly_and_not_yet_seen_again(seats: int) -> None:
    counts = [Counter[str]() for _seat in range(seats)]
    for before, done, after in random_game(seats, "known"):
        seat = before.seat or 0
        if done.verb == "draw" and done.words[0] != "deck":
            counts[seat][done.words[0]] += 1
        else:
            for card in Counter(before.players[seat].hand) - Counter(after.players[seat].hand):
                lost = before.players[seat].hand.count(card) - after.players[seat].hand.count(card)
                counts[seat][card] = max(0, counts[seat][card] - lost)
        assert [Counter(after.known_cards(each)) for each in range(seats)] == [+each for each in counts]
