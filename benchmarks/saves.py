"""Times of the folder of saves: `python benchmarks/saves.py`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from naishi import Game
from naishi.saves import Saves, document

SEED = 7
GAMES = 200


def best_of(times: int, work: Callable[[], object]) -> float:
    """Return the shortest time of several, in milliseconds."""

    def once() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return min(once() for _time in range(times)) * 1000


def main() -> None:
    """Time what a player waits for."""
    game = Game.new(seed=SEED)
    while game.turn is not None:
        game.play(game.legal_actions()[len(game.actions) % len(game.legal_actions())])
    now = datetime.now(UTC)
    content = document.write(game.document(), "bench", now, now)
    print(f"a game of {len(game.actions)} actions, {len(content)} bytes")
    print(f"write its document  {best_of(50, lambda: document.write(game.document(), 'bench', now, now)):8.3f} ms")
    print(f"read and replay it  {best_of(50, lambda: document.read(content)):8.3f} ms")
    with tempfile.TemporaryDirectory() as name:
        saves = Saves(Path(name))
        with saves.create(Game.new(seed=SEED)) as opened:

            def play() -> None:
                opened.game.play(game.actions[len(opened.game.actions)])
                opened.save()

            def undo() -> None:
                opened.game.undo()
                opened.save()

            print(f"play one action     {best_of(len(game.actions), play):8.3f} ms, with two fsync")
            print(f"undo one action     {best_of(len(game.actions), undo):8.3f} ms, with two fsync")
        print(f"open and close it   {best_of(20, lambda: saves.open(opened.id).close()):8.3f} ms")
        for number in range(GAMES):
            path = saves.folder / f"game{number}.naishi.json"
            path.write_bytes(document.write(game.document(), f"game{number}", now, now))
        print(f"list {GAMES} games      {best_of(5, saves.list):8.3f} ms")


if __name__ == "__main__":
    main()
