"""Commands `naishi analyse`, `stats` and `train`."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from naishi.cli import group
from naishi.cli.files import reading_progress, save_file
from naishi.cli.group import argument, command, option, saves_option, the_folder
from naishi.cli.playing import plain_option, prints_lines, settings_options
from naishi.common.i18n import N_, NaishiError, _, number, percent, quoted

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.report import Analysis
    from naishi.games.naishi.analysis.words import CurvePoint
    from naishi.games.naishi.bots.training.learner import Learner
    from naishi.games.naishi.game.game import Game


WIDEST, HEIGHT = 100, 13
WORKERS = {"quick": 1, "deep": 2}


@command(
    short_help=N_("Analyse a finished game: accuracy, mistakes, luck."),
    help=N_("""
    Analyse a finished game. For each decision, the chance to win after the best action and after the one played, as
    far as that player could know; the accuracy of both players; both curves, what a player could know (*) and what was
    true with all cards open (o); and how much of the result was luck. The analysis is kept beside the saved games.

    SAVE is the ID of a saved game (the first few letters will do) or a file. With --plain, the curves are numbers.

    Examples:
      naishi analyse k4m
      naishi analyse k4m --depth deep
      naishi analyse k4m --json | jq '.accuracies'
    """),
)
@argument("save")
@option(
    "--depth",
    type=click.Choice(["quick", "deep"]),
    default="quick",
    show_default=True,
    help=N_("Quick takes seconds, deep up to two minutes."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print everything as JSON."))
@saves_option
@settings_options
def analyse(save: str, depth: str, as_json: bool) -> None:
    from naishi.games.naishi.game.game import of_naishi
    from naishi.saves import read_file

    game = of_naishi(read_file(save_file(save)).game)
    analysis = _analysis(game, depth)
    if as_json:
        click.echo(analysis.model_dump_json(indent=1))
        return
    for line in _spoken(game, analysis) if prints_lines() else _lines(game, analysis):
        group.say(line)


def _analysis(game: Game, depth: str) -> Analysis:
    """Return what was found before, or analyse now."""
    import asyncio

    from naishi.games.naishi.analysis.exercises import AnalysisStore
    from naishi.games.naishi.game.game import check_finished

    check_finished(game)
    store = AnalysisStore(the_folder())
    if (found := store.find(game, depth)) is not None:
        return found
    analysis = asyncio.run(_analyse(game, depth))
    store.keep(analysis)
    return analysis


async def _analyse(game: Game, depth: str) -> Analysis:
    from naishi.games.naishi.analysis.exercises import AnalysisRun

    run = AnalysisRun(game, depth, workers=WORKERS[depth])
    steps = len(run.plies) + 1
    with click.progressbar(length=steps, label=_("Decisions"), file=sys.stderr) as bar:
        async for share in run.steps():
            bar.update(round(share * steps) - bar.pos)
    return run.analysis


def _spoken(game: Game, analysis: Analysis) -> Iterator[str]:
    from naishi.plain.console import spoken
    from naishi.plain.naishi.study import analysis_lines, curve_lines

    return map(spoken, (*analysis_lines(game, analysis), *curve_lines(game, analysis)))


def _lines(game: Game, analysis: Analysis) -> Iterator[str]:
    from naishi.games.naishi.analysis import words
    from naishi.plain.printed import columns

    for seat in (0, 1):
        yield words.summary(analysis, seat)
    plies = {each.ply for each in (*analysis.mistakes(), *analysis.costliest(0), *analysis.costliest(1))}
    if mistakes := [each for each in analysis.decisions if each.ply in plies]:
        yield ""
        said = (" ".join((*words.in_full(each, game), words.change(analysis, game, each.ply))) for each in mistakes)
        yield from columns([
            (_("round {round}").format(round=each.round), analysis.names[each.seat], what)
            for each, what in zip(mistakes, said, strict=True)
        ])  # fmt: skip
    yield ""
    for seat in (0, 1):
        yield words.with_open_cards(analysis, game, seat)
    if point := words.turning_point(analysis, game, 0):
        yield point
    rounds = [event.round for event in game.events()]
    for seat in (0, 1):
        yield ""
        yield _("{name}'s chance to win: * what {name} could know, o with all cards open, @ both").format(
            name=analysis.names[seat]
        )
        yield from _plotted(analysis, words.curve_points(analysis, seat), rounds)


def _plotted(analysis: Analysis, curve: Sequence[CurvePoint], rounds: Sequence[int]) -> Iterator[str]:
    from naishi.games.naishi.analysis.words import axis, plot

    width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST) - 8
    labels = {0: percent(1), HEIGHT // 2: percent(0.5), HEIGHT - 1: percent(0)}
    for line, row in enumerate(plot(curve, width, HEIGHT)):
        yield f"{labels.get(line, ''):>5} |{row.rstrip()}"
    yield f"      +{'-' * width}"
    yield f"       {axis(analysis, rounds, width)}"


@command(
    short_help=N_("Show how you have done in all finished games."),
    help=N_("""
    Show the statistics of a player, from all finished games in the folder of saves: games and wins by opponent and
    seat, points, points by type of card against the opponents', and accuracy where games were analysed.

    Examples:
      naishi stats
      naishi stats --name Aiko
      naishi stats --json
    """),
)
@option("--name", metavar="NAME", help=N_("Whose statistics.  [default: whoever has finished the most games]"))
@option("--json", "as_json", is_flag=True, help=N_("Print everything as JSON."))
@plain_option
@saves_option
def stats(name: str | None, as_json: bool) -> None:
    from naishi.games.naishi.analysis.statistics import overview, standing, summary, tables
    from naishi.plain.naishi.printed_spoken import statistics_lines
    from naishi.plain.printed import columns

    everybody = overview(the_folder(), reading_progress())
    if not everybody:
        raise NaishiError(_("No one has finished a game in {folder} yet.").format(folder=the_folder()))
    found = next((each for each in everybody if name in {None, each.name}), None)
    if found is None:
        words = _("{name} hasn't finished a game in {folder} yet.")
        raise NaishiError(words.format(name=quoted(name or ""), folder=the_folder()))
    if as_json:
        click.echo(found.model_dump_json(indent=1))
        return
    if prints_lines():
        group.show_lines(statistics_lines(the_folder(), found.name))
        return
    for line in (summary(found), *standing(found)):
        group.say(line)
    for table in tables(found):
        click.echo()
        group.show_lines(columns([table.head, *table.rows]))


@command(
    short_help=N_("Train the learned bots by self-play."),
    help=N_("""
    Train the learned bots by self-play, and write their weights.

    DIR contains the run: checkpoint.npz, progress.jsonl, and at the end value.npz, the weights with their
    provenance. A run that is already in the folder is resumed; Ctrl+C stops it at a checkpoint.

    Examples:
      naishi train run1 --games 1000000
      naishi train run1                  resume where it stopped
      naishi train run2 --games 20000 --seed 3 --workers 2
      naishi train run3 --dask tcp://192.168.1.2:8786
      naishi train run4 --improve run1/value.npz --games 50000
      naishi train run5 --expansion
    """),
)
@argument("folder", type=group.A_FOLDER)
@option(
    "--games",
    type=group.IntRange(1),
    help=N_("Total number of games.  [default: 1000000, or 50000 to improve weights, or as started]"),
)
@option("--seed", type=int, help=N_("Random seed.  [default: 1, or as started]"))
@option("--workers", type=group.IntRange(1), help=N_("Number of processes.  [default: one per processor]"))
@option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster with its scheduler at this address."))
@option(
    "--improve",
    metavar="WEIGHTS",
    type=group.Path(exists=True, dir_okay=False, path_type=Path),
    help=N_("Improve these weights: try many turns of each position, and learn what each leads to."),
)
@option(
    "--expansion",
    is_flag=True,
    help=N_("Learn to play with the expansion Legends & Travellers, beginning with the weights of the base game."),
)
@option("--seconds", type=group.FloatRange(0), help=N_("Stop after this many seconds, at a checkpoint."))
def train(folder: Path, workers: int | None, dask: str | None, seconds: float | None, **run: Any) -> None:
    from naishi.games.naishi.bots.training import training

    signal.signal(signal.SIGTERM, lambda *_arguments: sys.exit(128 + signal.SIGTERM))
    learner = training.resume(folder, **run)
    workers = workers or os.cpu_count() or 1
    executor = training.cluster(dask) if dask is not None else training.processes(workers)
    with click.progressbar(
        length=learner.plan.games, label=_("Games"), show_pos=True, item_show_func=_figures, file=sys.stderr
    ) as bar:
        bar.update(learner.games)
        try:
            training.train(learner, folder, executor, lambda p: bar.update(p.games - bar.pos, p), seconds=seconds)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
    path = training.publish(learner, folder, workers=None if dask is not None else workers)
    click.echo(_("The weights are in {path}.").format(path=path))


def _figures(progress: Learner | None) -> str | None:
    if progress is None:
        return None
    speed, loss = number(progress.speed), number(progress.loss, 4)
    if progress.strength is None:
        return _("{speed} games per second, loss {loss}").format(speed=speed, loss=loss)
    words = _("{speed} games per second, loss {loss}, wins {share}% against the greedy evaluation")
    return words.format(speed=speed, loss=loss, share=number(100 * progress.strength, 1))
