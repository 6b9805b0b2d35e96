"""The command `naishi arena`: bots against bots."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from naishi.cli.lazy_help import FloatRange, IntRange, argument, command, option
from naishi.cli.lazy_help import Path as PathType
from naishi.common.i18n import N_, _

if TYPE_CHECKING:
    from naishi.bots.arena.games import Result
    from naishi.bots.arena.tournament import Play, Tournament


@command(
    short_help=N_("Play bots against each other, and rate them."),
    help=N_("""
    Play bots against each other: each pair plays every deal twice, with seats swapped. Shows the share of games won
    with its 95% confidence interval, Elo ratings, mean scores and thinking times. A bot that fails, chooses an
    illegal action or takes too long loses that game.

    Examples:
      naishi arena strong greedy
      naishi arena beginner intermediate strong --games 1000 --workers 4
      naishi arena master strong --games 400 --json match.json
      naishi arena strong greedy --expansion
      naishi arena strong greedy --games 10000 --dask tcp://192.168.1.2:8786
    """),
)
@argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@option("--games", default=200, show_default=True, type=IntRange(1), help=N_("Games per pair of bots."))
@option("--seed", default=0, show_default=True, help=N_("Random seed for the deals and the bots."))
@option("--workers", type=IntRange(1), help=N_("Number of processes.  [default: one per processor]"))
@option(
    "--limit",
    default=10.0,
    show_default=True,
    type=FloatRange(0.001),
    help=N_("Seconds a bot may take for one action."),
)
@option("--expansion", is_flag=True, help=N_("Play with the expansion Legends & Travellers."))
@option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster with its scheduler at this address."))
@option(
    "--json",
    "file",
    type=PathType(dir_okay=False, path_type=Path),
    help=N_("Also write all results to this file, as JSON."),
)
def arena(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    workers: int | None,
    limit: float,
    dask: str | None,
    **more: Any,
) -> None:
    """Play bots against each other."""
    from naishi.bots.arena.tournament import Tournament
    from naishi.rules.expansion import LEGENDS_TRAVELLERS

    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise click.UsageError(_("Name at least two bots, each only once."))
    tournament = Tournament(bots, games, seed, LEGENDS_TRAVELLERS if more["expansion"] else None)
    how: Play
    if dask is not None:
        from naishi.bots.arena import cluster

        how = partial(cluster.play_all, address=dask, limit=limit)
    else:
        from naishi.bots.arena import workers as processes

        how = partial(processes.play_all, workers=workers or os.cpu_count() or 1, limit=limit)
    try:
        _play(tournament, how)
    finally:  # report the games played so far, even after Ctrl+C
        if tournament.results:
            for line in table(tournament):
                click.echo(line)
            if more["file"] is not None:
                more["file"].write_text(json.dumps(tournament.document(), indent=1) + "\n", encoding="utf-8")


def _play(tournament: Tournament, how: Play) -> None:
    first, second = tournament.bots[:2]

    from naishi.common.formats import percent

    def score(_result: Result | None) -> str:
        return f"{first} {percent(tournament.duel(first, second).interval.share, 1)} {second}"

    with click.progressbar(
        length=len(tournament.pairings), label=_("Games"), show_pos=True, item_show_func=score, file=sys.stderr
    ) as bar:
        for result in tournament.play(how):
            bar.update(1, result)


def table(tournament: Tournament) -> list[str]:
    """Format the standings, and the result of every pair of bots, as lines."""
    from naishi.common.formats import number, percent

    ratings = tournament.ratings()
    lines = [_("bot              Elo   games    won    95% interval   points   ms mean    p95    worst  forfeits")]
    for each in tournament.standings():
        lost = ", ".join(f"{count} {reason}" for reason, count in each.forfeits.items()) or "-"
        lines.append(
            f"{each.bot:14} {ratings[each.bot]:6.0f} {each.games:6} {percent(each.interval.share, 1):>7} "
            f"{number(100 * each.interval.low, 1):>5} - {percent(each.interval.high, 1):>7} "
            f"{number(each.mean_score, 1):>8} {number(each.mean_ms, 1):>9} {number(each.p95_ms, 1):>6} "
            f"{number(each.worst_ms, 1):>8}  {lost}"
        )
    lines.append("")
    for one in tournament.standings():
        for other in tournament.standings():
            if ratings[one.bot] > ratings[other.bot]:
                duel = tournament.duel(one.bot, other.bot)
                low, high = 100 * duel.interval.low, 100 * duel.interval.high
                lines.append(
                    _("{one} beats {other} in {share}% of {games} games ({low}% to {high}%).").format(
                        one=one.bot,
                        other=other.bot,
                        share=number(100 * duel.interval.share, 1),
                        games=number(duel.games),
                        low=number(low, 1),
                        high=number(high, 1),
                    )
                )
    return lines
