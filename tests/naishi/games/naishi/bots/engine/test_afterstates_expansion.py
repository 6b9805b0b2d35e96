"""Knowledge after each action with the expansion, against the rules."""

from __future__ import annotations

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import observation as o, observation as x
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.belief import observations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.actions import ACTIONS
from tests.fuzzing import seeds
from tests.naishi.games.naishi.bots.engine.shared import steps


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_afterstates_hold_what_the_seat_knows_after_each_action(seed: int) -> None:
    for _game, world in steps(seed):
        seat = world.position.turn
        after = afterstates(observations([world], seat), [legal_moves(world.position)])
        for index, code in enumerate(after.codes):
            mine = after.action == index
            assert after.weight[mine].sum() == pytest.approx(1)
            played = world.copy()
            played.push(ACTIONS[code])
            truth = observations([played], seat)[0]
            assert any(agree(row, truth) for row in after.rows[mine]), ACTIONS[code]


def agree(row: Observations, truth: Observations) -> bool:
    """Whether a row foresees the truth; what a turned-up card changes, and what is deduced from it, isn't."""
    row, truth = row.copy(), truth.copy()
    row[o.EXPOSED] = truth[o.EXPOSED]
    if (row[o.THEIR_HAND] == o.UNKNOWN).sum() != (truth[o.THEIR_HAND] == o.UNKNOWN).sum():
        return bool((row[: o.THEIR_HAND.start] == truth[: o.THEIR_HAND.start]).all())
    down = row[o.TOPS] == x.FACE_DOWN
    row[o.TOPS][down] = truth[o.TOPS][down]
    if down.any() or len(np.flatnonzero(truth[o.UNSEEN])) <= 1:
        for unseen in (o.UNSEEN, x.UNSEEN_ADDED):
            row[unseen] = truth[unseen]
    return bool((row == truth).all())
