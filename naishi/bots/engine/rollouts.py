"""Games played on from many worlds at once, to see what a turn leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from naishi.bots.engine import observation as o
from naishi.bots.engine.afterstates import Afterstates, afterstates
from naishi.bots.engine.endgame import exact_at_end
from naishi.bots.engine.evaluation import Evaluate, utility
from naishi.bots.engine.legal_moves import Indices, legal_moves
from naishi.bots.engine.network import Floats
from naishi.bots.engine.selfplay import decide
from naishi.bots.engine.turns import Turns, list_turns, may_wait, next_moves, without_unknown
from naishi.bots.engine.worlds import World, observations, results
from naishi.rules.actions import ACTIONS, Action
from naishi.rules.position import Position

FOLLOWED = 2
"""How many first actions are followed by a second one where a simulation is evaluated."""


def after(world: World, actions: Sequence[Action]) -> World:
    """Return a copy of a world after some actions."""
    twin = world.copy()
    for action in actions:
        twin.push(action)
    return twin


def rollouts(
    worlds: Sequence[World],
    seat: int,
    evaluate: Evaluate,
    draw: np.random.Generator,
    *,
    rounds: int,
    whole: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Floats:
    """Play games on, from after a turn of a seat, and return its chance to win and margin in each.

    Both seats play one action at a time, like the intermediate bot, or whole turns, which is truer and four times as
    dear. Then the best turn of the seat is evaluated.

    Args:
        worlds: The games; they are changed.
        seat: The seat.
        evaluate: Evaluates observations.
        draw: Samples what a decree may bring.
        rounds: How far each is played: to the end of so many turns of the other seat.
        whole: Whether whole turns are played.
        check: Called often; raises to cancel.
    """
    exact = exact_at_end(evaluate)
    play, value = (_play_turns, _turn_values) if whole else (_play_actions, best_values)
    for mover in (seat, 1 - seat) * rounds:
        while turn := [world for world in worlds if world.playing and world.position.turn == mover]:
            check()
            play(turn, exact, draw)
    values = np.empty((len(worlds), 2), dtype=np.float32)
    playing = np.array([world.playing for world in worlds])
    if playing.any():
        values[playing] = value([world for world in worlds if world.playing], exact, draw)
    if not playing.all():
        shares, margins = results([world for world in worlds if not world.playing])
        values[~playing] = np.stack([shares, margins] if seat == 0 else [1 - shares, -margins], axis=1)
    return values


def _play_actions(worlds: Sequence[World], evaluate: Evaluate, draw: np.random.Generator) -> None:
    """Play one action in each game. Where there is a choice, it is evaluated."""
    choices = []
    for world in worlds:
        codes = legal_moves(world.position).codes
        if len(codes) == 1:
            world.push(ACTIONS[codes[0]])
        else:
            choices.append(world)
    if choices:
        for world, choice in zip(choices, decide(choices, evaluate, draw), strict=True):
            world.push(choice.action)


def _play_turns(worlds: Sequence[World], evaluate: Evaluate, _draw: np.random.Generator) -> None:
    """Play the best turn in each game, up to the first action that turns up new cards."""
    turns = _turns(worlds, evaluate)
    for world, turn in zip(worlds, _best_of_each(turns.game, turns.worth), strict=True):
        for action in turns.begun(int(turn)):
            world.push(action)


def _turn_values(worlds: Sequence[World], evaluate: Evaluate, _draw: np.random.Generator) -> Floats:
    """Return the chance to win and the margin of the best turn of the seat to act in each game."""
    turns = _turns(worlds, evaluate)
    values: Floats = turns.values[_best_of_each(turns.game, turns.worth)]
    return values


def _turns(worlds: Sequence[World], evaluate: Evaluate) -> Turns:
    return list_turns(observations(worlds), [world.position for world in worlds], evaluate)


def best_values(worlds: Sequence[World], evaluate: Evaluate, draw: np.random.Generator) -> Floats:
    """Return the chance to win and the margin of the best turn of the seat to act in each game.

    The network knows less well what a turn that isn't finished is worth, and turns that leave a bonus for later gain or
    lose by that. So the actions that promise most are followed by a second one, as in `list_turns`.

    Args:
        worlds: The games.
        evaluate: Evaluates observations.
        draw: Samples what a decree may bring.
    """
    positions = [world.position for world in worlds]
    one = afterstates(observations(worlds), [legal_moves(position) for position in positions], draw)
    of_rows = evaluate(one.rows)
    values = one.means(of_rows)
    begun = _promising(one, utility(of_rows))
    if begun.size:
        _follow(values, one, begun, positions, evaluate)
    best: Floats = values[_best_of_each(one.game, utility(values))]
    return best


def _promising(one: Afterstates, worth: Floats) -> Indices:
    """Return the rows of the best actions of each game after which its turn goes on."""
    going = np.flatnonzero(one.rows[:, o.TO_ACT])
    game = one.game[one.action[going]]
    order = np.lexsort((-worth[going], game))
    place = np.arange(going.size) - np.searchsorted(game[order], game[order])
    found: Indices = going[order[place < FOLLOWED]]
    return found


def _follow(
    values: Floats, one: Afterstates, begun: Indices, positions: Sequence[Position], evaluate: Evaluate
) -> None:
    """Give actions the values of their best continuations, in place.

    Args:
        values: The values of all actions.
        one: What they lead to.
        begun: The rows of those that are continued.
        positions: The positions before them.
        evaluate: Evaluates observations.
    """
    two = without_unknown(afterstates(one.rows[begun], next_moves(positions, one, one.action[begun])))
    continued = two.means(evaluate(two.rows))
    best = _best_of_each(two.game, utility(continued))
    row = begun[two.game[best]]
    action, then = one.action[row], continued[best]
    waits = may_wait(one.codes[action], one.rows[row, o.LAST] == 1) & (utility(values[action]) >= utility(then))
    values[action[~waits]] = then[~waits]


def _best_of_each(game: Indices, worth: Floats) -> Indices:
    """Return the index of the best of each game's entries."""
    order = np.lexsort((-worth, game))
    first: Indices = order[np.flatnonzero(np.diff(game[order], prepend=-1))]
    return first
