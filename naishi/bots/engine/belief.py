"""What the other seat may hold, as likely as it is: what it kept, it kept for a reason."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np

from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.matches import Match, redealt, worlds
from naishi.bots.engine.selfplay import table
from naishi.game.view import PlayerView

HANDS = 256
"""How many Hands are thought of."""

REASON = 0.3
"""How much likelier a Hand is for each point that its owner expects to win by more. In 873 positions of 40 games,
games played on came out 2.2 points too good for the viewer from worlds drawn alike, 0.7 too bad with 0.4."""


def likely_worlds(view: PlayerView, count: int, evaluate: Evaluate, chance: random.Random) -> list[Match]:
    """Draw worlds that the seat can't tell from the true one, those more often in which the other seat has played well.

    `worlds` draws every unknown card alike. But the other seat has had all game to replace what it had no use for.

    Args:
        view: What the seat knows.
        count: How many worlds.
        evaluate: Says what the other seat makes of each world.
        chance: Draws them.
    """
    if None not in view.theirs.hand:
        return list(islice(worlds(view, chance), count))
    drawn = list(islice(worlds(view, chance), HANDS))
    margins = evaluate(table([world.facts(1 - view.seat) for world in drawn]))[:, 1].astype(np.float64)
    likely = np.exp(REASON * (margins - margins.max()))
    return [redealt(world, chance) for world in chance.choices(drawn, likely.tolist(), k=count)]
