"""Rollouts and short endgame lookahead, from many worlds at once."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from naishi.games.naishi.bots.engine import belief
from naishi.games.naishi.bots.engine.legal_moves import Indices, legal_moves
from naishi.games.naishi.bots.engine.network import Evaluate, Floats, utility
from naishi.games.naishi.bots.engine.ninjas import best_of_each
from naishi.games.naishi.bots.engine.turns import Turns, exact_at_end, list_turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, Action

TOGETHER = 200
"""Games that are played on together. The turns of thousands would take gigabytes, and longer: no cache holds them."""


def after(world: belief.World, actions: Sequence[Action]) -> belief.World:
    twin = world.copy()
    for action in actions:
        twin.push(action)
    return twin


def rollouts(
    worlds: Sequence[belief.World],
    seat: int | Sequence[int],
    evaluate: Evaluate,
    *,
    rounds: int,
    revealed: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Floats:
    """Play games on, from after a turn of a seat, and return its chance to win and margin in each.

    Both seats play their best turns, up to the first action that turns up new cards and then on. In the end the best
    turn of the seat is evaluated.

    Args:
        worlds: The games; they are changed.
        rounds: How far each is played: to the end of so many turns of the other seat.
        revealed: Whether the last turn is evaluated knowing the other Hand of its world. While they play, seats don't.
        check: Called often; raises to cancel.
    """
    seats = [seat] * len(worlds) if isinstance(seat, int) else seat
    parts = [slice(at, at + TOGETHER) for at in range(0, len(worlds), TOGETHER)]
    exact = exact_at_end(evaluate)
    values = [_play_on(worlds[part], seats[part], exact, rounds, revealed, check) for part in parts]
    return np.concatenate([np.empty((0, 2), dtype=np.float32), *values])


def _play_on(
    worlds: Sequence[belief.World],
    seats: Sequence[int],
    exact: Evaluate,
    rounds: int,
    revealed: bool,
    check: Callable[[], None],
) -> Floats:
    for own in (True, False) * rounds:
        movers = [seat if own else 1 - seat for seat in seats]
        while turn := [
            world for world, mover in zip(worlds, movers, strict=True) if world.playing and world.position.turn == mover
        ]:
            check()
            play_next(turn, exact)
    values = np.empty((len(worlds), 2), dtype=np.float32)
    playing = np.array([world.playing for world in worlds])
    if playing.any():
        turns, best = _best_turns([world for world in worlds if world.playing], exact, revealed=revealed)
        values[playing] = turns.values[best]
    if not playing.all():
        shares, margins = belief.results([world for world in worlds if not world.playing])
        first = (np.array(seats) == 0)[~playing]
        values[~playing] = np.stack([np.where(first, shares, 1 - shares), np.where(first, margins, -margins)], axis=1)
    return values


def play_next(worlds: Sequence[belief.World], evaluate: Evaluate) -> None:
    """Play one action in each game, or a bonus and the develop after it. Where there is a choice, it is evaluated."""
    choices = []
    for world in worlds:
        codes = legal_moves(world.position).codes
        if len(codes) == 1:
            world.push(ACTIONS[codes[0]])
        else:
            choices.append(world)
    if choices:
        turns, best = _best_turns(choices, evaluate)
        for world, turn in zip(choices, best, strict=True):
            for action in turns.begun(int(turn)):
                world.push(action)


def _best_turns(worlds: Sequence[belief.World], evaluate: Evaluate, *, revealed: bool = False) -> tuple[Turns, Indices]:
    positions = [world.position for world in worlds]
    base = belief.revealed_observations(worlds) if revealed else belief.observations(worlds)
    turns = list_turns(base, positions, evaluate, briefly=True)
    return turns, best_of_each(turns.game, turns.worth)


CLOSE = 0.25, 0.25, 0.2, 0.05, 0.02
"""A turn is played on if the network finds it no further behind the best one, in chances to win: by how many cards are
left (see `cards_left`). To look ahead then wins 0.04 with two cards or fewer, 0.024 with three, 0.015 with four, and
0.01 with more (mean of 3,038 positions)."""
CLOSE_WIDE = 0.15, 0.15, 0.1, 0.04, 0.02
"""The same with the expansion, where more turns are close to each other and playing on takes longer."""
TURNS = 4
"""How many turns are played on at most."""
OPEN = 0.05, 0.9
"""The chances to win between which it pays to look ahead."""
WORLDS = 4
"""Determinizations that each turn is played on in."""
PRIOR = 3
"""How many determinizations the network's own evaluation of a turn counts for."""

AHEAD = 10
"""More than two values can differ by."""


def look_ahead(
    view: PlayerView,
    turns: Turns,
    evaluate: Evaluate,
    chance: random.Random,
    check: Callable[[], None] = lambda: None,
    count: int = WORLDS,
) -> Turns:
    """Play the best turns on to the end of the other seat's next turn, if the game may end soon.

    Earlier this gains too little for its time, and the last turn of the game needs none of it.

    Args:
        check: Called often; raises to cancel.

    Returns:
        The turns with what was found. Those that were not played on come after those that were.
    """
    left = cards_left(view)
    close = CLOSE if view.module is None else CLOSE_WIDE
    if left >= len(close) or view.last == view.seat:
        return turns
    best = turns.different(0, TURNS)
    best = [turn for turn in best if turns.worth[turn] >= turns.worth[best[0]] - close[left]]
    if len(best) == 1 or not OPEN[0] <= turns.values[best[0], 0] <= OPEN[1]:
        return turns
    worlds = belief.likely_determinizations(view, count, chance)
    played = [after(world, turns.begun(turn)) for turn in best for world in worlds]
    found = rollouts(played, view.seat, evaluate, rounds=1, check=check).reshape(len(best), count, 2)
    values, worth = turns.values.copy(), turns.worth.copy()
    values[best] = (found.sum(axis=1) + PRIOR * values[best]) / (count + PRIOR)
    worth[best] = AHEAD + utility(values[best]) + (found[:, :, 0] == 1).all(axis=1)
    return turns._replace(values=values, worth=worth)


def cards_left(view: PlayerView) -> int:
    """Return the number of cards in the two lowest piles of the River: the game ends when both are empty."""
    return sum(sorted(pile.height for pile in view.river)[:2])
