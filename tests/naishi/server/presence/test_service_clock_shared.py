"""Clock steps and sleep with several processes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, suppress

import pytest

from naishi.server import Lobby, MatchStage, Visitor
from naishi.server.database import sharing
from naishi.server.database.connection import StorageError
from naishi.server.database.postgres import PostgresDatabase
from naishi.server.database.sharing import Leases, Live, Unchanged
from naishi.server.lobby.notices import agree_on_the_time, resume_clocks
from naishi.server.match.clock import Clocks
from naishi.server.match.match import Terms
from naishi.server.presence.service_clock import ALONE, CATCHING_UP, STALLED, ServiceClock
from tests.naishi.server.conftest import Now, Table, player, resign
from tests.naishi.server.lobby.two_processes import process, until
from tests.naishi.server.postgres import Cluster

pytestmark = pytest.mark.ci

HOUR = 3600.0
CONTROLS = pytest.mark.parametrize("control", ["10+5", "1d"])


class Process:
    """One process of the server, on a machine of its own whose clock may be wrong, or sleep."""

    def __init__(self, wall: float, steady: float) -> None:
        self.wall, self.steady = Now(), Now()
        self.wall.at += wall
        self.steady.at = steady
        self.clock = ServiceClock(self.wall, self.steady)
        self.lobby: Lobby

    async def look(self) -> None:
        """Do what it does each second."""
        await agree_on_the_time(self.lobby.clocks, self.clock)
        await self.lobby.settle_clocks()


class Place:
    """A server of two processes, and the time that passes for both."""

    def __init__(self, where: str, stack: AsyncExitStack) -> None:
        self.where, self._stack = where, stack
        self.processes = list[Process]()

    async def begin(self, wall: float = 0.0) -> Process:
        """Begin a process on a machine whose clock is wrong by so much."""
        begun = Process(wall, 1000.0 * len(self.processes))
        if not self.processes:
            database = PostgresDatabase(self.where)
            await resume_clocks(Clocks(database, begun.clock), begun.clock)
            database.close()
        name = f"p{len(self.processes)}"
        begun.lobby = await self._stack.enter_async_context(process(self.where, name, clock=begun.clock))
        self.processes.append(begun)
        return begun

    async def run(self, seconds: int, *, step: int = 1, asleep: Process | None = None) -> None:
        """Have so many seconds pass, with a look after each `step`; one may be stopped, and looks at nothing."""
        assert step < STALLED
        for _look in range(0, seconds, step):
            for each in self.processes:
                each.wall.wait(step)
                each.steady.wait(step)
                if each is not asleep:
                    await each.look()

    def stop(self, seconds: float) -> None:
        """Have all processes be stopped for so long, as where the machine is suspended."""
        for each in self.processes:
            each.wall.wait(seconds)
            each.steady.wait(seconds)


@pytest.fixture
async def place(postgres: Cluster) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        yield Place(postgres.prepared(), stack)


async def sit_down(one: Process, other: Process, control: str) -> Table:
    """Have two players sit down at a match, each at another process."""
    people: list[Visitor] = [await player(one.lobby, "Aiko"), await player(other.lobby, "Bruno")]
    match = await people[1].tables.join(await people[0].tables.open(Terms(control=control), public=True))
    if match.seat_of(people[0].account.id) == 1:
        people.reverse()
    table = Table(one.lobby, people, match, [await person.attach(match.id) for person in people])
    await until(lambda: all(seat.time is not None and seat.time.running for seat in table.seats))
    return table


def left(table: Table) -> list[float]:
    """Return what each player sees of the time of the one who is to act first."""
    times = [seat.time for seat in table.seats]
    assert all(time is not None and time.paused_until is None for time in times)
    return [time.of(0) for time in times if time is not None]


async def is_over(table: Table) -> bool:
    return (await table.lobby.matches.get(table.match.id)).state is MatchStage.OVER


@CONTROLS
@pytest.mark.parametrize(
    "wrong", [HOUR, pytest.param(-HOUR, marks=pytest.mark.slow), pytest.param(1e6, marks=pytest.mark.slow), -1e6]
)
async def test_processes_go_by_one_time_though_their_systems_differ(place: Place, control: str, wrong: float) -> None:
    one = await place.begin()
    other = await place.begin(wrong)
    table = await sit_down(one, other, control)
    before = left(table)
    assert before[0] == pytest.approx(before[1], abs=1)
    await place.run(20)
    assert left(table) == [pytest.approx(before[0] - 20, abs=2)] * 2
    assert one.clock() == pytest.approx(other.clock(), abs=1)
    assert not await is_over(table)


@CONTROLS
@pytest.mark.parametrize(
    "step", [HOUR, pytest.param(-HOUR, marks=pytest.mark.slow), pytest.param(1e9, marks=pytest.mark.slow), -1e9]
)
async def test_a_step_of_the_clock_changes_nothing_at_any_process(place: Place, control: str, step: float) -> None:
    one, other = await place.begin(), await place.begin()
    table = await sit_down(one, other, control)
    before = left(table)
    for each in (one, other):
        each.wall.wait(step)
        await place.run(3)
    assert left(table) == [pytest.approx(before[0] - 6, abs=2)] * 2
    assert not await is_over(table)


@CONTROLS
async def test_time_in_which_all_processes_stood_still_is_nobody_s(place: Place, control: str) -> None:
    one, other = await place.begin(), await place.begin()
    table = await sit_down(one, other, control)
    before = left(table)
    place.stop(8 * HOUR)
    await place.run(3)
    assert left(table) == [pytest.approx(before[0] - 3, abs=2)] * 2
    assert not await is_over(table)


async def test_a_process_that_slept_alone_goes_on_at_the_time_of_the_others(place: Place) -> None:
    one, other = await place.begin(), await place.begin()
    table = await sit_down(one, other, "10+5")
    await place.run(100, step=2, asleep=other)
    assert other.clock() < one.clock()
    await place.run(1)
    assert other.clock() == pytest.approx(one.clock(), abs=5)
    assert left(table) == [pytest.approx(600 - 101, abs=5)] * 2
    await place.run(510, step=2)
    assert await is_over(table)


async def test_a_process_that_is_begun_later_goes_by_the_time_of_the_others(place: Place) -> None:
    """As one that takes the place of one that crashed, after the machine slept."""
    one = await place.begin()
    other = await place.begin()
    table = await sit_down(one, other, "10+5")
    place.stop(8 * HOUR)
    await place.run(2)
    third = await place.begin(8 * HOUR)
    await place.run(2)
    assert third.clock() == pytest.approx(one.clock(), abs=5)
    assert not await is_over(table)
    assert min(left(table)) > 580


async def test_while_the_database_can_t_be_reached_time_soon_stands_still(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await place.begin(), await place.begin()
    table = await sit_down(one, other, "10+5")
    before = left(table)

    async def unreachable() -> None:
        raise StorageError("no route")

    with monkeypatch.context() as patched:
        for each in (one, other):
            patched.setattr(each.lobby.clocks, "agreed", unreachable)
        for _second in range(2000):
            for each in (one, other):
                each.steady.wait(1)
                with suppress(StorageError):
                    await agree_on_the_time(each.lobby.clocks, each.clock)
                each.clock()
    await place.run(2)
    assert not await is_over(table)
    assert min(left(table)) > before[0] - ALONE - 3


async def test_the_time_goes_back_to_that_of_the_system_once_no_clock_runs(place: Place) -> None:
    one, other = await place.begin(), await place.begin()
    ahead = HOUR / 6
    for each in (one, other):
        each.wall.wait(ahead)
    await place.run(2)
    assert one.clock() < one.wall()
    table = await sit_down(one, other, "10+5")
    await place.run(5)
    assert min(left(table)) > 600 - 30
    await resign(table.seats[0])
    await place.run(int(ahead / CATCHING_UP))
    assert [each.clock() for each in (one, other)] == [pytest.approx(one.wall(), abs=1)] * 2


@pytest.mark.parametrize(
    "step", [HOUR, pytest.param(-HOUR, marks=pytest.mark.slow), pytest.param(1e9, marks=pytest.mark.slow), -1e9]
)
async def test_a_step_of_the_clock_ends_no_process_and_no_lease(postgres: Cluster, step: float) -> None:
    where, names = postgres.prepared(), ("one", "two")
    databases = [PostgresDatabase(where, name) for name in names]
    lives = [each.live for each in databases if each.live is not None]
    wall, steady = Now(), Now()
    for live in lives:
        live.now, live.unchanged = wall, Unchanged(steady)
    one, two = lives

    async def beat(live: Live) -> Collection[str]:
        wall.wait(1)
        steady.wait(1)
        ended, _known = await live.write(lambda db: sharing.beat(db, live.process, live.now(), 8.0, live.unchanged))
        return ended

    for live in lives:
        await beat(live)
    assert await Leases(one).claim("bot k4m2", 5.0)
    assert not await Leases(two).claim("bot k4m2", 5.0)
    wall.wait(step)
    assert not await Leases(two).claim("bot k4m2", 5.0), "the other one is at it still"
    for live in (two, one, two, one):
        assert not await beat(live)
    steady.wait(6)
    assert await Leases(two).claim("bot k4m2", 5.0), "it has been seen for long enough"
    assert not await Leases(one).claim("bot k4m2", 5.0)
    assert not await beat(two)
    steady.wait(8)
    assert await beat(two) == ["one"], "it has given no note meanwhile"
    for database in databases:
        database.close()
