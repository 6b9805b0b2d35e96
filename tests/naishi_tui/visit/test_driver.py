"""Frames for slow clients, and reduced colours."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast
from unittest.mock import Mock

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.widgets import Static

from naishi.server.presence.limits import Limits, ResponseTimes
from naishi.transports.capabilities import ColourDepth
from naishi_tui.visit.driver import PAUSE, PORTION, ChannelDriver
from tests.naishi_tui.framework_insides import driver_of, unpainted


class Pipe:
    """A client that reads when the test says so."""

    def __init__(self) -> None:
        self.written = b""
        self.waiting = 0
        self.given_up = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.written += data

    def give_up(self) -> None:
        self.given_up.set()


class Word(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("first", id="word")
        yield Static("beside", id="beside")


async def until(true: Any) -> None:
    async def wait() -> None:
        while not true():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), 60)


async def running(pipe: Pipe, limits: Limits) -> tuple[Word, asyncio.Task[None]]:
    app = Word()
    app.driver_class = cast("type[Driver]", partial(ChannelDriver, outlet=pipe, depth=ColourDepth.TRUE, limits=limits))
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    await until(lambda: b"first" in pipe.written)
    return app, task


async def test_frames_are_dropped_while_a_client_is_behind_and_all_is_painted_once_it_has_read() -> None:
    pipe = Pipe()
    app, task = await running(pipe, Limits(output=1000))
    pipe.waiting, pipe.written = 2000, b""
    for word in ("second", "third", "fourth"):
        app.query_one("#word", Static).update(word)
        await until(lambda: not unpainted(app))
    assert pipe.written == b""
    pipe.waiting = 0
    await until(lambda: b"fourth" in pipe.written)
    assert b"beside" in pipe.written, "the whole screen is painted"
    assert b"second" not in pipe.written
    app.exit()
    await task


async def test_a_client_that_reads_nothing_is_given_up() -> None:
    pipe = Pipe()
    app, task = await running(pipe, Limits(output=1000, stalled=0.3))
    pipe.waiting = 2000
    app.query_one("#word", Static).update("second")
    await asyncio.wait_for(pipe.given_up.wait(), 60)
    app.exit()
    await task


class SlowPipe(Pipe):
    """A client that has read a little more whenever someone looks."""

    left = 0

    @property
    def waiting(self) -> int:
        self.left = max(0, self.left - 1)
        return self.left

    @waiting.setter
    def waiting(self, left: int) -> None:
        self.left = left


async def test_a_client_that_reads_slowly_is_kept() -> None:
    pipe = SlowPipe()
    app, task = await running(pipe, Limits(output=1000, stalled=0.3))
    pipe.waiting = 100_000
    app.query_one("#word", Static).update("second")
    await asyncio.sleep(1.2)
    assert 1000 < pipe.left < 100_000
    assert not pipe.given_up.is_set()
    app.exit()
    await task


async def test_hovering_is_not_reported_and_no_keyboard_protocol_is_asked_for() -> None:
    pipe = Pipe()
    app, task = await running(pipe, Limits())
    app.exit()
    await task
    modes = set(re.findall(rb"\x1b\[\?(\d+)h", pipe.written))
    assert modes == {b"1049", b"1000", b"1006", b"2004", b"25", b"7"}
    assert re.findall(rb"\x1b\[>\d*u", pipe.written) == []


class Counter(Word):
    def __init__(self) -> None:
        super().__init__()
        self.keys: list[str] = []

    def on_key(self, event: events.Key) -> None:
        self.keys.append(event.key)


@pytest.mark.ci
async def test_whoever_sends_a_thousand_keys_at_once_leaves_turns_to_everybody_else() -> None:
    pipe, app = Pipe(), Counter()
    app.driver_class = cast(
        "type[Driver]", partial(ChannelDriver, outlet=pipe, depth=ColourDepth.TRUE, limits=Limits())
    )
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    await until(lambda: b"first" in pipe.written)
    driver = driver_of(app)
    assert isinstance(driver, ChannelDriver)
    driver.feed(b"\x1b[C\x1b[D" * 500)
    most, before = 0, 0
    while len(app.keys) < 1000:
        await asyncio.sleep(0)
        most, before = max(most, len(app.keys) - before), len(app.keys)
    assert most <= 2 * PORTION
    assert app.keys == ["right", "left"] * 500
    app.exit()
    await task


@pytest.mark.ci
async def test_who_floods_gets_a_portion_and_then_a_pause_in_which_others_have_many_turns() -> None:
    pipe, app = Pipe(), Counter()
    app.driver_class = cast(
        "type[Driver]", partial(ChannelDriver, outlet=pipe, depth=ColourDepth.TRUE, limits=Limits())
    )
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    await until(lambda: b"first" in pipe.written)
    driver = cast("ChannelDriver", driver_of(app))
    clock = 1000.0
    pauses: list[tuple[float, Callable[[], object]]] = []
    loop = Mock(wraps=driver.loop)
    loop.call_later = lambda delay, function: pauses.append((delay, function))
    loop.time = lambda: clock
    driver.loop = loop
    driver.feed(b"\x1b[C" * 3 * PORTION)
    for portions in 1, 2, 3:
        await until(lambda portions=portions: len(app.keys) == portions * PORTION)
        for _turn in range(50):
            await asyncio.sleep(0)
        assert len(app.keys) == portions * PORTION
        assert [delay for delay, _function in pauses] == ([PAUSE] if portions < 3 else [])
        if pauses:
            pauses.pop()[1]()
    assert not driver.holds_input
    app.exit()
    await task


async def test_it_is_noted_how_long_a_key_waits_for_its_frame_and_other_frames_answer_none() -> None:
    pipe = Pipe()
    app, task = await running(pipe, Limits())
    driver = cast("ChannelDriver", driver_of(app))
    driver.response_times = times = ResponseTimes()
    app.query_one("#word", Static).update("by itself")
    await until(lambda: b"by itself" in pipe.written)
    assert times.p95 is None
    driver.feed(b"x")
    app.query_one("#word", Static).update("by a key")
    await until(lambda: times.p95 is not None)
    before = times.p95
    app.query_one("#word", Static).update("once more")
    await until(lambda: b"once more" in pipe.written)
    assert times.p95 == before
    app.exit()
    await task
