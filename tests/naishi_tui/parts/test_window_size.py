from __future__ import annotations

from typing import Any

from textual.geometry import Size

from naishi_tui.dialogs.steady_screen import TooSmall
from naishi_tui.parts.appearance import SMALLEST, WindowSize
from tests.naishi_tui.parts.fakes import FakeApp


def window_size() -> tuple[WindowSize, list[Any]]:
    app: Any = FakeApp("home")
    return WindowSize(app), app.screen_stack


def test_a_small_window_is_asked_to_grow_once() -> None:
    it, stack = window_size()
    for size in (Size(59, 20), Size(60, 19), Size(1, 1)):
        it.resized(size)
    assert [type(screen) for screen in stack] == [str, TooSmall]


def test_it_is_asked_no_more_once_it_has_grown() -> None:
    it, stack = window_size()
    it.resized(Size(59, 20))
    it.resized(SMALLEST)
    it.resized(SMALLEST)
    assert stack == ["home"]
