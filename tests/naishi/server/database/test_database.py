"""Database file: ownership, concurrent reads, recreation."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, NewerDatabaseError
from naishi.server.database import schema
from naishi.server.database.connection import StorageError, Worker
from naishi.server.database.database import DATABASE, OlderDatabaseError
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.database.shared import locked


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def add_player(number: int) -> Callable[[Connection], None]:
    values = {"id": number, "name": f"P{number}", "name_key": f"p{number}", "named": True, "settings": "{}"}

    def add(db: Connection) -> None:
        db.execute(insert(schema.players).values(**values, created=0, last_seen=0))

    return add


async def count_players(database: Database) -> int:
    return await database.read(lambda db: db.execute(select(func.count()).select_from(schema.players)).scalar_one())


@contextmanager
def full_disk(database: Database) -> Iterator[None]:
    """Let the file grow no more."""

    def run(statement: str) -> None:
        with database.writing() as connection:
            connection.exec_driver_sql(statement)

    run("PRAGMA max_page_count = 1")  # as few as there are
    try:
        yield
    finally:
        run("PRAGMA max_page_count = 1000000")


def someone_elses(path: Path, journal: str, *, killed: bool) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("CREATE TABLE players (id INTEGER)")
        connection.execute("PRAGMA user_version = 2")
        connection.commit()
        left = files(path.parent) if killed else {}
    for name, content in left.items():
        path.with_name(name).write_bytes(content)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_another_program_s_database_is_refused_and_left_as_it_is(tmp_path: Path, journal: str, killed: bool) -> None:
    path = tmp_path / DATABASE
    someone_elses(path, journal, killed=killed)
    before = files(tmp_path)
    before.pop(f"{DATABASE}-shm", None)  # made again by its reader
    with pytest.raises(NaishiError, match="belongs to another program"):
        Database(path)
    after = files(tmp_path)
    after.pop(f"{DATABASE}-shm", None)
    assert after == before


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    path.write_text("something else, and long enough to be looked at" * 100)
    before = files(tmp_path)
    with pytest.raises(NaishiError, match=r"can't be used as the server's database \(Not a database\)\.$"):
        Database(path)
    assert files(tmp_path) == before


def test_a_newer_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    Database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = files(tmp_path)
    with pytest.raises(NewerDatabaseError):
        Database(path)
    assert files(tmp_path) == before


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    Database(tmp_path / "new" / DATABASE).close()
    assert (tmp_path / "new" / DATABASE).stat().st_mode & 0o77 == 0


def test_a_file_that_was_made_and_nothing_more_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    with pytest.raises(OlderDatabaseError):
        Database(tmp_path / DATABASE, may_migrate=False)
    Database(tmp_path / DATABASE).close()
    Database(tmp_path / DATABASE, may_migrate=False).close()


async def test_nobody_waits_who_comes_and_looks_while_another_process_writes(table: Table, database: Database) -> None:
    lobby, match = table.lobby, table.match.id
    with locked(database):
        me = await lobby.visit("SHA256:Aiko", "192.0.2.7", "en")
        newcomer = await lobby.visit("SHA256:Chiyo", "192.0.2.7", "en")
        assert [each.id for each in (await me.refresh()).mine] == [match]
        participant = await me.attach(match)
        assert participant.view == table.seats[participant.seat or 0].view
        assert (await newcomer.attach(match)).view.public
        lobby.leave(me)
        assert len(lobby.background), "what is to be noted of it waits, and nobody waits for that"
    await lobby.settled()


async def test_opening_and_reading_take_no_lock(database: Database) -> None:
    await database.write(add_player(1))
    with locked(database):
        other = Database(database.path, may_migrate=False)
        with other.reading() as connection:
            assert connection.execute(select(schema.players.c.name)).scalars().all() == ["P1"]
        other.close()
        again = Database(database.path)
        assert await count_players(again) == 1
        again.close()


async def test_a_full_disk_is_logged_once_and_leaves_what_was_stored(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    def add_much(number: int) -> Callable[[Connection], None]:
        def add(db: Connection) -> None:
            add_player(number)(db)
            add_settings(db, "x" * 100_000)

        return add

    await database.write(add_player(1))
    with full_disk(database):
        for number in (2, 3):
            with pytest.raises(StorageError) as refused:
                await database.write(add_much(number))
        assert str(refused.value) == "Not saved (No space left on device)."
        assert await count_players(database) == 1
    await database.write(add_much(4))
    assert await count_players(database) == 2
    assert [record.getMessage() for record in caplog.records] == [
        "writing the database failed: OperationalError: database or disk is full",
        "writing the database works again",
    ]


def add_settings(db: Connection, text: str) -> None:
    db.execute(schema.players.update().values(settings=text))


async def test_a_mistake_in_a_write_changes_nothing_and_is_raised_as_it_is(database: Database) -> None:
    def work(db: Connection) -> None:
        add_player(1)(db)
        raise KeyError

    with pytest.raises(KeyError):
        await database.write(work)
    assert await count_players(database) == 0


DELETED = [("",), ("", "-wal", "-shm"), ("-wal", "-shm"), ("-wal",)]


@pytest.mark.parametrize("endings", DELETED, ids=["the file", "all files", "the log", "the log alone"])
@pytest.mark.parametrize("noticed", ["by a write", "by looking"])
async def test_a_deleted_file_is_written_again(
    database: Database, endings: tuple[str, ...], noticed: str, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(add_player(1))
    for ending in endings:
        database.path.with_name(database.path.name + ending).unlink()
    assert await count_players(database) == 1
    if noticed == "by looking":
        await database.guard()
    await database.write(add_player(2))
    assert await count_players(database) == 2
    assert "had been deleted" in caplog.text
    assert database.path.stat().st_mode & 0o77 == 0
    # What is on the disk is the whole of it, also for whoever comes after a crash.
    for name, content in files(database.path.parent).items():
        copy = database.path.parent / "copy" / name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(content) if not name.endswith("-shm") else None
    after = Database(database.path.parent / "copy" / database.path.name)
    assert await count_players(after) == 2
    after.close()
    caplog.clear()
    await database.guard()
    await database.write(add_player(3))
    assert not caplog.text


async def test_a_deleted_folder_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    database = Database(folder / DATABASE)
    await database.write(add_player(1))
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    await database.guard()
    assert await count_players(database) == 1
    database.close()
    again = Database(folder / DATABASE)
    assert await count_players(again) == 1
    again.close()


async def test_what_somebody_has_put_in_the_place_of_the_file_is_kept(database: Database) -> None:
    await database.write(add_player(1))
    database.path.unlink()
    database.path.write_text("a backup, it may be")
    await database.write(add_player(2))
    assert await count_players(database) == 2
    assert database.path.with_name("naishi.sqlite.replaced").read_text() == "a backup, it may be"


async def test_reads_go_on_while_the_file_is_written_again(database: Database) -> None:
    await database.write(lambda db: [add_player(number)(db) for number in range(1, 200)])
    reading = True

    async def read() -> int:
        count = 0
        while reading:
            assert await count_players(database) >= 199
            count += 1
        return count

    readers = [asyncio.create_task(read()) for _reader in range(3)]
    for number in range(5):
        database.path.unlink()
        await database.write(add_player(1000 + number))
    reading = False
    assert min(await asyncio.gather(*readers)) > 0
    assert await count_players(database) == 204


async def test_a_file_that_cannot_be_written_again_is_tried_again(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(add_player(1))
    database.path.unlink()
    with monkeypatch.context() as patched:
        patched.setattr(Worker, "copy_to", refuse)
        for _look in range(2):
            with pytest.raises(StorageError):
                await database.guard()
        with pytest.raises(StorageError, match="No space left"):
            await database.write(add_player(2))
        assert await count_players(database) == 1
    assert len(caplog.records) == 1
    await database.write(add_player(2))
    assert await count_players(database) == 2
    assert database.path.exists()


def refuse(_worker: Worker, _file: Path) -> None:
    raise OSError(28, "No space left on device")


async def test_a_server_that_stops_writes_a_deleted_file_again(tmp_path: Path) -> None:
    database = Database(tmp_path / DATABASE)
    lobby = Lobby(database)
    await player(lobby, "Aiko")
    database.path.unlink()
    assert await lobby.close()
    database.close()
    again = Database(tmp_path / DATABASE)
    assert await count_players(again) == 1
    again.close()
