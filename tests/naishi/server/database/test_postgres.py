"""PostgreSQL under kills, cuts and poolers."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Connection

from naishi import Game
from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.record import Options
from naishi.server import Lobby, NewerDatabaseError
from naishi.server.database import schema
from naishi.server.database.connection import StorageError
from naishi.server.database.database import OlderDatabaseError
from naishi.server.maintenance.transfer import export
from naishi.server.match import actor
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.lobby.two_processes import process, until
from tests.naishi.server.postgres import Cluster, cluster, pooler

pytest.importorskip("psycopg")

import psycopg

from naishi.server.database import postgres as storage

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


async def play(table: Table, count: int) -> None:
    """Play so many actions; each is on the other player's screen before the next."""
    for _action in range(count):
        turn = table.seats[0].view.turn or 0
        seat, other = table.seats[turn], table.seats[1 - turn]
        await seat.play(seat.view.legal_actions[0])
        played = len(seat.view.events)
        await until(lambda played=played, other=other: len(other.view.events) == played)


async def test_a_game_goes_on_whatever_is_killed_below_it(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(actor, "RETRY", 0.05)
    monkeypatch.setattr("naishi.server.lobby.cluster.BEAT", 0.2)
    url = postgres.database()
    name = url.split("/")[3].split("?")[0]
    async with process(url, "one") as one, process(url, "two") as two:
        people = [await player(one, "Aiko"), await player(two, "Bruno")]
        first, second = (person.account.id for person in people)
        game = Game.new(5, ("Aiko", "Bruno"), options=Options(undo="off"))
        match = await one.matches.start(first, game, (first, second), public=True)
        table = Table(one, people, match, [await person.attach(match.id) for person in people])
        await play(table, 4)

        # The connections of the listeners are cut: what is missed meanwhile is found.
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
        postgres.run(f"{cut} AND query LIKE '%LISTEN%'")
        await play(table, 2)
        # All connections are: the pool notices, and connects again.
        postgres.run(cut)
        await play(table, 2)

        # The database is killed while someone acts: the action is kept in memory, and stored once it is back.
        postgres.kill()
        seat = table.seats[table.seats[0].view.turn or 0]
        await seat.play(seat.view.legal_actions[0])
        assert "Not saved" in seat.trouble
        postgres.start()
        await until(lambda: not seat.trouble)
        await until(lambda: len(table.seats[0].view.events) == len(table.seats[1].view.events) == 9)
        await until(lambda: second in one.everybody and first in two.everybody)
        await play(table, 2)
        assert len((await table.game()).actions) == 11
        assert one.matches.check() == (1, [])
    said = [record.getMessage() for record in caplog.records if "database" in record.getMessage()]
    assert sum("can't be reached" in line for line in said) <= 2 * 2, said
    assert not [line for line in said if "failed" in line and "can't be reached" not in line]


async def test_a_pooler_that_passes_no_notices_on_is_found_out(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    url = postgres.database()
    with closing(storage.PostgresDatabase(url)):
        pass  # its triggers notify on the channel by its name
    monkeypatch.setattr(storage.Listener, "channel", "nothing")
    async with process(url, "one") as one, process(url, "two") as two:
        aiko = await player(one, "Aiko")
        await until(lambda: aiko.account.id in two.everybody)
        await until(lambda: "doesn't pass notices on" in caplog.text)
        bruno = await player(two, "Bruno")
        await until(lambda: bruno.account.id in one.everybody)


async def test_people_play_through_a_pooler_in_transaction_mode(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    with pooler(postgres, postgres.database()) as url:
        async with process(url, "one") as one, process(url, "two") as two:
            people = [await player(one, "Aiko"), await player(two, "Bruno")]
            first, second = (person.account.id for person in people)
            game = Game.new(5, ("Aiko", "Bruno"), options=Options(undo="off"))
            match = await one.matches.start(first, game, (first, second), public=True)
            table = Table(one, people, match, [await person.attach(match.id) for person in people])
            await play(table, 12)
    assert "failed" not in caplog.text, "each statement does what it says, at whichever connection"


@contextmanager
def busy(url: str) -> Iterator[None]:
    """Have others write all the time."""
    done = threading.Event()

    def write() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while not done.is_set():
                connection.execute("NOTIFY naishi, 'match k4m2p7qz 7'")

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write)
        try:
            yield
        finally:
            done.set()
        writing.result()


async def test_what_others_write_at_the_start_is_no_sign_of_a_pooler(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.database()
    with busy(url), closing(storage.Listener(url, "one")) as listener:
        for _time in range(5):
            await asyncio.wait_for(listener.heard(), 1)  # what others wrote is looked at
        await asyncio.sleep(1)  # it has found out by then
    assert "doesn't pass notices on" not in caplog.text


async def test_a_server_that_runs_is_known_after_the_database_was_restarted(postgres: Cluster) -> None:
    url = postgres.database()
    with storage.serving(url) as first:  # the parent of the processes
        assert first
        async with process(url, "one") as lobby:
            aiko = await player(lobby, "Aiko")
            postgres.kill()
            postgres.start()
            await until(lambda: not is_first(url))
            assert aiko.account.id in lobby.everybody


def is_first(url: str) -> bool:
    """Return whether a server that begins now takes itself for the first."""
    with storage.serving(url) as first:
        return first


def test_what_cannot_be_used_is_said_in_a_line(postgres: Cluster) -> None:
    for url in (
        postgres.url("nowhere"),
        postgres.url().replace("naishi@", "nobody-here:secret@"),
        "postgresql://naishi@127.0.0.1:1/naishi",
        "postgresql://naishi@[/",
    ):
        with pytest.raises(NaishiError) as caught:
            storage.PostgresDatabase(url)
        assert "\n" not in str(caught.value)
        assert "secret" not in str(caught.value)
    url = postgres.database()
    storage.PostgresDatabase(url).close()
    postgres.run("UPDATE naishi_version SET version = 1000", url.split("/")[3].split("?")[0])
    with pytest.raises(NewerDatabaseError):
        storage.PostgresDatabase(url)


async def test_an_older_database_is_brought_up_to_date_by_the_first_server_alone(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    async with process(url, "one") as lobby:
        match = await (await player(lobby, "Aiko")).tables.open(public=True)
    before, steps = schema.VERSION, {schema.VERSION: add_table, schema.VERSION + 1: fail}
    monkeypatch.setattr(schema, "VERSION", before + 1)
    with pytest.raises(OlderDatabaseError):
        storage.PostgresDatabase(url, "two", steps)
    monkeypatch.setattr(schema, "VERSION", before + 2)
    with pytest.raises(OSError, match="no step"):
        storage.PostgresDatabase(url, "two", steps, may_migrate=True)
    monkeypatch.setattr(schema, "VERSION", before)
    storage.PostgresDatabase(url).close()  # as a whole, or not at all
    monkeypatch.setattr(schema, "VERSION", before + 1)
    storage.PostgresDatabase(url, "", steps, may_migrate=True).close()
    async with process(url, "two") as two, process(url, "three") as three:
        bruno = await player(three, "Bruno")
        await until(lambda: bruno.account.id in two.everybody)
        assert (await two.matches.get(match.id)).names[0] == "Aiko"


NEWER = ("times", "audit", "bans", "former_names", "silences", "left_phrases")
"""The tables that version 12 had not."""
OF_VERSION_12 = (
    *(f"DROP TABLE {table}" for table in NEWER),
    "ALTER TABLE matches RENAME COLUMN options TO expansion",
    "ALTER TABLE matches ADD COLUMN turn INTEGER",
    "ALTER TABLE seats DROP COLUMN awaited",
    "ALTER TABLE results DROP COLUMN rank",
    *(f"ALTER TABLE clocks ADD COLUMN {name} FLOAT NOT NULL" for name in ("left_0", "left_1", "turned")),
    "ALTER TABLE clocks ADD COLUMN warned FLOAT",
    "ALTER TABLE reports DROP CONSTRAINT reports_match_reporter_reported_key, ADD UNIQUE (match, reporter)",
    "DELETE FROM deal_key",
    "UPDATE naishi_version SET version = 12",
)


def copy_version_12(url: str, name: str, cluster: Cluster) -> None:
    """Have a database be what the program of version 12 has left there: what it has left in a file."""
    storage.PostgresDatabase(url).close()
    for statement in OF_VERSION_12:
        cluster.run(statement, name)
    with closing(sqlite3.connect(":memory:")) as before, psycopg.connect(url) as now:
        before.executescript((HERE / "version_12.sql").read_text("utf-8"))
        for table in schema.metadata.sorted_tables:
            found = before.execute(f'SELECT * FROM "{table.name}"') if table.name not in NEWER else None  # noqa: S608
            for row in found or ():
                columns = [column for column, *_more in found.description] if found is not None else []
                values = [
                    bool(value) if column in table.c and isinstance(table.c[column].type, Boolean) else value
                    for column, value in zip(columns, row, strict=True)
                ]
                names = ", ".join(f'"{column}"' for column in columns)
                places = ", ".join(["%s"] * len(values))
                statement = f'INSERT INTO "{table.name}" ({names}) VALUES ({places})'  # noqa: S608
                now.execute(statement.encode(), values)


async def test_a_database_of_the_first_release_is_brought_up_to_date_with_all_its_games(postgres: Cluster) -> None:
    url = postgres.database()
    copy_version_12(url, url.split("/")[3].split("?")[0], postgres)
    then = json.loads((HERE / "version_12.json").read_text("utf-8"))
    with closing(storage.PostgresDatabase(url, may_migrate=True)) as database:
        assert Lobby(database).matches.check()[1] == []
        damaged: list[str] = []
        lines = [json.loads(line) for line in export(database, damaged, lambda: then["now"])]
        before = [json.loads(line) for line in (HERE / "export_6.jsonl").read_text("utf-8").splitlines()]
        assert lines[1:-1] == before[1:-1]
    fresh = postgres.database()
    storage.PostgresDatabase(fresh).close()
    described = "SELECT table_name, column_name, is_nullable, data_type, collation_name FROM information_schema.columns"
    described += " WHERE table_schema = 'public' ORDER BY table_name, column_name"
    old, new = (postgres.run(described, each.split("/")[3].split("?")[0]) for each in (url, fresh))
    assert old == new


def add_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE more (id INTEGER NOT NULL, PRIMARY KEY (id))")


def fail(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE yet_more (id INTEGER NOT NULL, PRIMARY KEY (id))")
    no_step = "no step"
    raise OSError(no_step)


async def test_a_write_that_fails_changes_nothing_and_logs_no_row(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(storage.PostgresDatabase(postgres.database())) as database:
        with pytest.raises(StorageError):
            await database.write(lambda db: db.exec_driver_sql("INSERT INTO alive VALUES (1, 0), (1, 0)"))
        assert await database.read(lambda db: db.exec_driver_sql("SELECT count(*) FROM alive").scalar()) == 0
        with pytest.raises(StorageError):
            await database.write(lambda db: db.exec_driver_sql("INSERT INTO deal_key VALUES (7, NULL)"))
    assert "Failing row" not in caplog.text, "it may have Hands in it"
    assert len(caplog.records) == len(caplog.text.splitlines()) == 2


async def test_no_statement_is_compiled_first(postgres: Cluster) -> None:
    assert postgres.run("SHOW jit") == [("on",)], "as it is installed"
    with closing(storage.PostgresDatabase(postgres.database())) as database:
        for use in (database.read, database.write):
            assert await use(lambda db: db.exec_driver_sql("SHOW jit").scalar()) == "off"


async def test_a_backup_is_restored_and_played_on(postgres: Cluster, tmp_path: Path) -> None:
    url, again, dump = postgres.database(), postgres.database(), tmp_path / "naishi.dump"
    async with process(url, "one") as one, process(url, "two") as two:
        table = await Table.of(one, await player(one, "Aiko"), await player(two, "Bruno"))
        await play(table, 4)
        left_out = [word for name in ("present", "touched") for word in ("--exclude-table-data", name)]
        postgres.call("pg_dump", "--format", "custom", *left_out, "--dbname", url, "--file", str(dump))
        await play(table, 2)
    postgres.call("pg_restore", "--no-owner", "--dbname", again, str(dump))
    async with process(again, "three") as one, process(again, "four") as two:
        people = [await player(lobby, name) for lobby, name in ((one, "Aiko"), (two, "Bruno"))]
        seats = [await person.attach(table.match.id) for person in people]
        restored = Table(one, people, table.match, sorted(seats, key=lambda seat: seat.seat or 0))
        assert len((await restored.game()).actions) == 4
        await play(restored, 4)
        assert one.matches.check() == (1, [])
