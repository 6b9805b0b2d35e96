"""What several of the test modules here use."""

from __future__ import annotations

from textual import events

from tests.naishi_tui.desk import Desk
from tests.naishi_tui.framework_insides import driver_of


def give(at: Desk, *inputs: events.InputEvent) -> None:
    """Type and click, and wait for nothing."""
    driver = driver_of(at.app)
    for each in inputs:
        each.set_sender(at.app)
        driver.send_message(each)


def click_at(x: int, y: int) -> tuple[events.InputEvent, ...]:
    kinds = events.MouseDown, events.MouseUp
    return tuple(kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in kinds)
