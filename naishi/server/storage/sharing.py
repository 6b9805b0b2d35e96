"""What processes tell each other, and who is at each of them: see `live`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage.live import leases, newest, present, processes, touched

MOST_KEPT = 20_000
"""Changes that are kept: a process that hasn't heard of so many reads everything anew anyway."""

_AFTER = (
    select(touched)
    .where(touched.c.number > bindparam("after"), touched.c.process != bindparam("me"))
    .order_by(touched.c.number)
)
_NEXT = update(newest).values(number=newest.c.number + 1)
_PRESENT = select(present).where(present.c.process.in_(bindparam("processes", expanding=True)))
_PRESENT_ELSEWHERE = select(present).where(present.c.process != bindparam("me"))
_ABSENT = delete(present).where(
    present.c.process == bindparam("me"), present.c.key.in_(bindparam("keys", expanding=True))
)
_INSERT_SEEN = insert_or(processes)
_SEEN = _INSERT_SEEN.on_conflict_do_update(index_elements=["process"], set_={"seen": _INSERT_SEEN.excluded.seen})

Row = Mapping[str, Any]


class Heard(NamedTuple):
    """What others have done."""

    newest: int
    """The number of the last of it."""
    topics: Collection[str]
    """What has changed."""
    said: Sequence[tuple[str, Mapping[str, Any]]]
    """What was said, in order: its kind, and what it says."""
    present: Mapping[str, Sequence[Any]]
    """For each process whose people have changed, who is there."""


def begin(db: Connection, me: str, now: float, replaces: str) -> Heard:
    """Have a process be one of those that run, in the place of another one, if any; return where they stand."""
    if replaces:
        end(db, replaces, me)
    db.execute(_SEEN, {"process": me, "seen": now})
    number = int(db.execute(select(newest.c.number)).scalar_one())
    rows = db.execute(_PRESENT_ELSEWHERE, {"me": me}).all()
    return Heard(number, (), (), _by_process({row.process for row in rows}, rows))


def hear(db: Connection, me: str, after: int) -> Heard:
    """Return what other processes have done after something."""
    topics, said, moved = set(), [], set()
    last = after
    for row in db.execute(_AFTER, {"after": after, "me": me}):
        last = row.number
        kind, _space, subject = row.topic.partition(" ")
        if kind == "present":
            moved.add(subject)
        elif kind == "said":
            message = json.loads(row.said)
            said.append((message.pop("kind"), message))
        else:
            topics.add(row.topic)
    rows = db.execute(_PRESENT, {"processes": sorted(moved)}).all() if moved else ()
    return Heard(last, topics, said, _by_process(moved, rows))


def tell(
    db: Connection, me: str, said: Sequence[tuple[int, str]], until: float, here: Sequence[Row], absent: Collection[str]
) -> None:
    """Tell others something.

    Args:
        db: The live file.
        me: Which process tells it.
        said: Messages, each with a number of its own.
        until: When all have heard them.
        here: Rows of who is here that are new or others now.
        absent: The keys of those who have gone.
    """
    for number, message in said:
        _touch(db, f"said {number}", me, said=message, until=until)
    gone = {*absent, *(row["key"] for row in here)}
    if gone:
        db.execute(_ABSENT, {"me": me, "keys": sorted(gone)})
        _touch(db, f"present {me}", me)
    if here:
        db.execute(insert(present), [{**row, "process": me} for row in here])


def beat(db: Connection, me: str, now: float, patience: float) -> tuple[Collection[str], bool]:
    """Note that a process runs.

    Returns:
        Those that have ended without a word, and whose tasks are free now; and whether this one was known to run: else
        others have forgotten who is here.
    """
    known = db.execute(update(processes).where(processes.c.process == me).values(seen=now)).rowcount == 1
    if not known:
        db.execute(_SEEN, {"process": me, "seen": now})
    silent = processes.c.seen < now - patience
    ended = list(db.execute(select(processes.c.process).where(silent, processes.c.process != me)).scalars())
    for each in ended:
        end(db, each, me)
    old = select(newest.c.number).scalar_subquery() - MOST_KEPT
    db.execute(delete(touched).where(or_(touched.c.until < now, touched.c.number < old)))
    return ended, known


def end(db: Connection, process: str, me: str) -> None:
    """Have a process be none of those that run, nobody be there, and others do what it was doing."""
    for table in (processes, present, leases):
        db.execute(delete(table).where(table.c.process == process))
    db.execute(delete(touched).where(touched.c.topic == f"present {process}"))
    _touch(db, f"present {process}", me)


def _touch(db: Connection, topic: str, me: str, **more: object) -> None:
    db.execute(_NEXT)
    db.execute(delete(touched).where(touched.c.topic == topic, touched.c.process == me))
    number = select(newest.c.number).scalar_subquery()
    db.execute(insert(touched).values(topic=topic, process=me, number=number, **more))


def _by_process(which: Collection[str], rows: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    return {process: [row for row in rows if row.process == process] for process in which}
