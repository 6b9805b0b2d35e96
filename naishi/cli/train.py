"""The command `naishi train`: learn from self-play and write a weights file."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from naishi.i18n import _

if TYPE_CHECKING:
    from naishi.bots.training.learner import TrainingProgress

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@click.command(
    short_help=_("Train the learned bots by self-play."),
    help=_("""
    Train the learned bots by self-play, and write their weights.

    FOLDER contains the run: checkpoint.npz, progress.jsonl, and at the end value.npz, the weights with their
    provenance. A run that is already in the folder is resumed; ctrl-C stops at a checkpoint.

    \b
    Examples:
      naishi train run1 --games 1000000
      naishi train run1                  resume it where it stopped
      naishi train run2 --games 20000 --seed 3 --workers 2
      naishi train run3 --dask tcp://192.168.1.2:8786
    """),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", type=click.IntRange(1), help=_("Games in all.  [default: 1000000, or as started]"))
@click.option("--seed", type=int, help=_("Random seed.  [default: 1, or as started]"))
@click.option("--workers", type=click.IntRange(1), help=_("Number of processes.  [default: one for each processor]"))
@click.option("--dask", metavar="ADDRESS", help=_("Play on the Dask cluster whose scheduler listens here."))
@click.option("--seconds", type=click.FloatRange(0), help=_("Stop after this long, at a checkpoint."))
def train(
    folder: Path, games: int | None, seed: int | None, workers: int | None, dask: str | None, seconds: float | None
) -> None:
    """Train the learned bots."""
    for name in ONE_THREAD:  # read when numpy is first imported: here, and in each process that plays
        os.environ.setdefault(name, "1")
    from naishi.bots.training import executors, training

    signal.signal(signal.SIGTERM, _stop)
    learner = training.resume(folder, games=games, seed=seed)
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
    if progress.strength is None:
        return _("{speed:.0f} a second, loss {loss:.4f}").format(speed=progress.speed, loss=progress.loss)
    return _("{speed:.0f} a second, loss {loss:.4f}, wins {share:.1f} % against the greedy evaluation").format(
        speed=progress.speed, loss=progress.loss, share=100 * progress.strength
    )
