"""Short endgame lookahead, where the network errs most."""

from __future__ import annotations

import random
from collections.abc import Callable

from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.evaluation import Evaluate, utility
from naishi.games.naishi.bots.engine.rollouts import after, rollouts
from naishi.games.naishi.bots.engine.turns import Turns
from naishi.games.naishi.game.view import PlayerView

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
        view: What the seat to act knows.
        turns: Its turns, with their evaluation by the network.
        evaluate: Evaluates observations.
        chance: Draws the determinizations.
        check: Called often; raises to cancel.
        count: How many determinizations each turn is played on in.

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
    worlds = likely_determinizations(view, count, chance)
    played = [after(world, turns.begun(turn)) for turn in best for world in worlds]
    results = rollouts(played, view.seat, evaluate, rounds=1, check=check)
    found = results.reshape(len(best), count, 2)
    values, worth = turns.values.copy(), turns.worth.copy()
    values[best] = (found.sum(axis=1) + PRIOR * values[best]) / (count + PRIOR)
    worth[best] = AHEAD + utility(values[best]) + (found[:, :, 0] == 1).all(axis=1)
    return turns._replace(values=values, worth=worth)


def cards_left(view: PlayerView) -> int:
    """Return the number of cards in the two lowest piles of the River: the game ends when both are empty."""
    return sum(sorted(pile.height for pile in view.river)[:2])
