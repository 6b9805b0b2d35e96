"""Rated games: admission, counting, reproducible ratings."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, Match, OfferKind, Request, Verb, Visitor
from naishi.server.database import schema
from naishi.server.maintenance.cleanup import clean_up
from naishi.server.maintenance.export_format import read
from naishi.server.maintenance.transfer import export, import_
from naishi.server.match.glicko import DAY
from naishi.server.match.match import RatedOutcome, Terms
from naishi.server.ratings.ratings import LINKED_FOR, SHORT, recompute
from tests.naishi.server.conftest import Table, answer, guest, offer, resign
from tests.naishi.server.fresh import fresh
from tests.naishi.server.ratings.shared import abort, person

pytestmark = pytest.mark.ci


async def rated(lobby: Lobby, host: Visitor, other: Visitor, *, public: bool = True) -> Table:
    """Have two people sit down at a rated table."""
    match = await other.tables.join(await host.tables.open(Terms(rated=True), public=public))
    people = [host, other] if match.seat_of(host.account.id) == 0 else [other, host]
    table = Table(lobby, people, match, [await each.attach(match.id) for each in people])
    await lobby.settled()
    return table


async def won_by(winner: Visitor, lobby: Lobby, host: Visitor, other: Visitor, *, public: bool = True) -> Match:
    """Have two people play a rated game that one of them wins, by the other's resignation; return it as it is then."""
    table = await rated(lobby, host, other, public=public)
    await table.play_on(SHORT)
    (loser,) = [
        seat for seat, each in zip(table.seats, table.people, strict=True) if each.account.id != winner.account.id
    ]
    await resign(loser)
    return await lobby.matches.get(table.match.id)


def figures(database: Database) -> dict[str, list[Any]]:
    """Return all that is worked out from rated games, and what it is worked out from."""
    with database.reading() as db:
        return {
            table.name: [tuple(row) for row in db.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (schema.ratings, schema.rated_games)
        }


@pytest.fixture
async def aiko(lobby: Lobby) -> Visitor:
    return await person(lobby, "Aiko")


@pytest.fixture
async def bruno(lobby: Lobby) -> Visitor:
    return await person(lobby, "Bruno")


async def test_a_rated_game_changes_the_ratings_of_both(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    table = await rated(lobby, aiko, bruno)
    assert (table.match.rated, table.match.standings) == (True, (None, None))
    await table.play_to_the_end()
    match = table.seats[0].match
    assert match.rated_outcome is RatedOutcome.COUNTED
    assert match.change is not None
    assert match.change.before == (1500, 1500)
    winner = None if match.result is None else match.result.winner
    if winner is not None:
        assert match.change.after[winner].points > 1500 > match.change.after[1 - winner].points
    standing = await lobby.rated.ratings.of(aiko.account.id)
    assert standing is not None
    assert standing == match.standings[match.seat_of(aiko.account.id) or 0]
    assert standing.rating.provisional
    assert standing.games == 1


async def test_other_games_change_nothing(lobby: Lobby, database: Database, aiko: Visitor, bruno: Visitor) -> None:
    table = await Table.of(lobby, aiko, bruno)
    await table.play_to_the_end()
    against_bot = await aiko.tables.play_bot("beginner")
    await resign(await aiko.attach(against_bot.id))
    assert figures(database) == {"ratings": [], "rated_games": []}
    assert table.seats[0].match.rated_outcome is None


async def test_guests_and_bots_have_no_rated_games(lobby: Lobby, aiko: Visitor) -> None:
    stranger = await guest(lobby)
    with pytest.raises(NaishiError, match="with a key"):
        await stranger.tables.open(Terms(rated=True), public=True)
    table = await aiko.tables.open(Terms(rated=True), public=True)
    with pytest.raises(NaishiError, match="with a key"):
        await stranger.tables.join(table)
    with pytest.raises(NaishiError, match="against bots"):
        await aiko.tables.play_bot("beginner", table)


@pytest.mark.parametrize(("actions", "counts"), [(SHORT - 1, False), (SHORT, True)])
async def test_a_resignation_is_a_loss_from_the_tenth_action_on(
    lobby: Lobby, aiko: Visitor, bruno: Visitor, actions: int, counts: bool
) -> None:
    table = await rated(lobby, aiko, bruno)
    await table.play_on(actions)
    await resign(table.seats[1])
    match = table.seats[0].match
    assert (match.rated_outcome is RatedOutcome.COUNTED) is counts
    left_early = [await lobby.rated.ratings.aborts(each.account.id) for each in table.people]
    assert left_early == [0, 0 if counts else 1], "whoever gets out of bad deals is known for it"
    if match.change is not None:
        assert match.change.after[0].points > 1500 > match.change.after[1].points


async def test_a_draw_is_half_a_win(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    table = await rated(lobby, aiko, bruno)
    await offer(table.seats[0], OfferKind.DRAW)
    await answer(table.seats[1], Verb.AGREE)
    change = table.seats[0].match.change
    assert change is not None
    assert [round(each.points) for each in change.after] == [1500, 1500]
    assert change.after[0].deviation < 350


async def test_a_rated_game_can_be_called_off_before_ones_own_first_action_and_that_is_counted(
    lobby: Lobby, database: Database, aiko: Visitor, bruno: Visitor
) -> None:
    table = await rated(lobby, aiko, bruno)
    await table.play("give 1")
    acted, waiting = table.seats
    assert Request(Verb.ABORT) not in acted.requests
    with pytest.raises(NaishiError, match="acted already"):
        await abort(acted)
    assert Request(Verb.ABORT) in waiting.requests
    await abort(waiting)
    match = acted.match
    assert match.rated_outcome is RatedOutcome.ABORTED
    assert acted.ended_early == f"{waiting.view.names[1]} has called the game off."
    assert figures(database)["ratings"] == []
    assert [await lobby.rated.ratings.aborts(each.account.id) for each in table.people] == [0, 1]
    assert lobby.matches.check() == (1, [])
    with pytest.raises(NaishiError, match="over"):
        await abort(waiting)


async def test_an_unrated_game_cannot_be_called_off(table: Table) -> None:
    assert Request(Verb.ABORT) not in table.seats[0].requests
    with pytest.raises(NaishiError, match="rated"):
        await abort(table.seats[0])


async def test_a_rematch_of_a_rated_game_is_rated(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> None:
    table = await rated(lobby, aiko, bruno)
    await table.play_to_the_end()
    for seat in table.seats:
        await seat.rematch()
    following = await lobby.matches.get(table.seats[0].agreements.next or "")
    assert following.rated
    assert following.rated_outcome is None
    before = table.seats[0].match
    assert before.standings[0] == following.standings[1]


async def same_address(lobby: Lobby) -> tuple[Visitor, Visitor]:
    return await person(lobby, "Aiko", "192.0.2.7"), await person(lobby, "Bruno", "192.0.2.7")


async def same_key(lobby: Lobby) -> tuple[Visitor, Visitor]:
    """Two accounts, the second of which comes with a key that the first had until now."""
    first = await person(lobby, "Aiko")
    laptop = await lobby.visit("SHA256:laptop", "192.0.2.1", "en")
    await laptop.credentials.use_code(await laptop.credentials.read_code(await first.credentials.link_code()))
    request = first.credentials.link_request
    assert request is not None
    await first.credentials.answer_link(request, allow=True)
    await laptop.stored()
    await first.credentials.remove_key("SHA256:laptop")
    await laptop.rename("Bruno")
    return first, laptop


@pytest.mark.parametrize("come", [same_address, same_key])
async def test_two_who_share_a_key_or_an_address_have_three_rated_games_a_day(
    lobby: Lobby, come: Callable[[Lobby], Any]
) -> None:
    one, other = await come(lobby)
    assert one.account.id != other.account.id
    for _game in range(3):
        assert (await won_by(one, lobby, one, other)).rated_outcome is RatedOutcome.COUNTED
    with pytest.raises(NaishiError, match="three rated games"):
        await rated(lobby, other, one)
    await Table.of(lobby, one, other)


async def test_two_who_meet_by_an_invitation_have_three_and_strangers_any_number(
    lobby: Lobby, aiko: Visitor, bruno: Visitor
) -> None:
    chiyo = await person(lobby, "Chiyo")
    for _game in range(3):
        await won_by(aiko, lobby, aiko, bruno, public=False)
        await won_by(aiko, lobby, aiko, chiyo)
    with pytest.raises(NaishiError, match="three rated games"):
        await rated(lobby, aiko, bruno)
    assert (await won_by(aiko, lobby, aiko, chiyo)).rated_outcome is RatedOutcome.COUNTED


async def test_games_begun_beside_each_other_and_rematches_get_round_nothing(lobby: Lobby) -> None:
    one, other = await same_address(lobby)
    tables = [await rated(lobby, one, other) for _table in range(4)]
    for table in tables:
        await table.play_on(SHORT)
        await resign(table.seats[0])
    outcomes = [table.seats[0].match.rated_outcome for table in tables]
    assert outcomes == [*[RatedOutcome.COUNTED] * 3, RatedOutcome.OFTEN]
    last = tables[-1].seats
    for seat in last:
        await seat.rematch()
    assert not (await lobby.matches.get(last[0].agreements.next or "")).rated
    lobby.rated.ratings.clock = lambda: 0.0
    assert last[0].match.rated_outcome is RatedOutcome.OFTEN, "it was settled once"


async def test_after_a_day_the_two_may_play_again_and_after_a_month_nothing_is_known(
    lobby: Lobby, database: Database
) -> None:
    one, other = await same_address(lobby)
    for _game in range(3):
        await won_by(one, lobby, one, other)
    ratings = lobby.rated.ratings
    pair = one.account.id, other.account.id
    assert await ratings.have_played_often(*pair)
    now, ratings.clock = ratings.clock(), lambda: now + DAY + 1
    assert not await ratings.have_played_often(*pair)
    ratings.clock = lambda: now + LINKED_FOR + DAY
    await clean_up(database, clock=ratings.clock)
    with database.reading() as db:
        assert db.execute(select(schema.linked_players)).all() == []


async def test_neither_a_key_nor_an_address_is_stored_of_who_shares_it(lobby: Lobby, database: Database) -> None:
    one, other = await same_address(lobby)
    await rated(lobby, one, other)
    with database.reading() as db:
        (pair,) = db.execute(select(schema.linked_players)).all()
        text = "\n".join(db.connection.driver_connection.iterdump())  # type: ignore[union-attr]
    assert {pair.one, pair.other} == {one.account.id, other.account.id}
    assert "192.0.2.7" not in text


async def an_evening(lobby: Lobby, database: Database) -> list[Visitor]:
    """Have five people play many rated games, in an order and with results drawn from a seed."""
    people = [await person(lobby, name) for name in ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")]
    chance = random.Random(5)
    for _game in range(12):
        one, other = chance.sample(people, 2)
        await won_by(chance.choice((one, other)), lobby, one, other)
    return people


async def test_all_ratings_are_the_same_when_they_are_worked_out_anew(lobby: Lobby, database: Database) -> None:
    await an_evening(lobby, database)
    before = figures(database)
    with database.writing() as db:
        nothing = dict.fromkeys(("before_0", "points_0", "deviation_0", "first_seat", "first_seat_deviation"), 0.0)
        db.execute(update(schema.rated_games).values(nothing))
        db.execute(update(schema.ratings).values(points=0.0))
        recompute(db)
    assert figures(database) == before
    assert len(before["rated_games"]) == 12


async def test_another_server_has_the_same_ratings_after_an_import(
    lobby: Lobby, database: Database, tmp_path: Any
) -> None:
    people = await an_evening(lobby, database)
    other = Database(fresh(tmp_path / "other.sqlite"))
    try:
        lines = [line.encode() for line in export(database, [])]
        import_(other, read(lines))
        import_(other, read(lines))
        assert figures(other) == figures(database)
        there = Lobby(other)
        match = (await there.matches.lists.of(people[0].account.id))[0]
        assert match.rated
        assert match.rated_outcome is RatedOutcome.COUNTED
        await there.close()
    finally:
        other.close()


async def test_two_accounts_that_become_one_have_the_games_of_both(lobby: Lobby, database: Database) -> None:
    aiko, bruno, chiyo = [await person(lobby, name) for name in ("Aiko", "Bruno", "Chiyo")]
    for one, other in ((aiko, bruno), (chiyo, aiko), (bruno, chiyo)):
        await won_by(one, lobby, one, other)
    await chiyo.credentials.use_code(await chiyo.credentials.read_code(await aiko.credentials.link_code()))
    request = aiko.credentials.link_request
    assert request is not None
    await aiko.credentials.answer_link(request, allow=True)
    standing = await lobby.rated.ratings.of(aiko.account.id)
    assert standing is not None
    assert standing.games == 2, "the game of the two against each other is none any more"
    assert len(figures(database)["rated_games"]) == 2


async def test_a_deleted_account_leaves_the_ratings_of_others_as_they_are(lobby: Lobby, database: Database) -> None:
    aiko, bruno = [await person(lobby, name) for name in ("Aiko", "Bruno")]
    match = await won_by(bruno, lobby, aiko, bruno)
    before = figures(database)
    for each in (aiko, bruno):
        for participant in list(each.participants):
            await each.detach(participant)
    await aiko.delete_account(aiko.account)
    with database.writing() as db:
        db.execute(schema.matches.delete().where(schema.matches.c.id == match.id))
    lobby.leave(aiko)
    await clean_up(database, clock=lambda: lobby.rated.ratings.clock() + 400 * DAY)
    with database.writing() as db:
        recompute(db)
    assert figures(database) == before


async def test_the_ranking_lists_those_whose_rating_says_something(lobby: Lobby, database: Database) -> None:
    aiko, bruno, chiyo = [await person(lobby, name) for name in ("Aiko", "Bruno", "Chiyo")]
    for _game in range(12):
        await won_by(aiko, lobby, aiko, bruno)
        await won_by(bruno, lobby, bruno, aiko)
        await won_by(aiko, lobby, aiko, bruno)
    await won_by(chiyo, lobby, chiyo, aiko)
    ranking = await lobby.rated.ratings.ranking()
    assert [each.name for each in ranking] == ["Aiko", "Bruno"]
    curve = await lobby.rated.ratings.curve(bruno.account.id)
    assert len(curve) == 36
    assert curve[-1] == ranking[1].standing.rating.points
    now, lobby.rated.ratings.clock = lobby.rated.ratings.clock(), lambda: now + 3000 * DAY
    assert await lobby.rated.ratings.ranking() == [], "nobody has played for years"


async def test_a_table_that_is_closed_leaves_nothing(lobby: Lobby, database: Database, aiko: Visitor) -> None:
    table = await aiko.tables.open(Terms(rated=True), public=True)
    await aiko.tables.close(table)
    with database.reading() as db:
        assert db.execute(select(schema.rated_matches)).all() == []
