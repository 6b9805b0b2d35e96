"""Stored matches of two to five, of any game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from naishi.common.i18n import NaishiError
from naishi.server import Agreements, Database, Lobby, Match
from naishi.server.accounts import players
from naishi.server.database import schema
from naishi.server.database.connection import RevisionLostError
from naishi.server.maintenance.cleanup import clean_up
from naishi.server.maintenance.export_format import read
from naishi.server.maintenance.transfer import Imported, export, import_
from naishi.server.match.clock import DAY, Time
from naishi.server.match.match import MatchStage, News, Terms, agreements_of
from naishi.server.match.state import Offer
from naishi.tabletop import kinds
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import ABSENT, Player
from tests.naishi.server.conftest import player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.match.shared import agreeing_on, change, finish
from tests.naishi.tabletop import unison

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Database]:
    """Another server's database."""
    database = Database(fresh(tmp_path / "other.sqlite"))
    yield database
    database.close()


async def people(lobby: Lobby, count: int) -> list[int]:
    return [(await player(lobby, name)).account.id for name in NAMES[:count]]


async def begun(lobby: Lobby, count: int, *, control: str = "", bots: int = 0, public: bool = True) -> Match:
    """Have so many people, and so many bots, begin a game."""
    ids = await people(lobby, count)
    seated = [Player(name) for name in NAMES[:count]]
    seated += [Player(f"Bot {number}", kind="highest") for number in range(bots)]
    game = kind_of("unison").new(seated, {"undo": "off"}, seed="seven")
    return await lobby.matches.start(ids[0], game, (*ids, *(None,) * bots), public=public, control=control)


def rows(database: Database, table: Any) -> list[dict[str, Any]]:
    with database.reading() as connection:
        found = [row._asdict() for row in connection.execute(select(table).order_by(*table.primary_key))]
    return [{name: value for name, value in row.items() if name != "invite"} for row in found]


@pytest.mark.parametrize("seats", [2, 3, 5])
async def test_all_who_are_awaited_find_that_it_is_their_turn(lobby: Lobby, seats: int) -> None:
    match = await begun(lobby, seats)
    assert match.awaited == tuple(range(seats))
    assert match.turn is None
    ids = [each or 0 for each in match.seats]
    assert all(match.is_turn_of(each) for each in ids)
    await change(lobby, match.id, f"{seats - 1} 2")
    now = await lobby.matches.get(match.id)
    assert now.awaited == tuple(range(seats - 1))
    assert now.news == (News.MOVED,) * seats
    assert [now.is_turn_of(each) for each in ids] == [True] * (seats - 1) + [False]
    assert now.names == NAMES[:seats]
    assert (await lobby.matches.load(match.id)).game.actions[0].text == "2"
    for each in ids:
        assert [listed.id for listed in await lobby.matches.lists.of(each)] == [match.id]
    assert lobby.matches.check() == (1, [])


async def test_those_whose_turn_it_is_find_it_first(lobby: Lobby) -> None:
    first = await begun(lobby, 3)
    second = await begun(lobby, 3)
    await change(lobby, second.id, "0 1")
    aiko, bruno, _chiyo = (each or 0 for each in first.seats)
    for each, expected in ((aiko, [first.id, second.id]), (bruno, [second.id, first.id])):
        assert [listed.id for listed in await lobby.matches.lists.of(each)] == expected


async def test_two_secret_choices_at_once_are_refused_one_revision(lobby: Lobby) -> None:
    match = await begun(lobby, 3)
    one, other = await lobby.matches.load(match.id), await lobby.matches.load(match.id)
    one.game.play("1", 0)
    other.game.play("2", 1)
    await lobby.matches.write(match.id, one, one.revision)
    with pytest.raises(RevisionLostError):
        await lobby.matches.write(match.id, other, other.revision)
    assert (await lobby.matches.get(match.id)).awaited == (1, 2)


async def test_places_are_stored_and_shared_by_equals(lobby: Lobby, database: Database) -> None:
    match = await begun(lobby, 3)
    for line in ("0 3", "1 3", "2 1", "0 1", "1 1", "2 3", "0 2", "1 2", "2 2"):
        await change(lobby, match.id, line)
    over = await lobby.matches.get(match.id)
    assert over.state is MatchStage.OVER
    assert over.awaited == ()
    result = over.result
    assert result is not None
    assert (result.winner, result.ranks) == (2, (2, 2, 1))
    found = rows(database, schema.results)
    assert [(row["result"], row["rank"]) for row in found] == [("lost", 2), ("lost", 2), ("won", 1)]
    assert result.points == tuple(row["points"] for row in found)


@pytest.mark.parametrize(
    ("ended", "results", "ranks"),
    [
        (Agreements(drawn=True), ["drawn"] * 3, [1, 1, 1]),
        (Agreements(called_off=True), ["unplayed"] * 3, [None] * 3),
        (Agreements(aborted=1), ["unplayed", "aborted", "unplayed"], [None] * 3),
        (Agreements(resigned=2, vacated=((1, "timed out"), (2, "resigned"))), ["won", "lost", "lost"], [1, 2, 2]),
        (Agreements(claimed=0, vacated=((1, "resigned"), (2, "claimed"))), ["won", "lost", "lost"], [1, 2, 2]),
    ],
)
async def test_a_game_that_was_ended_early_has_its_places(
    lobby: Lobby, database: Database, ended: Agreements, results: Sequence[str], ranks: Sequence[int | None]
) -> None:
    match = await begun(lobby, 3)
    await change(lobby, match.id, agreements=ended)
    found = rows(database, schema.results)
    assert [row["result"] for row in found] == results
    assert [row["rank"] for row in found] == ranks
    assert [row["points"] for row in found] == [None] * 3


async def test_whoever_has_left_is_last_in_a_game_that_went_on(lobby: Lobby) -> None:
    match = await begun(lobby, 3)
    stored = await lobby.matches.load(match.id)
    stored.game.change_player(2, name="Chiyo", kind=ABSENT)
    await lobby.matches.write(match.id, agreeing_on(stored, Agreements(vacated=((2, "resigned"),))), stored.revision)
    listed = await lobby.matches.get(match.id)
    assert listed.news == (News.LEFT, News.LEFT, News.JOINED)
    assert lobby.matches.check() == (1, []), "the seat stays hers, though a bot plays it"
    for line in ("0 1", "1 1", "2 3", "0 2", "1 2", "2 1", "0 3", "1 3", "2 2"):
        await change(lobby, match.id, line)
    over = await lobby.matches.get(match.id)
    assert over.result is not None
    assert over.result.ranks == (1, 1, 3)
    assert over.result.points is not None
    assert over.result.points[2] > 0


async def test_an_offer_waits_for_everybody_who_has_not_agreed(lobby: Lobby) -> None:
    match = await begun(lobby, 4)
    offer = Offer(seat=1, number=0, agreed=(3,))
    await change(lobby, match.id, agreements=Agreements(call_off=offer, offers=1))
    assert (await lobby.matches.get(match.id)).news == (News.CALL_OFF, None, News.CALL_OFF, None)
    assert agreements_of(await lobby.matches.load(match.id)).call_off == offer


async def test_each_seat_has_its_own_time(lobby: Lobby, database: Database) -> None:
    match = await begun(lobby, 3, control="3d")
    stored = await lobby.matches.load(match.id)
    assert stored.clock is not None
    assert [time.left for time in stored.clock.times] == [3 * DAY] * 3
    times = (time._replace(left=(3 - seat) * DAY) for seat, time in enumerate(stored.clock.times))
    clock = stored.clock._replace(times=tuple(times), since=1000.0)
    await lobby.matches.write(match.id, stored._replace(clock=clock), stored.revision)
    loaded = (await lobby.matches.load(match.id)).clock
    assert loaded == clock == (await lobby.matches.get(match.id)).clock
    assert rows(database, schema.clocks)[0]["deadline"] == 1000.0 + DAY, "the first whose time runs out"
    stored = await lobby.matches.load(match.id)
    stored.game.play("1", 2)
    await lobby.matches.write(match.id, stored, stored.revision)
    assert rows(database, schema.clocks)[0]["deadline"] == 1000.0 + 2 * DAY, "who has chosen isn't awaited"


async def test_when_each_was_asked_and_warned_is_kept_by_seat(
    lobby: Lobby, database: Database, other: Database
) -> None:
    match = await begun(lobby, 3, control="10+5")
    stored = await lobby.matches.load(match.id)
    assert stored.clock is not None
    times = Time(600.0, 10.0, spare=4.0), Time(600.0, 12.0, warned=20.0), Time(600.0, 10.0)
    clock = stored.clock._replace(times=times)
    await lobby.matches.write(match.id, stored._replace(clock=clock), stored.revision)
    assert (await lobby.matches.load(match.id)).clock == clock
    assert (await lobby.matches.get(match.id)).news[1] is News.WARNED
    import_(other, read([line.encode() for line in export(database, [])]))
    assert rows(other, schema.times) == rows(database, schema.times)


async def test_against_bots_alone_there_is_no_clock(lobby: Lobby) -> None:
    assert (await begun(lobby, 1, bots=3)).clock is None
    assert (await begun(lobby, 2, bots=2, control="3d")).control == "3d"


@pytest.mark.parametrize(
    "damage",
    [
        schema.seats.update().where(schema.seats.c.seat == 3).values(awaited=False),
        schema.seats.update().where(schema.seats.c.seat == 2).values(player=None),
        schema.seats.delete().where(schema.seats.c.seat == 3),
        schema.times.delete().where(schema.times.c.seat == 1),
        schema.matches.update().values(options='{"expansion": "legends-travellers"}'),
        schema.matches.update().values(game="naishi"),
        schema.matches.update().values(game="chess"),
        schema.matches.update().values(agreements=Agreements(resigned=4).model_dump_json()),
    ],
)
async def test_a_match_whose_rows_say_something_else_is_damaged(lobby: Lobby, database: Database, damage: Any) -> None:
    match = await begun(lobby, 4, control="3d")
    assert lobby.matches.check() == (1, [])
    with database.writing() as connection:
        connection.execute(damage)
    assert lobby.matches.check() == (1, [match.id])


@pytest.mark.parametrize(
    ("change", "why"),
    [({"rules_version": 2}, "This game was played by newer rules"), ({"game": "chess"}, "no game called 'chess'")],
)
async def test_a_match_of_newer_rules_or_an_unknown_game_is_not_called_damaged(
    lobby: Lobby, database: Database, change: dict[str, Any], why: str
) -> None:
    match = await begun(lobby, 3)
    with database.writing() as connection:
        connection.execute(schema.matches.update().values(change))
    before = rows(database, schema.matches)
    with pytest.raises(NaishiError, match=why) as refused:
        await lobby.matches.load(match.id)
    assert "\n" not in str(refused.value)
    assert rows(database, schema.matches) == before


async def test_a_player_page_counts_a_game_once_and_each_opponent_by_who_came_first(
    lobby: Lobby, database: Database
) -> None:
    match = await begun(lobby, 3, bots=1, public=False)
    for line in ("0 3", "1 3", "2 1", "3 2", "0 2", "1 1", "2 3", "3 1", "0 1", "1 2", "2 2", "3 3"):
        await change(lobby, match.id, line)
    over = await lobby.matches.get(match.id)
    assert over.result is not None
    ranks = over.result.ranks
    assert ranks is not None
    bruno = await player(lobby, "Bruno")
    stranger = await player(lobby, "Emil")
    names = (*NAMES[:3], "Bot 0")
    for viewer, known in ((bruno, True), (await player(lobby, "Chiyo"), True), (stranger, False)):
        page = (await lobby.company.page(bruno.account, viewer.account)).profile
        assert page.all.games == int(known)
        assert sorted(each.name for each in page.opponents) == (["Aiko", "Bot 0", "Chiyo"] if known else [])
        for each in page.opponents:
            theirs = ranks[names.index(each.name)]
            assert (each.won, each.drawn, each.lost) == (ranks[1] < theirs, ranks[1] == theirs, ranks[1] > theirs)


async def test_a_deleted_account_is_read_in_no_seat(lobby: Lobby, database: Database) -> None:
    match = await begun(lobby, 5)
    await finish(lobby, match.id, 5)
    emil = await player(lobby, "Emil")
    assert await lobby.players.delete(emil.account.id)
    with database.reading() as connection:
        assert "Emil" not in "\n".join(map(str, connection.connection.iterdump()))
    assert (await lobby.matches.get(match.id)).gone == (False,) * 4 + (True,)
    assert lobby.matches.check() == (1, [])


async def test_two_accounts_that_become_one_keep_all_their_seats_in_a_game_that_is_over(
    lobby: Lobby, database: Database
) -> None:
    match = await begun(lobby, 4)
    ids = [each or 0 for each in match.seats]
    with database.writing() as connection, pytest.raises(NaishiError, match="playing each other"):
        players.merge(connection, ids[3], ids[1])
    await finish(lobby, match.id, 4)
    with database.writing() as connection:
        players.merge(connection, ids[3], ids[1])
    assert (await lobby.matches.get(match.id)).seats == (ids[0], ids[1], ids[2], ids[1])
    assert [row["player"] for row in rows(database, schema.results)] == [ids[0], ids[1], ids[2], ids[1]]


async def test_a_game_of_another_kind_is_exported_and_imported_whole(
    lobby: Lobby, database: Database, other: Database
) -> None:
    over = await begun(lobby, 5)
    await finish(lobby, over.id, 5)
    goes_on = await begun(lobby, 3, bots=1, control="10+5")
    await change(lobby, goes_on.id, "1 2", agreements=Agreements(call_off=Offer(seat=0, number=0), offers=1))
    table = await lobby.tables.store.open(over.seats[0] or 0, Terms(game="unison", places=4), public=True)
    damaged: list[str] = []
    lines = [line.encode() for line in export(database, damaged)]
    assert not damaged
    assert import_(other, read(lines)) == Imported(players=5, matches=3, known=0)
    for each in (schema.matches, schema.seats, schema.results, schema.times):
        assert rows(other, each) == rows(database, each)
    there = Lobby(other)
    assert there.matches.check() == (3, [])
    assert (await there.matches.get(table.id)).empty == (1, 2, 3)
    await there.close()


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"game": "naishi"}, {"options": {"speed": "fast"}}, {"seats": [1, 2]}, {"seen": [0, 0]},
        {"agreements": {"resigned": 3}}, {"rated": True}, {"record": None, "options": {"a": "b"}},
        {"seats": [1, None, 3]}, {"expansion": "legends-travellers"},
    ],
)  # fmt: skip
async def test_a_match_that_cannot_be_is_refused(lobby: Lobby, database: Database, change: Any) -> None:
    match = await begun(lobby, 3)
    lines = [json.loads(line) for line in export(database, [])]
    (line,) = [each["match"] for each in lines if "match" in each]
    assert line["id"] == match.id
    line |= change
    content = [json.dumps(each).encode() + b"\n" for each in lines[:-1]]
    with pytest.raises(NaishiError, match="damaged in line"):
        list(read(content))


async def test_a_base_game_has_no_options_and_another_one_has_its_module(lobby: Lobby, database: Database) -> None:
    aiko = await player(lobby, "Aiko")
    base = await aiko.tables.play_bot("beginner")
    more = await aiko.tables.play_bot("beginner", expansion="legends-travellers")
    assert [match.options for match in (base, more)] == [{}, {"expansion": "legends-travellers"}]
    stored = {row["id"]: row["options"] for row in rows(database, schema.matches)}
    assert stored == {base.id: None, more.id: '{"expansion": "legends-travellers"}'}


async def test_an_account_that_is_gone_leaves_its_seat_at_an_open_table(lobby: Lobby, database: Database) -> None:
    ids = await people(lobby, 4)
    table = await lobby.tables.store.open(ids[0], Terms(game="unison", places=5), public=True)
    for each in ids[1:]:
        await lobby.tables.store.sit(table.id, each, deal)
    assert await lobby.players.delete(ids[1])
    assert (await lobby.matches.get(table.id)).seats == (ids[0], None, ids[2], ids[3], None)
    with database.writing() as connection:
        players.merge(connection, ids[3], ids[2])
    assert (await lobby.matches.get(table.id)).seats == (ids[0], None, ids[2], None, None)
    assert lobby.matches.check() == (1, [])


def deal(sit: Sequence[tuple[int, str]]) -> Any:
    """Begin with those who sit, in their order."""
    return kind_of("unison").new([name for _player, name in sit], {"undo": "off"}), tuple(each for each, _name in sit)


async def test_a_table_fills_seat_by_seat_and_begins_with_the_last(lobby: Lobby) -> None:
    ids = await people(lobby, 3)
    tables = lobby.tables.store
    opened = await tables.open(ids[0], Terms(game="unison", places=3, control="10+5"), public=True)
    assert (opened.seats, opened.empty, opened.control) == ((ids[0], None, None), (1, 2), "10+5")
    await tables.sit(opened.id, ids[1], deal)
    assert (await tables.sit(opened.id, ids[1], deal)).seats == (ids[0], ids[1], None), "who sits there sits once"
    with pytest.raises(NaishiError, match="no seat"):
        await tables.stand_up(opened.id, ids[2])
    with pytest.raises(NaishiError, match="no seat"):
        await tables.stand_up(opened.id, ids[0])  # the host closes it
    assert (await tables.stand_up(opened.id, ids[1])).empty == (1, 2)
    for each in ids[1:]:
        match = await tables.sit(opened.id, each, deal)
    assert match.state is MatchStage.PLAYING
    assert match.seats == tuple(ids)
    assert match.clock is not None
    assert (match.clock.control, match.clock.waits) == ("10+5", True)
    assert [time.left for time in match.clock.times] == [600.0] * 3
    for late in (tables.sit(opened.id, ids[0], deal), tables.stand_up(opened.id, ids[1])):
        with pytest.raises(NaishiError):
            await late


async def test_a_table_begins_with_fewer_than_were_wanted(lobby: Lobby, database: Database) -> None:
    ids = await people(lobby, 2)
    tables = lobby.tables.store
    opened = await tables.open(ids[0], Terms(game="unison", places=5, control="3d"), public=True)
    await tables.sit(opened.id, ids[1], deal)
    match = await tables.begin(opened.id, deal)
    assert match.seats == tuple(ids)
    assert match.clock is not None
    assert len(match.clock.times) == len(rows(database, schema.times)) == 2
    assert lobby.matches.check() == (1, [])


async def test_a_game_goes_on_without_a_player_who_cannot_come_back_while_two_others_can(
    lobby: Lobby, database: Database
) -> None:
    larger, _smaller, over = [await begun(lobby, count) for count in (3, 2, 3)]
    await finish(lobby, over.id, 3)
    aiko, bruno, chiyo = (each or 0 for each in larger.seats)

    async def left() -> set[str]:
        await clean_up(database)
        return {row["id"] for row in rows(database, schema.matches)}

    for gone, expected in (
        (aiko, {larger.id, over.id}),
        (bruno, {over.id}),
        (chiyo, set()),
    ):
        with database.writing() as connection:
            players.forget(connection, gone)
        assert await left() == expected


async def test_in_a_rematch_all_who_stayed_move_on_by_a_seat(lobby: Lobby) -> None:
    match = await begun(lobby, 4, control="3d")
    stored = await lobby.matches.load(match.id)
    stored.game.change_player(1, name="Bruno", kind=ABSENT)
    over = Agreements(vacated=((1, "resigned"),), called_off=True, rematch=Offer(seat=0, number=0), offers=1)
    await lobby.matches.write(match.id, agreeing_on(stored, over), stored.revision)
    stored = await lobby.matches.load(match.id)
    players = [each for seat, each in enumerate(stored.game.players) if seat != 1]
    following = await lobby.matches.start_next(match.id, stored, stored.revision, partial(stored.game.rematch, players))
    aiko, _bruno, chiyo, dora = match.seats
    assert following.seats == (chiyo, dora, aiko)
    assert following.names == ("Chiyo", "Dora", "Aiko")
    assert following.clock is not None
    assert len(following.clock.times) == 3
    assert (await lobby.matches.get(match.id)).agreements.next == following.id
    assert lobby.matches.check() == (2, [])
