"""Analysis times: `python benchmarks/analysis.py`.

Quick is meant for one core, deep for two.

With `--expansion`, those of a game with Legends & Travellers. With `--games N`, the processor time of quick analyses of
N new games of each kind between levels, each in a process of its own that knows nothing yet; with `--against FOLDER`
those of another version of the program too, by turns. On a machine in other use their ratio is what to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from reference import CALIBRATION_STEPS, IDLE_STEP, calibrate

from naishi import LEGENDS_TRAVELLERS, Game, Options
from naishi.bots import ONE_THREAD, Clock, make
from naishi.games.naishi.analysis.choices import CHOICES, weigh
from naishi.games.naishi.analysis.exercises import AnalysisRun
from naishi.games.naishi.analysis.statistics import overview
from naishi.games.naishi.editor.replay import NaishiReplay, branch
from naishi.saves.document import SUFFIX, write

SEED = 4
BOUNDS = {"quick": 10.0, "deep": 120.0}
SAVES = 1000
LEVELS = ("strong", "strong"), ("intermediate", "beginner")
WORKERS = {"quick": 1, "deep": 2}


def played(options: Options) -> Game:
    """Return a finished game of two quick bots: the longest kind."""
    game = Game.new(SEED, options=options)
    bots = make("quick", 1), make("quick", 2)
    while (turn := game.turn) is not None:
        game.play(bots[turn].choose(game.view(turn), Clock()))
    return game


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def replay_steps(game: Game) -> float:
    """Return the longest of all steps through a replay, there and back, in milliseconds."""
    replay = NaishiReplay(game)

    def look(ply: int) -> None:
        replay.go(ply)
        assert replay.view

    return max(milliseconds(lambda ply=ply: look(ply)) for ply in (*range(len(game.actions) + 1), 0))  # type: ignore[misc]


def first_statistics(game: Game, count: int) -> tuple[float, float]:
    """Return how long the statistics of so many saves take the first time, and the processor, in milliseconds."""
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            (Path(name) / f"game{number}{SUFFIX}").write_bytes(write(game.document(), f"game{number}", now, now))
        before = time.process_time()
        took = milliseconds(lambda: overview(Path(name)))
        return took, (time.process_time() - before) * 1000


def weighed(game: Game, depth: str) -> float:
    """Return how long the best actions in the middle of a game take, as the position editor shows them, in seconds."""
    moment = game.at(20)
    assert moment.turn is not None
    view = moment.view(moment.turn)
    return milliseconds(lambda: weigh(view, CHOICES[depth])) / 1000


async def analysed(game: Game, depth: str) -> tuple[float, float, float]:
    """Return after how many seconds the first result came, and the last; and the seconds of the processor."""
    began, first, before = time.perf_counter(), 0.0, resource.getrusage(resource.RUSAGE_CHILDREN)
    async for _share in AnalysisRun(game, depth, workers=WORKERS[depth]).steps():
        first = first or time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return first, time.perf_counter() - began, busy


def of_levels(number: int, kinds: tuple[str, str], options: Options) -> Game:
    """Return a finished game between two levels."""
    game = Game.new(f"analysis/{number}", options=options)
    bots = [make(kind, seat) for seat, kind in enumerate(kinds)]
    while (turn := game.turn) is not None:
        game.play(bots[turn].choose(game.view(turn), Clock()))
    return game


def cold(game: Game, source: Path) -> tuple[float, int]:
    """Return how many steps of the reference a quick analysis of a game takes, and how many decisions it has.

    Args:
        game: The game.
        source: Where the program is that analyses.
    """
    began = time.process_time()
    calibrate()
    step = (time.process_time() - began) / CALIBRATION_STEPS
    script = (
        "import json, sys; from naishi.games.naishi.analysis.decisions import DEPTHS, decisions_of; "
        "from naishi import Game; from naishi.games.naishi.game.record import GameRecord; "
        "record = json.load(sys.stdin); plies = decisions_of(Game(GameRecord.model_validate(record))); "
        "print(json.dumps({'record': record, 'depth': DEPTHS['quick'], 'plies': plies, 'truth': True, 'nice': 0}))"
    )
    environment = os.environ | ONE_THREAD | {"PYTHONPATH": str(source)}
    run = partial(subprocess.run, env=environment, check=True, capture_output=True, text=True, cwd=source)
    request = run([sys.executable, "-c", script], input=game.record.model_dump_json()).stdout
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = run([sys.executable, "-m", "naishi.games.naishi.analysis.worker"], input=request).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert '"done"' in answer, answer
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent / step, len(json.loads(request)["plies"])


def compare(games: int, against: Path | None) -> None:
    """Print what quick analyses of new games cost, and with another version."""
    here = Path(__file__).parents[1]
    for expansion in (None, LEGENDS_TRAVELLERS):
        for kinds in LEVELS:
            played = [of_levels(number, kinds, Options(expansion=expansion)) for number in range(games)]
            found = [[cold(game, source) for source in (here, against) if source is not None] for game in played]
            now = np.array([each[0][0] for each in found]) * IDLE_STEP
            decisions = np.mean([each[0][1] for each in found])
            kind = f"{'expansion' if expansion else 'base game'}, {' v '.join(kinds)}"
            print(f"{kind}: {now.mean():.1f} s of the processor at 30 ns a reference step, p95 "
                  f"{np.percentile(now, 95):.1f}, most {now.max():.1f}; {games} games of {decisions:.0f} decisions",
                  flush=True)  # fmt: skip
            if against is not None:
                other = np.array([each[1][0] for each in found]) * IDLE_STEP
                print(f"  the other version {other.mean():.1f} s, p95 {np.percentile(other, 95):.1f}; "
                      f"this one takes {now.sum() / other.sum():.2f} of it", flush=True)  # fmt: skip


def main() -> None:
    """Time what a player waits for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--expansion", action="store_true", help="with Legends & Travellers")
    parser.add_argument("--games", type=int, default=0, help="how many new games of each kind are analysed quickly")
    parser.add_argument("--against", type=Path, help="the folder of another version of the program")
    arguments = parser.parse_args()
    if arguments.games:
        compare(arguments.games, arguments.against)
        return
    game = played(Options(expansion=LEGENDS_TRAVELLERS if arguments.expansion else None))
    print(f"a game of {len(game.actions)} actions")
    print(f"replay: the longest step   {replay_steps(game):8.3f} ms, at most 16")
    print(f"a new game from its middle {milliseconds(lambda: branch(game.at(20), game.players, unknown_to=0)):8.3f} ms")
    took, busy = first_statistics(game, SAVES)
    print(f"statistics of {SAVES} saves  {took:8.1f} ms the first time, at most 1000; {busy:.0f} ms of the processor")
    for depth in CHOICES:
        print(f"{depth:5} best actions at one moment  {weighed(game, depth):6.2f} s")
    for depth, bound in BOUNDS.items():
        first, last, busy = asyncio.run(analysed(game, depth))
        print(f"{depth:5} analysis: first result {first:6.2f} s, at most 1; all {last:6.2f} s, at most {bound:.0f}; "
              f"{busy:6.2f} s of the processor")  # fmt: skip


if __name__ == "__main__":
    main()
