"""Gains of a card, against the rules' score: gains, ninjas."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from naishi import Card
from naishi.games.naishi.bots.engine import gains as g, points as p
from naishi.games.naishi.bots.engine.ninjas import best_copies
from naishi.games.naishi.rules.cards import BASE_CARDS
from tests.naishi.games.naishi.bots.engine.shared import added, swapped, territories

pytestmark = pytest.mark.ci


def cells(drawn: list[list[Card]]) -> g.Cells:
    cards = np.array(drawn, dtype=np.uint8)
    return g.cells_of(cards, best_copies(p.masks_of(cards)))


def test_a_card_adds_what_the_rules_say() -> None:
    drawn = [cards for cards in territories(500) if Card.NINJA not in cards]
    for card in BASE_CARDS:
        found = g.gains(cells(drawn), np.full((len(drawn), 10), card))
        for cards, row in list(zip(drawn, found, strict=True))[card :: len(BASE_CARDS)]:
            assert row.tolist() == [added(cards, cell, card) for cell in range(10)], (cards, card)


def test_ninjas_keep_what_they_copy_so_they_can_only_gain_less_while_it_is_there() -> None:
    drawn = [cards for cards in territories(300) if Card.NINJA in cards]
    held = cells(drawn)
    same = 0
    for card in (Card.NAISHI, Card.ADVISOR, Card.RICE):
        found = g.gains(held, np.full((len(drawn), 10), card))
        for cards, faces, row in zip(drawn, held.cards, found, strict=True):
            copied = {int(face) for face, own in zip(faces, cards, strict=True) if own is Card.NINJA}
            for cell in range(10):
                if copied <= {*cards[:cell], *cards[cell + 1 :]}:
                    best = added(cards, cell, card)
                    assert row[cell] <= best
                    same += row[cell] == best
    assert same > len(drawn) * 20


def test_the_same_card_and_no_card_add_nothing() -> None:
    drawn = territories(50)
    for card in (np.array(drawn), np.full((50, 10), 12), np.full((50, 10), 13)):
        assert not g.gains(cells(drawn), card).any()


def test_the_best_swap_adds_what_the_rules_say() -> None:
    drawn = [cards for cards in territories(60) if Card.NINJA not in cards]
    found = g.gains_of_swaps(cells(drawn))
    for cards, row in zip(drawn, found, strict=True):
        groups = combinations(range(5), 2), combinations(range(5, 10), 2), ((cell, cell + 5) for cell in range(5))
        assert row.tolist() == [max(swapped(cards, *pair) for pair in pairs) for pairs in groups]
