"""Match queue: shown is stored, agreed is kept."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, cast

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.server.database.connection import RevisionLostError, StorageError
from naishi.server.match import actor as actors
from naishi.server.match.actor import MatchActor
from naishi.server.match.clock import DAY
from naishi.server.match.state import (
    Anything,
    DeleteAccount,
    Ending,
    EndKind,
    Event,
    Happened,
    Look,
    MatchState,
    OfferKind,
    Play,
    Redo,
    ReplaceBot,
    Undo,
    Verb,
    Withdraw,
)
from naishi.server.match.store import MatchRows
from tests.fuzzing import seeds
from tests.naishi.server.match.shelf import Shelf
from tests.naishi.server.match.tables import cards, claim, end_pause, of_people, propose, requests_of, resign, what
from tests.naishi.server.presence.fake_time import run
from tests.naishi.tabletop import unison

unison.register()


class Process:
    """One process of a server, with an actor for the one match."""

    def __init__(self, shelf: Shelf, state: MatchState) -> None:
        self.now, self.here, self.shown = 0.0, set[int](), list[tuple[MatchState, Sequence[Event]]]()
        if "m" not in shelf.matches:
            shelf.add("m", state)
        self.actor = MatchActor(
            "m",
            shelf.loaded(shelf.matches["m"]),
            cast("MatchRows", shelf),
            lambda: self.now,
            here=lambda: self.here,
            publish=lambda events, stored: self.shown.append((self.actor.state, events)),
        )

    @property
    def state(self) -> MatchState:
        return self.actor.state


def test_what_is_shown_is_stored_first() -> None:
    async def play() -> None:
        shelf = Shelf(random.Random(1))
        process = Process(shelf, of_people(3))
        asked = asyncio.create_task(process.actor.ask(Play(0, "3")))
        while shelf.writes == 0:
            assert process.state.game.ply() == 0
            await asyncio.sleep(0)
        assert what(await asked) == [Happened.ACTED]
        assert [state.game.ply() for state, _events in process.shown] == [1]

    run(play())


def test_a_request_is_carried_out_though_whoever_made_it_has_gone() -> None:
    async def play() -> None:
        process = Process(Shelf(random.Random(2)), of_people(3))
        asked = asyncio.create_task(process.actor.ask(Play(0, "3")))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await process.actor.ask(Play(1, "3"))
        assert process.state.game.awaited == (2,)

    run(play())


def test_what_is_refused_changes_nothing_and_is_not_stored() -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, of_people(3))
        refused: list[Anything] = [
            Play(0, "nonsense"),
            propose(0, OfferKind.DRAW),
            Withdraw(0),
            Undo(0),
            Redo(0),
            claim(0, 1),
            end_pause(0),
            ReplaceBot(0, "highest"),
        ]
        for request in refused:
            with pytest.raises(NaishiError):
                await process.actor.ask(request)
        assert (shelf.writes, process.shown, process.state.revision) == (0, [], 0)

    run(play())


def test_the_plans_of_a_round_from_two_processes_are_all_there() -> None:
    """Each is stored on top of the others, whoever was quicker, and none is lost or half."""

    async def play(seed: int) -> None:
        chance = random.Random(seed)
        shelf = Shelf(chance)
        processes = [Process(shelf, of_people(5)) for _process in range(2)]
        chosen = {seat: str(chance.randrange(1, 4)) for seat in range(5)}
        await asyncio.gather(*(chance.choice(processes).actor.ask(Play(seat, chosen[seat])) for seat in chosen))
        stored = await shelf.load("m")
        assert dict(zip(stored.game.seats(), [action.text for action in stored.game.actions], strict=True)) == chosen
        assert (stored.game.round, stored.revision) == (2, 5)

    for seed in range(200):
        run(play(seed))


def test_an_answer_to_what_is_not_asked_any_more_is_refused() -> None:
    async def play() -> None:
        shelf = Shelf()
        mine, theirs = [Process(shelf, of_people(2)) for _process in range(2)]
        await theirs.actor.ask(Play(0, "3"))
        await theirs.actor.ask(Play(1, "3"))
        with pytest.raises(RevisionLostError, match="changed elsewhere"):
            await mine.actor.ask(Play(0, "2"))
        assert (mine.state.game.round, mine.state.game.awaited) == (2, (0, 1))
        assert mine.shown[-1][0].game.round == 2, "it is shown how the match stands"
        await mine.actor.ask(Play(0, "2"))

    run(play())


def test_the_same_action_from_two_processes_is_done_once() -> None:
    async def play() -> None:
        shelf = Shelf(random.Random(3))
        mine, theirs = [Process(shelf, of_people(3)) for _process in range(2)]
        done = await asyncio.gather(
            mine.actor.ask(Play(0, "3")), theirs.actor.ask(Play(0, "2")), return_exceptions=True
        )
        assert sorted(isinstance(each, NaishiError) for each in done) == [False, True]
        assert (await shelf.load("m")).game.ply() == 1

    run(play())


def test_what_is_agreed_on_is_applied_again_on_top_of_what_others_have_done() -> None:
    async def play() -> None:
        shelf = Shelf()
        mine, theirs = [Process(shelf, of_people(4)) for _process in range(2)]
        await theirs.actor.ask(propose(1, OfferKind.CALL_OFF))
        await mine.actor.ask(resign(0))
        assert [state.people for state, _events in mine.shown] == [(0, 1, 2, 3), (1, 2, 3)]
        with pytest.raises(IllegalActionError, match="no longer open"):
            await mine.actor.ask(requests_of(theirs.state, 2, 0.0)[0])

    run(play())


def test_without_a_disk_the_match_goes_on_and_is_stored_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, of_people(3))
        shelf.refusals = 3
        await process.actor.ask(Play(0, "3"))
        assert str(process.actor.unsaved) == "Not saved (No space left on device). The server keeps trying."
        await process.actor.ask(Play(1, "3"))
        assert (process.state.game.ply(), shelf.writes) == (2, 0)
        await asyncio.sleep(3 * actors.RETRY)
        assert process.actor.unsaved is None
        assert (shelf.writes, shelf.matches["m"].revision) == (1, 1)
        await process.actor.ask(Play(2, "3"))
        assert shelf.matches["m"].game.round == 2

    run(play())


def test_what_never_was_stored_gives_way_to_what_is() -> None:
    async def play() -> None:
        shelf = Shelf()
        mine, theirs = [Process(shelf, of_people(3)) for _process in range(2)]
        shelf.refusals = 1
        await mine.actor.ask(Play(0, "3"))
        await theirs.actor.ask(Play(0, "2"))
        await mine.actor.write()
        assert mine.actor.unsaved is None
        assert [action.text for action in mine.state.game.actions] == ["2"]

    run(play())


def test_what_another_process_has_stored_and_cannot_be_read_is_tried_again() -> None:
    async def play() -> None:
        shelf = Shelf()
        mine, theirs = [Process(shelf, of_people(3)) for _process in range(2)]
        await theirs.actor.ask(Play(1, "3"))
        shelf.unreadable = 1
        await mine.actor.ask(Play(0, "3"))
        assert mine.actor.unsaved is not None
        await asyncio.sleep(2 * actors.RETRY)
        assert not mine.actor.unsaved
        assert mine.state.game.ply() == 1, "the other one's plan stands"

    run(play())


def test_a_match_that_is_gone_says_so() -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, of_people(3))
        del shelf.matches["m"]
        with pytest.raises(RevisionLostError, match="There is no such game"):
            await process.actor.ask(Play(0, "3"))
        assert process.actor.unsaved is None

    run(play())


def counting(shelf: Shelf) -> dict[str, tuple[Ending | None, tuple[str, ...]]]:
    """Have ends counted as ratings do: one match once, whenever it was stored first."""
    counted: dict[str, tuple[Ending | None, tuple[str, ...]]] = {}

    def settle(match: str, state: MatchState) -> None:
        counted.setdefault(match, (state.ending, state.results()))

    shelf.settlers.append(settle)
    return counted


def test_an_end_is_counted_within_the_write_that_stores_it() -> None:
    async def play() -> None:
        shelf = Shelf()
        counted = counting(shelf)
        process = Process(shelf, cards())
        await process.actor.ask(Play(0, "give 1"))
        shelf.refusals = 1
        await process.actor.ask(resign(1))
        assert (process.state.over, counted) == (True, {}), "what isn't stored isn't counted"
        await process.actor.write()
        assert counted == {"m": (Ending(EndKind.RESIGNED, 1), ("won", "lost"))}
        for seat in (0, 1):
            await process.actor.ask(propose(seat, OfferKind.REMATCH))
        assert len(counted) == 1
        assert process.state.next == "m'"

    run(play())


def test_what_cannot_be_counted_is_not_stored() -> None:
    async def play() -> None:
        shelf = Shelf()

        def settle(match: str, state: MatchState) -> None:
            raise StorageError("No space left on device")

        shelf.settlers.append(settle)
        process = Process(shelf, cards())
        await process.actor.ask(resign(1))
        assert process.actor.unsaved is not None
        assert not shelf.matches["m"].over
        shelf.settlers.clear()
        await process.actor.write()
        assert shelf.matches["m"].over

    run(play())


def test_an_end_from_two_processes_is_one() -> None:
    async def play(seed: int) -> None:
        shelf = Shelf(random.Random(seed))
        counted = counting(shelf)
        mine, theirs = [Process(shelf, cards()) for _process in range(2)]
        done = await asyncio.gather(mine.actor.ask(resign(0)), theirs.actor.ask(resign(1)), return_exceptions=True)
        assert sorted(isinstance(each, NaishiError) for each in done) == [False, True]
        assert [ending for ending, _results in counted.values()] == [shelf.matches["m"].ending]
        assert mine.state.ending in {None, shelf.matches["m"].ending} or theirs.state.over

    for seed in range(20):
        run(play(seed))


def test_a_rematch_that_cannot_be_stored_has_not_begun() -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, cards())
        await process.actor.ask(resign(1))
        await process.actor.ask(propose(0, OfferKind.REMATCH))
        shelf.refusals = 1
        with pytest.raises(StorageError):
            await process.actor.ask(propose(1, OfferKind.REMATCH))
        assert (process.state.next, process.actor.unsaved, [*process.state.offers]) == (
            None,
            None,
            [OfferKind.REMATCH],
        )
        await process.actor.ask(propose(1, OfferKind.REMATCH))
        assert [player.name for player in shelf.matches["m'"].game.players] == ["Bruno", "Aiko"]

    run(play())


def test_what_comes_too_late_finds_the_game_over() -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, of_people(2, "1d"))
        await process.actor.ask(Play(0, "3"))
        process.now = DAY
        with pytest.raises(IllegalActionError, match="The game is over"):
            await process.actor.ask(Play(1, "3"))
        assert shelf.matches["m"].ending == Ending(EndKind.FLAG, 1)

    run(play())


def test_the_clock_starts_when_the_last_one_comes() -> None:
    async def play() -> None:
        process = Process(Shelf(), of_people(3, "10+5"))
        process.here = {0, 2}
        await process.actor.look()
        assert process.state.clock is not None
        assert process.state.clock.since is None
        process.here, process.now = {0, 1, 2}, 50.0
        await process.actor.look()
        assert process.state.clock is not None
        assert process.state.clock.since == 50.0

    run(play())


def test_whoever_has_left_can_ask_for_nothing() -> None:
    async def play() -> None:
        process = Process(Shelf(), of_people(2))
        process.actor.close()
        with pytest.raises(IllegalActionError, match="You have left this game"):
            await process.actor.ask(Play(0, "3"))

    run(play())


class RandomProcesses:
    """People of two processes who do random things at random moments, while the disk refuses some."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.shelf = Shelf(self.chance)
        self.counted = counting(self.shelf)
        seats = self.chance.randrange(2, 6)
        state = of_people(seats, self.chance.choice(("", "10+5", "1d")))
        self.processes = [Process(self.shelf, state) for _process in range(2)]
        self.done: list[str] = []

    async def play(self) -> None:
        for _step in range(25):
            count = self.chance.choice((1, 1, 2, 4))
            results = await asyncio.gather(*(self._do() for _one in range(count)), return_exceptions=True)
            for result in results:
                if isinstance(result, BaseException) and not isinstance(result, NaishiError):
                    raise result
            self.check()
        self.shelf.refusals = self.shelf.unreadable = 0
        await asyncio.sleep(10 * actors.RETRY)
        for process in self.processes:
            with suppress(RevisionLostError):
                await process.actor.reload()
            assert process.actor.unsaved is None
            assert process.state.game.document() == self.shelf.matches["m"].game.document()
            assert process.state.ending == self.shelf.matches["m"].ending
        assert len(self.counted) == self.shelf.matches["m"].over

    async def _do(self) -> None:
        process = self.chance.choice(self.processes)
        seat = self.chance.randrange(len(process.state.seats))
        things: list[Callable[[], Coroutine[Any, Any, Any]]] = [
            *[lambda: process.actor.ask(Play(seat, self.chance.choice("123")))] * 8,
            *[lambda: self._ask_what_is_shown(process, seat)] * 4,
            lambda: process.actor.ask(Withdraw(seat)),
            self._time_passes,
            self._fill_the_disk,
            process.actor.reload,
            lambda: process.actor.ask(DeleteAccount(seat)) if self.chance.random() < 0.2 else process.actor.look(),
        ]
        await self.chance.choice(things)()

    async def _ask_what_is_shown(self, process: Process, seat: int) -> None:
        shown = [each for each in requests_of(process.state, seat, process.now) if each.request.verb is not Verb.RESIGN]
        rare = [resign(seat)] if self.chance.random() < 0.1 else []
        if shown or rare:
            await process.actor.ask(self.chance.choice([*shown, *rare]))

    async def _time_passes(self) -> None:
        wait = self.chance.choice((1.0, 100.0, 0.4 * DAY, 2 * DAY))
        for process in self.processes:
            process.now += wait
            process.here = set(range(5)) if self.chance.random() < 0.5 else set()

    async def _fill_the_disk(self) -> None:
        self.shelf.refusals = self.chance.randrange(3)
        self.shelf.unreadable = self.chance.randrange(2)

    def check(self) -> None:
        stored = self.shelf.matches["m"]
        for process in self.processes:
            revisions = [state.revision for state, _events in process.shown]
            assert process.actor.stored <= stored.revision
            if process.actor.unsaved is None:
                assert revisions == [] or revisions[-1] == process.actor.stored == process.state.revision


@pytest.mark.parametrize("seed", seeds(40, 400))
def test_whatever_people_of_two_processes_do_all_is_well(seed: int) -> None:
    run(RandomProcesses(seed).play())


def test_nothing_is_looked_at_where_nothing_is_due() -> None:
    async def play() -> None:
        shelf = Shelf()
        process = Process(shelf, of_people(2, "1d"))
        await process.actor.look()
        assert await process.actor.ask(Look()) == ()
        assert shelf.writes == 0

    run(play())
