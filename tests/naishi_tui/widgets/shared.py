"""What several of the test modules here use."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pyte
from rich.cells import cell_len
from textual.actions import parse
from textual.app import App
from textual.containers import VerticalScroll
from textual.drivers import headless_driver
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from naishi_tui.drawing.cells import wrap
from naishi_tui.games.naishi.cards.card import CardRow, CardSlot
from naishi_tui.games.naishi.panels import CardLog, LastTurn
from naishi_tui.table.cover import Handover
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.widgets.text_rows import KeyLine, TextRows
from tests.naishi_tui.desk import STANDARD, Desk
from tests.terminal import Screen as TerminalScreen


class Painter(headless_driver.HeadlessDriver):
    """Draws what the app writes, as a terminal does."""

    screen: TerminalScreen

    @property
    def is_headless(self) -> bool:
        return False  # else nothing is written

    def __init__(self, app: App[Any], *, size: tuple[int, int] | None = None, **options: Any) -> None:
        super().__init__(app, size=size, **options)
        type(self).screen = TerminalScreen(*(size or STANDARD))
        self.stream = pyte.Stream(self.screen)

    def write(self, data: str) -> None:
        self.stream.feed(data)


def cells() -> list[list[tuple[object, ...]]]:
    """The letter and the colours of every cell."""
    screen = Painter.screen
    rows = (screen.buffer[y] for y in range(screen.lines))
    return [
        [(c.data, c.fg, c.bg, c.bold, c.reverse) for c in map(row.__getitem__, range(screen.columns))] for row in rows
    ]


def dead_keys(screen: Screen[Any]) -> list[str]:
    """What the line of keys of a screen names though no action of the screen does it; asked of every scene."""
    handlers = screen.handlers if isinstance(screen, GameScreen) else {}
    named = (hint.id for line in screen.query(KeyLine) for hint in line.hints if hint.id)
    return [
        f"no action does {command}"
        for command in named
        if command not in handlers and not hasattr(screen, f"action_{parse(command)[1]}")
    ]


EDGES = [
    (60, 20), (60, 60), (61, 23), (79, 23), (79, 24), (80, 23), (80, 24), (119, 60), (120, 35), (120, 36), (160, 47),
    (160, 48), (186, 36), (200, 20), (200, 60),
]  # fmt: skip
"""Sizes at which something is laid out again, and their neighbours."""


WIDTHS, HEIGHTS = range(60, 201), range(20, 61)


LAID_OUT_ANEW = ["gift", "table", "table-memory", "table-swap", "ninja", "score"]
"""Screens whose layout depends on the size."""


UNMEASURED = {"palette"}
"""Textual's own."""


def sizes_for(name: str) -> list[tuple[int, int]]:
    """Where the size matters most, some of the edges and a size between: others for each scene, the same every time."""
    chance = random.Random(name)
    sizes = [*chance.sample(EDGES, 3), (chance.choice(WIDTHS), chance.choice(HEIGHTS))]
    return sizes if name in LAID_OUT_ANEW else []


def faults(at: Desk, *, cards: bool) -> list[str]:
    """Everything that is cut or overlaps."""
    screen = at.app.screen
    regions = {each: each.region for each in screen.walk_children(Widget) if each.display and not scrolls(each)}
    shown = [each for each, region in regions.items() if region.area]
    found = []
    for each in shown:
        region = regions[each]
        if not screen.region.contains_region(region):
            found.append(f"{each!r} leaves the screen: {region}")
        visible = screen.find_widget(each).visible_region
        if visible != region and not isinstance(each, OptionList):
            found.append(f"{each!r} is cut: {region} to {visible}")
        found += [*lost_words(each), *lost_keys(each), *lost_options(each)]
    found += [fault for each in screen.walk_children(TextRows) if scrolls(each) for fault in lost_words(each)]
    for parent in {each.parent for each in shown}:
        children = [each for each in shown if each.parent is parent]
        found += [
            f"{a!r} overlaps {b!r}"
            for a, b in combinations(children, 2)
            if regions[a].intersection(regions[b]).area and not isinstance(screen, Handover)
        ]
    if cards:
        found += lost_cards(screen)
    return found


def scrolls(widget: Widget) -> bool:
    """Whether a widget lies in something one scrolls through, or isn't ours."""
    return any(isinstance(each, VerticalScroll) for each in widget.ancestors) or widget.styles.layer.startswith("_")


def lost_words(widget: Widget) -> list[str]:
    """Lines that are longer than there is room for, and lines that there is no room for."""
    width, height = widget.size
    if isinstance(widget, TextRows):
        lines = ["".join(span.text for span in row if not span.fill) for row in widget.fitted()]
        cut = (line for line in lines if cell_len(line.rstrip()) > width or is_cut_off(widget, line))
        found = [f"{widget!r} has no room for {line!r}" for line in cut]
        if len(lines) > height and not isinstance(widget, CardLog):
            found.append(f"{widget!r} has {height} lines for {lines}")
        return found
    if (
        isinstance(widget, Static)
        and height == 1
        and widget.styles.height is not None
        and not widget.styles.is_auto_height
    ):
        words = str(widget.render())
        return [f"{widget!r} has no room for {words!r}"] if cell_len(words) > width else []
    if isinstance(widget, Static) and width and height and not widget.styles.is_auto_height:
        words = str(widget.render())
        lines = [line for part in words.splitlines() for line in wrap(part, width)]
        return [f"{widget!r} has {height} lines for {lines}"] if len(lines) > height else []
    return []


def is_cut_off(widget: TextRows, line: str) -> bool:
    """Whether the end of a line was left out for want of room; only the log may end so: it has a screen of its own."""
    return isinstance(widget, LastTurn) and line.rstrip().endswith("…")


def lost_keys(widget: Widget) -> list[str]:
    """Keys that a line of keys leaves out, though they aren't minor ones."""
    if not isinstance(widget, KeyLine):
        return []
    left_out = [hint for hint in widget.hints if hint.id and not hint.minor and hint not in widget.shown]
    return [f"{widget!r} leaves out {hint.key} {hint.does}" for hint in left_out]


def lost_options(widget: Widget) -> list[str]:
    """Entries in columns that are longer than a line of their list, and placeholders longer than their field."""
    if isinstance(widget, Input) and not widget.value and cell_len(widget.placeholder) > widget.content_size.width:
        return [f"{widget!r} has no room for {widget.placeholder!r}"]
    if not isinstance(widget, OptionList):
        return []
    room = widget.scrollable_content_region.width
    prompts = (option.prompt for option in widget.options)
    lines = (line for prompt in prompts for line in str(prompt).splitlines())
    columns = (line.rstrip() for line in lines if "  " in line.strip())
    return [f"{widget!r} has no room for {line!r}" for line in columns if cell_len(line) > room]


def lost_cards(screen: Widget) -> list[str]:
    found = []
    for row in screen.query(CardRow):
        if row.id == "cards" or not all(each.display for each in (row, *row.ancestors)):
            continue
        slots = list(row.query(CardSlot))
        sizes = {(slot.size.width, slot.size.height) for slot in slots if slot.face is not None}
        if len(sizes) != 1 or min(min(size) for size in sizes) < 1:
            found.append(f"{row!r} has cards of sizes {sizes}")
        elif min(sizes)[0] < 11:
            found.append(f"{row!r} has cards that are too narrow: {sizes}")
    return found
