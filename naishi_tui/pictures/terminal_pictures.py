"""Pictures of one terminal, and their placeholder cells.

Widgets draw a picture as characters of a private plane, one for each cell. To Textual these are text like any other, so
that it covers them, cuts them off and paints them again as it does with everything. On the way out each run of them
becomes what shows that part of the picture, and a picture is sent before the first of its cells.
"""

import asyncio
import re
import time
from collections.abc import Callable, Collection, Iterator

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from naishi.transports.capabilities import Window
from naishi_tui.pictures import protocols
from naishi_tui.pictures.protocols import QUESTION, Answers, Medium, Picture, Protocol, Run, Scene, cell_of

PATIENCE = 3.0
"""Seconds that a terminal has to answer; whatever comes later is no answer any more."""

_PLANE = 0x100000
_ROWS, _COLUMNS = 16, 64
_CELLS = re.compile("[\U00100000-\U0010fbff]+")
MOST = 63
"""Pictures that have cells of their own; the one that was asked for longest ago makes room for another."""
PICTURED = "-pictured"
"""The class of widgets that show true pictures, where there are any."""


class TerminalPictures:
    """Knows what one terminal shows, and which pictures it has.

    Args:
        changed: Called when there may be pictures from now on, or none any more.
    """

    def __init__(
        self, wanted: Callable[[], bool], changed: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.medium: Medium | None = None
        """How the terminal shows pictures; None until it says so."""
        self._wanted, self._changed, self._clock = wanted, changed, clock
        self._write: Callable[[str], None] | None = None
        self._asked: float | None = None
        self._answers = Answers()
        self._numbers: dict[Scene, int] = {}
        """The pictures, the one that was asked for last at the end."""
        self._sent: set[int] = set()

    def connect(self, write: Callable[[str], None], window: Window) -> None:
        if self._asked is None:
            self._answers = Answers(cell_of(window))
        self._write = write
        self._ask()

    def settings_changed(self) -> None:
        self._ask()
        if self.medium is not None:
            self._changed()

    def _ask(self) -> None:
        if self._write is not None and self._asked is None and self._wanted():
            self._asked = self._clock()
            self._write(QUESTION)

    @property
    def waiting(self) -> bool:
        return self._asked is not None and not self._answers.complete and self._clock() - self._asked <= PATIENCE

    def answered(self, answer: str) -> None:
        """Take an answer, of which only those that were asked for and came in time mean anything."""
        if not self.waiting:
            return
        self._answers.take(answer)
        self.medium = self._answers.medium
        if self.medium is not None:
            self._changed()

    def shows(self, *, often: bool = False) -> bool:
        """Return whether there are pictures now.

        Args:
            often: The same ones in many places, for which the terminal has to keep what it was sent once.
        """
        can = self.medium is not None and (self.medium.protocol is Protocol.KITTY or not often)
        return can and self._wanted()

    def cells(self, scene: Scene) -> Picture:
        lines = range(_ROWS * self._number(scene), _ROWS * MOST)[: scene.rows]
        ground = Style(bgcolor=Color.parse(scene.colours[0]).rich_color)
        starts = (_PLANE + line * _COLUMNS for line in lines)
        return tuple((Segment("".join(map(chr, range(at, at + scene.columns))), ground),) for at in starts)

    @property
    def scenes(self) -> Collection[Scene]:
        return self._numbers.keys()

    async def prepare(self, scenes: Collection[Scene]) -> None:
        """Paint pictures in a thread, where many will be needed at once: each takes some hundredths of a second."""
        if self.medium is not None:
            await asyncio.to_thread(protocols.prepare, scenes, self.medium)

    def _number(self, scene: Scene) -> int:
        if (number := self._numbers.pop(scene, None)) is None:
            number = len(self._numbers)
            if number == MOST:
                number = self._numbers.pop(next(iter(self._numbers)))
                self._sent.discard(number)
        self._numbers[scene] = number
        return number

    def translated(self, frame: str) -> str:
        if (medium := self.medium) is None or not _CELLS.search(frame):
            return frame
        scenes = {number: scene for scene, number in self._numbers.items()}
        used = {number for found in _CELLS.finditer(frame) for number, _run in _runs(found[0])}
        new = sorted((used & scenes.keys()) - self._sent)
        self._sent.update(new)

        def shown(found: re.Match[str]) -> str:
            return "".join(
                protocols.shown(medium, number, scenes[number], run)
                if number in scenes
                else " " * run.width  # a text from elsewhere may have any character
                for number, run in _runs(found[0])
            )

        return "".join(protocols.transmission(medium, each, scenes[each]) for each in new) + _CELLS.sub(shown, frame)

    def farewell(self) -> str:
        """Return what has the terminal forget all pictures; any that it shows again is sent again."""
        if self.medium is None:
            return ""
        numbers, self._sent = sorted(self._sent), set()
        return "".join(protocols.forgotten(self.medium, number) for number in numbers)


def _runs(cells: str) -> Iterator[tuple[int, Run]]:
    places = [divmod(ord(cell) - _PLANE, _COLUMNS) for cell in cells]
    begin = 0
    for end in range(1, len(places) + 1):
        line, column = places[begin]
        if end == len(places) or places[end] != (line, column + end - begin):
            number, row = divmod(line, _ROWS)
            yield number, Run(row, column, end - begin)
            begin = end
