"""Network inputs, independent of the rest of the batch: features, prospects."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from naishi import Card
from naishi.games.naishi.bots.engine import features, observation as o
from naishi.games.naishi.bots.engine.belief import World, observations
from naishi.games.naishi.bots.engine.features import COLUMNS, Block
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.actions import Develop, Swap
from tests.naishi.games.naishi.bots.engine.shared import added, played, swapped
from tests.naishi.playing import chance

pytestmark = pytest.mark.ci

PAIRS = [(a, b) for a in range(10) for b in range(a + 1, 10) if a // 5 == b // 5 or b - a == 5]


@cache
def positions() -> tuple[list[World], Observations]:
    """The worlds of some games at the start of a turn and after a develop, and what the seat to act knows of each."""
    draw, worlds = chance(4), []
    for deal in range(3):
        for _view, world in played(deal):
            begun = world.copy()
            legal = begun.position.legal_actions()
            begun.push(draw.choice([action for action in legal if isinstance(action, Develop)] or legal))
            worlds += [each for each in (world, begun) if each.playing]
    return worlds, observations(worlds)


def group(name: str) -> Block:
    """A group of inputs, in points."""
    return features.inputs(positions()[1]).dense()[:, COLUMNS[name]] * 10


def test_positions_have_the_same_inputs_together_as_alone() -> None:
    _worlds, rows = positions()
    together = features.inputs(rows).dense()
    alone = np.concatenate([features.inputs(row[None]).dense() for row in rows])
    assert together == pytest.approx(alone, abs=1e-6)


def test_each_develop_counts_with_the_points_it_adds() -> None:
    (worlds, rows), own, theirs = positions(), group("own develops"), group("their develops")
    counted = 0
    for world, row, mine, others in zip(worlds, rows, own, theirs, strict=True):
        tops = [pile[-1] for pile in world.position.river if pile]
        if any(Card.NINJA in cards for cards in (*world.position.territories, tops)):
            continue
        known = (row[o.THEIR_HAND] < o.UNKNOWN).all()
        for cell in range(10):
            pile = world.position.river[cell % 5]
            for seat, found in ((world.position.turn, mine), (1 - world.position.turn, others)):
                if seat == world.position.turn or known:
                    gain = added(world.position.territories[seat], cell, pile[-1]) if pile else 0
                    assert found[cell] == pytest.approx(gain, abs=1e-4)
                    counted += 1
    assert counted > 100


def test_the_best_develops_come_first_and_a_swap_of_river_cards_makes_none_worse() -> None:
    for name in ("own develops", "their develops"):
        found = group(name)
        assert found[:, 10:12] == pytest.approx(np.sort(found[:, :10], axis=1)[:, :-3:-1], abs=1e-4)
    theirs = group("their develops")
    assert (theirs[:, 12] >= theirs[:, 10] - 1e-4).all()
    assert (theirs[:, 12] > theirs[:, 10] + 1).any()


def test_swaps_count_with_what_the_best_adds_once_a_seat_has_developed_and_may_swap() -> None:
    (worlds, _rows), found = positions(), group("own swaps")
    counted = 0
    for world, most in zip(worlds, found, strict=True):
        cards = world.position.territories[world.position.turn]
        may = world.position.developed and any(isinstance(a, Swap) for a in world.position.legal_actions())
        if not may:
            assert not most.any()
        elif Card.NINJA not in cards:
            assert most.max() == pytest.approx(max(swapped(cards, *pair) for pair in PAIRS), abs=1e-4)
            counted += 1
    assert counted > 20
