"""The other seat's Hand, weighted by how likely it is: a player keeps cards for a reason."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np

from naishi.bots.engine import observation as o
from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.observation import finish, stack
from naishi.bots.engine.worlds import Determinizer, World, determinizations
from naishi.game.view import PlayerView

HANDS = 256
"""How many Hands are weighted."""

REASON = 0.3
"""How much likelier a Hand is for each point of margin that its owner expects from it, as an exponent. In 873 positions
of 40 games, games played on ended 2.2 points too good for the viewer from uniform Hands, 0.7 too bad with 0.4."""


def likely_determinizations(
    view: PlayerView, count: int, evaluate: Evaluate, chance: random.Random, hands: int = HANDS
) -> list[World]:
    """Draw determinizations of a view, weighted towards those in which the other seat has played well.

    `determinizations` draws unknown cards uniformly. But the other seat has had the whole game to replace bad cards.

    Args:
        view: What the seat knows.
        count: How many to draw.
        evaluate: Evaluates each of them for the other seat.
        chance: Draws them.
        hands: How many Hands are weighted.
    """
    if None not in view.theirs.hand:
        return list(islice(determinizations(view, chance), count))
    determinizer = Determinizer(view)
    drawn = [determinizer.deal(chance) for _ in range(hands)]
    first = stack([determinizer.world(drawn[0], chance).raw_observation(1 - view.seat)])
    rows = np.repeat(first, hands, axis=0)
    rows[:, o.OWN_HAND] = [dealt.hand for dealt in drawn]
    margins = evaluate(finish(rows))[:, 1].astype(np.float64)
    likely = np.exp(REASON * (margins - margins.max()))
    return [determinizer.world(dealt, chance) for dealt in chance.choices(drawn, likely.tolist(), k=count)]
