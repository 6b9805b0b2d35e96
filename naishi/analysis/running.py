"""Analysing beside the program, in processes of its own: the event loop stays free, and leaving off is at once."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from naishi.analysis.decisions import DEPTHS, Decision, decisions_of
from naishi.analysis.report import Analysis
from naishi.analysis.truth import Truth
from naishi.bots.executor import ONE_THREAD
from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.finished import check_finished
from naishi.game.game import Game

LONGEST_LINE = 1_000_000
"""In bytes, of what a process writes."""


class AnalysisRun:
    """An analysis under way.

    >>> run = AnalysisRun(game, "quick")                        # doctest: +SKIP
    >>> async for done in run.steps():                          # doctest: +SKIP
    ...     print(f"{done:.0%}")
    >>> run.analysis                                            # doctest: +SKIP
    """

    def __init__(self, game: Game, depth: str, *, workers: int = 1) -> None:
        """Prepare.

        Args:
            game: A finished game.
            depth: One of `DEPTHS`.
            workers: How many processes share the work.

        Raises:
            NaishiError: The game isn't over.
        """
        check_finished(game)
        self._game, self.depth = game, depth
        self.plies = decisions_of(game)
        self._workers = max(1, min(workers, len(self.plies)))  # one for what was true, even where nothing was decided
        self._truth: Truth | None = None
        self._found: dict[int, Decision] = {}

    @property
    def share(self) -> float:
        """The share that is done."""
        return (len(self._found) + (self._truth is not None)) / (len(self.plies) + 1)

    @property
    def analysis(self) -> Analysis:
        """What was found; complete once `steps` has ended."""
        assert self._truth is not None  # noqa: S101 - see `begun`
        found = tuple(self._found[ply] for ply in sorted(self._found))
        return Analysis.of(self._game, self.depth, self._truth, found)

    @property
    def begun(self) -> bool:
        """Whether there is something to show already."""
        return self._truth is not None

    async def steps(self) -> AsyncGenerator[float, None]:
        """Analyse; yield the share that is done, whenever it has grown. Closing the iterator ends the processes.

        Raises:
            NaishiError: The analysis failed.
        """
        lines: asyncio.Queue[bytes] = asyncio.Queue()
        processes: list[asyncio.subprocess.Process] = []
        readers: list[asyncio.Task[None]] = []
        try:
            for number in range(self._workers):
                processes.append(await _start(self._request(number)))
                readers.append(asyncio.create_task(_read(processes[-1], lines)))
            while self.share < 1:
                self._take(await lines.get())
                yield self.share
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    process.kill()
            await asyncio.gather(*readers, *(process.wait() for process in processes), return_exceptions=True)

    def _request(self, number: int) -> dict[str, object]:
        plies = self.plies[number :: self._workers]
        record = self._game.record.model_dump(mode="json")
        return {"record": record, "depth": DEPTHS[self.depth], "plies": plies, "truth": number == 0}

    def _take(self, line: bytes) -> None:
        answer: dict[str, Any] = json.loads(line) if line else {}
        if "truth" in answer:
            self._truth = Truth.model_validate(answer["truth"])
        elif "decision" in answer:
            decision = Decision.model_validate(answer["decision"])
            self._found[decision.ply] = decision
        else:
            raise NaishiError(str(answer.get("failure") or _("The analysis failed: its process ended.")))


async def _start(request: dict[str, object]) -> asyncio.subprocess.Process:
    """Start a process, in a session of its own, so that the signals of a terminal don't reach it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "naishi.analysis.worker",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True, limit=LONGEST_LINE,
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    process.stdin.write(json.dumps(request).encode() + b"\n")
    return process


async def _read(process: asyncio.subprocess.Process, lines: asyncio.Queue[bytes]) -> None:
    """Queue the lines of a process; an empty one if it ends before its work is done."""
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    while (line := await process.stdout.readline()) and json.loads(line) != {"done": True}:
        lines.put_nowait(line)
    if not line:
        lines.put_nowait(b"")
