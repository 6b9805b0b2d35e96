"""PostgreSQL schema, with notification triggers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, MetaData, String, text

from naishi.common.i18n import _
from naishi.server.database import schema
from naishi.server.database import sharing as live_tables
from naishi.server.database.deal_key import make_deal_key
from naishi.server.database.folder import NewerDatabaseError, OlderDatabaseError, too_old
from naishi.server.database.migrations import FIRST, Migration
from naishi.server.database.sharing import TOPICS, newest

CHANNEL = "naishi"


def prepare(connection: Connection, migrations: Mapping[int, Migration], *, may_migrate: bool) -> None:
    """Bring the tables up to the current version, or make them, all in one transaction.

    Raises:
        NewerDatabaseError: They are of a later version.
        OlderDatabaseError: They are of an earlier one, and may not be changed, or nobody knows how.
    """
    connection.execute(text("CREATE TABLE IF NOT EXISTS naishi_version (version INTEGER NOT NULL)"))
    version = connection.execute(text("SELECT version FROM naishi_version")).scalar()
    if version == schema.VERSION:
        return
    if version is None:
        _as_here(schema.metadata, "").create_all(connection, checkfirst=False)
        make_deal_key(connection)
        connection.execute(text("INSERT INTO naishi_version VALUES (0)"))
    elif version > schema.VERSION:
        raise NewerDatabaseError(_("The database was written by a newer version of Naishi; update Naishi to use it."))
    elif version < FIRST:
        raise too_old()
    elif not may_migrate:
        raise OlderDatabaseError(
            _("A server of an older version is running on this database; restart it with this version first.")
        )
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
