"""Play games in worker processes. A bot that hangs or crashes its process loses that one game."""

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
from naishi.common.numpy_threads import ONE_THREAD

PATIENCE = 2.0
"""Seconds after a bot's time limit when its process is killed."""
START_UP = 60.0
"""The time limit, in seconds, for making a bot and loading its weights."""


class _Thinking(NamedTuple):
    """A worker's message that a bot starts to think."""

    seat: int
    first: bool


class _Worker:
    """A worker process and its current game."""

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
        """Start a game in the process."""
        self.pairing, self.seat = pairing, 0
        self.deadline = time.monotonic() + START_UP
        self.pipe.send(pairing)

    def receive(self) -> Result | None:
        """Read a message of the process; return the result if it is one.

        Raises:
            EOFError: The process has ended.
        """
        message = self.pipe.recv()
        if isinstance(message, _Thinking):
            self.seat = message.seat
            self.deadline = time.monotonic() + (START_UP if message.first else self.limit + GRACE + PATIENCE)
            return None
        assert isinstance(message, Result)  # noqa: S101 - nothing else is sent
        self.pairing = None
        return message

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _one_thread:  # noqa: N801 - a context manager, used like a function
    """Makes NumPy use one thread in processes started in this context: the games already run in parallel."""

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in ONE_THREAD}
        os.environ.update(ONE_THREAD)

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def play_all(pairings: Iterable[Pairing], workers: int, limit: float) -> Iterator[Result]:
    """Play games in parallel; yield each result once, as it comes.

    Args:
        pairings: The games.
        workers: The number of processes.
        limit: The time limit of each decision, in seconds.
    """
    waiting = deque(pairings)
    team = [_Worker(limit) for _ in range(min(workers, len(waiting)))]
    try:
        for worker in team:
            worker.begin(waiting.popleft())
        while busy := {worker.pipe: worker for worker in team if worker.pairing}:
            soonest = min(worker.deadline for worker in busy.values())
            ready = [busy[pipe] for pipe in wait(busy, max(0.0, soonest - time.monotonic())) if pipe in busy]
            for worker in ready or _late(busy.values()):
                result = _result_of(worker, late=not ready)
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
    """Replace a process that hangs or has ended."""
    worker.end()
    another = team[team.index(worker)] = _Worker(worker.limit)
    return another


def _late(workers: Iterable[_Worker]) -> list[_Worker]:
    now = time.monotonic()
    return [worker for worker in workers if worker.deadline <= now]


def _result_of(worker: _Worker, *, late: bool) -> Result | None:
    """Return a worker's result, if it has one; if it hangs or has ended, the bot that was thinking forfeits."""
    assert worker.pairing is not None  # noqa: S101 - only busy workers are asked
    if late:
        return forfeited(worker.pairing, Forfeit(worker.seat, "clock", "no answer"))
    try:
        return worker.receive()
    except (EOFError, OSError):
        return forfeited(worker.pairing, Forfeit(worker.seat, "crash", "the bot's process ended"))


def _work(pipe: Connection, limit: float) -> None:
    """Play the games that come through the pipe, until it closes."""
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
