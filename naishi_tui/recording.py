"""Asciicast files, as played by asciinema.

Version 2 counts the time of an event from the beginning, version 3 from the event before it.
(https://docs.asciinema.org/manual/asciicast/v2/ and v3)

The codes of a style are written here: rich keeps those that a style had for the first terminal that it was drawn for.

`Screen._compositor` is private, and this is the only file that names it: it knows what is drawn once everything that
was asked for is done. Checked with textual 8.2.8.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.filter import LineFilter
from textual.pilot import Pilot
from textual.screen import Screen

from naishi_tui.drawing.theme import stylesheet
from naishi_tui.parts.game_app import Appearance, plain_output

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


Version = Literal[2, 3]

OUTPUT, MARKER = "o", "m"
"""The codes of events: what the terminal is sent, and a place to go to with its name."""

TERMINAL = "xterm-256color"
"""What a player takes the terminal to have been; colours are written in full all the same."""


@dataclass(frozen=True)
class Event:
    """What happens at a moment of a recording."""

    at: float
    """Seconds from its beginning."""
    code: str
    data: str


def header(size: tuple[int, int], title: str, version: Version = 2) -> str:
    columns, rows = size
    if version == 3:
        terminal = {"cols": columns, "rows": rows, "type": TERMINAL}
        return _line({"version": version, "term": terminal, "title": title})
    return _line({"version": version, "width": columns, "height": rows, "title": title, "env": {"TERM": TERMINAL}})


def line(event: Event, before: float, version: Version = 2) -> str:
    at = round(1000 * event.at)  # rounded as a moment, so that differences add up to it
    return _line([(at - round(1000 * before) if version == 3 else at) / 1000, event.code, event.data])


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


Cell = tuple[str, Style | None]
"""A character of a frame and how it looks; beside a wide one stands an empty text."""
Row = Sequence[Cell]

CLEAR = "\x1b[?25l\x1b[?7l\x1b[2J"
"""Begins a recording: no cursor, no wrapping, and nothing on the screen."""

GAP = 6
"""Cells that stay as they are between two that differ: with more of them, to move the cursor is shorter."""

_ATTRIBUTES = {"bold": 1, "dim": 2, "italic": 3, "underline": 4, "blink": 5, "reverse": 7, "strike": 9}


def cells(segments: Iterable[Segment]) -> Row:
    row: list[Cell] = []
    for text, style, _control in segments:
        for letter in text:
            width = cell_len(letter)
            if not width and row:  # it belongs to the letter before it
                row[-1] = row[-1][0] + letter, row[-1][1]
            elif width:
                row += [(letter, style), *[("", style)] * (width - 1)]
    return row


def difference(before: Sequence[Row], after: Sequence[Row]) -> str:
    """Return what turns one frame into another, in a terminal of that size; nothing where they are alike."""
    return "".join(
        f"\x1b[{y};{start + 1}H{_written(new[start:end])}"
        for y, (old, new) in enumerate(zip_longest(before, after, fillvalue=()), 1)
        for start, end in _runs(old, new)
    )


def _runs(old: Row, new: Row) -> Iterator[tuple[int, int]]:
    """Yield from where to where two rows differ, nearby places in one."""
    differing = [x for x, (one, other) in enumerate(zip_longest(old, new)) if one != other and x < len(new)]
    start = end = -1
    for x in differing:
        if start >= 0 and x - end > GAP:
            yield start, end
            start = -1
        if start < 0:
            start = x - 1 if x and not new[x][0] else x  # a wide letter is written from its first cell on
        end = x + 2 if len(new) > x + 1 and not new[x + 1][0] else x + 1
    if start >= 0:
        yield start, end


def _written(row: Row) -> str:
    runs = groupby(row, key=itemgetter(1))
    return "".join(f"{_codes(style)}{''.join(text for text, _style in run)}" for style, run in runs) + "\x1b[0m"


@lru_cache(maxsize=4096)
def _codes(style: Style | None) -> str:
    codes = ["0"]
    if style is not None:
        codes += [str(code) for name, code in _ATTRIBUTES.items() if getattr(style, name)]
        codes += style.color.get_ansi_codes(foreground=True) if style.color else ()
        codes += style.bgcolor.get_ansi_codes(foreground=False) if style.bgcolor else ()
    return f"\x1b[{';'.join(codes)}m"


class RecordingApp(App[None]):
    """An app in which only the recorder acts: it looks as the settings say, and as no environment says."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss")]

    def __init__(self, settings: "Settings") -> None:
        super().__init__()
        self.settings = settings
        self.appearance = Appearance(self, lambda: settings)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return plain_output(super().get_line_filters(), ascii=self.settings.ascii)

    def on_load(self) -> None:
        self.appearance.begin()


class Recorder:
    """Shows screens, and writes down each frame that is to be seen: what differs from the one before."""

    def __init__(self, pilot: Pilot[None], write: Callable[[Event], object]) -> None:
        self._pilot, self._write = pilot, write
        self._shown: Sequence[Row] = ()
        self._output, self._now = CLEAR, 0.0

    async def show(self, screen: Screen[None]) -> None:
        if len(self._pilot.app.screen_stack) > 1:
            await self._pilot.app.switch_screen(screen)
        else:
            await self._pilot.app.push_screen(screen)

    async def frame(self, seconds: float, label: str = "") -> None:
        """Write down what is on the screen for some time; with a label, one may go there in a player."""
        await self._pilot.pause()
        rows = [cells(strip) for strip in self._pilot.app.screen._compositor.render_strips()]
        if label:
            self._write(Event(self._now, MARKER, label))
        if output := self._output + difference(self._shown, rows):
            self._write(Event(self._now, OUTPUT, output))
        self._shown, self._output, self._now = rows, "", self._now + seconds

    def end(self) -> None:
        self._write(Event(self._now, OUTPUT, ""))


@asynccontextmanager
async def recording(
    settings: "Settings", size: tuple[int, int], write: Callable[[Event], object]
) -> AsyncIterator[Recorder]:
    """Record what is shown meanwhile, in the language of the moment."""
    async with RecordingApp(settings).run_test(size=size) as pilot:
        recorder = Recorder(pilot, write)
        yield recorder
    recorder.end()
