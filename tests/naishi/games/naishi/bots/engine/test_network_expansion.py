"""Expansion network: inputs, and separation of the networks: network, expansion_features."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from naishi.bots import BotNotReadyError
from naishi.games.naishi.bots.engine import expansion_features, features, observation as o, weights
from naishi.games.naishi.bots.engine.belief import World, observations
from naishi.games.naishi.bots.engine.network import by_network, by_points, inputs_of
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.actions import Develop
from naishi.games.naishi.rules.cards import Card, Deal
from tests.naishi.games.naishi.bots.engine.shared import best_sheet, steps
from tests.naishi.playing import chance

pytestmark = pytest.mark.ci


@cache
def positions() -> tuple[list[World], Observations]:
    """Worlds of some games, and what the seat to act knows of each."""
    draw = chance(4)
    worlds = [world.copy() for seed in range(4) for _game, world in steps(seed) if draw.random() < 0.4]
    return worlds, observations(worlds)


def base_positions() -> Observations:
    world = World.dealt(Deal.random(1))
    for action in world.position.legal_actions()[0], world.position.legal_actions()[0]:
        world.push(action)
    return observations([world])


def test_a_network_is_never_asked_about_the_other_game() -> None:
    base, expansion = weights.shipped(), weights.shipped(expansion=True)
    for network, rows in ((base, positions()[1]), (expansion, base_positions())):
        with pytest.raises(BotNotReadyError, match="learnt another game"):
            by_network(network)(rows)


def test_each_position_is_evaluated_with_the_weights_of_its_game() -> None:
    evaluate, rows = weights.shipped_evaluation(), positions()[1]
    assert (evaluate(rows) == by_network(weights.shipped(expansion=True))(rows)).all()
    assert (evaluate(base_positions()) == by_network(weights.shipped())(base_positions())).all()


def test_positions_have_the_same_inputs_together_as_alone() -> None:
    _worlds, rows = positions()
    together = inputs_of(rows).dense()
    assert together.shape[1] == expansion_features.WIDTH
    alone = np.concatenate([inputs_of(row[None]).dense() for row in rows])
    assert together == pytest.approx(alone, abs=1e-6)


def test_the_lead_is_what_the_rules_say_once_all_is_known() -> None:
    worlds, rows = positions()
    compared = 0
    for world, row, values in zip(worlds, rows, by_points(rows), strict=True):
        if (row[o.THEIR_HAND] != o.UNKNOWN).all():
            seat = world.position.turn
            mine, theirs = world.position.territory(seat), world.position.territory(1 - seat)
            assert values[1] == best_sheet(mine, theirs).total - best_sheet(theirs, mine).total
            compared += 1
    assert compared > 5


def test_a_develop_counts_with_the_points_it_adds_and_those_of_the_ryokan() -> None:
    worlds, rows = positions()
    own = inputs_of(rows).dense()[:, features.COLUMNS["own develops"]] * 10
    counted = travelled = 0
    for world, found in zip(worlds, own, strict=True):
        position, seat = world.position, world.position.turn
        tops = [pile[-1] for pile in position.river if pile]
        if SKIPPED & {*position.territories[0], *position.territories[1], *tops}:
            continue
        for action in position.legal_actions():
            if isinstance(action, Develop):
                before = lead(world, seat)
                after = world.copy()
                after.push(action)
                assert found[action.cell] == pytest.approx(lead(after, seat) - before, abs=1e-4)
                counted += 1
                travelled += after.position.expansion != position.expansion
    assert counted > 50
    assert travelled > 5


SKIPPED = {Card.NINJA, Card.LEGENDARY_NINJA, Card.RONIN}
"""Ninjas keep what they copy, and the Ryokan is a type for a ronin."""


def lead(world: World, seat: int) -> int:
    mine, theirs = world.position.territory(seat), world.position.territory(1 - seat)
    return best_sheet(mine, theirs).total - best_sheet(theirs, mine).total
