"""Tournaments: entries, automatic rounds, absences."""

from __future__ import annotations

import asyncio
import random

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, MatchStage, OfferKind, Request, Verb
from naishi.server.match.clock import DAY, HOUR, MINUTE
from naishi.server.presence.limits import Limits
from naishi.server.ratings.ratings import add_game
from naishi.server.tournaments.tournament import Kind, Setup
from tests.naishi.server.conftest import Now, guest, offer, player, resign
from tests.naishi.server.tournaments.competing import (
    check_results,
    crowd,
    games_of,
    joined,
    lose,
    page_of,
    play_round,
    setup,
)

pytestmark = pytest.mark.usefixtures("now")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("kind", "count", "rounds"), [(Kind.SWISS, 8, 3), (Kind.SWISS, 7, 3), (Kind.ROUND_ROBIN, 5, 5)]
)
async def test_rounds_begin_by_themselves_until_all_are_played(
    lobby: Lobby, kind: Kind, count: int, rounds: int
) -> None:
    chance, people = random.Random(count), await crowd(lobby, count)
    made = await joined(people, setup(kind=kind, places=count))
    for number in range(1, rounds + 1):
        page = await page_of(lobby, made)
        assert (page.tournament.state, page.tournament.round) == (MatchStage.PLAYING, number)
        for match in await games_of(lobby, page):
            assert match.tournament is not None
            assert (match.tournament.name, match.tournament.round) == ("Autumn Cup", number)
            assert match.public
        await play_round(lobby, people, made, chance)
        await check_results(lobby, await page_of(lobby, made))
    page = await page_of(lobby, made)
    assert page.tournament.state is MatchStage.OVER
    byes = rounds if kind is Kind.SWISS and count % 2 else 0
    assert sum(row.points for row in page.standings) == len(page.games)
    assert sum(game.played.pairing.second is None for game in page.games) == byes


async def test_whoever_is_paired_sees_the_game_in_the_lobby_at_once(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    await joined(people, setup(places=4))
    for person in people:
        (match,) = (await person.refresh()).mine
        assert match.tournament is not None
        assert match.news[match.seat_of(person.account.id) or 0] is not None


async def test_the_maker_starts_it_and_nobody_else_does(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people[:2], setup())
    with pytest.raises(NaishiError, match="at least 3 players"):
        await people[0].tournaments.begin(made)
    await people[2].tournaments.join(made)
    with pytest.raises(NaishiError, match="Only the player who made"):
        await people[1].tournaments.begin(made)
    await people[0].tournaments.begin(made)
    with pytest.raises(NaishiError, match="has begun already"):
        await people[3].tournaments.join(made)
    with pytest.raises(NaishiError, match="has begun already"):
        await people[0].tournaments.begin(made)
    assert len(await games_of(lobby, await page_of(lobby, made))) == 1


async def test_one_can_leave_before_it_begins_and_its_maker_can_close_it(lobby: Lobby) -> None:
    people = await crowd(lobby, 3)
    made = await joined(people, setup())
    await people[1].tournaments.leave(made)
    assert [each.name for each in (await page_of(lobby, made)).entries] == ["Aiko", "Chiyo"]
    with pytest.raises(NaishiError, match="aren't in this"):
        await people[1].tournaments.leave(made)
    with pytest.raises(NaishiError, match="Only the player who made"):
        await people[2].tournaments.close(made)
    await people[0].tournaments.close(made)
    assert not await people[2].tournaments.mine()
    with pytest.raises(NaishiError, match="no such tournament"):
        await people[1].tournaments.join(made)


async def test_the_strongest_are_first_when_it_begins(lobby: Lobby, database: Database) -> None:
    people = await crowd(lobby, 4)
    for winner, loser in ((3, 0), (3, 1), (2, 0)):
        ratings = lobby.rated.ratings
        with database.writing() as db:
            add_game(
                db, f"game{winner}{loser}", (people[winner].account.id, people[loser].account.id), 1.0, ratings.clock()
            )
    page = await page_of(lobby, await joined(people, setup(places=4)))
    assert [each.name for each in page.entries][:2] == ["Dora", "Chiyo"]


async def test_a_tournament_by_invitation_is_found_by_its_word_alone(lobby: Lobby) -> None:
    people = await crowd(lobby, 3)
    made = await joined(people[:1], setup(public=False))
    other = people[1].tournaments
    assert not await other.others()
    for text in (made.id, "Autumn", "k4mp-z7xe-q9dn", ""):
        with pytest.raises(NaishiError, match="no such tournament"):
            await other.find(text)
    found = await other.find(made.invite)
    await other.join(found)
    await people[2].tournaments.join(found)
    await people[0].tournaments.begin(found)
    (match,) = await games_of(lobby, await page_of(lobby, made))
    assert not match.public
    assert (await other.find("autumn")).id == made.id, "it is theirs now"


async def test_two_who_look_at_the_same_time_begin_a_round_once(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=4))
    for match in await games_of(lobby, await page_of(lobby, made)):
        await lose(people, match, 0)
    await asyncio.gather(*[lobby.tournaments.look() for _look in range(5)])
    page = await page_of(lobby, made)
    assert [game.round for game in page.games] == [1, 1, 2, 2]


async def test_a_round_that_could_not_begin_when_its_last_game_ended_begins_with_the_next_look(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is when the server is killed between the two writes."""
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=4))
    with monkeypatch.context() as patched:

        async def nothing() -> None:
            pass

        patched.setattr(lobby.tournaments, "look", nothing)
        await play_round(lobby, people, made, random.Random(1))
    lobby.tournaments.changed()
    assert (await page_of(lobby, made)).tournament.round == 2


@pytest.mark.ci
async def test_whoever_withdraws_loses_the_game_at_hand_and_is_paired_no_more(lobby: Lobby) -> None:
    people = await crowd(lobby, 5)
    made = await joined(people, setup(places=5))
    first = (await page_of(lobby, made)).of_round(1)
    leaver = next(game.played.pairing.first for game in first if game.played.pairing.second is not None)
    page = await page_of(lobby, made)
    person = next(each for each in people if each.account.id == page.entry(leaver).player)
    with pytest.raises(NaishiError, match="has just begun"):
        await person.tournaments.leave(made)  # as it was shown before it began
    assert not (await page_of(lobby, made)).entry(leaver).withdrawn
    await person.tournaments.leave(page.tournament)
    page = await page_of(lobby, made)
    assert page.entry(leaver).withdrawn
    await check_results(lobby, page)
    await play_round(lobby, people, made, random.Random(3))
    page = await page_of(lobby, made)
    assert page.tournament.round == 2
    assert all(leaver not in game.played.pairing for game in page.of_round(2))
    with pytest.raises(NaishiError, match="aren't in this"):
        await (await player(lobby, "Zoe")).tournaments.leave(made)


@pytest.mark.ci
async def test_in_a_round_robin_the_others_win_against_whoever_has_left_and_it_comes_to_its_end(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=4, kind=Kind.ROUND_ROBIN))
    await people[3].delete_account(people[3].account)
    for _round in range(3):
        await play_round(lobby, people[:3], made, random.Random(5))
    page = await page_of(lobby, made)
    assert page.tournament.state is MatchStage.OVER
    assert sum(row.points for row in page.standings) == len(page.games) == 6
    gone = next(each for each in page.entries if each.withdrawn)
    assert (gone.name, page.standings[-1].number, page.standings[-1].points) == ("a deleted player", gone.number, 0)


@pytest.mark.ci
async def test_once_only_one_is_left_it_is_over(lobby: Lobby) -> None:
    people = await crowd(lobby, 3)
    for kind in Kind:
        made = await joined(people, setup(kind=kind, places=3))
        for person in people[1:]:
            await person.tournaments.leave((await page_of(lobby, made)).tournament)
        page = await page_of(lobby, made)
        assert page.tournament.state is MatchStage.OVER
        with pytest.raises(NaishiError, match="is over"):
            await people[0].tournaments.leave(made)
        assert all(game.played.scores is not None for game in page.games)


@pytest.mark.ci
@pytest.mark.parametrize("came", [True, False], ids=["one came", "nobody came"])
async def test_a_clock_of_minutes_starts_by_itself_after_an_hour_and_who_never_came_is_out(
    lobby: Lobby, now: Now, came: bool
) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(control="15+10", places=4))
    one, other = await games_of(lobby, await page_of(lobby, made))
    await lose(people, other, 0)
    if came:
        second = next(each for each in people if each.account.id == one.seats[1])
        await (await second.attach(one.id)).play("give 1")
    now.wait(HOUR + 14 * MINUTE)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(one.id)).state is MatchStage.PLAYING
    now.wait(2 * MINUTE)
    await lobby.settle_clocks()
    ended = await lobby.matches.get(one.id)
    assert (ended.result and ended.result.how, ended.result and ended.result.winner) == ("timed out", 1)
    page = await page_of(lobby, made)
    absent = {each.number for each in page.entries if each.player in one.seats[: 1 if came else 2]}
    assert {each.number for each in page.entries if each.withdrawn} == absent
    assert page.tournament.round == 2
    (played,) = [each.played for each in page.games if each.match == one.id]
    assert played.scores == ((0.0, 1.0) if came else (0.0, 0.0))


@pytest.mark.ci
async def test_whoever_loses_on_time_after_having_played_stays_in_it(lobby: Lobby, now: Now) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(control="1d", places=4))
    one, other = await games_of(lobby, await page_of(lobby, made))
    await lose(people, other, 0)
    seats = [await next(each for each in people if each.account.id == player).attach(one.id) for player in one.seats]
    while len((await lobby.matches.load(one.id)).game.actions) < 8 or seats[0].view.turn != 1:
        seat = seats[seats[0].view.turn or 0]
        await seat.play(seat.view.legal_actions[0])
    now.wait(DAY)
    await lobby.settle_clocks()
    page = await page_of(lobby, made)
    assert not any(each.withdrawn for each in page.entries)
    await check_results(lobby, page)


async def test_a_game_of_a_tournament_is_neither_paused_nor_called_off(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(rated=True, places=4))
    match, _other = await games_of(lobby, await page_of(lobby, made))
    assert match.rated
    seat = await next(each for each in people if each.account.id == match.seats[0]).attach(match.id)
    assert {(each.verb, each.kind) for each in seat.requests} == {(Verb.OFFER, OfferKind.DRAW), (Verb.RESIGN, None)}
    with pytest.raises(NaishiError, match="no pauses in a tournament"):
        await offer(seat, OfferKind.PAUSE)
    with pytest.raises(NaishiError, match="can't be called off"):
        await seat.request(Request(Verb.ABORT))
    await resign(seat)
    page = await page_of(lobby, made)
    assert page.entry_of(match.seats[0] or 0) is not None, "a game that is lost is no reason to leave"


@pytest.mark.ci
async def test_the_fourth_rated_game_of_a_day_between_two_who_know_each_other_is_not_rated(
    lobby: Lobby, now: Now
) -> None:
    people = await crowd(lobby, 3)
    rated = []
    for _tournament in range(5):
        made = await joined(people, setup(kind=Kind.ROUND_ROBIN, rated=True, places=3, public=False))
        for _round in range(3):
            (match,) = await games_of(lobby, await page_of(lobby, made))
            rated.append(match.rated)
            seats = [await next(p for p in people if p.account.id == who).attach(match.id) for who in match.seats]
            while len(seats[0].view.events) < 20 and not seats[0].over:
                seat = seats[seats[0].view.turn or 0]
                await seat.play(seat.view.legal_actions[0])
            if not seats[0].over:
                await resign(seats[0])
            await lobby.settled()
    assert rated == [True] * 9 + [False] * 6


async def test_guests_join_what_is_not_rated_and_make_none(lobby: Lobby) -> None:
    people, visitor = await crowd(lobby, 2), await guest(lobby)
    with pytest.raises(NaishiError, match="as a guest"):
        await visitor.tournaments.make(setup())
    with pytest.raises(NaishiError, match="you are a guest"):
        await visitor.tournaments.join(await joined(people[:1], setup(rated=True)))
    made = await joined(people[1:], setup("Spring Cup"))
    await visitor.tournaments.join(made)
    assert visitor.code
    assert (await page_of(lobby, made)).tournament.count == 2


async def test_one_makes_two_at_a_time_and_plays_in_five(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    made = [await joined(people[place : place + 1], setup(f"Cup {place} {n}")) for place in range(3) for n in range(2)]
    with pytest.raises(NaishiError, match="2 tournaments that aren't over"):
        await people[0].tournaments.make(setup())
    for each in made[:5]:
        await people[3].tournaments.join(each)
    with pytest.raises(NaishiError, match="5 tournaments already"):
        await people[3].tournaments.join(made[5])
    with pytest.raises(NaishiError, match="in this tournament already"):
        await people[0].tournaments.join(made[0])


async def test_an_address_makes_and_joins_so_many_tournaments_only(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(games_burst=3))
    people = await crowd(lobby, 4)
    made = await joined(people[:3], setup())
    with pytest.raises(NaishiError, match="very often"):
        await people[3].tournaments.join(made)
    with pytest.raises(NaishiError, match="very often"):
        await people[3].tournaments.make(setup("Spring Cup"))
    await lobby.close()


async def test_the_word_of_a_private_one_leads_there_from_where_words_of_games_are_asked_for(lobby: Lobby) -> None:
    people = await crowd(lobby, 2)
    made = await joined(people[:1], setup("Secret Cup", public=False))
    for _again in range(30):  # the right word is no wrong guess
        with pytest.raises(NaishiError, match=f"a tournament, Secret Cup: tournament join {made.invite} "):
            await people[1].find(f"join {made.invite}")
    with pytest.raises(NaishiError, match="no game with this word") as refused:
        await people[1].find(made.id)
    assert "Secret" not in str(refused.value)
    for _again in range(30):
        await lobby.allowances.tries.record_wrong(people[1].counted_as)
    with pytest.raises(NaishiError, match="Too many wrong codes"):
        await people[1].find(made.invite)


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        (setup(" "), "needs a name"),
        (setup("A" * 31), "30 columns"),
        (setup("Cup\x1b[2J;"), "can contain"),
        (setup(control=""), "no such clock"),
        (setup(control="2d"), "no such clock"),
        (setup(places=2), "3 to 32"),
        (setup(places=33), "3 to 32"),
        (setup(rounds=0), "1 to 15"),
        (setup(rounds=16), "1 to 15"),
        (setup(rounds=3, places=4), "The most rounds for that many players \\(4\\): 2"),
        (setup(rounds=4, places=5), "The most rounds for that many players \\(5\\): 3"),
    ],
)
async def test_what_cannot_be_is_refused_in_a_line(lobby: Lobby, chosen: Setup, why: str) -> None:
    (aiko,) = await crowd(lobby, 1)
    with pytest.raises(NaishiError, match=why) as refused:
        await aiko.tournaments.make(chosen)
    assert "\n" not in str(refused.value)
