"""Idle visitors: warning, then disconnection."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from naishi.server.presence.limits import Limits
from naishi_tui.visit.watches import IdleWatch
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

LIMITS = Limits(idle_warning=0.1, idle=1.0)


class Happened:
    """What a watch has done, in order."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.watch = IdleWatch(LIMITS, copy_context(), self.warn, self.end)
        self.watch.start()

    def warn(self) -> None:
        self.all.append("warned")

    def end(self) -> None:
        self.all.append("ended")


async def test_who_types_nothing_is_warned_and_then_sent_away() -> None:
    happened = Happened()
    await until(lambda: "ended" in happened.all, "the end")
    assert happened.all == ["warned", "ended"]


async def test_who_types_after_the_warning_is_warned_again() -> None:
    happened = Happened()
    await until(lambda: happened.all == ["warned"], "the warning")
    happened.watch.typed()
    await until(lambda: happened.all == ["warned", "warned"], "another warning")


async def test_a_watch_that_was_stopped_does_nothing() -> None:
    happened, other = Happened(), Happened()
    happened.watch.stop()
    await until(lambda: "ended" in other.all, "the other's end")
    assert happened.all == []
