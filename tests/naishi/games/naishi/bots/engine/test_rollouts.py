"""Rollouts: moves, and evaluation at the horizon."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import rollouts as r
from naishi.games.naishi.bots.engine.belief import World, observations, revealed_observations
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.bots.engine.turns import final_values, list_turns
from tests.naishi.games.naishi.bots.engine.shared import EVALUATE, ended, worlds

pytestmark = pytest.mark.ci


def test_games_are_played_to_the_end_of_the_other_seats_turn_and_the_best_turn_is_evaluated() -> None:
    changed = [0, 0]
    for world in list(worlds(1))[::5]:
        seat, before = world.position.turn, [list(cards) for cards in world.position.territories]
        values = r.rollouts([world], seat, EVALUATE, rounds=1)
        assert ((values[:, 0] >= 0) & (values[:, 0] <= 1)).all()
        assert not world.playing or (world.position.turn == seat and not world.position.developed)
        if world.playing:
            turns = list_turns(observations([world]), [world.position], EVALUATE, briefly=True)
            assert values[0] == pytest.approx(turns.values[turns.best(0)[0]], abs=1e-4)
        for each in (0, 1):
            changed[each] += world.position.territories[each] != before[each]
    assert min(changed) > 0


def test_only_so_many_games_are_played_together_whose_values_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, an analysis of some thousand games took 3 GB, and twice the time."""
    some = [world for world in worlds(2) if world.position.turn == 0][:30]
    whole = r.rollouts([world.copy() for world in some], 0, EVALUATE, rounds=1)
    at_once: list[int] = []

    def count(each: Sequence[World]) -> Observations:
        at_once.append(len(each))
        return observations(each)

    monkeypatch.setattr(r, "TOGETHER", 7)
    monkeypatch.setattr("naishi.games.naishi.bots.engine.belief.observations", count)
    assert r.rollouts(some, 0, EVALUATE, rounds=1) == pytest.approx(whole, abs=1e-4)
    assert max(at_once) == 7
    assert r.rollouts([], 0, EVALUATE, rounds=1).shape == (0, 2)


def test_games_of_both_seats_are_played_together_as_they_are_apart() -> None:
    some = list(worlds(2))[::5]
    seats = [world.position.turn for world in some]
    assert {*seats} == {0, 1}
    apart = [
        r.rollouts([world.copy() for world in some if world.position.turn == seat], seat, EVALUATE, rounds=1)
        for seat in (0, 1)
    ]
    together = r.rollouts(some, seats, EVALUATE, rounds=1)
    for seat in (0, 1):
        assert together[np.array(seats) == seat] == pytest.approx(apart[seat], abs=1e-4)


def test_ended_games_are_evaluated_together_as_one_by_one() -> None:
    ends = [ended(seed) for seed in range(8)]
    rows = np.concatenate([observations([world], game.turn or 0) for game, _action, world in ends])
    one_by_one = np.concatenate([final_values(row[None]) for row in rows])
    assert final_values(rows) == pytest.approx(one_by_one)


def test_the_last_turn_may_be_evaluated_knowing_the_other_hand() -> None:
    some = [world for world in worlds(1) if world.position.last is None][:12]
    seat = some[0].position.turn
    some = [world for world in some if world.position.turn == seat]
    played_on = [world.copy() for world in some]
    values = r.rollouts(played_on, seat, EVALUATE, rounds=1, revealed=True)
    for world, value in zip(played_on, values, strict=True):
        if world.playing:
            turns = list_turns(revealed_observations([world]), [world.position], EVALUATE, briefly=True)
            assert value == pytest.approx(turns.values[turns.best(0)[0]], abs=1e-5)
    hidden = r.rollouts([world.copy() for world in some], seat, EVALUATE, rounds=1)
    assert np.abs(values - hidden).max() > 0.01
