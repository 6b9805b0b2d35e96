"""Strength of the bots, against the project's goals.

    python benchmarks/strength.py                  the whole table; hours on one core
    python benchmarks/strength.py --share 0.05     a twentieth of the games
    python benchmarks/strength.py --expansion      with Legends & Travellers
    python benchmarks/strength.py --workers 4 --json strength.json

Each row is a match of paired deals with seats swapped, played through `PlayerView`s like any game. Times are wall
time per decision, so run it on an idle machine, with no more workers than cores. After each match the reference is
timed, one step of a fixed loop of plain Python (see `benchmarks/rules.py`): a slow machine slows both. The last columns
tell the times on a core that does a step in 30 ns; goals for times are meant so.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
from reference import IDLE_STEP, reference_step

from naishi import LEGENDS_TRAVELLERS
from naishi.bots.arena.tournament import Tournament
from naishi.bots.arena.workers import play_all
from naishi.games.naishi.bots.engine import weights


class Goal(NamedTuple):
    """A row of the table."""

    bot: str
    other: str
    games: int
    least: float
    """The share of games that the bot must win."""
    most: float = 1.0
    """And may win."""
    mean_ms: float | None = None
    p95_ms: float | None = None


STEP = 0.65, 0.72
"""How many of its games each level wins against the one below."""
GOALS = (
    Goal("greedy", "random", 1000, 0.99),
    Goal("novice", "random", 400, 0.9),
    Goal("beginner", "greedy", 400, 0.5, 0.8),
    Goal("apprentice", "beginner", 1000, *STEP),
    Goal("improver", "apprentice", 1000, *STEP),
    Goal("intermediate", "improver", 1000, *STEP, mean_ms=5),
    Goal("strong", "intermediate", 1000, *STEP, p95_ms=40),
    Goal("master", "strong", 400, *STEP, p95_ms=300),
)


def row(goal: Goal, games: int, seed: int, workers: int, module: str | None) -> dict[str, object]:
    """Play a match and return its result."""
    tournament = Tournament((goal.bot, goal.other), games, seed, module)
    began = time.monotonic()
    for _result in tournament.play(partial(play_all, workers=workers, limit=30)):
        done = len(tournament.results)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{goal.bot} against {goal.other}: {done} of {games} ")
    found, seconds = tournament.duel(goal.bot, goal.other), time.monotonic() - began
    step = reference_step()
    idle = IDLE_STEP / step
    met = goal.least <= found.interval.share <= goal.most
    met &= goal.mean_ms is None or found.mean_ms * idle <= goal.mean_ms
    met &= goal.p95_ms is None or found.p95_ms * idle <= goal.p95_ms
    return {
        "bot": goal.bot, "other": goal.other, "games": found.games, "share": found.interval.share,
        "low": found.interval.low, "high": found.interval.high, "goal": goal.least, "most": goal.most, "met": met,
        "mean_ms": found.mean_ms, "p95_ms": found.p95_ms, "worst_ms": found.worst_ms,
        "mean_score": found.mean_score, "forfeits": found.forfeits, "seconds": seconds,
        "step_ns": step * 1e9, "mean_ms_at_30_ns": found.mean_ms * idle, "p95_ms_at_30_ns": found.p95_ms * idle,
    }  # fmt: skip


@click.command()
@click.option("--share", default=1.0, help="Of the games that the goals ask for.")
@click.option("--only", multiple=True, metavar="BOT:OTHER", help="Only these rows.")
@click.option("--expansion", is_flag=True, help="Play with Legends & Travellers.")
@click.option("--seed", default=0)
@click.option("--workers", default=os.cpu_count() or 1)
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path))
def main(share: float, only: tuple[str, ...], expansion: bool, seed: int, workers: int, file: Path | None) -> None:
    """Print the table."""
    provenance = weights.provenance()
    click.echo(
        f"weights: {provenance['games']} games, {provenance['minutes']} minutes, {weights.SHIPPED.stat().st_size} bytes"
    )
    click.echo(
        "| | games | won | 95 % | goal | mean ms | p95 ms | worst ms | met | step, ns | at 30 ns: mean ms | p95 |"
    )
    click.echo("|---|---|---|---|---|---|---|---|---|---|---|---|")
    rows = []
    for goal in GOALS:
        if only and f"{goal.bot}:{goal.other}" not in only:
            continue
        each = row(goal, max(2, round(goal.games * share)), seed, workers, LEGENDS_TRAVELLERS if expansion else None)
        rows.append(each)
        cells = (
            f"{goal.bot} beats {goal.other}", each["games"], f"{each['share']:.2%}",
            f"{each['low']:.2%} - {each['high']:.2%}", f"{goal.least:.0%} to {goal.most:.0%}",
            *(f"{each[name]:.1f}" for name in ("mean_ms", "p95_ms", "worst_ms")), "yes" if each["met"] else "no",
            *(f"{each[name]:.1f}" for name in ("step_ns", "mean_ms_at_30_ns", "p95_ms_at_30_ns")),
        )  # fmt: skip
        click.echo(f"| {' | '.join(map(str, cells))} |")
        if file is not None:
            file.write_text(json.dumps({"weights": provenance, "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
