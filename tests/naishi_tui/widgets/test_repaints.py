"""Partial repaints, against whole ones: text_rows, card, patches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.drivers import headless_driver
from textual.geometry import Size
from textual.widget import Widget

from naishi_tui.games.naishi.cards import card_art
from naishi_tui.games.naishi.cards.card import CardSlot
from tests.fuzzing import some
from tests.naishi_tui.desk import COMPACT, LARGEST, ROOMY, STANDARD, Desk, desk
from tests.naishi_tui.games import midgame
from tests.naishi_tui.widgets.shared import Painter, cells

pytestmark = pytest.mark.ci

Step = str | tuple[int, int]
"""A key, or another size of the window."""

JOURNEYS: dict[str, list[list[Step]]] = {
    "about the table": [
        ["enter", "left", "up", "up", "right", "5", "down", "down", "tab"],
        ["s", "1", "enter", "right"],
        ["escape", "escape", "f"],  # a refusal
        ["up", "s", "1", "enter", "right", "down", "enter"],  # a longer one, over both lines
        ["escape", "escape"],
        ["question_mark", "x"],
        ["g", "escape"],
        ["ctrl+p", "escape"],
        ["s", "1", "enter", "3", "enter", "u"],
        ["down", "enter", "u", "ctrl+r", "u"],
        ["down", "enter", "e"],
    ],
    "through a turn to the other player, in a window that changes": [
        ["enter", "s", "1", "enter", COMPACT, "right", "right"],
        ["question_mark", ROOMY, "x", "enter", "g", "up"],
        ["escape", "down", STANDARD, "2", "enter", "e"],
        ["enter", COMPACT, "enter"],
        [(50, 15), ROOMY, "left", "f1"],
    ],
    "through everything that is reached from home": [
        ["escape", "n", *"Chiyo", "tab", "tab", "right"],
        [COMPACT, "escape", "l", "x"],
        ["n", ROOMY, "escape", "r", "down", "down"],
        ["escape", STANDARD, "s", "right", "down", "right"],
        ["escape", "down", "down", COMPACT],
    ],
}
"""Stations, each with the steps that lead there. They begin at the cover of a game."""


@asynccontextmanager
async def painted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """Open the app at the cover of a game, in a terminal of many colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(headless_driver, "HeadlessDriver", Painter)
    async with desk(folder, midgame(), uncovered=False) as at:
        yield at


async def resize(at: Desk, size: tuple[int, int]) -> None:
    Painter.screen.resize(size[1], size[0])
    await at.resize(*size)


async def assert_clean(at: Desk, where: str) -> None:
    """Let everything be painted again, and compare.

    The window changes to another layout and back: where only the window changes, widgets show what they drew before.
    """
    screen, size = Painter.screen, at.app.size
    text, before = "\n".join(screen.display), cells()
    await resize(at, COMPACT if size != Size(*COMPACT) else ROOMY)
    screen.reset()
    await resize(at, size)
    dirty = [(x, y) for y, row in enumerate(cells()) for x, cell in enumerate(row) if cell != before[y][x]]
    assert dirty == [], f"{where}\n{text}\n--- painted anew:\n" + "\n".join(screen.display)


@pytest.mark.parametrize("journey", some(JOURNEYS, 2))
async def test_a_journey_through_screens_and_sizes_leaves_no_dirt(
    folder: Path, journey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with painted(folder, monkeypatch) as at:
        for station in JOURNEYS[journey]:
            for step in station:
                await (at.press(step) if isinstance(step, str) else resize(at, step))
            await assert_clean(at, f"{journey}: after {station}")


async def test_a_repaint_that_is_forgotten_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with painted(folder, monkeypatch) as at:
        await at.press("enter")
        assert len({fg for row in cells() for _letter, fg, *_style in row}) > 5, "colours are drawn"
        with monkeypatch.context() as forgetful:
            forgetful.setattr(Widget, "refresh", lambda self, *_regions, **_what: self)
            await at.press("left")
        with pytest.raises(AssertionError, match="painted anew"):
            await assert_clean(at, "the table")


async def test_a_bonus_that_begins_paints_no_picture_anew(folder: Path) -> None:
    """Pictures are most of what a large terminal is sent."""
    async with desk(folder, midgame(), size=LARGEST) as at:
        slots = at.app.screen.query(CardSlot)
        lines = range(1, 1 + card_art.LARGE.height)
        before = [[slot.render_line(y).crop(1) for y in lines] for slot in slots]
        await at.press("s")
        assert [[slot.render_line(y).crop(1) for y in lines] for slot in slots] == before
