"""Throws into the tower, shown in a few frames."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from naishi.common.i18n import _
from naishi.games.shogun import words as say
from naishi.games.shogun.data import board, map_layout
from naishi.games.shogun.position import Happening
from naishi.games.shogun.view import ShogunView
from naishi_tui.drawing.cells import wrap
from naishi_tui.table.widgets import LETTERS, Canvas, seat_role

WIDTH = 50
SECONDS = 0.2
"""How long a frame stays; the last one stays until a key is pressed or something else happens."""

FRAMES = 4
CUBE = "■"


class Frame(NamedTuple):
    """How far a throw is shown."""

    event: Happening
    names: Sequence[str]
    step: int
    """From 0: who fights whom, what is thrown in, what falls out, what came of it."""


def throws(events: Sequence[Any]) -> list[Happening]:
    """Return the battles and revolts of some events of a view, in their order."""
    happened = (Happening(*each) for event in events for each in event.facts.get("happened", ()))
    return [each for each in happened if each.kind in {"battle", "revolt"}]


def frames_of(view: ShogunView, events: Sequence[Any]) -> list[Frame]:
    """Return what is shown of the throws among some events: each in a few frames, where they are many in two."""
    found = throws(events)
    steps = range(FRAMES) if len(found) < 4 else (1, FRAMES - 1)
    return [Frame(each, view.names, step) for each in found for step in steps]


def draw_frame(canvas: Canvas, frame: Frame, below: int, room: int = 0) -> None:
    """Draw a frame above a map, where it doesn't hide the province that it is about.

    Args:
        below: The first line below the map; from there on, nothing stands beside the frame, as it would be cut.
        room: The columns of a map with something else beside it, of which the frame takes nearly half; else 0.
    """
    width = min(max(WIDTH, room // 2 - 4), canvas.width - 2)
    rows = [*_rows(frame, width - 4)]
    event = frame.event
    at = event.target if event.kind == "battle" else event.province
    row, column = map_layout()["sizes"]["80"]["at"][board().provinces[at].code]
    height = len(rows) + 2
    x = (room or canvas.width) - width - 1 if column < 40 else 1
    y = 0 if row >= 4 else max(min(canvas.height, below if room else 20) - height, 0)
    for line in range(max(y, below), y + height):
        canvas.put(0, line, " " * canvas.width)
    title = _("Battle") if event.kind == "battle" else _("Revolt")
    canvas.put(x, y, f"┌{'─' * (width - 2)}┐", "key")
    canvas.put(x + 2, y, f" {title} ", "key")
    for number, pieces in enumerate(rows, 1):
        canvas.put(x, y + number, f"│{' ' * (width - 2)}│", "key")
        at = x + 2
        for text, role in pieces:
            at = canvas.put(at, y + number, text, role, max(x + width - 2 - at, 0))
    canvas.put(x, y + height - 1, f"└{'─' * (width - 2)}┘", "key")


def _rows(frame: Frame, width: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield as many lines for each step, so that the box stays as it is."""
    event, step = frame.event, frame.step
    begin, end = say.throw_texts(event, frame.names)
    for line in _padded(wrap(begin, width), 2):
        yield [(line, "strong")]
    yield [(_("in:  "), "quiet"), *(_cubes(event.cubes) if step >= 1 else [])]
    tower = _("the tower …") if step == 1 else ""
    yield [(tower, "quiet")]
    yield [(_("out: "), "quiet"), *(_cubes(event.fell) if step >= 2 else [])]
    for line in _padded(wrap(end, width) if step >= 3 else (), 3):
        yield [(line, "mark")]


def _padded(lines: Sequence[str], count: int) -> list[str]:
    return [*lines[:count], *[""] * (count - len(lines))]


def _cubes(cubes: Sequence[int]) -> list[tuple[str, str]]:
    """Return cubes in the colours of the seats, each colour behind its letter."""
    pieces = []
    for seat, count in enumerate(cubes):
        farmers = seat == len(cubes) - 1
        if count:
            role = "good" if farmers else seat_role(seat)
            pieces.append((f"{'f' if farmers else LETTERS[seat]}{CUBE * min(count, 9)}{count} ", role))
    return pieces
