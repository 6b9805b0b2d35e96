"""Expansion point tables, against the rules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from naishi import Card, Territory, score
from naishi.games.naishi.bots.engine import expansion_points as xp, expansion_sides as xs
from naishi.games.naishi.bots.engine.expansion_gains import gains
from naishi.games.naishi.rules.cards import BASE_CARDS, DECK, LEGENDS, REPLACED, TRAVELLERS
from naishi.games.naishi.rules.scoring import ninjas
from tests.naishi.games.naishi.bots.engine.shared import best_sheet
from tests.naishi.playing import chance


def pairs(count: int) -> list[tuple[Territory, Territory]]:
    """Territories of both sides, with Legends more often than in a game."""
    draw, drawn = chance(1), []
    for _pair in range(count):
        legends, deck = draw.sample(LEGENDS, 3), [*DECK]
        for legend in legends:
            deck.remove(REPLACED[legend])
        cards = [*legends, *draw.sample(TRAVELLERS, draw.randrange(4)), *draw.sample(deck, draw.randrange(14))]
        cards += [Card.MOUNTAIN] * (20 - len(cards))
        draw.shuffle(cards)
        sides = [draw.choice([0, 4, 7]), 0]
        draw.shuffle(sides)
        drawn.append((Territory(tuple(cards[:10]), sides[0]), Territory(tuple(cards[10:]), sides[1])))
    return drawn


def test_totals_and_points_by_type_are_those_of_the_rules_with_the_best_copies() -> None:
    drawn = pairs(1000)
    own, other = (np.array([pair[seat].cards for pair in drawn]) for seat in (0, 1))
    ryokan = np.array([pair[0].ryokan for pair in drawn], dtype=np.float32)
    found = xs.sides_of(own, ryokan, other)
    final = xs.final_scores(own, ryokan, other)
    for at, pair in enumerate(drawn):
        sheet = best_sheet(*pair)
        assert found.totals[at] == final.totals[at] == sheet.total, pair
        assert final.ranks[at] == sheet.total * 16 + sheet.colours, pair
        if not ninjas(pair[0], pair[1]):
            assert found.by_type[at].tolist() == [sheet.points.get(card, 0) for card in BASE_CARDS], pair


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
