"""Headless app, and a recorder of its frames.

`Screen._compositor` is private, and this is the only file that names it: it knows what is drawn once everything that
was asked for is done. Checked with textual 8.2.8.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor
from textual.pilot import Pilot
from textual.screen import Screen

from naishi_tui.drawing.theme import stylesheet
from naishi_tui.parts.appearance import Appearance, PlainOutput
from naishi_tui.recording.asciicast import MARKER, OUTPUT, Event
from naishi_tui.recording.differences import CLEAR, Row, cells, difference

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class RecordingApp(App[None]):
    """An app in which only the recorder acts: it looks as the settings say, and as no environment says."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss")]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.plain_output = PlainOutput(lambda: settings.ascii)
        self.appearance = Appearance(self, lambda: settings)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every line goes through that is drawn; not what the NO_COLOR of an environment has added."""
        filters = (each for each in super().get_line_filters() if not isinstance(each, Monochrome | NoColor))
        return [*filters, *self.plain_output.filters]

    def on_load(self) -> None:
        """Show the keys of the settings."""
        self.appearance.begin()


class Writer:
    """Writes down frames: of each, what differs from the one before."""

    def __init__(self, write: Callable[[Event], object]) -> None:
        self._write = write
        self._shown: Sequence[Row] = ()
        self._output, self._now = CLEAR, 0.0

    def show(self, rows: Sequence[Row], seconds: float, label: str = "") -> None:
        """Show a frame for some time; with a label, one may go there in a player."""
        if label:
            self._write(Event(self._now, MARKER, label))
        if output := self._output + difference(self._shown, rows):
            self._write(Event(self._now, OUTPUT, output))
        self._shown, self._output, self._now = rows, "", self._now + seconds

    def end(self) -> None:
        """Keep the last frame until its time is over."""
        self._write(Event(self._now, OUTPUT, ""))


class Recorder:
    """Shows screens, and writes down each frame that is to be seen."""

    def __init__(self, pilot: Pilot[None], writer: Writer) -> None:
        self._pilot, self._writer = pilot, writer

    async def show(self, screen: Screen[None]) -> None:
        """Put a screen in the place of the one that was shown."""
        if len(self._pilot.app.screen_stack) > 1:
            await self._pilot.app.switch_screen(screen)
        else:
            await self._pilot.app.push_screen(screen)

    async def frame(self, seconds: float, label: str = "") -> None:
        """Write down what is on the screen for some time; with a label, one may go there in a player."""
        await self._pilot.pause()
        rows = [cells(strip) for strip in self._pilot.app.screen._compositor.render_strips()]
        self._writer.show(rows, seconds, label)


@asynccontextmanager
async def recording(
    settings: Settings, size: tuple[int, int], write: Callable[[Event], object]
) -> AsyncIterator[Recorder]:
    """Record what is shown meanwhile, in the language of the moment.

    Args:
        settings: How screens look.
        size: The columns and rows of the terminal.
        write: Called with what happens, event by event.
    """
    writer = Writer(write)
    async with RecordingApp(settings).run_test(size=size) as pilot:
        yield Recorder(pilot, writer)
    writer.end()
