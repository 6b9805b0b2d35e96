"""Executor of bots in worker processes.

A process that serves several terminals never thinks itself.

A worker is a child process that reads requests and writes answers, one JSON document a line (see
`naishi.bots.worker`). It gets the view of the bot's seat and nothing else of the game.
"""

import asyncio
import itertools
import os
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from naishi.bots.registry import THINKING_TIME
from naishi.common.i18n import BotFailedError, _, language
from naishi.common.worker_process import WorkerProcess
from naishi.tabletop.kinds import kind_of

GRACE = 2.0
"""Seconds after its thinking time until the process of a bot that ignores its clock is killed."""
START_UP = 30.0
"""Seconds that a new process has to start."""
STOPPING_TIME = 0.5
"""Seconds that a bot whose choice was cancelled has to stop before its process is killed."""
WORKER = "naishi.bots.worker"
"""The module that a process runs."""


@dataclass(eq=False)
class _Job:
    key: Hashable
    request: dict[str, object]
    answer: asyncio.Future[dict[str, Any]]


class ProcessExecutor:
    """Runs the bots of many sessions in a few processes, in fair turns.

    Every choice belongs to a key, such as the player or the session that waits for it. When a process is free, the next
    choice is one whose key has the fewest choices running, so nobody waits for all the bots of someone else. A choice
    is cancelled by cancelling the call; its process is free again at once, or is killed.

    Processes start when they are first needed. They know the built-in bots, those of installed packages and
    `module:Class` names, not those that were only registered in this process.
    """

    def __init__(
        self, processes: int | None = None, *, thinking_time: float = THINKING_TIME, grace: float = GRACE
    ) -> None:
        self._free = processes or max(1, (os.cpu_count() or 2) - 1)
        self._thinking_time, self._grace = thinking_time, grace
        self._idle: list[_Worker] = []
        self._waiting: dict[Hashable, deque[_Job]] = {}
        self._running: Counter[Hashable] = Counter()
        self._served: dict[Hashable, int] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    def of(self, key: Hashable) -> "KeyedExecutor":
        return KeyedExecutor(self, key)

    async def choose(self, game: str, kind: str, seed: int, view: Any, *, key: Hashable = None) -> Any:
        """See `BotExecutor.choose`. All choices without a key belong together."""
        if self._closed:
            raise BotFailedError(_("Its process was shut down."))
        request = {
            "game": game, "kind": kind, "seed": seed, "seconds": self._thinking_time,
            "view": view.model_dump(mode="json"), "language": language(),
        }  # fmt: skip
        job = _Job(key, request, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(key, deque()).append(job)
        self._start_waiting()
        answer = await job.answer
        if "failure" in answer:
            raise BotFailedError(str(answer["failure"]))
        return kind_of(game).action(answer["action"])

    async def close(self) -> None:
        """End all processes. Choices that are running or waiting fail."""
        self._closed = True
        for job in itertools.chain.from_iterable(self._waiting.values()):
            _fail(job, _("Its process was shut down."))
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._idle))
        self._idle.clear()

    def _start_waiting(self) -> None:
        while self._free and (job := self._next()):
            self._free -= 1
            self._running[job.key] += 1
            self._served[job.key] = next(self._numbers)
            task = asyncio.create_task(self._run(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> _Job | None:
        """Take the next job of the key with the fewest running; among several, of the one served longest ago."""
        for key in sorted(self._waiting, key=lambda key: (self._running[key], self._served.get(key, 0))):
            jobs = self._waiting.pop(key)
            job = jobs.popleft()
            if jobs:
                self._waiting[key] = jobs
            if not job.answer.done():
                return job
        return self._next() if self._waiting else None

    async def _run(self, job: _Job) -> None:
        worker: _Worker | None = None
        try:
            worker = await self._worker()
            if job.answer.done():
                return
            answer = await worker.ask(job.request, job.answer, self._thinking_time + self._grace)
            if answer is None:
                _fail(job, _("It took too long."))
            elif not job.answer.done():
                job.answer.set_result(answer)
        except (OSError, EOFError, ValueError):
            _fail(job, _("Its process ended."))
        except BaseException:  # whoever waits for the choice is answered, whatever it was
            _fail(job, _("Its process was shut down."))
            raise
        finally:
            if worker is not None:
                if worker.ready and not self._closed:
                    self._idle.append(worker)
                else:
                    await worker.end()
            self._free += 1
            self._running[job.key] -= 1
            if not self._running[job.key] and job.key not in self._waiting:
                del self._running[job.key], self._served[job.key]
            self._start_waiting()

    async def _worker(self) -> "_Worker":
        """Return a process that waits. Raises EOFError: it ended at once; TimeoutError: it did not start in time."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            await worker.end()
        worker = await _Worker.start(WORKER)
        try:
            await asyncio.wait_for(worker.receive(), START_UP)
        except BaseException:
            await worker.end()
            raise
        return worker


class KeyedExecutor(NamedTuple):
    """A `ProcessExecutor` as one session sees it."""

    executor: ProcessExecutor
    key: Hashable

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        return await self.executor.choose(game, kind, seed, view, key=self.key)


class _Worker(WorkerProcess):
    """A process that runs one bot at a time."""

    ready = True
    """Whether it waits for a request."""

    async def ask(
        self, request: dict[str, object], cancelled: asyncio.Future[Any], limit: float
    ) -> dict[str, Any] | None:
        """Send a request and return the answer; None if it takes longer than the limit.

        Args:
            cancelled: Done early if nobody waits for the answer any more; then an answer has `STOPPING_TIME` left.

        Raises:
            EOFError: The process has ended.
        """
        self.ready = False
        self.send(request)
        answer = asyncio.ensure_future(self.receive())
        try:
            await asyncio.wait({answer, cancelled}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if cancelled.done() and not answer.done():
                self.send({"cancel": True})
                await asyncio.wait({answer}, timeout=STOPPING_TIME)
            if not answer.done():
                return None
            found = answer.result()
        finally:
            answer.cancel()
        self.ready = True
        return found


def _fail(job: _Job, reason: str) -> None:
    if not job.answer.done():
        job.answer.set_result({"failure": reason})
