"""Tables of any game, joined, left, filled, begun: tables, match.match_text."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy import func, select

from naishi.common.i18n import NaishiError
from naishi.plain.server.objects import lobby_object
from naishi.server import Agreements, Database, Lobby, Match, MatchStage, Visitor
from naishi.server.database import schema
from naishi.server.lobby.notices import TurnNotice
from naishi.server.match import match_text
from naishi.server.match.match import Terms
from naishi.server.match.state import Offer
from naishi.server.tournaments.tournament import Kind, Setup
from naishi.tabletop import kinds
from naishi.tabletop.players import HUMAN
from tests.naishi.server.conftest import guest, player
from tests.naishi.server.match.shared import change, finish
from tests.naishi.tabletop import unison

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")
FOUR = Terms(game="unison", places=4)


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


@pytest.fixture
async def people(lobby: Lobby) -> list[Visitor]:
    return [await player(lobby, name) for name in NAMES]


def ids(people: Sequence[Visitor]) -> list[int]:
    return [person.account.id for person in people]


async def mine(person: Visitor) -> list[Match]:
    return list((await person.refresh()).mine)


async def test_a_table_begins_when_it_is_full_and_everybody_finds_it(lobby: Lobby, people: list[Visitor]) -> None:
    host, *others = people[:4]
    table = await host.tables.open(FOUR, public=True)
    await lobby.public.look()
    assert [match_text.terms(each) for each in lobby.public.open] == ["Unison, 1 of 4 seats taken"]
    for number, person in enumerate(others, 2):
        match = await person.tables.join(table)
        assert match.state is (MatchStage.PLAYING if number == 4 else MatchStage.OPEN)
        assert [each.id for each in await mine(person)] == [table.id]
    assert sorted(each or 0 for each in match.seats) == sorted(ids(people[:4])), "who sits where is drawn"
    stored = await lobby.matches.load(table.id)
    assert [each.name for each in stored.game.players] == list(match.names)
    assert stored.game.options.undo == "off"
    assert lobby.matches.check() == (1, [])
    with pytest.raises(NaishiError, match="table is gone"):
        await people[4].tables.join(table)
    await lobby.public.look()
    assert not lobby.public.open
    assert [each.id for each in lobby.public.watchable] == [table.id]


async def test_whoever_sits_down_twice_has_one_seat_and_whoever_leaves_frees_it(
    lobby: Lobby, people: list[Visitor]
) -> None:
    host, one, other, *_others = people
    table = await host.tables.open(FOUR, public=False)
    await one.tables.join(table)
    again = await one.tables.join(await lobby.matches.get(table.id))
    assert again.seats == (host.account.id, one.account.id, None, None)
    with pytest.raises(NaishiError, match="your own table"):
        await host.tables.join(table)
    await other.tables.join(table)
    await one.tables.close(await lobby.matches.get(table.id))
    assert (await lobby.matches.get(table.id)).seats == (host.account.id, None, other.account.id, None)
    assert not await mine(one)
    with pytest.raises(NaishiError, match="no seat"):
        await lobby.tables.store.stand_up(table.id, one.account.id)
    await host.tables.close(await lobby.matches.get(table.id))
    assert not await mine(other), "the host has closed it"


async def test_the_host_begins_with_fewer_or_with_bots(lobby: Lobby, people: list[Visitor]) -> None:
    host, one, other, *_others = people
    for bot, count in (("", 3), ("highest", 4)):
        table = await host.tables.open(FOUR, public=True)
        for person in (one, other):
            await person.tables.join(table)
        with pytest.raises(NaishiError, match="Only the player who made the table"):
            await one.tables.begin(await lobby.matches.get(table.id), bot)
        match = await host.tables.begin(await lobby.matches.get(table.id), bot)
        game = (await lobby.matches.load(match.id)).game
        assert len(match.seats) == len(game.players) == count
        assert [each.name for each in game.players if each.kind != HUMAN] == (["Hiro"] if bot else [])
        assert [each is None for each in match.seats] == [each.kind != HUMAN for each in game.players]
        with pytest.raises(NaishiError):
            await host.tables.begin(match, bot)
    assert lobby.matches.check() == (2, [])


async def test_alone_against_bots_there_is_undo_and_each_bot_has_a_name(people: list[Visitor]) -> None:
    me = people[0]
    match = await me.tables.play_bots(Terms(game="unison", places=5), "highest")
    assert sorted(match.names) == ["Aiko", "Hiro", "Hiro 2", "Hiro 3", "Hiro 4"]
    game = (await me.lobby.matches.load(match.id)).game
    assert game.options.undo == "free"
    assert match.clock is None


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (Terms(game="chess"), "no game called"),
        (Terms(game="unison", places=6), "Unison is for 2 to 5 players"),
        (Terms(game="unison", places=1), "Unison is for 2 to 5 players"),
        (Terms(places=3), "Naishi is for two players"),
        (Terms(game="shogun", places=2), "Shogun is for 3 to 5 players"),
        (Terms(game="unison", options={"speed": "fast"}), "has no such option"),
        (Terms(options={"expansion": "ghosts"}), "has no such option"),
        (Terms(game="unison", places=3, rated=True), "Only games of Naishi can be rated"),
        (Terms(game="unison", places=3, control="1+1"), "no such clock"),
    ],
)
async def test_what_cannot_be_played_is_refused_at_the_door_and_nothing_is_stored(
    lobby: Lobby, database: Database, terms: Terms, said: str
) -> None:
    visitor = await guest(lobby)
    with pytest.raises(NaishiError, match=said):
        await visitor.tables.open(terms, public=True)
    if not terms.control:
        with pytest.raises(NaishiError, match=said):
            await visitor.tables.play_bots(terms, "beginner")
    with pytest.raises(NaishiError, match="no bot called"):
        await visitor.tables.play_bots(Terms(game="unison", places=3), "nobody")
    with database.reading() as connection:
        for table in (schema.players, schema.matches, schema.seats):
            assert connection.execute(select(func.count()).select_from(table)).scalar() == 0


async def test_tournaments_and_words_for_the_deal_are_for_naishi(lobby: Lobby, people: list[Visitor]) -> None:
    host, one, *_others = people
    setup = Setup("Cup", Terms(game="unison", places=2, control="3d"), Kind.SWISS, None, 8, True)
    with pytest.raises(NaishiError, match="Tournaments are for games of Naishi"):
        await host.tournaments.make(setup)
    table = await host.tables.open(FOUR, public=True)
    visitor = await guest(lobby)
    joins = [person.tables.join(table, "a word") for person in (one, visitor)]
    for act in (*joins, host.tables.give_word(table, "a word")):
        with pytest.raises(NaishiError, match="Only to the deal of a game of Naishi"):
            await act
    assert not visitor.account.stored
    with pytest.raises(NaishiError):
        await host.tables.commitment(table)


async def test_a_table_of_two_begins_with_the_second(people: list[Visitor]) -> None:
    host, one, *_others = people
    table = await host.tables.open(Terms(game="unison"), public=True)
    match = await one.tables.join(table)
    assert match.state is MatchStage.PLAYING
    assert {*match.seats} == {*ids([host, one])}


async def test_nobody_sits_down_beside_whom_they_are_blocked_by(lobby: Lobby, people: list[Visitor]) -> None:
    host, one, other, *_others = people
    await lobby.challenging.block(one.account, other.account)
    table = await host.tables.open(FOUR, public=True)
    await one.tables.join(table)
    with pytest.raises(NaishiError, match="can't sit down"):
        await other.tables.join(table)


async def test_a_game_in_one_sitting_waits_for_nobody_who_has_gone(lobby: Lobby, people: list[Visitor]) -> None:
    host, one, other, *_others = people
    live = await host.tables.open(Terms(game="unison", places=4, control="10+5"), public=True)
    slow = await host.tables.open(Terms(game="unison", places=4, control="3d"), public=True)
    for table in (live, slow):
        await one.tables.join(table)
        await other.tables.join(table)
    lobby.leave(one)
    await lobby.settled()
    assert (await lobby.matches.get(live.id)).seats == (host.account.id, None, other.account.id, None)
    assert (await lobby.matches.get(slow.id)).seats == (host.account.id, one.account.id, other.account.id, None)


async def test_the_lobby_says_how_a_larger_game_stands(lobby: Lobby, people: list[Visitor]) -> None:
    host, *others = people[:4]
    table = await host.tables.open(FOUR, public=True)
    for person in others:
        match = await person.tables.join(table)
    seated = [next(each for each in people if each.account.id == seat) for seat in match.seats]
    names = [person.account.name for person in seated]

    async def line(person: Visitor) -> str:
        return match_text.begun(await lobby.matches.get(match.id), person.account.id, lobby.matches.now())

    notice = TurnNotice(seated[0])
    await seated[0].refresh()
    assert notice.look() == f"It is your turn against {names[1]}, {names[2]} and {names[3]}."
    await change(lobby, match.id, "0 3")
    expected = f"waiting for {names[1]}, {names[2]} and {names[3]}"
    assert await line(seated[0]) == f"{' – '.join(names)} (Unison), round 1 of 3: others have moved; {expected}"
    for seat in range(4):
        await lobby.matches.look(match.id, seat)
    assert (await line(seated[0])).endswith(f"round 1 of 3: {expected}")
    assert (await line(seated[1])).endswith(f"round 1 of 3: your turn, and that of {names[2]} and {names[3]}")
    await change(lobby, match.id, agreements=Agreements(call_off=Offer(seat=2, number=0), offers=1))
    assert (await line(seated[0])).endswith(f"{names[2]} offers to call the game off")
    await change(lobby, match.id, agreements=Agreements(vacated=((3, "resigned"),)))
    assert (await line(seated[0])).endswith(f"{names[3]} has left the game")
    seated[0].own_lists_changed()
    await seated[0].refresh()
    (listed,) = lobby_object(seated[0]).mine
    assert (listed.game, listed.names, listed.awaited, listed.turn) == ("unison", tuple(names), (1, 2, 3), None)


@pytest.mark.parametrize(
    ("agreements", "said"),
    [
        (Agreements(called_off=True), "called off"),
        (Agreements(drawn=True), "a draw"),
        (Agreements(timed_out=2, vacated=((1, "resigned"), (2, "timed out"))), "{0} won"),
    ],
)
async def test_a_larger_game_that_was_ended_early_is_said_in_the_lobby(
    lobby: Lobby, people: list[Visitor], agreements: Agreements, said: str
) -> None:
    host, *others = people[:3]
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    for person in others:
        match = await person.tables.join(table)
    await change(lobby, match.id, agreements=agreements)
    assert match_text.ended(await lobby.matches.get(match.id)) == said.format(*match.names)


async def test_a_larger_game_that_was_played_to_its_end_names_all_who_are_first(
    lobby: Lobby, people: list[Visitor]
) -> None:
    host, *others = people[:3]
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    for person in others:
        match = await person.tables.join(table)
    assert match_text.ended(await finish(lobby, match.id, 3)) == "a draw"


async def test_of_many_who_sit_down_at_once_as_many_do_as_there_are_seats(lobby: Lobby, people: list[Visitor]) -> None:
    host, *others = people
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    done = await asyncio.gather(*(person.tables.join(table) for person in others), return_exceptions=True)
    refused = [each for each in done if not isinstance(each, Match)]
    assert len(refused) == 2
    assert all(isinstance(each, NaishiError) for each in refused)
    match = await lobby.matches.get(table.id)
    assert match.state is MatchStage.PLAYING
    assert len({*match.seats}) == 3
    assert lobby.matches.check() == (1, [])


async def test_whoever_leaves_as_the_game_begins_is_in_it_or_not_at_all(lobby: Lobby, people: list[Visitor]) -> None:
    host, one, *_others = people
    table = await host.tables.open(FOUR, public=True)
    await one.tables.join(table)
    now = await lobby.matches.get(table.id)
    done = await asyncio.gather(host.tables.begin(now), one.tables.close(now), return_exceptions=True)
    refused = [each for each in done if isinstance(each, BaseException)]
    assert len(refused) == 1
    assert isinstance(refused[0], NaishiError)
    after = await lobby.matches.get(table.id)
    assert (after.state is MatchStage.PLAYING) == (one.account.id in after.seats)
    assert lobby.matches.check() == (1, [])


async def test_one_players_games_against_bots_push_nobody_else_s_out_of_the_list(
    lobby: Lobby, people: list[Visitor]
) -> None:
    busy, aiko, bruno, stranger = people[:4]
    table = await aiko.tables.open(public=True)
    between = await bruno.tables.join(table)
    other = await bruno.tables.play_bot("beginner")
    games = [await busy.tables.play_bot("beginner") for _number in range(20)]
    await lobby.public.look()
    assert [each.id for each in (await stranger.refresh()).watchable] == [between.id, games[-1].id, other.id]
    assert stranger.listing.unlisted == 19
    assert busy.listing.unlisted == 0, "one's own games are listed elsewhere"
