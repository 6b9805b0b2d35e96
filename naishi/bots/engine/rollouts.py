"""Games played on from many worlds at once, to see what a turn leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import MIRROR
from naishi.bots.engine.selfplay import decide
from naishi.bots.engine.worlds import World, results
from naishi.rules.actions import Action


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
    count_ends: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Floats:
    """Play games on, from after a turn of a seat, and return its chance to win and margin in each.

    Both seats play like the intermediate bot, one action at a time; then the network evaluates.

    Args:
        worlds: The games; they are changed.
        seat: The seat.
        evaluate: Evaluates observations.
        draw: Samples what a decree may bring.
        rounds: How far each is played: to the end of so many turns of the other seat.
        count_ends: See `decide`.
        check: Called often; raises to cancel.
    """
    for mover in (seat, 1 - seat) * rounds:
        while turn := [world for world in worlds if world.playing and world.position.turn == mover]:
            check()
            for world, choice in zip(turn, decide(turn, evaluate, draw, count_ends=count_ends), strict=True):
                world.push(choice.action)
    values = np.empty((len(worlds), 2), dtype=np.float32)
    playing = np.array([world.playing for world in worlds])
    if playing.any():
        values[playing] = _expected([world for world in worlds if world.playing], evaluate, draw, count_ends)
    if not playing.all():
        shares, margins = results([world for world in worlds if not world.playing])
        values[~playing] = np.stack([shares, margins] if seat == 0 else [1 - shares, -margins], axis=1)
    return values


def _expected(worlds: Sequence[World], evaluate: Evaluate, draw: np.random.Generator, count_ends: bool) -> Floats:
    """Return the values of the best actions, averaged with those of their mirror images."""
    best = decide(worlds, evaluate, draw, count_ends=count_ends)
    values = np.array([choice.best for choice in best], dtype=np.float32)
    known = [i for i, choice in enumerate(best) if choice.row is not None]
    if known:
        rows = np.stack([choice.row for choice in best if choice.row is not None])
        values[known] = (values[known] + evaluate(rows[:, MIRROR])) / 2
    return values
