"""Expansion point tables, against the rules: expansion_points, expansion_sides."""

from __future__ import annotations

import numpy as np

from naishi.games.naishi.bots.engine import expansion_sides as xs
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.scoring import ninjas
from tests.naishi.games.naishi.bots.engine.shared import best_sheet, pairs


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
