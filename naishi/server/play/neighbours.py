"""Exchange of changes between a server's processes.

The row of a match and its revision are the truth. What is told says only where to look again, so that whatever was
missed is found by looking: at once when something was written, and all of it each few seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from contextvars import Context
from functools import partial
from itertools import count
from typing import Any, Protocol

from naishi.common.errors import NaishiError
from naishi.server.errors import StorageError
from naishi.server.play.presence import Elsewhere
from naishi.server.storage import sharing
from naishi.server.storage.sharing import Leases, Live

TOGETHER = 0.03
"""Seconds in which what comes is told together."""
BEAT = 2.0
"""Seconds between two notes that this process runs."""
PATIENCE = 8.0
"""Seconds without one after which a process counts as killed."""
EVERYTHING = 5
"""Beats between two looks at everything."""
KEPT = 60.0
"""Seconds for which a message is kept."""

_log = logging.getLogger(__name__)


class Place(Protocol):
    """What happens at a process, as far as others hear of it, and what has happened at others."""

    def present(self) -> Mapping[str, Mapping[str, Any]]:
        """Return who is here: a row of `live.present` by its key."""

    async def presence_changed_elsewhere(self, players: Collection[int], matches: Collection[str]) -> None:
        """Take note that players have come or gone elsewhere, and who is at some matches there."""

    async def changed_elsewhere(self, matches: Collection[str], *, tournaments: bool) -> None:
        """Look again at matches, and at tournaments."""

    async def sanctions_changed(self) -> None:
        """Look again whom the operator keeps out or has muted."""

    async def look_at_everything(self) -> None:
        """Look again at all that somebody here is at."""

    async def take_over(self) -> None:
        """Do what a process has left that was killed."""

    async def hear(self, kind: str, said: Mapping[str, Any]) -> None:
        """Hear what another process tells."""


class Neighbours:
    """Follows the other processes, for one event loop."""

    def __init__(self, live: Live, elsewhere: Elsewhere, place: Place) -> None:
        """Begin; nothing is told or heard before `join`.

        Args:
            live: What all processes have open.
            elsewhere: Is kept true.
            place: What goes on here.
        """
        self._live, self._elsewhere, self._place = live, elsewhere, place
        self._heard = 0
        self._numbers = count(1)
        self._said: list[tuple[int, str]] = []
        self._told: Mapping[str, Mapping[str, Any]] = {}
        self._news = asyncio.Event()
        elsewhere.leases, elsewhere.tell, elsewhere.somebody_moved = Leases(live), self.tell, self._news.set
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, replaces: str = "") -> None:
        """Be one of the processes from now on.

        Args:
            replaces: The name of one that has ended.

        Raises:
            StorageError: The live file can't be used.
        """
        begun = await self._live.write(lambda db: sharing.begin(db, self._live.process, self._live.now(), replaces))
        self._heard = begun.newest
        self._elsewhere.update(begun.present)
        loop = asyncio.get_running_loop()
        for work in (self._follow, self._tell_others, self._beat):
            self._tasks.append(loop.create_task(_always(work), name="other processes", context=Context()))

    async def leave(self) -> None:
        """Be none of them any more; others do what was to be done here."""
        if not await self.stop():
            return
        me = self._live.process
        with suppress(StorageError):
            await self._tell_now()
            await self._live.write(lambda db: sharing.end(db, me, me))

    async def stop(self) -> bool:
        """Follow the others no more and say nothing of it, as if killed; return whether they were followed."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return bool(tasks)

    def tell(self, kind: str, **said: object) -> None:
        """Tell the others something, a moment later."""
        self._said.append((next(self._numbers), json.dumps({"kind": kind, **said})))
        self._news.set()

    async def _follow(self) -> None:
        await self._live.changed()
        await self._hear()

    async def _hear(self) -> None:
        heard = await self._live.read(partial(sharing.hear, me=self._live.process, after=self._heard))
        self._heard = heard.newest
        if heard.present:
            await self._place.presence_changed_elsewhere(*self._elsewhere.update(heard.present))
        for kind, said in heard.said:
            with suppress(NaishiError):  # the database can't be read now: what it is about is looked at later
                await self._place.hear(kind, said)
        matches = [topic.partition(" ")[2] for topic in heard.topics if topic.startswith("match ")]
        if "sanctions" in heard.topics:
            await self._place.sanctions_changed()
        if heard.topics:
            await self._place.changed_elsewhere(matches, tournaments="tournaments" in heard.topics)

    async def _tell_others(self) -> None:
        await self._news.wait()
        await self._tell_now()
        await asyncio.sleep(TOGETHER)

    async def _tell_now(self) -> None:
        self._news.clear()
        said, self._said = self._said, []
        here = self._place.present()
        rows = [{**row, "key": key} for key, row in here.items() if self._told.get(key) != row]
        absent = self._told.keys() - here.keys()
        if not (said or rows or absent):
            return
        until, me = self._live.now() + KEPT, self._live.process
        try:
            await self._live.write(lambda db: sharing.tell(db, me, said, until, rows, absent))
        except StorageError:
            self._said = said + self._said
            self._news.set()
            raise
        self._told = here

    async def _beat(self) -> None:
        for beat in range(EVERYTHING):
            me, now, watched = self._live.process, self._live.now(), self._live.unchanged
            ended, known = await self._live.write(lambda db: sharing.beat(db, me, now, PATIENCE, watched))  # noqa: B023
            if not known:
                self._told = {}
                self._news.set()
            if ended:
                _log.warning("another process has ended: %s", ", ".join(ended))
                await self._take_over(ended)
            if beat == 0:
                await self._place.look_at_everything()
            await asyncio.sleep(BEAT)

    async def _take_over(self, ended: Collection[str]) -> None:
        gone: Mapping[str, tuple[()]] = dict.fromkeys(ended, ())
        await self._place.presence_changed_elsewhere(*self._elsewhere.update(gone))
        await self._place.take_over()


async def _always(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something again and again, whatever goes wrong with it once."""
    while True:
        try:
            await work()
        except NaishiError:  # the log has it
            await asyncio.sleep(BEAT / 2)
        except Exception:
            _log.exception("what other processes do could not be followed")
            await asyncio.sleep(BEAT / 2)
