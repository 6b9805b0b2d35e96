"""The command `naishi arena`: bots against bots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from naishi.cli.group import A_FILE, A_FOLDER, FloatRange, IntRange, argument, bot_names, command, option, show_lines
from naishi.cli.playing import expansion_of
from naishi.common.i18n import N_, NaishiError, _, number, percent

if TYPE_CHECKING:
    from naishi.bots.arena.games import Result
    from naishi.bots.arena.ratings import Sprt, Standing
    from naishi.bots.arena.tournament import Play, Tournament

NAMES_END = 14
"""The column at which the names end in the head of the table, in every language."""

_ERROR_RATE = {"default": 0.05, "show_default": True, "type": FloatRange(0.001, 0.4)}


@command(
    short_help=N_("Play bots against each other, and rate them."),
    help=N_("""
    Play bots against each other: each pair plays every deal twice, with seats swapped; at a larger table, each bot sits
    everywhere with the same chance. Shows the share of games won
    and Elo ratings with their 95% confidence intervals, mean scores and thinking times. A bot that fails, chooses an
    illegal action or takes too long loses that game. A bot of your own is named by its module and class.

    With --sprt, two bots play until it is clear whether the first is stronger by the Elo of --elo1 or only by that of
    --elo0, or all games are played: a sequential probability ratio test over pairs of games.

    With --league, every game is kept in a file, and those that are there aren't played again: stop it whenever you
    like, go on with the same line, ask for more games or name one bot more. One of our bots keeps its Elo, so that
    leagues can be compared.

    Examples:
      naishi arena strong greedy
      naishi arena beginner intermediate strong --games 1000 --workers 4
      naishi arena master strong --games 400 --json match.json
      naishi arena strong greedy --expansion
      naishi arena beginner intermediate --game shogun --seats 4
      naishi arena my_package:MyBot strong --games 1000 --sprt
      naishi arena my_package:MyBot strong --games 20 --keep arena-games
      naishi arena beginner strong my_package:MyBot --league league.jsonl
      naishi arena strong greedy --games 10000 --dask tcp://192.168.1.2:8786
    """),
)
@argument("bots", nargs=-1, required=True, metavar="BOT BOT...", shell_complete=bot_names)
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
@option("--sprt", is_flag=True, help=N_("Stop as soon as it is clear whether the first bot is stronger."))
@option("--elo0", default=0.0, show_default=True, help=N_("The Elo difference that doesn't count as stronger."))
@option("--elo1", default=30.0, show_default=True, help=N_("The Elo difference that does."))
@option("--alpha", **_ERROR_RATE, help=N_("How often it may be called stronger when it isn't."))
@option("--beta", **_ERROR_RATE, help=N_("How often it may not be called stronger when it is."))
@option(
    "--league",
    metavar="FILE",
    type=A_FILE,
    help=N_("Keep all games in this file, and play only those that it doesn't have."),
)
@option(
    "--keep",
    metavar="FOLDER",
    type=A_FOLDER,
    help=N_("Save all games in this folder, so that they can be replayed and analysed."),
)
@option("--game", default="naishi", show_default=True, metavar="GAME", help=N_("Which game they play."))
@option("--seats", type=IntRange(2), help=N_("How many sit at a table.  [default: as few as the game is for]"))
@option("--expansion", is_flag=True, help=N_("Play with the expansion Legends & Travellers."))
@option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster with its scheduler at this address."))
@option("--json", "file", type=A_FILE, help=N_("Also write all results to this file, as JSON."))
def arena(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    workers: int | None,
    limit: float,
    dask: str | None,
    **more: Any,
) -> None:
    from naishi.bots.arena.ratings import Sprt
    from naishi.bots.arena.tournament import Tournament, anchor_of, read

    seats, game, league = _checked_seats(bots, more), more["game"], more["league"]
    test = Sprt(*(more[name] for name in ("elo0", "elo1", "alpha", "beta"))) if more["sprt"] else None
    module = expansion_of(game) if more["expansion"] else None
    tournament = Tournament(bots, games, seed, module, game=game, seats=seats)
    if league is not None:
        tournament.anchor = anchor_of(bots, module, game)
        tournament.take(read(league))
    how = _way_to_play(dask, workers, limit, league)
    try:
        _play(tournament, how, test)
    finally:  # report the games played so far, even after Ctrl+C
        if tournament.results:
            show_lines([*table(tournament), *failures(tournament)])
            if test is not None:
                click.echo(f"\n{meaning(test, *bots)}")
            if league is not None:
                show_lines(["", *comparisons(tournament)])
            if more["keep"] is not None:
                show_lines(kept_in(more["keep"], tournament.results.values()))
            if more["file"] is not None:
                tested = {} if test is None else {"sprt": asdict(test) | {"ratio": test.ratio, "bounds": test.bounds}}
                text = json.dumps(tournament.document() | tested, indent=1)
                more["file"].write_text(f"{text}\n", encoding="utf-8")


def kept_in(folder: Path, results: Iterable[Result]) -> Iterator[str]:
    """Save games in a folder, as those that people play are; say which is which, and why a bot forfeited.

    Yields:
        A line for each game.
    """
    from naishi.bots.arena.games import replayed
    from naishi.saves import Saves

    saves = Saves(folder)
    for result in sorted(results):
        pairing, forfeit = result.pairing, result.forfeit
        try:
            with saves.create(replayed(result)) as opened:
                saved = opened.id
        except NaishiError as error:
            saved = str(error)
        why = "" if forfeit is None else f"  {pairing.bots[forfeit.seat]}: {forfeit.reason}, {forfeit.detail}"
        yield f"{pairing.number:5}  {saved}  {' - '.join(pairing.bots)}{why}"


def _checked_seats(bots: tuple[str, ...], more: dict[str, Any]) -> int:
    """Return how many sit at a table.

    Raises click.UsageError: what was asked for doesn't fit together; NaishiError: there is no such game.
    """
    from naishi.tabletop import kind_of

    for_players = kind_of(more["game"]).seats
    seats: int = more["seats"] or for_players[0]
    if seats not in for_players:
        raise click.UsageError(_("This game isn't for {count} players.").format(count=seats))
    if more["expansion"] and more["game"] != "naishi":
        raise click.UsageError(_("Only Naishi has that expansion."))
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise click.UsageError(_("Name at least two bots, each only once."))
    if more["sprt"] and (len(bots) != 2 or seats != 2):
        raise click.UsageError(_("--sprt takes two bots."))
    if more["sprt"] and more["league"]:
        raise click.UsageError(_("--sprt and --league don't go together."))
    if more["elo0"] >= more["elo1"]:
        raise click.UsageError(_("--elo1 has to be larger than --elo0."))
    return seats


def _way_to_play(dask: str | None, workers: int | None, limit: float, league: Path | None) -> Play:
    """Return where games are played, and where they are kept."""
    from naishi.bots.arena.tournament import keep

    how: Play
    if dask is not None:
        from naishi.bots.arena import cluster

        how = partial(cluster.play_all, address=dask, limit=limit)
    else:
        from naishi.bots.arena import workers as processes

        how = partial(processes.play_all, workers=workers or os.cpu_count() or 1, limit=limit)
    return how if league is None else lambda pairings: keep(league, how(pairings))


def _play(tournament: Tournament, how: Play, test: Sprt | None) -> None:
    first, second = tournament.bots[:2]

    def score(_result: Result | None) -> str:
        return f"{first} {percent(tournament.duel(first, second).interval.share, 1)} {second}"

    with click.progressbar(
        length=len(tournament.pairings) - len(tournament.results),
        label=_("Games"),
        show_pos=True,
        item_show_func=score,
        file=sys.stderr,
    ) as bar:
        for result in tournament.play(how):
            bar.update(1, result)
            if test is not None:
                for share in islice(tournament.pairs(first, second), test.pairs, None):
                    test.add(share)
                if test.verdict is not None:
                    return


def meaning(test: Sprt, one: str, other: str) -> str:
    """Say what a test has found."""
    words = {
        "stronger": _("{bot} is stronger than {other}: {elo1} Elo fit the results of {games} games, {elo0} don't."),
        "not stronger": _("{bot} isn't stronger than {other} by {elo1} Elo: {elo0} fit the results of {games} games."),
        None: _("After {games} games it isn't clear whether {bot} is stronger than {other} by {elo1} Elo, or {elo0}."),
    }[test.verdict]
    said = words.format(
        bot=one, other=other, elo0=number(test.elo0), elo1=number(test.elo1), games=number(2 * test.pairs)
    )
    low, high = test.bounds
    ratio = _("Log-likelihood ratio {ratio}, bounds {low} and {high}; errors {alpha} and {beta} of the time.").format(
        ratio=number(test.ratio, 2),
        low=number(low, 2),
        high=number(high, 2),
        alpha=percent(test.alpha, 1),
        beta=percent(test.beta, 1),
    )
    return f"{said} {ratio}"


def comparisons(tournament: Tournament) -> Iterator[str]:
    """Say what the table of a league means."""
    from naishi.bots.arena.tournament import differences

    for each in differences(tournament):
        words = (
            _("{bot} is stronger than {other}, by {low} to {high} Elo.")
            if each.clear
            else _("{bot} and {other} can't be told apart yet: the difference is between {low} and {high} Elo.")
        )
        yield words.format(bot=each.one, other=each.other, low=number(each.low), high=number(each.high))
    if tournament.anchor is not None:
        yield _("The Elo scale is set so that {bot} has its usual {elo}.").format(
            bot=tournament.anchor, elo=number(tournament.ratings()[tournament.anchor])
        )
    yield _("Each of these intervals holds 95 times in 100.")


def table(tournament: Tournament) -> list[str]:
    """Format the standings, and the result of every pair of bots, as lines."""
    width = max(NAMES_END, *map(len, tournament.bots))
    head, *rows = _shares(tournament, width) if tournament.seats > 2 else _standings(tournament, width)
    return [head[:NAMES_END].ljust(width) + head[NAMES_END:], *rows, "", *_duels(tournament)]


def _standings(tournament: Tournament, width: int) -> Iterator[str]:
    yield _(
        "bot              Elo  95% interval   games   won    95% interval   points  ms mean   p95    worst  forfeits"
    )
    ratings, intervals = tournament.ratings(), tournament.intervals()
    for each in tournament.standings():
        low, high = intervals[each.bot]
        yield (
            f"{each.bot:{width}} {round(ratings[each.bot]):6} {round(low):6} - {round(high):4} {each.games:6} "
            f"{_won(each)} {_played(each)}"
        )


def _won(each: Standing) -> str:
    low, high = number(100 * each.interval.low, 1), percent(each.interval.high, 1)
    return f"{percent(each.interval.share, 1):>6} {low:>5} - {high:>7}"


def _played(each: Standing) -> str:
    lost = ", ".join(f"{count} {reason}" for reason, count in each.forfeits.items()) or "-"
    times = f"{number(each.mean_ms, 1):>8} {number(each.p95_ms, 1):>5} {number(each.worst_ms, 1):>7}"
    return f"{number(each.mean_score, 1):>8} {times}  {lost}"


def failures(tournament: Tournament) -> Iterator[str]:
    """Say why bots forfeited: of each kind, what the first game of a bot says."""
    told: set[tuple[str, str]] = set()
    words = _("{bot}, first in game {number}: {reason}, {why}")
    for pairing, forfeit in ((each.pairing, each.forfeit) for each in sorted(tournament.results.values())):
        if forfeit is None or (bot := pairing.bots[forfeit.seat], forfeit.reason) in told:
            continue
        if not told:
            yield ""
        told.add((bot, forfeit.reason))
        yield words.format(bot=bot, number=pairing.number, reason=forfeit.reason, why=forfeit.detail)


def _shares(tournament: Tournament, width: int) -> Iterator[str]:
    """Say how often each bot wins at a table of more than two, beside what would be its fair share."""
    yield _("bot              Elo  games   won    95% interval  fair  place   points  ms mean   p95    worst  forfeits")
    ratings = tournament.ratings()
    for each in tournament.standings():
        yield (
            f"{each.bot:{width}} {round(ratings[each.bot]):6} {each.games:6} {_won(each)} "
            f"{percent(each.fair):>4} {number(each.mean_rank, 2):>6} {_played(each)}"
        )


def _duels(tournament: Tournament) -> Iterator[str]:
    """Say how often each bot beats each that is rated below it."""
    ratings, bots = tournament.ratings(), [each.bot for each in tournament.standings()]
    for one, other in product(bots, bots):
        if ratings[one] > ratings[other]:
            duel = tournament.duel(one, other)
            yield _("{one} beats {other} in {share}% of {games} games ({low}% to {high}%).").format(
                one=one,
                other=other,
                share=number(100 * duel.interval.share, 1),
                games=number(duel.games),
                low=number(100 * duel.interval.low, 1),
                high=number(100 * duel.interval.high, 1),
            )
