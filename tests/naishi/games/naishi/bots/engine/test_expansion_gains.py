"""Gains of a card with the expansion, against the rules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from naishi import Card, Territory, score
from naishi.games.naishi.bots.engine import expansion_points as xp, expansion_sides as xs
from naishi.games.naishi.bots.engine.expansion_gains import gains
from naishi.games.naishi.rules.cards import DECK, LEGENDS, TRAVELLERS
from naishi.games.naishi.rules.scoring import ninjas
from tests.naishi.games.naishi.bots.engine.shared import best_sheet, pairs
from tests.naishi.playing import chance


@pytest.mark.ci
def test_a_card_adds_what_the_rules_say() -> None:
    draw, drawn = chance(2), [pair for pair in pairs(1000) if not ninjas(*pair)]
    coming = [[draw.choice([*DECK, *LEGENDS, *TRAVELLERS]) for _cell in range(10)] for _pair in drawn]
    own, other = (np.array([pair[seat].cards for pair in drawn]) for seat in (0, 1))
    ryokan = np.array([pair[0].ryokan for pair in drawn], dtype=np.float32)
    sides = xs.sides_of(own, ryokan, other)
    found = gains(sides.held, np.arange(len(drawn)), np.array(coming), other)
    for (mine, theirs), cards, row in zip(drawn, coming, found, strict=True):
        for cell, card in enumerate(cards):
            if card in mine.cards and card in LEGENDS:
                continue  # there is only one
            after = Territory((*mine.cards[:cell], card, *mine.cards[cell + 1 :]), mine.ryokan)
            assert row[cell] == best_sheet(after, theirs).total - score(mine).total, (mine, cell, card)


def test_what_a_card_adds_beside_ninjas_is_the_difference_between_two_territories() -> None:
    drawn = [pair for pair in pairs(1000) if ninjas(*pair)]
    own, other = (np.array([pair[seat].cards for pair in drawn]) for seat in (0, 1))
    ryokan = np.array([pair[0].ryokan for pair in drawn], dtype=np.float32)
    held = xs.sides_of(own, ryokan, other).held
    before = xp.earned(xp.masks_of(held.kinds), ryokan).totals
    for card, cell in product((Card.MOUNTAIN, Card.NAISHI, Card.SENTINEL, Card.RONIN, Card.TORII), range(10)):
        found = gains(held, np.arange(len(drawn)), np.full(own.shape, card), other)[:, cell]
        after = held.kinds.copy()
        after[:, cell] = card
        assert found.tolist() == (xp.earned(xp.masks_of(after), ryokan).totals - before).tolist()
