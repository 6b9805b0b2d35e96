"""Point tables, against the rules: points, ninjas."""

from __future__ import annotations

import numpy as np
import pytest

from naishi import Card, Territory, score
from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.ninjas import best_copies, final_scores
from naishi.games.naishi.rules.cards import BASE_CARDS
from tests.naishi.games.naishi.bots.engine.shared import best_score, territories


@pytest.mark.ci
def test_totals_are_those_of_the_rules_with_the_best_copies() -> None:
    drawn = territories(1500)
    masks = p.masks_of(np.array(drawn))
    best = [best_score(cards) for cards in drawn]
    assert p.points(best_copies(masks)).sum(axis=1).tolist() == [total for total, _colours in best]
    found = final_scores(masks)
    assert found.totals.tolist() == [total for total, _colours in best]
    assert found.ranks.tolist() == [total * 8 + colours for total, colours in best]


def test_points_by_type_are_those_of_the_rules() -> None:
    drawn = [cards for cards in territories(1500) if Card.NINJA not in cards]
    found = p.points(p.masks_of(np.array(drawn)))
    for cards, row in zip(drawn, found, strict=True):
        sheet = score(Territory(tuple(cards)))
        assert row.tolist() == [sheet.points.get(card, 0) for card in BASE_CARDS]


def test_an_unknown_card_earns_nothing_and_is_no_type() -> None:
    known = p.masks_of(np.array([[8, 12, 12, 12, 12, 12, 12, 12, 12, 12]]))
    assert p.points(known).sum() == 6
    assert p.types(known).tolist() == [1]
