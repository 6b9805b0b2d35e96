"""Window size changes at a limited rate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi.server.presence.limits import Limits
from naishi.transports.ssh.terminal import WINDOW_CHANGE
from naishi_tui.visit import terminal
from naishi_tui.visit.driver import ChannelDriver
from naishi_tui.visit.terminal import Terminal, WindowChanges
from tests.naishi_tui.visit.doors import DOORS, Door, door_of
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

SIZES = [(60 + number % 100, 20 + number % 20) for number in range(300)]


@pytest.fixture(params=DOORS)
async def door(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Door]:
    async with door_of(request.param, tmp_path) as door:
        yield door


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The sizes that a terminal is drawn for."""
    sizes: list[tuple[int, int]] = []
    resize = ChannelDriver.resize

    def note(driver: ChannelDriver, width: int, height: int) -> None:
        sizes.append((width, height))
        resize(driver, width, height)

    monkeypatch.setattr(ChannelDriver, "resize", note)
    return sizes


async def test_the_last_size_is_drawn_and_those_between_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "INTERVAL", 0.01)
    drawn: list[tuple[int, int]] = []
    window = WindowChanges((80, 24), Limits(), drawn.append)
    window.change((80, 24))
    assert drawn == [], "it is drawn already"
    for size in SIZES:
        window.change(size)
    assert drawn == SIZES[:1]
    await until(lambda: drawn[-1] == SIZES[-1], "the last one")
    assert drawn == [SIZES[0], SIZES[-1]]


async def test_large_windows_use_up_what_may_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(terminal, "INTERVAL", 0.0)
    monkeypatch.setattr(terminal, "SPREAD", 1.0)
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda wait, _call: waits.append(wait))
    window = WindowChanges((80, 24), Limits(cells_rate=1000, cells_burst=60_000), lambda _size: None)
    for number in range(4):
        window.change((200, 100 + number))
        window._timer = None
    assert waits[:2] == [0.0, 0.0], "a few come at once"
    assert waits[3] > waits[2] > 0
    assert waits[3] == pytest.approx(21, abs=2), "each costs its cells"


async def test_who_changes_a_window_without_end_is_drawn_a_few_times(
    door: Door, drawn: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, other = await door.visit(), await door.visit()
    await client.see("NAISHI  Guest")
    await other.see("NAISHI  Guest")
    drawn.clear()
    counted: list[int] = []
    spend = Terminal.spend

    def count(terminal: Terminal, amount: int) -> float:
        counted.append(amount)
        return spend(terminal, amount)

    monkeypatch.setattr(Terminal, "spend", count)
    for width, height in SIZES:
        await door.resize(client, width, height)
    await other.press_and_see("b", "Which bot")
    await until(lambda: drawn[-1:] == SIZES[-1:], "the last one")
    assert len(drawn) < 30
    assert sum(counted) >= WINDOW_CHANGE * len(SIZES), "it counts"


async def test_a_window_that_is_gone_is_not_drawn(door: Door, drawn: list[tuple[int, int]]) -> None:
    client = await door.visit()
    await client.see("NAISHI  Guest")
    drawn.clear()
    for size in ((100, 30), (101, 30)):
        await door.resize(client, *size)
    await until(lambda: drawn == [(100, 30)], "the first one")
    client.press("q")
    await client.end()
    assert drawn == [(100, 30)]
