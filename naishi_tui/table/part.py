"""Components of a game's screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from naishi_tui.widgets.text_rows import KeyHint, PromptLine

Handler = Callable[[], object]
Handlers = Mapping[str, Handler]
"""By command, what it does."""

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""By how many columns and rows each of the commands moves that move a cursor."""


def moves(move: Callable[[int, int], None]) -> Handlers:
    """Return the commands that move a cursor, which `move` moves by some columns and rows."""
    return {command: partial(move, *by) for command, by in ARROWS.items()}


class Part:
    """One thing that a screen does. The screen tells it what happens; it does nothing about that by itself."""

    def start(self) -> None:
        """Begin: the screen is up."""

    def key_pressed(self, event: events.Key) -> None:
        """Notice a key, before the command runs that it has."""

    def cursor_moved(self) -> None:
        """Notice that the cursor may be elsewhere."""

    def clicked(self) -> None:
        """Notice a click."""

    def view_changed(self, before: Any) -> None:
        """Adapt to another view, before it is drawn."""

    def updated(self) -> None:
        """Notice that something has changed, after it was drawn."""

    def add_to(self, refusal: str) -> str:
        return refusal


class Middle(Protocol):
    """What lies between the first line of a screen and its prompt."""

    def widgets(self) -> Iterable[Widget]:
        """Return what lies there from top to bottom, each time that the screen is composed."""

    def draw(self) -> None:
        """Draw it. Widgets repaint only what differs."""


class Control(Protocol):
    """What the prompt says comes from here."""

    def instruction(self) -> str:
        """Say what is asked for."""

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do at the cursor, or nothing."""


class Readable(Protocol):
    """What can be read on a screen."""

    handlers: Handlers

    def hints(self) -> Iterable[KeyHint]:
        """Name the keys that explain."""
