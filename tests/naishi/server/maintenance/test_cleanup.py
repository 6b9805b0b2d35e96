"""Cleanup of what players abandoned, in small steps."""

from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import Table as SqlTable, func, insert, select

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, Visitor
from naishi.server.database import schema
from naishi.server.maintenance.cleanup import DAY, GAME_AGE, GUEST_AGE, IDLE_AGE, PIECE, TABLE_AGE, clean_up
from naishi.server.tables.tables import GUEST_GAMES, GUEST_TABLES
from tests.naishi.server.conftest import Table, guest, player, resign


async def later(
    database: Database, seconds: float, *, online: tuple[int, ...] = (), live: tuple[str, ...] = ()
) -> None:
    await clean_up(database, online=online, is_live=live.__contains__, clock=lambda: time.time() + seconds)


async def count(database: Database, table: SqlTable) -> int:
    return await database.read(lambda db: db.execute(select(func.count()).select_from(table)).scalar_one())


async def mine(visitor: Visitor) -> list[str]:
    visitor.own_lists_changed()
    return [match.id for match in (await visitor.refresh()).mine]


async def test_a_table_that_nobody_joins_is_closed(lobby: Lobby, database: Database) -> None:
    host = await player(lobby, "Aiko")
    tables = [await host.tables.open(public=public) for public in (True, False)]
    await later(database, TABLE_AGE - DAY)
    assert len(await mine(host)) == 2
    await later(database, TABLE_AGE + DAY, live=(tables[0].id,), online=(host.account.id,))
    assert await mine(host) == [tables[0].id]
    await later(database, TABLE_AGE + DAY, online=(host.account.id,))
    assert await mine(host) == []
    assert await count(database, schema.seats) == 0


async def test_an_unfinished_game_waits_for_a_year(table: Table, database: Database) -> None:
    matches = table.lobby.matches
    await later(database, GAME_AGE - DAY)
    assert (await matches.get(table.match.id)).seats == table.match.seats
    await later(database, GAME_AGE + DAY, live=(table.match.id,))
    assert await matches.get(table.match.id), "somebody is at it"
    await later(database, GAME_AGE + DAY)
    with pytest.raises(NaishiError):
        await matches.get(table.match.id)


@pytest.mark.ci
async def test_a_finished_game_stays(table: Table, database: Database) -> None:
    await resign(table.seats[0])
    await later(database, 10 * GAME_AGE)
    assert await table.lobby.matches.get(table.match.id)
    assert await count(database, schema.results) == 2


async def test_a_guest_who_stays_away_is_forgotten_with_unfinished_games(lobby: Lobby, database: Database) -> None:
    visitor, account = await guest(lobby), await player(lobby, "Bruno")
    await visitor.rename("Aiko")
    number, code = visitor.account.id, visitor.code
    match = await account.tables.join(await visitor.tables.open(public=True))
    await later(database, GUEST_AGE - DAY)
    assert await mine(account) == [match.id]
    await later(database, GUEST_AGE + DAY, online=(number,))
    assert await mine(account) == [match.id], "the guest is here"
    await later(database, GUEST_AGE + DAY, online=(account.account.id,))
    assert await mine(account) == []
    with pytest.raises(NaishiError, match="wrong or has expired"):
        await account.credentials.read_code(code)
    with pytest.raises(NaishiError):
        await lobby.players.get(number)
    await account.rename("Aiko")
    assert account.account.name == "Aiko", "the name is free"


async def test_a_finished_game_with_a_guest_stays_for_the_other_player(lobby: Lobby, database: Database) -> None:
    visitor, account = await guest(lobby), await player(lobby, "Aiko")
    await visitor.rename("Bruno")
    match = await visitor.tables.join(await account.tables.open(public=True))
    await resign(await visitor.attach(match.id))
    await later(database, GUEST_AGE + DAY)
    account.own_lists_changed()
    (finished,) = (await account.refresh()).mine
    assert "Bruno" in finished.names
    assert lobby.matches.check() == (1, [])
    other = await player(lobby, "Chiyo")
    await other.rename("Bruno")


async def test_games_that_only_guests_have_seen_go_with_them(lobby: Lobby, database: Database) -> None:
    visitor = await guest(lobby)
    match = await visitor.tables.play_bot("beginner")
    await resign(await visitor.attach(match.id))
    await later(database, GUEST_AGE + DAY)
    assert lobby.matches.check() == (0, [])
    assert await count(database, schema.players) == 0


@pytest.mark.ci
async def test_a_deleted_account_stays_only_as_the_opponent_in_finished_games(table: Table, database: Database) -> None:
    one, other = table.people
    await one.delete_account(one.account)
    await later(database, DAY)
    assert await count(database, schema.players) == 2
    assert "–" in (await table.lobby.matches.get(table.match.id)).stored_names
    await other.delete_account(other.account)
    await later(database, DAY, live=(table.match.id,))
    assert await count(database, schema.matches) == 1, "somebody looks at it"
    await later(database, DAY)
    for each in (schema.players, schema.matches, schema.seats, schema.results):
        assert await count(database, each) == 0


async def test_who_has_never_played_goes_after_a_month_with_the_keys(lobby: Lobby, database: Database) -> None:
    idle, host, busy, other = [await player(lobby, name) for name in ("Aiko", "Bruno", "Chiyo", "Dora")]
    await idle.credentials.link_code()
    await host.tables.open(public=False)
    match = await other.tables.join(await busy.tables.open(public=True))
    await resign(await other.attach(match.id))
    await lobby.settled()
    await later(database, IDLE_AGE - DAY)
    assert await count(database, schema.players) == 4
    await later(database, IDLE_AGE + DAY, online=(idle.account.id, host.account.id))
    assert await count(database, schema.players) == 4, "they are here"
    await host.tables.open(public=False)
    await database.write(lambda db: db.execute(schema.matches.update().values(updated=time.time() + 2 * DAY)))
    await later(database, IDLE_AGE + DAY)
    assert await count(database, schema.players) == 3, "whoever waits at a table stays, and whoever has played"
    await later(database, IDLE_AGE + 3 * DAY)
    assert await count(database, schema.players) == 2
    assert await count(database, schema.keys) == 2
    assert await count(database, schema.link_codes) == 0
    await player(lobby, "Aiko")
    assert await count(database, schema.players) == 3, "the name is free again"


async def test_codes_that_have_expired_go(lobby: Lobby, database: Database) -> None:
    await (await player(lobby, "Aiko")).credentials.link_code()
    await later(database, 300)
    assert await count(database, schema.link_codes) == 1
    await later(database, 900)
    assert await count(database, schema.link_codes) == 0


async def test_others_write_in_between(database: Database) -> None:
    row = {"named": True, "created": 0, "last_seen": 0, "settings": "{}"}
    many = 4 * PIECE
    old = [{**row, "id": number, "name": "Old", "name_key": f"old{number}"} for number in range(1, many + 1)]
    new = {**row, "name": "New", "name_key": "new", "last_seen": time.time()}
    await database.write(lambda db: db.execute(insert(schema.players), old))
    cleaning = asyncio.create_task(clean_up(database))
    await asyncio.sleep(0)
    left = await database.write(
        lambda db: (
            db.execute(insert(schema.players).values(new)),
            db.execute(select(func.count()).select_from(schema.players)).scalar_one(),
        )[1]
    )
    assert left > 2 * PIECE, "what is written needn't wait until all of them are gone"
    await cleaning
    assert await count(database, schema.players) == 1


async def test_a_guest_waits_at_fewer_tables_and_has_fewer_games(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    for _table in range(GUEST_TABLES):
        await visitor.tables.open(public=True)
    with pytest.raises(NaishiError, match="waiting at 2 tables"):
        await visitor.tables.open(public=True)
    for _game in range(GUEST_GAMES - GUEST_TABLES):
        await visitor.tables.play_bot("beginner")
    with pytest.raises(NaishiError, match="8 unfinished games"):
        await visitor.tables.play_bot("beginner")
