"""Clock steps and outages, at no player's cost."""

from __future__ import annotations

import pytest

from naishi.server import Database, Lobby, MatchStage
from naishi.server.lobby.notices import resume_clocks
from naishi.server.presence.service_clock import STALLED, ServiceClock
from tests.naishi.server.conftest import Now, sit_down

HOUR = 3600.0


class World:
    """A system's clock that may be set, and the time that passes."""

    def __init__(self) -> None:
        self.wall, self.steady = Now(), Now()

    def clock(self) -> ServiceClock:
        return ServiceClock(self.wall, self.steady)

    def pass_by(self, seconds: float) -> None:
        for each in (self.wall, self.steady):
            each.wait(seconds)


@pytest.fixture
def world() -> World:
    return World()


def running(world: World, clock: ServiceClock, seconds: int) -> None:
    """Have a server run for some seconds: it looks at the time each second."""
    for _second in range(seconds):
        world.pass_by(1)
        clock()


def test_time_passes(world: World) -> None:
    clock = world.clock()
    before = clock()
    assert before == world.wall()
    running(world, clock, 100)
    assert clock() == pytest.approx(before + 100)


@pytest.mark.parametrize("stopped", [4, 10, 14.9, 30 * 60, 1e9])
def test_no_time_passes_while_the_process_is_stopped_even_for_seconds(world: World, stopped: float) -> None:
    clock = world.clock()
    running(world, clock, 5)
    before = clock()
    world.pass_by(stopped)
    assert clock() == before
    running(world, clock, 5)
    assert clock() == pytest.approx(before + 5)


@pytest.mark.parametrize("step", [HOUR, -HOUR, -1e9])
@pytest.mark.parametrize("control", ["10+5", "1d"])
async def test_a_step_of_the_system_s_clock_changes_no_clock(
    database: Database, world: World, control: str, step: float
) -> None:
    clock = world.clock()
    lobby = Lobby(database, clock=clock)
    table = await sit_down(lobby, control)
    left = table.seats[0].time
    world.wall.wait(step)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(table.match.id)).state is not MatchStage.OVER
    assert (now := table.seats[0].time) is not None
    assert left is not None
    assert now.paused_until is None
    assert now.of(0) == pytest.approx(left.of(0), abs=1)
    await lobby.close()


async def test_time_in_which_the_process_stood_still_is_nobody_s(database: Database, world: World) -> None:
    """As after SIGSTOP; where the machine sleeps, the steady clock stands still by itself."""
    clock = world.clock()
    lobby = Lobby(database, clock=clock)
    table = await sit_down(lobby, "10+5")
    before = clock()
    world.pass_by(30 * 60)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(table.match.id)).state is not MatchStage.OVER
    assert clock() == before
    running(world, clock, 605)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(table.match.id)).state is MatchStage.OVER
    await lobby.close()


async def test_a_clock_that_was_set_back_while_the_server_was_down_makes_no_pause(
    database: Database, world: World
) -> None:
    first = world.clock()
    lobby = Lobby(database, clock=first)
    table = await sit_down(lobby, "1d")
    running(world, first, 10)
    assert await lobby.clocks.beat()
    await lobby.close()
    world.wall.wait(-HOUR)
    clock = world.clock()
    lobby = Lobby(database, clock=clock)
    await resume_clocks(lobby.clocks, clock)
    match = (await lobby.matches.get(table.match.id)).clock
    assert match is not None
    assert match.paused_until(clock()) is None
    assert match.left_of(0, (0,), clock()) == pytest.approx(24 * HOUR - 10, abs=2)
    await lobby.close()


async def test_the_time_is_that_of_the_system_again_once_no_clock_runs(database: Database, world: World) -> None:
    clock = world.clock()
    lobby = Lobby(database, clock=clock)
    world.pass_by(STALLED + 1)
    world.wall.wait(HOUR)
    assert clock() < world.wall()
    assert not await lobby.clocks.beat()
    clock.set_again()
    assert clock() == world.wall()
    await lobby.close()
