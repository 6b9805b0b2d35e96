"""Pool of worker processes for arena games.

A bot that hangs or crashes its process loses that one game.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator

from naishi.bots.arena.games import GRACE, PAIRING, RESULT, Forfeit, Pairing, Result, forfeited
from naishi.common.worker_process import WorkerProcess

PATIENCE = 2.0
"""Seconds after a bot's time limit when its process is killed."""
START_UP = 60.0
"""The time limit, in seconds, for making a bot and loading its weights."""


def play_all(pairings: Iterable[Pairing], workers: int, limit: float) -> Iterator[Result]:
    """Play games in parallel; yield each result once, as it comes.

    Args:
        limit: The time limit of each decision, in seconds.
    """
    with asyncio.Runner() as runner:  # ends all processes with it
        results = _results(deque(pairings), workers, limit)
        while (result := runner.run(_next(results))) is not None:
            yield result


async def _next(results: AsyncIterator[Result]) -> Result | None:
    return await anext(results, None)


async def _results(waiting: deque[Pairing], workers: int, limit: float) -> AsyncIterator[Result]:
    games = len(waiting)
    found: asyncio.Queue[Result | Exception] = asyncio.Queue()
    tasks = [asyncio.create_task(_play_some(waiting, limit, found)) for _ in range(min(workers, games))]
    try:
        for _game in range(games):
            result = await found.get()
            if isinstance(result, Exception):
                raise result
            yield result
    except BaseException:
        for task in tasks:
            task.cancel()
        raise
    finally:
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play_some(waiting: deque[Pairing], limit: float, found: asyncio.Queue[Result | Exception]) -> None:
    """Play games in one process after another until none are waiting."""
    process: WorkerProcess | None = None
    try:
        while waiting:
            pairing = waiting.popleft()
            process = process or await WorkerProcess.start("naishi.bots.arena.worker")
            result = await _play(process, pairing, limit)
            if result.forfeit is not None and result.forfeit.detail in _LOST:
                await process.end()
                process = None
            found.put_nowait(result)
    except Exception as error:  # whoever waits for results must hear of it
        found.put_nowait(error)
    finally:
        if process is not None:
            await process.end()


_HANGS, _ENDED = "no answer", "the bot's process ended"
_LOST = {_HANGS, _ENDED}
"""Why a process can't be used any more."""


async def _play(process: WorkerProcess, pairing: Pairing, limit: float) -> Result:
    """Play a game in a process; if that hangs or ends, the bot that was thinking forfeits."""
    process.send({"pairing": PAIRING.dump_python(pairing, mode="json"), "limit": limit})
    seat, patience = 0, START_UP
    while True:
        try:
            message = await asyncio.wait_for(process.receive(), patience)
        except TimeoutError:
            return forfeited(pairing, Forfeit(seat, "clock", _HANGS))
        except (EOFError, OSError, ValueError):
            return forfeited(pairing, Forfeit(seat, "crash", _ENDED))
        if "result" in message:
            return RESULT.validate_python(message["result"])
        seat = message["thinking"]
        patience = START_UP if message["first"] else limit + GRACE + PATIENCE
