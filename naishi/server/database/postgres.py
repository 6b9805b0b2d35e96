"""PostgreSQL backend, for processes on several machines."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, MetaData, String, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.server.database import database, schema, sharing as live_tables
from naishi.server.database.connection import Outage, Worker
from naishi.server.database.schema import make_deal_key
from naishi.server.database.sharing import TOPICS, Live, newest

CHANNEL = "naishi"


def prepare(connection: Connection, migrations: Mapping[int, database.Migration], *, may_migrate: bool) -> None:
    """Bring the tables up to the current version, or make them, all in one transaction.

    Raises NewerDatabaseError: they are of a later version; OlderDatabaseError: they are of an earlier one, and may not
    be changed, or nobody knows how.
    """
    connection.execute(text("CREATE TABLE IF NOT EXISTS naishi_version (version INTEGER NOT NULL)"))
    version = connection.execute(text("SELECT version FROM naishi_version")).scalar()
    if version == schema.VERSION:
        return
    if version is None:
        _as_here(schema.metadata, "").create_all(connection, checkfirst=False)
        make_deal_key(connection)
        connection.execute(text("INSERT INTO naishi_version VALUES (0)"))
    else:
        database.check_version(version)
        if not may_migrate:
            raise database.is_served()
    for older in range(version or schema.VERSION, schema.VERSION):
        migrations[older](connection)
    _make_live(connection)
    connection.execute(text("UPDATE naishi_version SET version = :version"), {"version": schema.VERSION})


def _make_live(connection: Connection) -> None:
    """Make what is only for servers that run: none does."""
    tables = _as_here(live_tables.metadata, "UNLOGGED")
    tables.drop_all(connection)
    tables.create_all(connection, checkfirst=False)
    connection.execute(newest.insert().values(number=0))
    for statement in _triggers():
        connection.exec_driver_sql(statement)


def _as_here(metadata: MetaData, kind: str) -> MetaData:
    """Return tables whose texts are compared byte by byte, as in a file."""
    copies = MetaData()
    for table in metadata.sorted_tables:
        copy = table.to_metadata(copies)
        if table is not newest:  # what is counted mustn't begin again after a crash of the database
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
            CREATE OR REPLACE FUNCTION tell_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
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
        yield f"DROP TRIGGER IF EXISTS tell_{table} ON {table}"
        yield (
            f"CREATE TRIGGER tell_{table} AFTER INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION tell_{table}()"
        )
    yield f"""
        CREATE OR REPLACE FUNCTION tell_touched() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_notify('{CHANNEL}', NEW.topic);
            RETURN NULL;
        END $$
    """
    yield (
        "CREATE TRIGGER tell_touched AFTER INSERT ON touched FOR EACH ROW WHEN (NEW.topic NOT LIKE 'match %%')"
        " EXECUTE FUNCTION tell_touched()"
    )


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
ARRIVES = 5.0
"""Seconds within which a notice arrives, if any does."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class PostgresDatabase(database.Database):
    """A PostgreSQL database. One transaction writes at a time, as in a file: what was committed is on its disk.

    Args:
        url: Where it is: `postgresql://user@host/name`.
        may_migrate: Whether older tables may be changed; not while servers run.

    Raises:
        NewerDatabaseError: It was written by a later version of the program.
        OlderDatabaseError: It was written by an earlier one, and `may_migrate` is false.
        NaishiError: It can't be used.
    """

    def __init__(
        self,
        url: str,
        process: str = "",
        migrations: Mapping[int, database.Migration] | None = None,
        *,
        may_migrate: bool = False,
    ) -> None:
        outage = Outage()
        self._writer = Worker(_engine(url, process, WRITING), "writing", outage)
        self._reader = Worker(_engine(url, process, None), "reading", outage)
        self.path, self._files = Path(), {}
        self._listener: Listener | None = None
        try:
            with self.writing() as connection:
                prepare(connection, database.MIGRATIONS if migrations is None else migrations, may_migrate=may_migrate)
            if process:
                self._listener = Listener(url, process, outage)
                reader, writer = (Worker(_engine(url, process, lock), "sharing", outage) for lock in (None, SHARING))
                self.live = Live(process, reader, writer, self._listener.heard)
        except SQLAlchemyError as error:
            self.close()
            raise unreachable(error, url) from None
        except BaseException:
            self.close()
            raise

    @override
    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        if self.live is not None:
            self.live.close()
        super().close()

    @override
    def restore_if_deleted(self) -> bool:
        """Do nothing: there is no file to delete."""
        return False


class Listener:
    """Hears in a thread that something was written. What is missed while it isn't connected, is looked for then."""

    def __init__(self, url: str, process: str, outage: Outage | None = None) -> None:
        self._url, self._process, self._outage = url, process, outage or Outage()
        self._heard, self._closed = threading.Event(), threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._pause: float = PATIENCE
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    async def heard(self) -> None:
        """Wait until there may be something to look for."""
        self._loop = asyncio.get_running_loop()
        while not self._heard.is_set():
            self._woken.clear()
            with suppress(TimeoutError):  # it may have been heard before there was a loop to wake
                async with asyncio.timeout(WITHOUT_NOTICES):
                    await self._woken.wait()
        self._heard.clear()

    def _hear(self) -> None:
        self._heard.set()
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._woken.set)

    def close(self) -> None:
        self._closed.set()
        self._thread.join(PATIENCE)

    def _listen(self) -> None:
        met = 0
        while not self._closed.is_set():
            try:
                with _connected(self._url) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._hear()  # listen first, then read all that was missed
                    # The database may have been restarted since `serving`, and have forgotten that a server runs.
                    connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
                    self._outage.over()
                    met = self._outage.number
                    self._test(connection)
                    self._wait(connection)
            except psycopg.Error as error:
                if not self._closed.is_set():
                    met = self._outage.failed(str(error).partition("\n")[0] or type(error).__name__, met)
                self._hear()
                self._closed.wait(WITHOUT_NOTICES)

    def _test(self, connection: psycopg.Connection) -> None:
        """See whether notices arrive: a pooler in transaction mode gives each statement another connection."""
        token = f"test {self._process}"
        with _connected(self._url) as other:
            other.execute("SELECT pg_notify(%s, %s)", (CHANNEL, token))
        found = False
        for notice in connection.notifies(timeout=ARRIVES):
            self._hear()
            if found := notice.payload == token:
                break  # among all that others write meanwhile
        if not found and self._pause != WITHOUT_NOTICES:
            _log.warning("the database doesn't pass notices on (a pooler?): it is looked at twice a second instead")
        self._pause = PATIENCE if found else WITHOUT_NOTICES

    def _wait(self, connection: psycopg.Connection) -> None:
        looked = time.monotonic()
        while not self._closed.is_set():
            for _notice in connection.notifies(timeout=min(self._pause, 0.5), stop_after=1):
                self._hear()
            if time.monotonic() - looked >= self._pause:
                looked = time.monotonic()
                connection.execute("SELECT 1")  # a connection that was cut says nothing by itself
                self._hear()


@contextmanager
def serving(url: str) -> Iterator[bool]:
    """Be one of the servers of a database meanwhile; give whether it is the first.

    Raises NaishiError: it can't be reached.
    """
    try:
        connection = _connected(url)
    except psycopg.Error as error:
        raise unreachable(error, url) from None
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
        try:
            yield first
        finally:
            with suppress(psycopg.Error):  # a lock of a connection that is only closed is held a moment longer
                connection.execute("SELECT pg_advisory_unlock_all()")


def parse_address(url: str) -> URL:
    """Return where a database is.

    Where a character of a password isn't escaped, a part of the password would be read as the name of a host or a
    database, and drivers quote those. So an address that could be read in two ways is refused.

    Raises NaishiError: it is no address; not a word of it is quoted.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise no_address() from None
    one_user = url.count("@") == (0 if address.username is None else 1)
    if not one_user or not url.isprintable() or "%00" in url or not 0 < (address.port or 1) < 2**16:
        raise no_address()
    return address


def unreachable(error: Exception, url: str) -> NaishiError:
    """Return the error that says in one line why a database can't be used; no password is in it."""
    lines = map(str.strip, str(getattr(error, "orig", None) or error).splitlines())
    reasons = [line for line in lines if line and not line.endswith("?")]  # it asks whether the server is running
    why = reasons[-1] if reasons else ""
    address = parse_address(url)
    query = address.normalized_query
    passwords = (address.password, *query.get("password", ()), *query.get("sslpassword", ()))
    if not why or any(password in why for password in passwords if password):
        why = type(error).__name__
    return NaishiError(_("The database can't be used ({why}).").format(why=why))


def no_address() -> NaishiError:
    return NaishiError(_("This isn't the address of a database; give one such as postgresql://user@host/name."))


def _connected(url: str) -> psycopg.Connection:
    address = parse_address(url).set(drivername="postgresql+psycopg")
    words, options = address.get_dialect()().create_connect_args(address)
    return psycopg.connect(*words, **{**options, **CONNECTING}, autocommit=True)


def _engine(url: str, process: str, lock: int | None) -> Engine:
    engine = create_engine(
        parse_address(url).set(drivername="postgresql+psycopg"),
        pool_size=1, max_overflow=0, pool_pre_ping=True, hide_parameters=True,
        isolation_level="READ COMMITTED" if lock is not None else "REPEATABLE READ",
        connect_args={**CONNECTING, "application_name": f"naishi {process}".strip()},
    )  # fmt: skip
    # Compiling a statement takes longer than any of ours. Not as an option of the connection: poolers refuse those.
    settings = "SELECT set_config('jit', 'off', true)" + (
        f", pg_advisory_xact_lock({lock})" if lock is not None else ""
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(settings))
    return engine
