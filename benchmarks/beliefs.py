"""Accuracy of the master's beliefs about the other Hand.

    python benchmarks/beliefs.py                        against five bots, 40 games each
    python benchmarks/beliefs.py quick --games 200      against one

From one side of the table a quick bot plays, and looks before each of its turns. How likely are the cards that the
other one really holds, as the mean of logarithms: dealt at random; weighed by their points; and weighed by what the
other one has chosen, too, as the master does. And is it as often so as it is said to be: all Hands that are possible,
by how likely they are found, and how often they are true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from naishi import Deal, Game, Phase
from naishi.bots import Clock, make
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import likelihoods, possible_territories
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.turns import exact_at_end

BINS = 0, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9, 1.01


class Look(NamedTuple):
    """What one side finds likely at one moment."""

    true: npt.NDArray[np.bool_]
    """Which territory the other side has."""
    dealt: npt.NDArray[np.float64]
    """How likely each is as cards are dealt; all add up to 1. So do the others."""
    by_points: npt.NDArray[np.float64]
    by_choices: npt.NDArray[np.float64]


def looks(bot: str, number: int) -> Iterator[Look]:
    """Play a game of the quick bot, at seat 0, against another."""
    evaluate = exact_at_end(weights.shipped_evaluation())
    game = Game.new(deal=Deal.random(f"beliefs/{number}"))
    players = make("quick", number), make(bot, number)
    while game.turn is not None:
        view = game.view(game.turn)
        if view.seat == 0 and view.phase is Phase.PLAY and not view.developed and not view.bonus:
            possible = possible_territories(observe(view)[0])
            theirs = game.view(1).mine
            true = (possible.cards == [*theirs.line, *theirs.hand]).all(axis=1)
            if len(true) > 1:
                ways = possible.dealt, likelihoods(view, possible), likelihoods(view, possible, evaluate)
                yield Look(true, *(way / way.sum() for way in ways))
        game.play(players[view.seat].choose(view, Clock()))


WAYS: tuple[Callable[[Look], npt.NDArray[np.float64]], ...] = (
    lambda look: look.dealt,
    lambda look: look.by_points,
    lambda look: look.by_choices,
)


def row(bot: str, found: list[Look]) -> str:
    """Return how likely the true Hands were found, with 95 % intervals."""
    cells = [bot, f"{len(found)}"]
    for way in WAYS:
        logs = np.array([np.log(way(look)[look.true].sum()) for look in found])
        cells.append(f"{logs.mean():.2f} ± {1.96 * logs.std() / np.sqrt(len(logs)):.2f}")
    return f"| {' | '.join(cells)} |"


def calibration(found: list[Look]) -> Iterator[str]:
    """Yield the rows of a table: how likely Hands were found, and how many of them were true."""
    likely = np.concatenate([look.by_choices for look in found])
    true = np.concatenate([look.true for look in found])
    for low, high in pairwise(BINS):
        some = (likely >= low) & (likely < high)
        if some.any():
            mean, share = likely[some].mean(), true[some].mean()
            yield f"| {low:.0%} to {min(high, 1):.0%} | {some.sum()} | {mean:.1%} | {share:.1%} |"


@click.command()
@click.argument("bots", nargs=-1)
@click.option("--games", default=40)
def main(bots: tuple[str, ...], games: int) -> None:
    """Print both tables."""
    bots = bots or ("quick", "brief", "greedy", "novice", "random")
    every = {bot: [look for number in range(games) for look in looks(bot, number)] for bot in bots}
    click.echo("| the other one | looks | as dealt | by points | by choices, too |\n|---|---|---|---|---|")
    for bot, found in every.items():
        click.echo(row(bot, found))
    for bot, found in every.items():
        click.echo(f"\n| {bot}: found | Hands | mean | true |\n|---|---|---|---|")
        click.echo("\n".join(calibration(found)))


if __name__ == "__main__":
    main()
