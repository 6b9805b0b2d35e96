"""The command `naishi arena`: bots against bots."""

from __future__ import annotations

import json
import os
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from naishi.cli.progress import Progress, bar
from naishi.i18n import _

if TYPE_CHECKING:
    from naishi.bots.arena.tournament import Play, Tournament


@click.command(
    short_help=_("Let bots play each other, and rate them."),
    help=_("""
    Let bots play each other: each two play every deal twice, with seats swapped. Shows the share of games won with
    its 95 % interval, Elo ratings, mean scores and how long each thought. A bot that fails, does what isn't allowed
    or thinks too long loses that game.

    \b
    Examples:
      naishi arena strong greedy
      naishi arena beginner intermediate strong --games 1000 --workers 4
      naishi arena master strong --games 400 --json match.json
      naishi arena strong greedy --games 10000 --dask tcp://192.168.1.2:8786
    """),
)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help=_("Games between each two bots."))
@click.option("--seed", default=0, show_default=True, help=_("Draws the deals and the bots' chance."))
@click.option("--workers", type=click.IntRange(1), help=_("Processes that play.  [default: one for each processor]"))
@click.option(
    "--limit", default=10.0, show_default=True, type=click.FloatRange(0.001), help=_("Seconds a bot may think.")
)
@click.option("--dask", metavar="ADDRESS", help=_("Play on the Dask cluster whose scheduler listens here."))
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help=_("Write everything to this file too.")
)
def arena(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    workers: int | None,
    limit: float,
    dask: str | None,
    file: Path | None,
) -> None:
    """Let bots play each other."""
    from naishi.bots.arena.tournament import Tournament

    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise click.UsageError(_("Name at least two different bots."))
    tournament = Tournament(bots, games, seed)
    how: Play
    if dask is not None:
        from naishi.bots.arena import cluster

        how = partial(cluster.play_all, address=dask, limit=limit)
    else:
        from naishi.bots.arena import workers as here

        how = partial(here.play_all, workers=workers or os.cpu_count() or 1, limit=limit)
    try:
        _play(tournament, how)
    finally:  # what has been played counts, also after ctrl-C
        if tournament.results:
            for line in table(tournament):
                click.echo(line)
            if file is not None:
                file.write_text(json.dumps(tournament.document(), indent=1) + "\n", encoding="utf-8")


def _play(tournament: Tournament, how: Play) -> None:
    began, every = time.monotonic(), len(tournament.pairings)
    with Progress() as progress:
        for result in tournament.play(how):
            done = len(tournament.results)
            speed = done / (time.monotonic() - began)
            first, second = tournament.bots[:2]
            text = _("{bar} {done} of {every} games, {speed:.1f} a second").format(
                bar=bar(done / every), done=done, every=every, speed=speed
            )
            if {*result.pairing.bots} == {first, second}:
                duel = tournament.duel(first, second)
                text += f", {first} {100 * duel.interval.share:.1f} % {second}"
            progress.show(text, last=done == every)


def table(tournament: Tournament) -> list[str]:
    """Write the standings, and every pair of bots, as lines."""
    ratings = tournament.ratings()
    lines = [_("bot              Elo   games    won   95 % interval   points   ms mean    p95    worst  lost at once")]
    for each in tournament.standings():
        lost = ", ".join(f"{count} {reason}" for reason, count in each.forfeits.items()) or "-"
        lines.append(
            f"{each.bot:14} {ratings[each.bot]:6.0f} {each.games:7} {100 * each.interval.share:5.1f}% "
            f"{100 * each.interval.low:6.1f} - {100 * each.interval.high:5.1f}% {each.mean_score:8.1f} "
            f"{each.mean_ms:9.1f} {each.p95_ms:6.1f} {each.worst_ms:8.1f}  {lost}"
        )
    lines.append("")
    for one in tournament.standings():
        for other in tournament.standings():
            if ratings[one.bot] > ratings[other.bot]:
                duel = tournament.duel(one.bot, other.bot)
                low, high = 100 * duel.interval.low, 100 * duel.interval.high
                lines.append(
                    _("{one} beats {other} in {share:.1f} % of {games} games ({low:.1f} - {high:.1f}).").format(
                        one=one.bot,
                        other=other.bot,
                        share=100 * duel.interval.share,
                        games=duel.games,
                        low=low,
                        high=high,
                    )
                )
    return lines
