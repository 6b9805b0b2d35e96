"""Times of looking back: `python benchmarks/analysis.py`. Quick is meant for one core, deep for two.

With `--expansion`, those of a game with Legends & Travellers.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from naishi import LEGENDS_TRAVELLERS, Game, Options
from naishi.bots import Clock, make
from naishi.games.naishi.analysis.choices import CHOICES, weigh
from naishi.games.naishi.analysis.overview import overview
from naishi.games.naishi.analysis.running import AnalysisRun
from naishi.games.naishi.editor.replay import NaishiReplay, branch
from naishi.saves.document import SUFFIX, write

SEED = 4
BOUNDS = {"quick": 10.0, "deep": 120.0}
SAVES = 1000
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


def main() -> None:
    """Time what a player waits for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--expansion", action="store_true", help="with Legends & Travellers")
    game = played(Options(expansion=LEGENDS_TRAVELLERS if parser.parse_args().expansion else None))
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
