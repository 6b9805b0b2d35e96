"""The command `naishi train`: weights learned from self-play."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from naishi.cli.help import FloatRange, IntRange, argument, command, option
from naishi.cli.help import Path as PathType
from naishi.common.i18n import N_, _

if TYPE_CHECKING:
    from naishi.games.naishi.bots.training.learner import TrainingProgress


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
@argument("folder", type=PathType(file_okay=False, path_type=Path))
@option(
    "--games",
    type=IntRange(1),
    help=N_("Total number of games.  [default: 1000000, or 50000 to improve weights, or as started]"),
)
@option("--seed", type=int, help=N_("Random seed.  [default: 1, or as started]"))
@option("--workers", type=IntRange(1), help=N_("Number of processes.  [default: one per processor]"))
@option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster with its scheduler at this address."))
@option(
    "--improve",
    metavar="WEIGHTS",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    help=N_("Improve these weights: try many turns of each position, and learn what each leads to."),
)
@option(
    "--expansion",
    is_flag=True,
    help=N_("Learn to play with the expansion Legends & Travellers, beginning with the weights of the base game."),
)
@option("--seconds", type=FloatRange(0), help=N_("Stop after this many seconds, at a checkpoint."))
def train(folder: Path, workers: int | None, dask: str | None, seconds: float | None, **run: Any) -> None:
    """Train the learned bots."""
    from naishi.games.naishi.bots.training import executors, training

    signal.signal(signal.SIGTERM, _stop)
    learner = training.resume(folder, **run)
    workers = workers or os.cpu_count() or 1
    executor = executors.cluster(dask) if dask is not None else executors.processes(workers)
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


def _stop(_signal: int, _frame: object) -> None:
    sys.exit(128 + signal.SIGTERM)


def _figures(progress: TrainingProgress | None) -> str | None:
    if progress is None:
        return None
    from naishi.common.formats import number

    speed, loss = number(progress.speed), number(progress.loss, 4)
    if progress.strength is None:
        return _("{speed} games per second, loss {loss}").format(speed=speed, loss=loss)
    return _("{speed} games per second, loss {loss}, wins {share}% against the greedy evaluation").format(
        speed=speed, loss=loss, share=number(100 * progress.strength, 1)
    )
