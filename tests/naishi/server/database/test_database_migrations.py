"""Migrations: complete or not at all.

The program of version 12, that of Naishi 1.0, wrote `version_12.sql` (a database), `version_12.json` (what its lobby
listed) and `export_6.jsonl` (its export of that database).
"""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from naishi.server import Database, Lobby, Match, Visitor
from naishi.server.database import schema
from naishi.server.database.database import DATABASE, OlderDatabaseError
from naishi.server.maintenance.transfer import export
from naishi.sessions import Ask
from tests.naishi.server.conftest import Now

HERE = Path(__file__).parent
SCRIPT = (HERE / "version_12.sql").read_text("utf-8")


def stored(folder: Path) -> Path:
    """Make the database of version 12."""
    path = folder / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SCRIPT)
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump(), str(connection.execute("PRAGMA user_version").fetchone())]


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    """What the program of version 12 listed."""
    listed: dict[str, Any] = json.loads((HERE / "version_12.json").read_text("utf-8"))
    return listed


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(stored(tmp_path))
    yield database
    database.close()


@pytest.fixture
def now(then: dict[str, Any]) -> Now:
    now = Now()
    now.at = then["now"]
    return now


def listed(match: Match) -> list[Any]:
    """Write a match as it was listed then."""
    return [
        match.id, match.state.value, match.round, match.host, [*match.seats], [*match.names], match.public,
        match.updated, match.expansion, match.turn, [news and news.value for news in match.news], [],
        None if match.result is None else [match.result.how],
    ]  # fmt: skip


async def come(lobby: Lobby, name: str) -> Visitor:
    return await lobby.visit(f"SHA256:{name}", "192.0.2.7", "en")


def tables(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT type || name, sql FROM sqlite_master").fetchall()
    return {name: "".join((sql or "").split()).replace('"', "") for name, sql in found}


def test_the_tables_are_those_of_a_new_database(tmp_path: Path) -> None:
    Database(tmp_path / "new" / DATABASE).close()
    Database(stored(tmp_path)).close()
    assert tables(tmp_path / DATABASE) == tables(tmp_path / "new" / DATABASE)


async def test_everybody_finds_the_same_lists(lobby: Lobby, then: dict[str, Any]) -> None:
    for name, expected in then["mine"].items():
        found = [listed(match) for match in (await (await come(lobby, name)).refresh()).mine]
        assert sorted(found, key=str) == expected
    stranger = await lobby.visit(None, "192.0.2.7", "en")
    assert [listed(match) for match in stranger.listing.open] == then["open"]
    watchable = [listed(match) for match in stranger.listing.watchable]  # by now games between people come first
    assert sorted(watchable, key=str) == sorted(then["watchable"], key=str)
    dora = await come(lobby, "Dora")
    await dora.refresh()
    assert [match.id for match in dora.own_lists.challenges] == [then["ids"]["challenge"]]


async def test_no_game_is_damaged_and_the_export_has_the_same_players_and_games(
    lobby: Lobby, database: Database, now: Now
) -> None:
    assert lobby.matches.check()[1] == []
    damaged: list[str] = []
    lines = [json.loads(line) for line in export(database, damaged, now)]
    before = [json.loads(line) for line in (HERE / "export_6.jsonl").read_text("utf-8").splitlines()]
    assert lines[1:-1] == before[1:-1]
    assert not damaged


async def test_games_go_on_and_offers_stand(lobby: Lobby, then: dict[str, Any]) -> None:
    people = {(visitor := await come(lobby, name)).account.id: visitor for name in then["mine"]}
    guest = await lobby.visit(None, "192.0.2.7", "en")
    await guest.credentials.use_code(await guest.credentials.read_code(then["guest"]))
    people[guest.account.id] = guest
    for name in ("playing", "with a clock and the expansion", "with a guest", "against a bot"):
        match = await lobby.matches.get(then["ids"][name])
        player = match.seats[match.turn or 0] or guest.account.id
        seat = await people[player].attach(match.id)
        if Ask.PLAY in seat.allowed:
            before = len(seat.view.events)
            await seat.play(seat.view.legal_actions[0])
            assert len(seat.view.events) > before
    for name in ("draw offered", "undo asked for", "finished"):
        match = await lobby.matches.get(then["ids"][name])
        seats = [await people[player or 0].attach(match.id) for player in match.seats]
        answering = next(seat for seat in seats if seat.news.offered)
        await answering.request(next(each for each in answering.requests if each.verb == "agree"))
        assert not answering.news.offered
    assert lobby.matches.check()[1] == []


@pytest.mark.parametrize("version", [1, 11])
def test_a_database_from_before_the_first_release_is_refused_in_a_line_and_left_alone(
    tmp_path: Path, version: int
) -> None:
    path = stored(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    with pytest.raises(OlderDatabaseError, match=r"^The database is from before version 1\.0 .*\.$"):
        Database(path)
    assert path.read_bytes() == before


def add_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE more (id INTEGER NOT NULL, PRIMARY KEY (id))")
    connection.exec_driver_sql("INSERT INTO more (id) VALUES (1)")


def test_a_migration_that_fails_leaves_the_database_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: Connection) -> None:
        add_table(connection)
        raise KeyError

    path = stored(tmp_path)
    Database(path).close()
    before, version = dumped(path), schema.VERSION
    monkeypatch.setattr(schema, "VERSION", version + 1)
    with pytest.raises(KeyError):
        Database(path, {version: fail})
    assert dumped(path) == before
    Database(path, {version: add_table}).close()
    assert dumped(path) != before


KILLED = """
import os, signal, sys
from pathlib import Path
from naishi.server import Database
import naishi.server.database.schema as schema

def kill(connection):
    connection.exec_driver_sql("CREATE TABLE more (id INTEGER NOT NULL, PRIMARY KEY (id))")
    os.kill(os.getpid(), signal.SIGKILL)

schema.VERSION += 1
Database(Path(sys.argv[1]), {schema.VERSION - 1: kill})
"""


@pytest.mark.ci
def test_a_migration_that_is_killed_leaves_the_database_as_it_is(tmp_path: Path) -> None:
    path = stored(tmp_path)
    Database(path).close()
    before = dumped(path)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert dumped(path) == before
    Database(path).close()


def test_an_older_database_is_left_alone_where_it_may_not_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path)
    Database(path).close()
    before = path.read_bytes()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with pytest.raises(OlderDatabaseError, match="an older version is running"):
        Database(path, may_migrate=False)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [DATABASE]
