"""Finished games of a player: pages and replays."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.games.naishi.rules.cards import Phase
from naishi.saves.document import write_line
from naishi.server import Database, Lobby, Visitor
from naishi.server.history import past_games
from naishi.server.match.match_lists import MatchLists
from naishi.server.match.state import MatchState
from naishi.server.naishi.studies import replay_of
from naishi.sessions import Ask
from tests.naishi.server.conftest import Now, Table, answer, guest, offer, player, resign
from tests.naishi.server.past import finished


@pytest.fixture
async def people(lobby: Lobby) -> list[Visitor]:
    return [await player(lobby, name) for name in ("Aiko", "Bruno")]


async def test_pages_hold_each_game_once_the_newest_first(lobby: Lobby, people: list[Visitor]) -> None:
    matches = [(await finished(lobby, people)).id for _number in range(5)]
    games = people[0].past_games
    first = await games.page(count=2)
    second = await games.page(first[-1], 2)
    third = await games.page(second[-1], 2)
    assert [past.match.id for past in (*first, *second, *third)] == matches[::-1]


async def test_games_that_ended_at_one_moment_are_all_there(
    lobby: Lobby, people: list[Visitor], database: Database
) -> None:
    matches = {(await finished(lobby, people)).id for _number in range(5)}
    with database.writing() as db:
        db.exec_driver_sql("UPDATE results SET ended_at = 1000")
    found, last = set(), None
    while page := await people[0].past_games.page(last, 2):
        found |= {past.match.id for past in page}
        last = page[-1]
    assert found == matches


async def test_both_players_have_a_game_and_nobody_else(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people)
    for seat, person in enumerate(people):
        (past,) = await person.past_games.page()
        assert (past.match.id, past.seat) == (match.id, seat)
    assert not await (await player(lobby, "Carol")).past_games.page()
    assert not await (await guest(lobby)).past_games.page()


async def test_a_record_says_when_the_game_began_and_when_it_ended(database: Database) -> None:
    now = Now()
    lobby = Lobby(database, clock=now)
    table = await Table.sit_down(lobby)
    begun = now()
    now.wait(3600)
    await resign(table.seats[0])
    now.wait(3600)
    await lobby.close()
    saved = json.loads(write_line(*await table.people[0].past_games.record(table.match.id)))
    spelled = [datetime.fromisoformat(saved[name]).timestamp() for name in ("created", "updated")]
    assert spelled == [begun, begun + 3600]


async def test_somebody_with_both_seats_has_a_game_once(
    lobby: Lobby, people: list[Visitor], database: Database
) -> None:
    await finished(lobby, people)
    with database.writing() as db:
        for statement in ("UPDATE seats SET player = ?", "UPDATE results SET player = ?"):
            db.exec_driver_sql(statement, (people[0].account.id,))
    assert len(await MatchLists(database).past(people[0].account.id, None, 10)) == 1


@pytest.mark.parametrize(("seat", "words"), [(0, "you won by resignation"), (1, "you resigned")])
async def test_the_words_are_those_of_the_player(lobby: Lobby, people: list[Visitor], seat: int, words: str) -> None:
    await finished(lobby, people, resigned=1)
    (past,) = await people[seat].past_games.page()
    assert past_games.outcome(past) == words
    assert past_games.opponent(past) == people[1 - seat].account.name


async def test_ones_own_points_come_first(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people)
    assert match.result is not None
    assert match.result.points is not None
    for seat, person in enumerate(people):
        (past,) = await person.past_games.page()
        mine, theirs = match.result.points[seat], match.result.points[1 - seat]
        verb = "won" if match.result.winner == seat else "lost"
        assert past_games.outcome(past) in {f"you {verb} {mine}–{theirs}", f"you {verb} {mine} to {theirs}"}


async def test_a_draw_that_was_agreed_is_called_that(table: Table) -> None:
    await offer(table.seats[0], table.seats[0].requests[0].kind)  # type: ignore[arg-type]
    await answer(table.seats[1], next(each.verb for each in table.seats[1].requests))
    (past,) = await table.people[0].past_games.page()
    assert past_games.outcome(past) == "a draw was agreed"


async def test_a_replay_begins_on_ones_own_side_with_both_hands_to_be_seen(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people)
    replay = replay_of(await people[1].past_games.load(match.id))
    assert (replay.seat, replay.viewpoints, replay.ply) == (1, (0, 1, None), 0)
    replay.go(replay.length)
    assert replay.view.phase is Phase.OVER
    assert Ask.BRANCH not in replay.allowed


async def test_a_game_that_was_given_up_is_open_too_and_says_so(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people, resigned=1)
    replay = replay_of(await people[0].past_games.load(match.id))
    assert replay.ended == "Bruno resigned; Aiko wins."
    assert None not in replay.view_of(1).mine.hand


async def test_the_names_are_those_of_now(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people)
    await people[1].rename("Benno")
    replay = replay_of(await people[0].past_games.load(match.id))
    assert replay.view.names == ("Aiko", "Benno")


async def test_a_game_that_goes_on_is_not_replayed(table: Table) -> None:
    with pytest.raises(NaishiError, match="isn't over yet"):
        await table.people[0].past_games.load(table.match.id)
    await resign(table.seats[0])
    assert await table.people[0].past_games.load(table.match.id)


@pytest.mark.ci
async def test_a_game_against_a_bot_whose_end_was_undone_is_not_over(
    lobby: Lobby, people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await finished(lobby, people)
    stored = await lobby.matches.load(match.id)
    stored.game.undo()
    undone = stored._replace(ending=None)
    monkeypatch.setattr(lobby.matches, "load", lambda _match: _at_once(undone))
    with pytest.raises(NaishiError, match="isn't over yet"):
        await people[0].past_games.load(match.id)


async def _at_once(state: MatchState) -> MatchState:
    return state


async def test_others_games_are_refused(lobby: Lobby, people: list[Visitor]) -> None:
    match = await finished(lobby, people)
    for other in (await player(lobby, "Carol"), await guest(lobby)):
        with pytest.raises(NaishiError, match="Only its players"):
            await other.past_games.load(match.id)
    with pytest.raises(NaishiError, match="no such game"):
        await people[0].past_games.load("nothing")


async def test_nothing_begins_at_a_moment_of_it(lobby: Lobby, people: list[Visitor]) -> None:
    replay = replay_of(await people[0].past_games.load((await finished(lobby, people)).id))
    with pytest.raises(IllegalActionError, match="Not on a server"):
        replay.check(Ask.BRANCH)


async def test_a_game_that_was_called_off_is_no_draw(table: Table) -> None:
    await table.lobby.sessions.call_off(table.match.id)
    for person in table.people:
        (past,) = await person.past_games.page()
        assert past_games.outcome(past) == "called off"
        assert past_games.in_a_list(past)[1] == "called off"
