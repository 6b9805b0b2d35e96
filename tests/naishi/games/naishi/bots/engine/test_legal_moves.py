"""Grouped legal moves, against the rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from naishi import Game
from naishi.games.naishi.bots.engine.legal_moves import continuations, legal_moves, moves_after
from naishi.games.naishi.bots.engine.observation import flow, travels
from naishi.games.naishi.rules.actions import ACTIONS, Develop, Swap
from naishi.games.naishi.rules.cards import Phase
from naishi.games.naishi.rules.position import Position
from tests.naishi.games.naishi.bots.engine.shared import steps
from tests.naishi.playing import chance

pytestmark = pytest.mark.ci


def test_every_action_changes_the_turn_and_the_court_as_the_rules_say() -> None:
    tried = 0
    for seed in range(60):
        draw, game = chance(seed), Game.new(seed=seed)
        while game.turn is not None:
            position = game.position.copy()
            if position.phase is Phase.PLAY:
                moves, seat = legal_moves(position), position.turn
                for code, follows in zip(moves.codes, moves.follows, strict=True):
                    position.push(ACTIONS[code])
                    assert follows.tolist() == [int(value) for value in flow(position, seat)]
                    position.pop()
                    tried += 1
            game.play(draw.choice(game.legal_actions()))
    assert tried > 20_000


def test_what_may_follow_some_actions_is_legal_after_each_and_changes_the_turn_as_the_rules_say() -> None:
    followed = 0
    for seed in range(3):
        draw, game = chance(seed), Game.new(seed=seed)
        while game.turn is not None:
            position = game.position.copy()
            seat, going = position.turn, list[int]()
            for action in position.legal_actions() if position.phase is Phase.PLAY else ():
                position.push(action)
                if position.turn == seat and position.phase is Phase.PLAY:
                    going.append(action.code)
                position.pop()
            found = continuations(position, tuple(going)) if going else None
            firsts = np.array(going).repeat(found.counts).tolist() if found else []
            for first, second, follows in zip(firsts, *(found[1:] if found else ((), ())), strict=True):
                position.push(ACTIONS[first])
                position.push(ACTIONS[second])
                assert follows.tolist() == [int(value) for value in flow(position, seat)]
                position.pop()
                position.pop()
                followed += 1
            game.play(draw.choice(game.legal_actions()))
    assert followed > 1000


def positions_with_travellers() -> Iterator[Position]:
    """Positions in play of some games with the expansion."""
    for seed in range(25):
        for _game, world in steps(seed):
            if world.position.phase is Phase.PLAY:
                yield world.position


def test_every_action_changes_what_is_pending_as_the_rules_say() -> None:
    effects = 0
    for position in positions_with_travellers():
        moves, seat = legal_moves(position), position.turn
        assert tuple(ACTIONS[code] for code in moves.codes) == position.legal_actions()
        for code, follows in zip(moves.codes, moves.follows, strict=True):
            position.push(ACTIONS[code])
            assert follows.tolist() == [int(value) for value in (*flow(position, seat), *travels(position, seat))]
            effects += position.expansion is not None and bool(position.expansion.pending)
            position.pop()
    assert effects > 100


def test_after_a_swap_come_the_develops_that_it_changes_and_those_with_a_traveller() -> None:
    swaps = 0
    for position in positions_with_travellers():
        seat, legal = position.turn, position.legal_actions()
        if position.developed or position.expansion is None or position.expansion.pending:
            continue
        possible = [action for action in legal if isinstance(action, Swap)]
        after = moves_after(position, [swap.code for swap in possible])
        for swap in possible:
            moves = after[swap.code]
            position.push(swap)
            found = dict(zip(moves.codes.tolist(), moves.follows.tolist(), strict=True))
            for action in position.legal_actions():
                position.push(action)
                changed = not isinstance(action, Develop) or {action.cell, action.cell % 5 + 10} & {
                    swap.first,
                    swap.second,
                }
                assert action.code in found or not (changed or position.expansion.pending)
                if action.code in found:
                    follows = *flow(position, seat), *travels(position, seat)
                    assert found[action.code] == [int(value) for value in follows]
                position.pop()
            position.pop()
            swaps += 1
    assert swaps > 500
