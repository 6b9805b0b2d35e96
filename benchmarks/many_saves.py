"""Timing of a large saves folder: `python benchmarks/many_saves.py [COUNT]`."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from naishi import Game
from naishi.saves import Saves, document
from naishi.tabletop import kind_of
from naishi_tui.app import NaishiApp
from naishi_tui.saved.saved_games import SavedGames

SEED = 7
HOUR = 3600


def timed(what: str, work: Callable[[], object]) -> None:
    """Print how long something takes, and how much of the processor: what counts where others use it, too."""
    began, used = time.perf_counter(), cpu()
    work()
    print(f"{what:<44}{time.perf_counter() - began:8.2f} s{cpu() - used:8.2f} s CPU", flush=True)


def cpu() -> float:
    """Return the seconds that the processor has worked for this process and those that it has started."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def fill(folder: Path, count: int) -> None:
    """Write games that ended, one in ten of them of Ninjato; the last one goes on."""
    game = Game.new(seed=SEED, players=("Aiko", "Bruno"))
    while game.turn is not None:
        game.play(game.legal_actions()[len(game.actions) % len(game.legal_actions())])
    other = kind_of("ninjato").new(("Aiko", "Bruno", "Chika"), seed=str(SEED))
    while other.awaited:
        other.play(other.view(other.awaited[0]).legal_actions[0])
    past = time.time() - HOUR
    for number in range(count):
        of = other if number % 10 == 0 else game
        path = folder / f"game{number}{document.SUFFIX}"
        path.write_bytes(document.write(of.document(), f"game{number}", *[datetime.fromtimestamp(past, UTC)] * 2))
        os.utime(path, (past, past))
    Saves(folder).create(Game.new(seed=SEED)).close()


def run(folder: Path, *arguments: str) -> None:
    """Run a command in a terminal to its end; print when it showed something first."""
    command = [sys.executable, "-m", "naishi", *arguments, "--saves", str(folder)]
    controller, terminal = os.openpty()
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        assert process.stdin is not None
        process.stdin.write(b"quit\n")
        process.stdin.close()
        first = 0.0
        with suppress(OSError):  # Linux says so that the other end is closed
            while os.read(controller, 65536):
                first = first or time.perf_counter() - began
    os.close(controller)
    print(f"{first:6.2f} s to the first letter of: naishi {' '.join(arguments)} ({process.returncode})")


async def in_the_app(folder: Path) -> None:
    """Open the list in the app; print when its first rows and its last ones were there."""
    app = NaishiApp(folder)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        began, used, first = time.perf_counter(), cpu(), ""
        app.simulate_key("l")
        while not (isinstance(app.screen, SavedGames) and app.screen.entries and app.screen.is_read):
            await asyncio.sleep(0.005)
            if not first and isinstance(app.screen, SavedGames) and app.screen.entries:
                first = f"{time.perf_counter() - began:.2f} s ({cpu() - used:.2f} s CPU)"
        print(f"list in the app: first rows {first}, all {time.perf_counter() - began:.2f} s")


def main(count: int) -> None:
    """Time what a player with many games waits for, before there is an index and with it."""
    folder = Path(tempfile.mkdtemp())
    try:
        fill(folder, count)
        print(f"{count} games")
        timed("the game played last, without an index", Saves(folder).latest)
        timed("the newest forty, without an index", lambda: [*islice(Saves(folder).newest(), 40)])
        timed("naishi saves, without an index", lambda: run(folder, "saves"))
        print(f"index: {sum(path.stat().st_size for path in folder.glob('.list-*')) / 1e6:.1f} MB")
        timed("the game played last", Saves(folder).latest)
        timed("home: what was played last", Saves(folder).last_played)
        timed("the whole list", Saves(folder).list)
        timed("naishi saves", lambda: run(folder, "saves"))
        timed("naishi stats, without an index", lambda: run(folder, "stats"))
        timed("naishi stats", lambda: run(folder, "stats"))
        timed("naishi resume --plain", lambda: run(folder, "resume", "--plain"))
        timed("list in the app", lambda: asyncio.run(in_the_app(folder)))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
