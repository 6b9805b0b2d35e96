"""Processes that play games. A bot that hangs or takes its process down loses its game, and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from naishi.bots.arena.games import GRACE, Forfeit, Pairing, Result, forfeited, play

PATIENCE = 2.0
"""Seconds beyond a bot's clock after which its process is ended."""
START_UP = 60.0
"""Seconds that a bot may take to be made, its weights loaded."""


class _Thinking(NamedTuple):
    """A worker's word that a bot begins to think."""

    seat: int
    first: bool


class _Worker:
    """A process, and what it is at."""

    def __init__(self, limit: float) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, limit), daemon=True)
        with _one_thread():
            self.process.start()
        theirs.close()
        self.limit = limit
        self.pairing: Pairing | None = None
        self.seat = 0
        self.deadline = 0.0

    def begin(self, pairing: Pairing) -> None:
        """Give the process a game."""
        self.pairing, self.seat = pairing, 0
        self.deadline = time.monotonic() + START_UP
        self.pipe.send(pairing)

    def heard(self) -> Result | None:
        """Read what the process says; a result, once it has one.

        Raises:
            EOFError: The process is no more.
        """
        word = self.pipe.recv()
        if isinstance(word, _Thinking):
            self.seat = word.seat
            self.deadline = time.monotonic() + (START_UP if word.first else self.limit + GRACE + PATIENCE)
            return None
        assert isinstance(word, Result)  # noqa: S101 - nothing else is sent
        self.pairing = None
        return word

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _one_thread:  # noqa: N801 - reads as a clause
    """Let processes that are started meanwhile compute in one thread each: the games are what runs side by side."""

    _NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in self._NAMES}
        os.environ.update(dict.fromkeys(self._NAMES, "1"))

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def play_all(pairings: Iterable[Pairing], workers: int, limit: float) -> Iterator[Result]:
    """Play games side by side; yield each result once, as it comes.

    Args:
        pairings: The games.
        workers: How many processes play.
        limit: How many seconds a bot may think over each decision.
    """
    waiting = deque(pairings)
    team = [_Worker(limit) for _ in range(min(workers, len(waiting)))]
    try:
        for worker in team:
            worker.begin(waiting.popleft())
        while busy := {worker.pipe: worker for worker in team if worker.pairing}:
            soonest = min(worker.deadline for worker in busy.values())
            heard = [busy[pipe] for pipe in wait(busy, max(0.0, soonest - time.monotonic())) if pipe in busy]
            for worker in heard or _late(busy.values()):
                result = _answer(worker, late=not heard)
                if result is None:
                    continue
                yield result
                after = worker if worker.pairing is None else _replaced(team, worker)
                if waiting:
                    after.begin(waiting.popleft())
    finally:
        for worker in team:
            worker.end()


def _replaced(team: list[_Worker], worker: _Worker) -> _Worker:
    """Put another process in the place of one that hangs or is gone."""
    worker.end()
    another = team[team.index(worker)] = _Worker(worker.limit)
    return another


def _late(workers: Iterable[_Worker]) -> list[_Worker]:
    now = time.monotonic()
    return [worker for worker in workers if worker.deadline <= now]


def _answer(worker: _Worker, *, late: bool) -> Result | None:
    """Hear a worker out; where it hangs or is gone, the bot that was thinking has lost."""
    assert worker.pairing is not None  # noqa: S101 - only busy workers are asked
    if late:
        return forfeited(worker.pairing, Forfeit(worker.seat, "clock", "no answer"))
    try:
        return worker.heard()
    except (EOFError, OSError):
        return forfeited(worker.pairing, Forfeit(worker.seat, "crash", "the bot's process ended"))


def _work(pipe: Connection, limit: float) -> None:
    """Play the games that come down the pipe, until it closes."""
    try:
        while True:
            pairing: Pairing = pipe.recv()
            made = 0

            def thinking(seat: int) -> None:
                nonlocal made
                made += 1
                pipe.send(_Thinking(seat, first=made <= 4))  # both bots are made, and both give for the first time

            pipe.send(play(pairing, limit, thinking))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return
