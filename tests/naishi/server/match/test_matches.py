"""Matches that outlive terminals and processes: participant, session, store."""

from __future__ import annotations

import asyncio
import json

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Phase
from naishi.server import Database, Lobby, News, OfferKind, Presence, Verb
from naishi.server.match.match import Terms
from naishi.server.tables.tables import MOST_TABLES
from naishi.sessions import Ask
from tests.naishi.server.conftest import Table, answer, offer, player, resign


async def test_a_game_goes_on_where_it_stood_after_a_restart(table: Table, database: Database) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(5)
    seen = [seat.view for seat in table.seats]
    again = Lobby(database)
    back = [await again.attach(table.match.id, person.account) for person in table.people]
    assert [seat.view for seat in back] == seen


async def test_terminals_of_one_player_share_the_seat(table: Table) -> None:
    me = table.people[0]
    other = await me.attach(table.match.id)
    await other.play("give 1")
    assert table.seats[0].view == other.view
    await me.detach(table.seats[0])
    assert table.seats[1].presence(0) is Presence.HERE
    await me.detach(other)
    assert table.seats[1].presence(0) is Presence.AWAY
    table.lobby.leave(me)
    assert table.seats[1].presence(0) is Presence.GONE
    await player(table.lobby, me.account.name)
    assert table.seats[1].presence(0) is Presence.AWAY


async def test_a_write_on_top_of_another_is_refused_and_what_was_stored_is_shown(
    table: Table, database: Database
) -> None:
    rival = Lobby(database)
    theirs = await rival.attach(table.match.id, table.people[0].account)
    await table.play("give 1")
    with pytest.raises(NaishiError, match="changed elsewhere"):
        await theirs.play("give 2")
    assert [action.text for action in (await table.game()).actions] == ["give 1"]
    assert theirs.view == table.seats[0].view
    assert theirs.trouble == ""
    await resign(theirs)
    assert theirs.agreements.resigned == 0, "the next request is on top of what was loaded"


async def test_what_happened_since_one_looked_last_is_news(table: Table) -> None:
    lobby, (_first, second) = table.lobby, table.people
    mine, theirs = table.seats

    async def news() -> News | None:
        return (await lobby.matches.get(table.match.id)).news[1]

    async def look() -> None:
        await second.detach(await second.attach(table.match.id))
        await lobby.settled()

    await second.detach(theirs)
    assert await news() is None
    await table.play("give 1")
    assert await news() is News.MOVED
    assert (await lobby.matches.get(table.match.id)).news[0] is None, "one's own actions are no news"
    await look()
    assert await news() is None
    back = await second.attach(table.match.id)
    await back.play("give 1")  # else the first could withdraw
    await second.detach(back)
    for kind, said in ((OfferKind.UNDO, News.UNDO), (OfferKind.DRAW, News.DRAW)):
        await offer(mine, kind)
        assert await news() is said
        await look()
        assert await news() is said, "until it is answered"
        back = await second.attach(table.match.id)
        await answer(back, Verb.DECLINE)
        await lobby.settled()
        assert await news() is None
    await resign(mine)
    await table.people[0].detach(mine)
    assert await news() is None, "for the second is here"


async def test_a_match_that_ended_meanwhile_is_news(table: Table) -> None:
    lobby, (_first, second) = table.lobby, table.people
    await second.detach(table.seats[1])
    await resign(table.seats[0])
    assert (await lobby.matches.get(table.match.id)).news[1] is News.RESIGNED
    participant = await second.attach(table.match.id)
    await lobby.settled()
    assert (await lobby.matches.get(table.match.id)).news[1] is None
    await table.seats[0].rematch()
    await second.detach(participant)
    assert (await lobby.matches.get(table.match.id)).news[1] is News.REMATCH


async def test_who_has_joined_is_news_to_the_host(lobby: Lobby) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(public=True))
    seat = match.seat_of(host.account.id)
    assert seat is not None
    assert match.news[seat] is News.JOINED
    await host.attach(match.id)
    await lobby.settled()
    assert (await lobby.matches.get(match.id)).news[seat] is None


async def test_who_has_joined_is_news_only_until_something_is_played_or_offered(lobby: Lobby) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(public=True))
    seat = match.seat_of(host.account.id)
    assert seat is not None
    mine = await other.attach(match.id)
    await offer(mine, OfferKind.DRAW)
    assert (await lobby.matches.get(match.id)).news[seat] is News.DRAW
    await resign(mine)
    assert (await lobby.matches.get(match.id)).news[seat] is News.RESIGNED
    waiting = await other.tables.join(await host.tables.open(public=True))
    participant = await host.attach(waiting.id)
    await resign(participant)
    unseen = waiting.seat_of(other.account.id)
    assert unseen is not None
    assert (await lobby.matches.get(waiting.id)).news[unseen] is News.RESIGNED


async def test_only_one_gets_the_last_seat(lobby: Lobby) -> None:
    host, one, two = [await player(lobby, name) for name in ("Aiko", "Bruno", "Chiyo")]
    table = await host.tables.open(public=True)
    await one.tables.join(table)
    with pytest.raises(NaishiError, match="just joined"):
        await two.tables.join(table)


async def test_nobody_joins_their_own_table(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    with pytest.raises(NaishiError, match="your own"):
        await host.tables.join(await host.tables.open(public=True))


async def test_a_player_waits_at_a_few_tables_only(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    for _table in range(MOST_TABLES):
        await host.tables.open(public=True)
    with pytest.raises(NaishiError, match="waiting at 5 tables"):
        await host.tables.open(public=True)


async def test_a_private_table_is_found_by_its_word_alone(lobby: Lobby) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    table = await host.tables.open(public=False)
    await lobby.public.look()
    assert other.listing.open == []
    with pytest.raises(NaishiError):
        await other.find(table.id)
    assert (await other.find(table.invite.upper())).id == table.id
    assert (await other.find(f"ssh -t -p 2222 play@naishi.example.org join {table.invite}")).id == table.id
    with pytest.raises(NaishiError, match="no game with this word"):
        await other.find("  ")


@pytest.mark.ci
async def test_a_bot_takes_an_empty_seat_and_plays(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    match = await host.tables.play_bot("beginner", await host.tables.open(public=True))
    participant = await host.attach(match.id)
    seat = participant.seat
    assert seat is not None
    changes = participant.changes()
    while Ask.PLAY not in participant.allowed or participant.view.phase is Phase.GIFT:
        if Ask.PLAY in participant.allowed:
            await participant.play("give 1")
        else:
            await asyncio.wait_for(anext(changes), 60)
    assert len(participant.view.events) >= 2
    assert (await lobby.matches.get(match.id)).names[1 - seat] == "Koshikibu"


async def test_a_damaged_match_is_found(table: Table, database: Database) -> None:
    assert table.lobby.matches.check() == (1, [])
    with database.writing() as connection:
        (text,) = connection.exec_driver_sql("SELECT record FROM matches").one()
        record = json.loads(text) | {"actions": ["recall"], "cursor": 1}
        connection.exec_driver_sql("UPDATE matches SET record = ?", (json.dumps(record),))
    assert table.lobby.matches.check() == (1, [table.match.id])


async def test_a_table_keeps_its_expansion_in_the_lists_the_game_and_the_rematch(lobby: Lobby) -> None:
    host, other, stranger = [await player(lobby, name) for name in ("Aiko", "Bruno", "Chiyo")]
    waiting = await host.tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=True)
    await lobby.public.look()
    assert [match.expansion for match in stranger.listing.open] == [LEGENDS_TRAVELLERS]
    match = await other.tables.join(waiting)
    assert match.expansion == LEGENDS_TRAVELLERS
    await lobby.public.look()
    assert [each.expansion for each in stranger.listing.watchable] == [LEGENDS_TRAVELLERS]
    seats = [await person.attach(match.id) for person in (host, other)]
    assert seats[0].view.module == (await stranger.attach(match.id)).view.module == LEGENDS_TRAVELLERS
    await resign(seats[0])
    for seat in seats:
        await seat.rematch()
    (after,) = [each for each in (await host.refresh()).mine if each.id == seats[0].agreements.next]
    assert after.expansion == (await lobby.matches.load(after.id)).game.module == LEGENDS_TRAVELLERS


async def test_a_bot_plays_with_the_expansion_where_it_is_asked_to(lobby: Lobby) -> None:
    me = await player(lobby, "Aiko")
    table = await me.tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=True)
    seated = await me.tables.play_bot("beginner", table)
    new = await me.tables.play_bot("beginner", expansion=LEGENDS_TRAVELLERS)
    base = await me.tables.play_bot("beginner")
    modules = [(await lobby.matches.load(match.id)).game.module for match in (seated, new, base)]
    assert modules == [match.expansion for match in (seated, new, base)]
    assert modules == [LEGENDS_TRAVELLERS, LEGENDS_TRAVELLERS, None]


@pytest.mark.parametrize("options", [None, '{"expansion": "ghosts"}', "{", "[1]", '{"expansion": 1}'])
async def test_a_match_whose_row_says_other_options_than_its_game_is_damaged(
    lobby: Lobby, database: Database, options: str | None
) -> None:
    me = await player(lobby, "Aiko")
    match = await me.tables.play_bot("beginner", expansion=LEGENDS_TRAVELLERS)
    assert lobby.matches.check() == (1, [])
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET options = ?", (options,))
    assert lobby.matches.check() == (1, [match.id])
