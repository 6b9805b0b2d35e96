"""Analyses on a server: queue, sharing, mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from datetime import timedelta

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import BOXES, AnalysisRun, Exercise, worth_learning
from naishi.games.naishi.rules.actions import Action
from naishi.server import Database, Lobby, Match, Visitor
from naishi.server.history.past_games import AnalysisQueue
from naishi.server.naishi import studies
from naishi.server.naishi.studies import MatchStudies, MatchStudy
from naishi.server.presence.limits import Limits
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.past import finished


@pytest.fixture
async def lobby(database: Database) -> AsyncIterator[Lobby]:
    lobby = Lobby(database, limits=Limits(analyses=1))
    yield lobby
    await lobby.close()


@pytest.fixture
async def people(lobby: Lobby) -> list[Visitor]:
    return [await player(lobby, name) for name in ("Aiko", "Bruno")]


@pytest.fixture
async def match(lobby: Lobby, people: list[Visitor]) -> Match:
    return await finished(lobby, people)


async def study(visitor: Visitor, match: Match) -> MatchStudy:
    return await MatchStudies(visitor, match.id).open()


async def test_the_first_come_are_analysed_first_and_the_others_see_their_place() -> None:
    queue = AnalysisQueue(2)
    async with queue.turn(1, "1") as one, AsyncExitStack() as second:
        two = await second.enter_async_context(queue.turn(2, "2"))
        async with queue.turn(3, "3") as three:
            async with queue.turn(4, "4") as four:
                assert [turn.ahead for turn in (one, two, three, four)] == [0, 0, 1, 2]
            async with queue.turn(5, "5") as five:
                assert five.ahead == 2
                places = five.wait()
                assert await anext(places) == 2
                await second.aclose()
                assert (await asyncio.wait_for(anext(places), 10), three.ahead) == (1, 0)


async def test_nobody_is_in_the_queue_twice() -> None:
    queue = AnalysisQueue(1)
    async with queue.turn(1, "here"):
        with pytest.raises(NaishiError, match="one at a time"):
            async with queue.turn(1, "there"):
                pass
    async with queue.turn(1, "there"):
        pass


async def test_a_place_without_analyses_says_so() -> None:
    with pytest.raises(NaishiError, match="makes no analyses"):
        AnalysisQueue(0).check(1)


async def test_whoever_leaves_stops_what_they_wait_for(lobby: Lobby, people: list[Visitor], match: Match) -> None:
    run = (await study(people[0], match)).run("quick")
    async with lobby.analyses.turn(people[1].account.id, people[1]), aclosing(run.steps()) as steps:
        assert await anext(steps) == 0.0
        waiting = asyncio.ensure_future(anext(steps))
        lobby.leave(people[0])
        with pytest.raises(NaishiError, match="was stopped"):
            await waiting
    lobby.analyses.check(people[0].account.id)


async def test_what_is_under_way_is_stopped_too(
    lobby: Lobby, people: list[Visitor], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def steps(_run: AnalysisRun) -> AsyncIterator[float]:
        try:
            yield 0.5
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    run = (await study(people[0], match)).run("quick")
    async with aclosing(run.steps()) as under_way:
        assert await anext(under_way) == 0.5
        lobby.leave(people[0])
        with pytest.raises(NaishiError, match="was stopped"):
            await anext(under_way)
    assert ended.is_set()


async def test_an_analysis_is_kept_for_both_players_without_their_names(
    lobby: Lobby, people: list[Visitor], match: Match
) -> None:
    mine = await study(people[0], match)
    await mine.keep(made_up(mine.game))
    theirs = await study(people[1], match)
    assert theirs.found == made_up(theirs.game)
    document = await lobby.learning.analysis(match.id)
    assert document is not None
    assert b"Aiko" not in document
    assert b"Bruno" not in document


async def test_each_player_learns_from_their_own_mistakes(people: list[Visitor], match: Match) -> None:
    first = await study(people[0], match)
    await first.keep(made_up(first.game))
    second = await study(people[1], match)
    worth = [*worth_learning(first.game, made_up(first.game))]
    for one in (first, second):
        decisions = [each.decision for each in await one.due()]
        assert decisions == [each for each in worth if each.seat == one.reader]
        assert one.to_learn == len(decisions)
    assert first.to_learn + second.to_learn > 0


@pytest.mark.ci
async def test_an_exercise_comes_again_later_each_time_until_it_is_done_with(
    lobby: Lobby, people: list[Visitor], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = await study(people[0], match)
    await mine.keep(made_up(mine.game))
    exercise, day, book = (await mine.due())[0], studies.today(), MatchStudies(people[0]).book
    for box in range(1, len(BOXES)):
        await book.answer(exercise, solved=True)
        assert _same(exercise, await book.due()) is None
        day += timedelta(days=BOXES[box])
        monkeypatch.setattr(studies, "today", lambda day=day: day)
        again = _same(exercise, await book.due())
        assert again is not None
        assert again.box == box
        exercise = again
    await book.answer(exercise, solved=True)
    await mine.keep(made_up(mine.game))
    monkeypatch.setattr(studies, "today", lambda: day + timedelta(days=1000))
    assert _same(exercise, await book.due()) is None, "it isn't added anew"


def _same(exercise: Exercise, due: object) -> Exercise | None:
    assert isinstance(due, list)
    return next((each for each in due if each.decision == exercise.decision), None)


async def test_an_answer_is_judged_in_its_turn(
    people: list[Visitor], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Exercise, Action]] = []

    async def judge(exercise: Exercise, action: Action, *, nice: int) -> Decision:
        asked.append((exercise, action))
        assert nice > 0
        return exercise.decision

    monkeypatch.setattr(studies, "judge", judge)
    mine = await study(people[0], match)
    await mine.keep(made_up(mine.game))
    exercise, book = (await mine.due())[0], MatchStudies(people[0]).book
    assert await book.judge(exercise, exercise.decision.best) == exercise.decision
    assert asked == [(exercise, exercise.decision.best)]


async def test_many_analyses_from_an_address_have_to_wait(
    database: Database, people: list[Visitor], match: Match
) -> None:
    small = Lobby(database, limits=Limits(analyses=1, analyses_burst=2.0, analyses_rate=1e-9))
    aiko = await player(small, "Aiko")
    mine = await study(aiko, match)
    await aiko.check_pace()
    await aiko.check_pace()
    with pytest.raises(NaishiError, match="many requests"):
        await anext(mine.run("quick").steps())
    await small.close()


async def test_what_goes_on_or_ended_early_is_not_analysed(lobby: Lobby, people: list[Visitor], table: Table) -> None:
    with pytest.raises(NaishiError, match="isn't over yet"):
        await study(table.people[0], table.match)
    with pytest.raises(NaishiError, match="ended before all was played"):
        await study(people[0], await finished(lobby, people, resigned=0))


@pytest.mark.ci
async def test_what_one_has_learned_goes_with_the_account(
    lobby: Lobby, people: list[Visitor], match: Match, database: Database
) -> None:
    mine = await study(people[0], match)
    await mine.keep(made_up(mine.game))
    assert await MatchStudies(people[0]).book.due()
    guest = await lobby.visit(None, "192.0.2.9", "en")
    await guest.tables.play_bot("beginner")
    await people[0].credentials.use_code(await people[0].credentials.read_code(guest.code))
    assert await MatchStudies(people[0]).book.due(), "after another account has become part of it"
    await people[0].delete_account(people[0].account)
    with database.reading() as db:
        assert db.exec_driver_sql("SELECT count(*) FROM exercises").scalar_one() == 0
