"""A database of an earlier version is brought up to date as a whole or not at all, and nobody notices.

`version_2.sql` and `version_2.json` were written by the program of that version: the database, and what it listed.
`version_3.sql` is what the program of version 3 made of that database.
"""

from __future__ import annotations

import itertools
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
from sqlalchemy import Connection, select

from naishi.common.errors import NaishiError
from naishi.server import Database, Lobby, Match, News, Visitor
from naishi.server.storage import migrations, schema
from naishi.server.storage.cleanup import DAY, clean_up
from naishi.server.storage.database import DATABASE
from naishi.server.storage.opening import OlderDatabaseError
from naishi.sessions import Ask
from tests.fuzzing import some

HERE = Path(__file__).parent


def stored(folder: Path, version: int) -> Path:
    """Make the database of an earlier version."""
    path = folder / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((HERE / f"version_{version}.sql").read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump(), str(connection.execute("PRAGMA user_version").fetchone())]


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    """What the program of version 2 listed, less the news of bots, which it listed, too."""
    listed: dict[str, Any] = json.loads((HERE / "version_2.json").read_text("utf-8"))
    for match in (*itertools.chain(*listed["mine"].values()), *listed["open"], *listed["watchable"]):
        match[-1] = [None if player is None else news for player, news in zip(match[5], match[-1], strict=True)]
    return listed


@pytest.fixture(params=[2, 3])
def database(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    database = Database(stored(tmp_path, request.param))
    yield database
    database.close()


def listed(match: Match) -> list[Any]:
    """Write a match as the program of version 2 did."""
    words = {News.UNDO: "take back", News.UNDONE: "taken back"}
    news = [each and words.get(each, each.value) for each in match.news]
    how = [match.id, match.state.value, match.turn, match.round, match.host]
    return [*how, [*match.seats], [*match.names], match.public, match.invite, match.updated, news]


async def come(lobby: Lobby, then: dict[str, Any], who: str) -> Visitor:
    if who != "guest":
        return await lobby.visit(f"SHA256:{who}", "192.0.2.7", "en")
    visitor = await lobby.visit(None, "192.0.2.7", "en")
    await visitor.credentials.use_code(await visitor.credentials.read_code(then["guest_code"]))
    return visitor


def in_order_of_ids(rows: list[list[Any]]) -> list[list[Any]]:
    """The program of then put them in another order."""
    return sorted(rows, key=lambda row: str(row[0]))


def tables(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT type || name, sql FROM sqlite_master").fetchall()
    return {name: "".join((sql or "").split()).replace('"', "") for name, sql in found}


@pytest.mark.parametrize("version", [1, 2, 3])
def test_the_tables_are_those_of_a_new_database(tmp_path: Path, version: int) -> None:
    Database(tmp_path / "new" / DATABASE).close()
    Database(stored(tmp_path, version)).close()
    assert tables(tmp_path / DATABASE) == tables(tmp_path / "new" / DATABASE)


async def test_everybody_finds_the_same_lists(lobby: Lobby, then: dict[str, Any]) -> None:
    for who, expected in then["mine"].items():
        if who != "forgotten":
            visitor = await come(lobby, then, who)
            assert visitor.account.id == then["players"][who]
            found = [listed(match) for match in (await visitor.refresh()).mine]
            assert in_order_of_ids(found) == in_order_of_ids(expected)
    stranger = await lobby.visit(None, "192.0.2.7", "en")
    assert [listed(match) for match in stranger.listing.open] == then["open"]
    assert [listed(match) for match in stranger.listing.watchable] == then["watchable"]
    assert (await stranger.find(then["invite"])).id == then["ids"]["private table"]


async def test_the_same_matches_are_damaged_and_harm_no_other(lobby: Lobby, then: dict[str, Any]) -> None:
    count, damaged = lobby.matches.check()
    assert [count, sorted(damaged)] == [then["check"][0], sorted(then["check"][1])]
    visitor = await come(lobby, then, "chiyo")
    for name in ("cut off", "impossible"):
        with pytest.raises(NaishiError, match="damaged"):
            await visitor.attach(then["ids"][name])


async def test_results_are_those_of_the_games(lobby: Lobby, database: Database, then: dict[str, Any]) -> None:
    with database.reading() as connection:
        rows = connection.execute(select(schema.results).order_by(schema.results.c.match, schema.results.c.seat)).all()
        over = {row.id: row for row in connection.execute(select(schema.matches)) if row.ended_at is not None}
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.match, []).append(row)
    assert set(found) == set(over) == set(then["outcomes"])
    for match, (winner, points) in then["outcomes"].items():
        expected = ["drawn", "drawn"] if winner is None else ["won", "lost"] if winner == 0 else ["lost", "won"]
        assert [row.result for row in found[match]] == expected
        assert [row.points for row in found[match]] == (points or [None, None])
        assert [row.player for row in found[match]] == [*(await lobby.matches.get(match)).seats]
        assert {row.ended_at for row in found[match]} == {over[match].ended_at} == {over[match].updated}
    ids = then["ids"]
    ended = {name: over[ids[name]].result for name in ("finished", "resigned", "drawn", "finished against a bot")}
    assert list(ended.values()) == ["finished", "resigned", "drawn", "finished"]


@pytest.mark.ci
async def test_games_go_on_and_offers_stand(lobby: Lobby, then: dict[str, Any]) -> None:
    ids, people = then["ids"], {who: await come(lobby, then, who) for who in ("aiko", "bruno", "chiyo", "guest")}
    by_number = {visitor.account.id: visitor for visitor in people.values()}
    for name in ("playing", "draw offered", "undo asked for", "against a bot"):
        match = await lobby.matches.get(ids[name])
        seats = [None if player is None else await by_number[player].attach(match.id) for player in match.seats]
        person = seats[match.turn or 0] or next(filter(None, seats))
        if person.news.offered or any(seat is not None and seat.news.offered for seat in seats):
            answering = next(seat for seat in seats if seat is not None and seat.news.offered)
            agree = next(each for each in answering.requests if each.verb == "agree")
            await answering.request(agree)
            assert answering.ended_early or name == "undo asked for"
        elif Ask.PLAY in person.allowed:
            before = len(person.view.events)
            await person.play(person.view.legal_actions[0])
            assert len(person.view.events) > before
    over = await people["aiko"].attach(ids["finished, rematch asked for"])
    await over.rematch()
    assert over.agreements.next is not None
    await (await come(lobby, then, "chiyo")).tables.join(await lobby.matches.get(ids["table"]))


async def test_accounts_are_the_same_and_have_their_keys_and_settings(lobby: Lobby, then: dict[str, Any]) -> None:
    aiko, chiyo = [await come(lobby, then, who) for who in ("aiko", "chiyo")]
    assert aiko.settings == {"language": "fr", "theme": "light"}
    keys = await chiyo.credentials.keys()
    assert {key.fingerprint for key in keys} == {"SHA256:chiyo", "SHA256:chiyo-laptop"}
    assert all(0 < key.added <= key.last_used for key in keys)
    assert (await lobby.visit("SHA256:chiyo-laptop", "192.0.2.7", "en")).account == chiyo.account


async def test_names_are_told_apart_as_they_are_now(lobby: Lobby, then: dict[str, Any]) -> None:
    one, other = [await come(lobby, then, who) for who in ("anna", "other")]
    assert [one.account.name, other.account.name] == ["Anna", "\u13aanna"], "they keep their names"
    newcomer = await lobby.visit("SHA256:new", "192.0.2.7", "en")
    for name in ("Anna", "\u13aanna", "4nna"):
        with pytest.raises(NaishiError, match=r"already taken|mix letters"):
            await newcomer.rename(name)


async def test_who_could_not_come_back_is_gone(lobby: Lobby, database: Database, then: dict[str, Any]) -> None:
    await clean_up(database, clock=lambda: 1_790_100_000.0 + DAY)
    with database.reading() as connection:
        left = set(connection.execute(select(schema.players.c.id)).scalars())
    assert left == set(then["players"].values()), "whose games were claimed, or whose key was linked, is not needed"
    assert (await lobby.matches.get(then["ids"]["finished with a guest who is gone"])).names[0].startswith("Guest")
    newcomer = await lobby.visit("SHA256:new", "192.0.2.7", "en")
    with pytest.raises(NaishiError, match="reserved"):
        await newcomer.rename("Guest 649078")


async def test_games_of_before_are_base_games(lobby: Lobby, then: dict[str, Any]) -> None:
    for name, match in then["ids"].items():
        assert (await lobby.matches.get(match)).expansion is None, name
    chiyo = await come(lobby, then, "chiyo")
    match = await chiyo.tables.join(await lobby.matches.get(then["ids"]["table"]))
    assert (await lobby.matches.load(match.id)).game.module is None
    over = await (await come(lobby, then, "aiko")).attach(then["ids"]["finished, rematch asked for"])
    await over.rematch()
    assert (await lobby.matches.load(over.agreements.next or "")).game.module is None


@pytest.mark.parametrize("version", [2, 3])
def test_a_migration_that_fails_leaves_the_database_as_it_is(tmp_path: Path, version: int) -> None:
    def fail(connection: Connection) -> None:
        migrations.MIGRATIONS[version](connection)
        raise KeyError

    path = stored(tmp_path, version)
    before = dumped(path)
    with pytest.raises(KeyError):
        Database(path, {**migrations.MIGRATIONS, version: fail})
    assert dumped(path) == before
    Database(path).close()


KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Connection
from naishi.server import Database

def execute(connection, statement, *parameters, execute=Connection.exec_driver_sql):
    result = execute(connection, statement, *parameters)
    if statement.startswith(f"INSERT INTO {sys.argv[2]} "):
        os.kill(os.getpid(), signal.SIGKILL)
    return result

Connection.exec_driver_sql = execute
Database(Path(sys.argv[1]))
"""


@pytest.mark.ci
@pytest.mark.parametrize("table", some(["players", "results"], 2))
def test_a_migration_that_is_killed_leaves_the_database_as_it_is(tmp_path: Path, table: str) -> None:
    path = stored(tmp_path, 2)
    before = dumped(path)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path), table], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert dumped(path) == before
    Database(path).close()


def test_an_older_database_is_left_alone_where_it_may_not_be_changed(tmp_path: Path) -> None:
    path = stored(tmp_path, 2)
    before = path.read_bytes()
    with pytest.raises(OlderDatabaseError):
        Database(path, may_migrate=False)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [DATABASE]


async def test_a_database_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    database = Database(stored(tmp_path, 1))
    lobby = Lobby(database)
    assert lobby.matches.check() == (2, [])
    me = await lobby.visit("SHA256:a", "192.0.2.7", "en")
    assert me.account.name == "Aiko"
    assert me.settings == {}
    (match,) = (await me.refresh()).mine
    assert match.news == (News.MOVED, News.MOVED), "neither had seen the last actions"
    await (await me.attach(match.id)).play("develop L4")
    await lobby.settled()
    assert (await lobby.matches.get(match.id)).news == (None, News.MOVED)
    await lobby.close()
    database.close()
