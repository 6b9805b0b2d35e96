"""Analyses, exercises and solved lessons of players."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Select, and_, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.login import Login
from naishi.server.database.database import Database
from naishi.server.database.schema import analyses, exercises, matches, results, solved

_OF_PLAYER = select(solved.c.task).where(solved.c.player == bindparam("player"))
_ADD_SOLVED = insert_or(solved).on_conflict_do_nothing()


class SolvedTasks:
    """The solved lessons and puzzles in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> Collection[str]:
        return await self._database.read(lambda db: set(db.execute(_OF_PLAYER, {"player": player}).scalars()))

    async def add(self, player: int, tasks: Iterable[str]) -> None:
        rows = [{"player": player, "task": task} for task in tasks]
        await self._database.write(lambda db: db.execute(_ADD_SOLVED, rows))


class KeptProgress:
    """The solved exercises of whoever a visitor is now. Without an account they are known until the visit ends."""

    def __init__(self, solved: SolvedTasks, login: Login) -> None:
        self._stored, self._login = solved, login
        self._account = login.account
        self._solved: set[str] = set()

    @property
    def solved(self) -> Collection[str]:
        """The ids of the exercises, as known since `load`."""
        return self._solved

    async def load(self) -> None:
        """Read what the account has; what was solved before there was one goes to it."""
        before, self._account = self._account, self._login.account
        if before.stored and before.id != self._account.id:
            self._solved = set()
        if self._account.stored:
            known = await self._stored.of(self._account.id)
            if new := self._solved - set(known):
                await self._stored.add(self._account.id, new)
            self._solved |= set(known)

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved.

        Raises SaveNotWrittenError: it couldn't be stored; it is known until the visit ends.
        """
        self._solved.add(exercise)
        await self.load()


AT_ONCE = 10
"""How many exercises are listed at a time: each is a game, and takes a moment to be read."""
LAST = 12
"""How many analyses statistics tell of."""
LARGEST = 2_000_000
"""In bytes, of an analysis. That of a long game has about 60,000."""

_KEPT = select(analyses.c.document).where(analyses.c.match == bindparam("match"))
_NEWEST = (
    select(analyses.c.match, analyses.c.document)
    .join(results, results.c.match == analyses.c.match)
    .where(results.c.player == bindparam("player"))
    .order_by(results.c.ended_at.desc())
    .limit(LAST)
)
_KEEP = insert_or(analyses)
_REPLACE = _KEEP.on_conflict_do_update(index_elements=["match"], set_={"document": _KEEP.excluded.document})
_ADD = insert_or(exercises).on_conflict_do_nothing()
_DUE = (
    select(*exercises.c, matches.c.record)
    .join(matches, matches.c.id == exercises.c.match)
    .where(exercises.c.player == bindparam("player"), exercises.c.due <= bindparam("today"))
    .order_by(exercises.c.due, exercises.c.match, exercises.c.ply)
    .limit(AT_ONCE)
)
_DUE_OF_MATCH = _DUE.where(exercises.c.match == bindparam("match"))
_ANSWER = update(exercises).where(
    and_(
        exercises.c.player == bindparam("the_player"),
        exercises.c.match == bindparam("the_match"),
        exercises.c.ply == bindparam("the_ply"),
    )
)


class KeptExercise(NamedTuple):
    """A mistake as it is kept."""

    match: str
    ply: int
    decision: str
    """In JSON."""
    box: int
    due: date
    record: str
    """The whole match, in JSON."""


class Learning:
    """Analyses and exercises in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def analysis(self, match: str) -> bytes | None:
        """Return the analysis of a match, in JSON; None where there is none."""

        def read(db: Connection) -> bytes | None:
            document = db.execute(_KEPT, {"match": match}).scalar()
            return None if document is None else _unpacked(document)

        return await self._database.read(read)

    async def newest_analyses(self, player: int) -> Sequence[tuple[str, bytes]]:
        """Return those of a player's matches that ended last and were analysed: the match, and the analysis in JSON."""

        def read(db: Connection) -> list[tuple[str, bytes]]:
            return [(row.match, _unpacked(row.document)) for row in db.execute(_NEWEST, {"player": player})]

        return await self._database.read(read)

    async def keep_analysis(self, match: str, document: bytes) -> None:
        values = {"match": match, "document": zlib.compress(document)}
        await self._database.write(lambda db: db.execute(_REPLACE, values))

    async def add(self, player: int, match: str, decisions: Sequence[tuple[int, str]], today: date) -> None:
        """Add mistakes of a player in a match; those that are known stay as they are."""
        rows = [
            {"player": player, "match": match, "ply": ply, "decision": decision, "box": 0, "due": today.isoformat()}
            for ply, decision in decisions
        ]
        if rows:
            await self._database.write(lambda db: db.execute(_ADD, rows))

    async def due(self, player: int, today: date, match: str | None = None) -> Sequence[KeptExercise]:
        """Return some of a player's exercises that are to be solved now, the longest due first.

        Args:
            match: Only those of this match; None for all.
        """
        statement: Select[tuple[object, ...]] = _DUE if match is None else _DUE_OF_MATCH
        asked = {"player": player, "today": today.isoformat(), "match": match}

        def read(db: Connection) -> list[KeptExercise]:
            return [
                KeptExercise(row.match, row.ply, row.decision, row.box, date.fromisoformat(row.due), row.record)
                for row in db.execute(statement, asked)
            ]

        return await self._database.read(read)

    async def answer(self, player: int, match: str, ply: int, box: int, due: date | None) -> None:
        """Put an exercise where it comes again; without a day, it is done with."""
        which = {"the_player": player, "the_match": match, "the_ply": ply}
        values = {"box": box, "due": None if due is None else due.isoformat()}
        await self._database.write(lambda db: db.execute(_ANSWER.values(values), which))


def _unpacked(document: bytes) -> bytes:
    return zlib.decompressobj().decompress(document, LARGEST)


T = TypeVar("T")


class Turn:
    """Someone's place in the queue."""

    def __init__(self, player: int, terminal: object) -> None:
        self.player, self.terminal = player, terminal
        self.ahead = 0
        """How many others have to end before this one may begin."""
        self.moved, self.left = asyncio.Event(), asyncio.Event()
        """Set when `ahead` has changed, and when the terminal is gone."""

    async def unless_left(self, work: Awaitable[T]) -> T:
        """Wait for something, but no longer than the terminal is there. Raises NaishiError: it is gone."""
        task, left = asyncio.ensure_future(work), asyncio.ensure_future(self.left.wait())
        try:
            await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                raise NaishiError(_("The analysis was stopped."))
            return await task
        finally:
            task.cancel()
            left.cancel()
            await asyncio.gather(task, left, return_exceptions=True)

    async def wait(self) -> AsyncIterator[int]:
        """Yield how many are ahead, now and whenever that has changed, until nobody is."""
        while self.ahead:
            self.moved.clear()
            yield self.ahead
            await self.unless_left(self.moved.wait())


class AnalysisQueue:
    """Bounds how much of the machine analyses take, and lets in first who came first.

    Nobody can be in it twice, so that no player has to wait for all that another one wants.

    Args:
        at_once: How many processes may analyse; 0 where this place has no analyses.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._turns: list[Turn] = []
        """Of those who analyse, and after them of those who wait."""

    @asynccontextmanager
    async def turn(self, player: int, terminal: object) -> AsyncIterator[Turn]:
        """Take a place, and leave it at the end of the block. It may begin once nobody is ahead.

        Args:
            terminal: At which terminal; see `leave`.

        Raises:
            NaishiError: There are no analyses here, or the player has a place already.
        """
        self.check(player)
        turn = Turn(player, terminal)
        self._turns.append(turn)
        self._move_up()
        try:
            yield turn
        finally:
            self._turns.remove(turn)
            self._move_up()

    def check(self, player: int) -> None:
        """Make sure that someone may take a place.

        Raises NaishiError: there are no analyses here, or the player has a place already.
        """
        if not self._at_once:
            raise NaishiError(_("This server makes no analyses."))
        if any(turn.player == player for turn in self._turns):
            raise NaishiError(_("An analysis of yours is under way already: one at a time."))

    def leave(self, terminal: object) -> None:
        for turn in self._turns:
            if turn.terminal is terminal:
                turn.left.set()

    def _move_up(self) -> None:
        for place, turn in enumerate(self._turns):
            ahead = max(0, place - self._at_once + 1)
            if ahead != turn.ahead:
                turn.ahead = ahead
                turn.moved.set()
