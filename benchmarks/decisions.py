"""Decision cost with the expansion: `python benchmarks/decisions.py`.

Decisions of games between brief bots are decided again by each level, in turn one of a base game and one of a
game with the expansion, so that whatever else the machine does slows down both alike. Times are processor time.
"""

from __future__ import annotations

import os
import time
from itertools import zip_longest

import click

from naishi import LEGENDS_TRAVELLERS, Game, Options, PlayerView
from naishi.bots import ONE_THREAD, Clock, make

LEVELS = {"intermediate": 1, "strong": 1, "master": 8}
"""The levels, and of how many decisions each decides one."""
GOAL = 1.3


def decisions(options: Options, games: int) -> list[PlayerView]:
    """Return what the seat to act knows at each decision of some games."""
    views = []
    for seed in range(games):
        game = Game.new(seed, options=options)
        bots = make("brief", seed), make("brief", seed + 1)
        while (turn := game.turn) is not None:
            view = game.view(turn)
            if len(view.legal_actions) > 1:
                views.append(view)
            game.play(bots[turn].choose(view, Clock()))
    return views


def mean_ms(level: str, kinds: list[list[PlayerView]]) -> list[float]:
    """Return the mean time of a decision of each kind."""
    bot, spent = make(level, 1), [0.0 for _kind in kinds]
    for views in zip_longest(*kinds):
        for kind, view in enumerate(views):
            if view is not None:
                began = time.process_time()
                bot.choose(view, Clock())
                spent[kind] += time.process_time() - began
    return [1000 * all_of_them / len(views) for all_of_them, views in zip(spent, kinds, strict=True)]


@click.command()
@click.option("--games", default=8, help="Of each kind.")
@click.option("--level", "levels", multiple=True, type=click.Choice([*LEVELS]), help="Only these levels.")
def main(games: int, levels: tuple[str, ...]) -> None:
    """Print the table."""
    os.environ.update(ONE_THREAD)  # read when the first bot imports NumPy
    kinds = [decisions(options, games) for options in (Options(), Options(expansion=LEGENDS_TRAVELLERS))]
    click.echo("| | base game | decisions | with the expansion | decisions | ratio |")
    click.echo("|---|---|---|---|---|---|")
    for level in levels or LEVELS:
        some = [views[:: LEVELS[level]] for views in kinds]
        mean_ms(level, [views[:20] for views in some])  # builds tables and caches
        base, expansion = mean_ms(level, some)
        click.echo(
            f"| {level} | {base:.2f} ms | {len(some[0])} | {expansion:.2f} ms | {len(some[1])} | "
            f"{expansion / base:.2f} (goal {GOAL}) |"
        )


if __name__ == "__main__":
    main()
