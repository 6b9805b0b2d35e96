"""Lists of matches: order, changes, nothing hidden."""

from __future__ import annotations

import asyncio

import pytest

from naishi.server import Database, Lobby, News
from tests.naishi.server.conftest import Table, player


@pytest.mark.ci
async def test_a_match_is_listed_first_where_it_is_my_turn(table: Table) -> None:
    first, second = table.people
    waiting = await first.tables.open(public=True)
    await table.play("give 1")
    assert {match.id for match in (await first.refresh()).mine} == {waiting.id, table.match.id}
    await table.play("give 1")
    await first.tables.open(public=False)
    assert (await first.refresh()).mine[0].id == table.match.id, "though a table was made later"
    assert [match.id for match in (await second.refresh()).mine] == [table.match.id]
    assert (await first.refresh()).mine[0].is_turn_of(first.account.id)
    again = await table.lobby.visit("SHA256:else", "192.0.2.9", "en")
    await table.lobby.public.look()
    assert [match.id for match in again.listing.open] == [waiting.id]


async def test_a_finished_game_is_news_and_listed_before_what_was_seen(table: Table, database: Database) -> None:
    second = table.people[1]
    await table.play_to_the_end()
    seen = await table.lobby.matches.get(table.match.id)
    assert seen.news == (None, None), "both were here"
    waiting = await second.tables.open(public=False)
    assert [match.id for match in (await second.refresh()).mine] == [waiting.id, seen.id]
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE seats SET seen = 3 WHERE seat = 1")
    second.own_lists_changed()
    (first, _waiting) = (await second.refresh()).mine
    assert (first.id, first.news[1]) == (seen.id, News.FINISHED)


async def test_lists_change_for_those_concerned_alone(table: Table) -> None:
    stranger = await player(table.lobby, "Chiyo")
    await table.lobby.public.look()
    mine, public = table.people[0].changes(), table.lobby.public.changes
    theirs_before, public_before = stranger.changed.newest, public.newest
    await table.play("give 1")
    await asyncio.wait_for(anext(mine), 60)
    await table.lobby.public.look()
    assert stranger.changed.newest == theirs_before
    assert public.newest == public_before, "nothing that they show has changed"
    await stranger.tables.open(public=True)
    await asyncio.wait_for(anext(public.since(public_before)), 60)


async def test_a_match_is_listed_once_though_the_public_lists_are_older(lobby: Lobby) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    table = await host.tables.open(public=True)
    await lobby.public.look()
    assert [match.id for match in (await other.refresh()).open] == [table.id]
    await other.tables.join(table)
    listing = await other.refresh()
    assert [match.id for match in (*listing.mine, *listing.open, *listing.watchable)] == [table.id]


async def test_what_the_lobby_lists_has_no_card_in_it(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    await host.tables.play_bot("beginner")
    listed = repr(await host.refresh()).replace("game='naishi'", "")
    assert not any(card in listed for card in ("fort", "mountain", "banner", "naishi"))
