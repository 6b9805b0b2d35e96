"""Observations with the expansion, against views and rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from naishi import Game
from naishi.games.naishi.bots.engine import observation as o, observation as x
from naishi.games.naishi.bots.engine.belief import determinizations, observations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.observation import flow, mirrored, observe, travels
from naishi.games.naishi.rules.actions import ACTIONS, Use
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, TRAVELLERS, Deal
from tests.fuzzing import seeds
from tests.naishi.games.naishi.bots.engine.shared import steps
from tests.naishi.playing import chance


@pytest.mark.parametrize("seed", range(12))
def test_a_world_and_a_view_tell_the_same(seed: int) -> None:
    for game, world in steps(seed):
        for seat in (0, 1):
            view = game.view(seat)
            if len(view.unseen) > 2:  # else a view deduces more
                assert observe(view)[0].tolist() == observations([world], seat)[0].tolist()


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_a_drawn_world_can_not_be_told_from_the_truth(seed: int) -> None:
    for game, _world in steps(seed):
        for seat in (0, 1):
            view = game.view(seat)
            drawn = determinizations(view, chance(seed))
            for world in (next(drawn), next(drawn)):
                if len(view.unseen) > 2:
                    same = [column for column in range(x.WIDE) if column not in range(o.EXPOSED.start, o.EXPOSED.stop)]
                    assert observe(view)[0, same].tolist() == observations([world], seat)[0, same].tolist()
                assert [*world.position.legal_actions()] == [*game.position.legal_actions()]


def test_any_traveller_that_was_not_seen_may_be_the_one_in_the_box() -> None:
    game = Game.new(deal=Deal.random(3, LEGENDS_TRAVELLERS))
    view = game.view(0)
    unseen = [card for card in view.unseen if card in TRAVELLERS]
    worlds = determinizations(view, chance(1))
    boxed = Counter(
        card
        for _world in range(60 * len(unseen))
        for river in [next(worlds).position.river]
        for card in unseen
        if not any(card in pile for pile in river)
    )
    assert sum(boxed.values()) == 60 * len(unseen)
    assert all(40 < boxed[card] < 80 for card in unseen)


def test_every_action_changes_the_turn_the_court_and_what_is_pending_as_the_rules_say() -> None:
    tried = used = 0
    for seed in range(12):
        for game, _world in steps(seed):
            position = game.position.copy()
            moves, seat = legal_moves(position), position.turn
            for code, follows in zip(moves.codes, moves.follows, strict=True):
                position.push(ACTIONS[code])
                assert follows.tolist() == [int(value) for value in (*flow(position, seat), *travels(position, seat))]
                position.pop()
                tried += 1
                used += isinstance(ACTIONS[code], Use)
    assert tried > 5_000
    assert used > 500


def test_a_mirror_image_mirrors_back() -> None:
    rows = np.concatenate([observations([world]) for _game, world in steps(1)])
    assert (mirrored(mirrored(rows)) == rows).all()
    assert (mirrored(rows) != rows).any()
