"""The same tables on a PostgreSQL server, for processes of many machines."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, Engine, MetaData, String, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.storage import live as live_tables
from naishi.server.storage import schema
from naishi.server.storage.connection import Worker
from naishi.server.storage.database import Database
from naishi.server.storage.deal_key import make_deal_key
from naishi.server.storage.live import TOPICS, Live, newest
from naishi.server.storage.opening import NewerDatabaseError, OlderDatabaseError

WRITING, SHARING, SERVING = 7_410_001, 7_410_002, 7_410_003
"""Locks of the server: of whoever writes, of whoever writes what is only for the processes, and of servers that run."""
PATIENCE = 10
"""Seconds to wait for a connection, and at most between two looks, whether or not something was heard."""
WITHOUT_NOTICES = 0.5
"""Seconds between two looks where nothing can be heard: a pooler is in between."""
CONNECTING: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    # A pooler gives each transaction another connection: one that has never heard of what was prepared.
    "prepare_threshold": None,
    # Where the other machine has gone without a word, it is known in half a minute, and not in a quarter of an hour.
    "keepalives_idle": PATIENCE,
    "keepalives_interval": PATIENCE // 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""How each connection is made."""
ARRIVES = 5.0
"""Seconds within which a notice arrives, if any does."""
CHANNEL = "naishi"

_log = logging.getLogger(__name__)

T = TypeVar("T")


class PostgresDatabase(Database):
    """A PostgreSQL database. One transaction writes at a time, as in a file: what was committed is on its disk."""

    def __init__(self, url: str, process: str = "") -> None:
        """Connect, and make the tables if there are none.

        Args:
            url: Where it is: `postgresql://user@host/name`.
            process: What this process is called, if it serves.

        Raises:
            NewerDatabaseError: It was written by a later version of the program.
            NaishiError: It can't be used.
        """
        try:
            self._writer = Worker(_engine(url, process, WRITING), "writing")
            self._reader = Worker(_engine(url, process, None), "reading")
        except (ArgumentError, ValueError):
            raise no_address() from None
        self.path = Path()
        self.live = None
        try:
            with self.writing() as connection:
                _prepare(connection)
            if process:
                self.live = PostgresLive(url, process)
        except SQLAlchemyError as error:
            self.close()
            raise unreachable(error) from None
        except BaseException:
            self.close()
            raise

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, beside the loop."""
        return await self._reader.run(lambda: _do(self._reader, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function read and write, beside the loop; what it wrote is kept when this returns."""
        return await self._writer.run(lambda: _do(self._writer, work))

    async def guard(self) -> None:
        """Do nothing: nobody deletes it as a file."""

    def restore_if_deleted(self) -> bool:
        """Do nothing, likewise."""
        return False


class PostgresLive(Live):
    """What the processes know of each other, in tables that end with the last of them; triggers notify everybody."""

    def __init__(self, url: str, process: str, clock: Callable[[], float] = time.time) -> None:
        """Connect."""
        self.process, self.now = process, clock
        self._writer = Worker(_engine(url, process, SHARING), "sharing")
        self._reader = Worker(_engine(url, process, None), "sharing")
        self._listener = Listener(url, process)

    def has_changed(self) -> bool:
        """Return whether anything was heard since the last call."""
        return self._listener.has_heard()

    def close(self) -> None:
        """Close the connections."""
        self._listener.close()
        for worker in (self._reader, self._writer):
            worker.close()


class Listener:
    """Hears in a thread that something was written. What is missed while it isn't connected, is looked for then."""

    _listen_to = CHANNEL

    def __init__(self, url: str, process: str) -> None:
        """Begin to listen."""
        self._url, self._process = url, process
        self._heard, self._closed = threading.Event(), threading.Event()
        self._pause: float = PATIENCE
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def has_heard(self) -> bool:
        """Return whether there may be something to look for."""
        if self._heard.is_set():
            self._heard.clear()
            return True
        return False

    def close(self) -> None:
        """Listen no more."""
        self._closed.set()
        self._thread.join(PATIENCE)

    def _listen(self) -> None:
        lost = False
        while not self._closed.is_set():
            try:
                with _connected(self._url) as connection:
                    connection.execute(f"LISTEN {self._listen_to}")
                    self._heard.set()  # first this, then all is looked at that was missed
                    # The database may have been restarted since `serving`, and have forgotten that a server runs.
                    connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
                    if lost:
                        _log.info("what others write is heard again")
                    lost = False
                    self._test(connection)
                    self._wait(connection)
            except psycopg.Error as error:
                if not lost and not self._closed.is_set():
                    _log.error("what others write can't be heard: %s", type(error).__name__)
                lost = True
                self._heard.set()
                self._closed.wait(WITHOUT_NOTICES)

    def _test(self, connection: psycopg.Connection) -> None:
        """See whether notices arrive: a pooler in transaction mode gives each statement another connection."""
        token = f"test {self._process}"
        with _connected(self._url) as other:
            other.execute("SELECT pg_notify(%s, %s)", (CHANNEL, token))
        found = self._hears(token, connection)
        if not found and self._pause != WITHOUT_NOTICES:
            _log.warning("the database doesn't pass notices on (a pooler?): it is looked at twice a second instead")
        self._pause = PATIENCE if found else WITHOUT_NOTICES

    def _hears(self, token: str, connection: psycopg.Connection) -> bool:
        """Return whether something is heard within a while, among all that others write meanwhile."""
        for notice in connection.notifies(timeout=ARRIVES):
            self._heard.set()
            if notice.payload == token:
                return True
        return False

    def _wait(self, connection: psycopg.Connection) -> None:
        looked = time.monotonic()
        while not self._closed.is_set():
            for _notice in connection.notifies(timeout=min(self._pause, 0.5), stop_after=1):
                self._heard.set()
            if time.monotonic() - looked >= self._pause:
                looked = time.monotonic()
                connection.execute("SELECT 1")  # a connection that was cut says nothing by itself
                self._heard.set()


@contextmanager
def serving(url: str) -> Iterator[bool]:
    """Be one of the servers of a database meanwhile; give whether it is the first.

    Raises:
        NaishiError: It can't be reached.
    """
    try:
        connection = _connected(url)
    except (ArgumentError, ValueError):
        raise no_address() from None
    except psycopg.Error as error:
        raise unreachable(error) from None
    with connection:
        found = connection.execute("SELECT pg_try_advisory_lock(%s)", (SERVING,)).fetchone()
        first = bool(found and found[0])
        if first:
            with suppress(psycopg.errors.UndefinedTable):  # it is new
                for table in (each for each in live_tables.metadata.sorted_tables if each is not newest):
                    connection.execute(f'DELETE FROM "{table.name}"'.encode())  # noqa: S608 - our own names
        connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
        if first:
            connection.execute("SELECT pg_advisory_unlock(%s)", (SERVING,))
        yield first


def unreachable(error: Exception) -> NaishiError:
    """Return the error that says in one line why a database can't be used; no password is in it."""
    lines = map(str.strip, str(getattr(error, "orig", None) or error).splitlines())
    why = [line for line in lines if line and not line.endswith("?")]  # it asks whether the server is running
    return NaishiError(_("The database can't be used ({why}).").format(why=why[-1] if why else type(error).__name__))


def no_address() -> NaishiError:
    """Return the error that says that something is no address of a database."""
    return NaishiError(_("This isn't the address of a database; give one such as postgresql://user@host/name."))


def _connected(url: str) -> psycopg.Connection:
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, **CONNECTING)


def _do(worker: Worker, work: Callable[[Connection], T]) -> T:
    with worker.transaction() as connection:
        return work(connection)


def _engine(url: str, process: str, lock: int | None) -> Engine:
    engine = create_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        pool_size=1, max_overflow=0, pool_pre_ping=True, hide_parameters=True,
        isolation_level="READ COMMITTED" if lock is not None else "REPEATABLE READ",
        connect_args={**CONNECTING, "application_name": f"naishi {process}".strip()},
    )  # fmt: skip

    def begin(connection: Connection) -> None:
        if lock is not None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({lock})")

    event.listen(engine, "begin", begin)
    return engine


def _prepare(connection: Connection) -> None:
    """Make the tables of this version, if there are none.

    Raises:
        NewerDatabaseError: They are of a later one.
        NaishiError: They are of another program.
    """
    connection.execute(text("CREATE TABLE IF NOT EXISTS naishi_version (version INTEGER NOT NULL)"))
    version = connection.execute(text("SELECT version FROM naishi_version")).scalar()
    if version == schema.VERSION:
        return
    if version is not None and version < schema.VERSION:
        raise OlderDatabaseError(
            _("The database was written by an older version of Naishi that this one can't update.")
        )
    if version is not None:
        raise NewerDatabaseError(_("The database was written by a newer version of Naishi; update Naishi to use it."))
    _as_here(schema.metadata, "").create_all(connection, checkfirst=False)
    _as_here(live_tables.metadata, "UNLOGGED").create_all(connection, checkfirst=False)
    make_deal_key(connection)
    connection.execute(newest.insert().values(number=0))
    for statement in _triggers():
        connection.exec_driver_sql(statement)
    connection.execute(text("INSERT INTO naishi_version VALUES (:version)"), {"version": schema.VERSION})


def _as_here(metadata: MetaData, kind: str) -> MetaData:
    """Return tables whose texts are compared byte by byte, as in a file."""
    copies = MetaData()
    for table in metadata.sorted_tables:
        copy = table.to_metadata(copies)
        if table is not newest:  # what is counted mustn't begin anew after a crash of the database
            copy._prefixes = [kind] if kind else []
        for column in copy.columns:
            if isinstance(column.type, String):
                column.type = column.type.with_variant(type(column.type)(collation="C"), "postgresql")
    return copies


def _triggers() -> Iterator[str]:
    for table, topic in TOPICS.items():
        subject = topic.format(row="changed")
        revision = "changed.revision" if table == "matches" else "''"
        yield f"""
            CREATE FUNCTION tell_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE
                changed {table};
                me text := coalesce(substr(current_setting('application_name'), 8), '');
                last integer;
            BEGIN
                IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
                UPDATE newest SET number = number + 1 RETURNING number INTO last;
                DELETE FROM touched WHERE topic = {subject} AND process = me;
                INSERT INTO touched (topic, process, number) VALUES ({subject}, me, last);
                PERFORM pg_notify('{CHANNEL}', {subject} || ' ' || {revision});
                RETURN NULL;
            END $$
        """  # noqa: S608 - all of it is said here
        yield (
            f"CREATE TRIGGER tell_{table} AFTER INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION tell_{table}()"
        )
    yield f"""
        CREATE FUNCTION tell_touched() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_notify('{CHANNEL}', NEW.topic);
            RETURN NULL;
        END $$
    """
    yield (
        "CREATE TRIGGER tell_touched AFTER INSERT ON touched FOR EACH ROW WHEN (NEW.topic NOT LIKE 'match %%')"
        " EXECUTE FUNCTION tell_touched()"
    )
