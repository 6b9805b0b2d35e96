"""State shared by a server's running processes."""

import json
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.connection import StorageError, Worker

T = TypeVar("T")

metadata = sa.MetaData()

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("process", sa.String, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
"""Those that run, and when each was known to do so last."""

touched = sa.Table(
    "touched",
    metadata,
    sa.Column("topic", sa.String, primary_key=True),
    sa.Column("process", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("said", sa.Text),
    sa.Column("until", sa.Float),
    sa.Index("touched_by_number", "number"),
)
"""What was changed last by which process, in the order of the numbers.

A message has `said`, and is kept only for a moment.
"""

newest = sa.Table("newest", metadata, sa.Column("number", sa.Integer, primary_key=True))
"""One row: the number of what was changed last."""

present = sa.Table(
    "present",
    metadata,
    sa.Column("process", sa.String, primary_key=True),
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("player", sa.Integer),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("guest", sa.Boolean, nullable=False),
    sa.Column("plays", sa.Boolean, nullable=False),
    sa.Column("match", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("address", sa.String, nullable=False),
)
"""Who is at which process: a row for each player, for each terminal at a match, and for each address."""

counts = sa.Table(
    "counts",
    metadata,
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("who", sa.String, primary_key=True),
    sa.Column("amount", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""How much someone may still take, or how often they were wrong, and when that was."""

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("process", sa.String, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""What only one process does at a time, such as thinking for a bot, and until when it may take, by its own clock."""

words = sa.Table(
    "words",
    metadata,
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("word", sa.String, primary_key=True),
    sa.Column("value", sa.String, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Hashes of words that are good once, and what for."""

ways = sa.Table(
    "ways",
    metadata,
    sa.Column("player", sa.Integer, primary_key=True),
    sa.Column("way", sa.String, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
"""By which keys and from which addresses players have come, as hashes."""

TOPICS = {
    "matches": "'match ' || {row}.id",
    "seats": "'match ' || {row}.\"match\"",
    "challenges": "'match ' || {row}.\"match\"",
    "plans": "'match ' || {row}.\"match\"",
    "bans": "'sanctions'",
    "silences": "'sanctions'",
    "former_names": "'sanctions'",
    "tournaments": "'tournaments'",
    "tournament_players": "'tournaments'",
    "tournament_games": "'tournaments'",
}
"""For each table of the database, what others are told has changed."""


class Unchanged:
    """How long what other processes have written stays the same, by this process's own steady time.

    Whether another process still runs doesn't follow from what its clock says, or ours: either may be set.

    Args:
        steady: Tells a time that nobody sets.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._since: dict[str, tuple[object, float]] = {}

    def seconds(self, name: str, value: object) -> float:
        """Return for how long this process has seen something to be as it is."""
        now = self._steady()
        before, since = self._since.pop(name, (None, now))
        self._since[name] = value, since if before == value else now
        if len(self._since) > MOST_WATCHED:
            del self._since[next(iter(self._since))]
        return now - self._since[name][1]


class Live:
    """What one process reads and writes there.

    Args:
        changed: Waits until something was written since its last call, by whichever process.
        clock: Tells the time, about the same to all processes.
        steady: Tells a time that nobody sets.
    """

    def __init__(
        self,
        process: str,
        reader: Worker,
        writer: Worker,
        changed: Callable[[], Awaitable[None]],
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.process, self.changed, self.now = process, changed, clock
        self.unchanged = Unchanged(steady)
        self._reader, self._writer = reader, writer

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Have a function read, beside the loop. Raises StorageError: the database can't be read."""
        return await self._reader.run_in_transaction(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Have a function read and write, beside the loop.

        Raises StorageError: the database can't be written; nothing of it was.
        """
        return await self._writer.run_in_transaction(work)

    def close(self) -> None:
        for worker in (self._reader, self._writer):
            worker.close()


MOST_WATCHED = 10_000
"""Leases and processes of others that are watched at once."""
MOST_KEPT = 20_000
"""Changes that are kept: a process that hasn't heard of so many reads everything again anyway."""

_NEXT = sa.update(newest).values(number=newest.c.number + 1)
_INSERT_SEEN = insert_or(processes)
_SEEN = _INSERT_SEEN.on_conflict_do_update(index_elements=["process"], set_={"seen": _INSERT_SEEN.excluded.seen})

Row = Mapping[str, Any]


class Heard(NamedTuple):
    """What others have done."""

    newest: int
    """The number of the last of it."""
    topics: Collection[str]
    said: Sequence[tuple[str, Mapping[str, Any]]]
    """What was said, in order: its kind, and what it says."""
    present: Mapping[str, Sequence[Any]]
    """For each process whose people have changed, who is there."""


def begin(db: sa.Connection, me: str, now: float, replaces: str) -> Heard:
    """Have a process be one of those that run, in the place of another one, if any; return where they stand."""
    if replaces:
        end(db, replaces, me)
    db.execute(_SEEN, {"process": me, "seen": now})
    number = int(db.execute(sa.select(newest.c.number)).scalar_one())
    rows = db.execute(sa.select(present).where(present.c.process != me)).all()
    return Heard(number, (), (), _by_process({row.process for row in rows}, rows))


def hear(db: sa.Connection, me: str, after: int) -> Heard:
    """Return what other processes have done after something."""
    topics, said, moved = set(), [], set()
    last = after
    news = sa.select(touched).where(touched.c.number > after, touched.c.process != me).order_by(touched.c.number)
    for row in db.execute(news):
        last = row.number
        kind, _space, subject = row.topic.partition(" ")
        if kind == "present":
            moved.add(subject)
        elif kind == "said":
            message = json.loads(row.said)
            said.append((message.pop("kind"), message))
        else:
            topics.add(row.topic)
    rows = db.execute(sa.select(present).where(present.c.process.in_(sorted(moved)))).all() if moved else ()
    return Heard(last, topics, said, _by_process(moved, rows))


def tell(
    db: sa.Connection,
    me: str,
    said: Sequence[tuple[int, str]],
    until: float,
    here: Sequence[Row],
    absent: Collection[str],
) -> None:
    """Tell others something."""
    for number, message in said:
        _touch(db, f"said {number}", me, said=message, until=until)
    gone = {*absent, *(row["key"] for row in here)}
    if gone:
        db.execute(sa.delete(present).where(present.c.process == me, present.c.key.in_(sorted(gone))))
        _touch(db, f"present {me}", me)
    if here:
        db.execute(sa.insert(present), [{**row, "process": me} for row in here])


def beat(db: sa.Connection, me: str, now: float, patience: float, unchanged: Unchanged) -> tuple[Collection[str], bool]:
    """Note that a process runs.

    Args:
        now: The time; all that counts is that it is another one each time.
        patience: After how many seconds without a note of another one that counts as killed.

    Returns:
        Those that have ended without a word, and whose tasks are free now; and whether this one was known to run: else
        others have forgotten who is here.
    """
    known = db.execute(sa.update(processes).where(processes.c.process == me).values(seen=now)).rowcount == 1
    if not known:
        db.execute(_SEEN, {"process": me, "seen": now})
    others = db.execute(sa.select(processes.c.process, processes.c.seen).where(processes.c.process != me))
    ended = [each.process for each in others if unchanged.seconds(each.process, each.seen) > patience]
    for each in ended:
        end(db, each, me)
    old = sa.select(newest.c.number).scalar_subquery() - MOST_KEPT
    db.execute(sa.delete(touched).where(sa.or_(touched.c.until < now, touched.c.number < old)))
    return ended, known


def end(db: sa.Connection, process: str, me: str) -> None:
    """Have a process be none of those that run, nobody be there, and others do what it was doing."""
    for table in (processes, present, leases):
        db.execute(sa.delete(table).where(table.c.process == process))
    db.execute(sa.delete(touched).where(touched.c.topic == f"present {process}"))
    _touch(db, f"present {process}", me)


def _touch(db: sa.Connection, topic: str, me: str, **more: object) -> None:
    db.execute(_NEXT)
    db.execute(sa.delete(touched).where(touched.c.topic == topic, touched.c.process == me))
    number = sa.select(newest.c.number).scalar_subquery()
    db.execute(sa.insert(touched).values(topic=topic, process=me, number=number, **more))


def _by_process(which: Collection[str], rows: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    return {process: [row for row in rows if row.process == process] for process in which}


DAY = 24 * 3600.0
"""After which a count has come back to where it began: none lasts longer."""

Count = tuple[float, float]
"""An amount, and the time at which it was so large."""


class SharedCounts:
    """Counts of one kind; see `CountsInMemory`."""

    def __init__(self, live: Live, kind: str) -> None:
        self._live, self._kind = live, kind

    async def change(self, who: str, change: Callable[[Count | None, float], tuple[Count | None, T]]) -> T:
        """Change the count of someone, and return what `change` returns beside it."""
        mine = counts.c.kind == self._kind, counts.c.who == who

        def write(db: sa.Connection) -> T:
            now = self._live.now()
            row = db.execute(sa.select(counts.c.amount, counts.c.at).where(*mine)).first()
            before = None if row is None else (row.amount, row.at)
            count, result = change(before, now)
            if count != before:
                db.execute(sa.delete(counts).where(*mine))
                db.execute(sa.delete(counts).where(counts.c.at < now - DAY))
                if count is not None:
                    db.execute(sa.insert(counts).values(kind=self._kind, who=who, amount=count[0], at=count[1]))
            return result

        return await self._live.write(write)


class SharedWords:
    """Words of one kind; see `WordsInMemory`."""

    def __init__(self, live: Live, kind: str) -> None:
        self._live, self._kind = live, kind

    async def keep(self, word: str, value: str, seconds: float, *, alone: bool = False) -> None:
        def keep(db: sa.Connection) -> None:
            now = self._live.now()
            db.execute(sa.delete(words).where(words.c.until < now))
            if alone:
                db.execute(sa.delete(words).where(words.c.kind == self._kind, words.c.value == value))
            db.execute(sa.insert(words).values(kind=self._kind, word=word, value=value, until=now + seconds))

        await self._live.write(keep)

    async def look(self, word: str) -> str | None:
        mine = words.c.kind == self._kind, words.c.word == word, words.c.until > self._live.now()
        return await self._live.read(lambda db: db.execute(sa.select(words.c.value).where(*mine)).scalar())

    async def take(self, word: str) -> str | None:
        mine = words.c.kind == self._kind, words.c.word == word, words.c.until > self._live.now()

        def take(db: sa.Connection) -> str | None:
            value: str | None = db.execute(sa.select(words.c.value).where(*mine)).scalar()
            db.execute(sa.delete(words).where(*mine))
            return value

        return await self._live.write(take)


class SharedWays:
    """How players have come; see `Ways`."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def note(self, player: int, *new: str | None) -> None:
        """Note how a player has come; a failure keeps nobody out."""

        def note(db: sa.Connection) -> None:
            now, secret = self._live.now(), _secret(db)
            db.execute(sa.delete(ways).where(ways.c.until < now))
            for way in filter(None, new):
                hashed = blake2b(way.encode(), key=secret, digest_size=16).hexdigest()
                replace_row(db, ways, {"player": player, "way": hashed, "until": now + DAY})

        with suppress(StorageError):
            await self._live.write(note)

    async def shared(self, one: int, other: int) -> bool:
        """Return whether two players have come by the same key or from the same address within a day."""
        theirs = ways.alias()
        both = (
            sa.select(sa.func.count())
            .select_from(ways.join(theirs, ways.c.way == theirs.c.way))
            .where(ways.c.player == one, theirs.c.player == other)
            .where(ways.c.until > self._live.now(), theirs.c.until > self._live.now())
        )
        return await self._live.read(lambda db: bool(db.execute(both).scalar_one()))


class Leases:
    """What only one process may do at a time, each for a while: if it is killed, another one goes on."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def claim(self, name: str, seconds: float) -> bool:
        """Take something up, or go on with it; return whether nobody else is known to be at it.

        A lease that is never released ends once it has been seen for so long, by whoever would take it up.

        Two that do the same harm nothing but their time: of two writes on one revision, one is refused.
        """
        me, now = self._live.process, self._live.now()

        def claim(db: sa.Connection) -> bool:
            row = db.execute(sa.select(leases).where(leases.c.name == name)).first()
            if row is not None and row.process != me:
                seen = self._live.unchanged.seconds(f"lease {name}", (row.process, row.until))
                if seen <= seconds:
                    return False
            replace_row(db, leases, {"name": name, "process": me, "until": now + seconds})
            return True

        try:
            return await self._live.write(claim)
        except StorageError:
            return True

    async def release(self, name: str) -> None:
        mine = leases.c.name == name, leases.c.process == self._live.process
        with suppress(StorageError):  # then it ends by itself
            await self._live.write(lambda db: db.execute(sa.delete(leases).where(*mine)))


def _secret(db: sa.Connection) -> bytes:
    """Return what ways are hashed with: a secret of this server, which ends with it."""
    kept = sa.select(words.c.value).where(words.c.kind == "secret", words.c.word == "ways")
    if (found := db.execute(kept).scalar()) is None:
        found = secrets.token_hex(32)
        db.execute(sa.insert(words).values(kind="secret", word="ways", value=found, until=float("inf")))
    return bytes.fromhex(found)


def replace_row(db: sa.Connection, table: sa.Table, row: Mapping[str, object]) -> None:
    """Add a whole row in the place of the one with the same key."""
    added = insert_or(table)
    changed = {column.name: added.excluded[column.name] for column in table.c if not column.primary_key}
    db.execute(added.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed), row)
