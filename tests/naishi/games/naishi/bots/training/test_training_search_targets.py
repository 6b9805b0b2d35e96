"""Search targets: turns, worlds, lessons."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import observation as o, weights
from naishi.games.naishi.bots.engine.belief import observations
from naishi.games.naishi.bots.engine.network import both_ways, by_network
from naishi.games.naishi.bots.training.training import Labelled, label, redealt, search_targets, searched
from tests.naishi.games.naishi.bots.engine.shared import played

pytestmark = pytest.mark.ci

NETWORK = weights.shipped()


@pytest.fixture(scope="module")
def labelled() -> Labelled:
    return label(NETWORK, 5, 0, 2, 0.08)


def test_several_turns_of_each_position_are_tried(labelled: Labelled) -> None:
    counts = np.bincount(labelled.group)
    assert len(counts) > 10
    assert counts.max() == 8
    assert np.median(counts) > 5
    for number in range(len(counts)):
        rows = labelled.rows[labelled.group == number]
        assert len(np.unique(rows, axis=0)) > 1
        assert len(np.unique(rows[:, o.SEAT])) == 1


def test_the_prior_is_what_the_network_says(labelled: Labelled) -> None:
    assert labelled.prior == pytest.approx(both_ways(by_network(NETWORK))(labelled.rows))


def test_what_is_found_agrees_with_the_network_on_the_whole(labelled: Labelled) -> None:
    assert (labelled.found[:, 0] >= 0).all()
    assert (labelled.found[:, 0] <= 1).all()
    assert np.corrcoef(labelled.found[:, 1], labelled.prior[:, 1])[0, 1] > 0.7


def test_differences_within_a_position_count_in_full_and_its_mean_in_part() -> None:
    rows = np.zeros((3, o.WIDTH), dtype=np.uint8)
    prior = np.array([[0.5, 0.0], [0.3, 2.0], [0.6, 1.0]], dtype=np.float32)
    found = np.array([[0.9, 4.0], [0.3, 2.0], [0.2, -3.0]], dtype=np.float32)
    targets = search_targets(Labelled(rows, np.array([0, 0, 1]), prior, found), trust=0.25)
    # the first position turned out 0.2 better than thought: 0.05 of it counts; its turns differ by 0.2 either way
    assert targets[:, 0] == pytest.approx([0.5 + 0.2 + 0.05, 0.3 - 0.2 + 0.05, 0.6 - 0.1])
    assert targets[:, 1] * 20 == pytest.approx([0.0 + 2 + 0.5, 2.0 - 2 + 0.5, 1.0 - 1.0])


def test_a_world_can_not_be_told_from_the_position_it_stands_for() -> None:
    moved = 0
    for view, world in played(2):
        other = redealt(world, np.random.default_rng(len(view.discards)))
        assert observations([other], view.seat).tolist() == observations([world], view.seat).tolist()
        assert sorted(chain(*other.position.river)) == sorted(chain(*world.position.river))
        moved += other.position.river != world.position.river
    assert moved > 10


def test_examples_depend_on_the_seed_alone() -> None:
    one, again = (searched(NETWORK, 3, 8, 1, 0.1, 0.25) for _time in range(2))
    assert (one.rows == again.rows).all()
    assert (one.targets == again.targets).all()
    assert not np.array_equal(one.rows, searched(NETWORK, 4, 8, 1, 0.1, 0.25).rows)
