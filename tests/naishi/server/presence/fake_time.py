"""Deterministic event loop with simulated time, threadless database."""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from naishi.server import Database
from naishi.server.database.connection import StorageError, Worker

T = TypeVar("T")


class DeadlockError(AssertionError):
    """Everything waits, and nothing will ever happen again."""


class _Selector(selectors.SelectSelector):
    """Waits for nobody."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise DeadlockError
        self.now += max(0.0, timeout)
        return super().select(0)


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """As soon as nothing is left to do, it is the time of the next timer."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        """How late it is."""
        return self._clock.now


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run something on a loop of its own, without waiting for anything."""
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(main)


class RandomDatabase(Database):
    """Takes a random while for everything, in which others have their turn; now and then the disk refuses."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.chance = random.Random(0)
        self.refusals = 0
        """How many of the next writes are refused."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, after a while."""
        return await self._soon(self._reader, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function write, after a while, if the disk doesn't refuse."""
        return await self._soon(self._writer, work)

    async def guard(self) -> None:
        """Trust that nobody deletes the file here."""

    async def _soon(self, worker: Worker, work: Callable[[Connection], T]) -> T:
        async def take_a_while() -> None:
            for _turn in range(self.chance.randrange(3)):
                await asyncio.sleep(0)

        async def run() -> T:
            await take_a_while()
            if worker is self._writer and self.refusals:
                self.refusals -= 1
                raise StorageError("No space left on device")
            with worker.transaction() as connection:
                done = work(connection)
            await take_a_while()
            return done

        return await asyncio.shield(asyncio.get_running_loop().create_task(run()))
