"""Keys of every keyboard: other layouts, Caps Lock, wide letters."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.widgets import Input

from naishi.settings.keymap import name_of
from naishi_tui.terminal.layouts import Keyboard


@runtime_checkable
class ReadsKeys(Protocol):
    """A screen or a widget that does something at keys that aren't bound."""

    def reads_key(self, key: str) -> bool:
        """Return whether a key, by Textual's name, does anything."""


class Typing:
    """Takes a key that does nothing for the one that is meant: Caps Lock is on, or the layout isn't Latin.

    What does something keeps its meaning, and what is typed into a field stays as it is.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app, self._keyboard = app, Keyboard()

    def understood(self, event: events.Event) -> events.Event:
        """Return an event as it is meant."""
        if not isinstance(event, events.Key) or event.is_forwarded or not event.is_printable:
            return event
        base = getattr(event, "base", "")
        keys = list(map(name_of, self._keyboard.keys(event.character or "", base)))
        if not keys or isinstance(self._app.focused, Input) or self._does_something(event.key):
            return event
        key = next(filter(self._does_something, keys), None)
        if key is None:
            return event
        meant = events.Key(key, key if len(key) == 1 else None)
        meant.time = event.time
        return meant

    def _does_something(self, key: str) -> bool:
        readers = self._app.focused, self._app.screen
        return key in self._app.screen.active_bindings or any(
            isinstance(each, ReadsKeys) and each.reads_key(key) for each in readers
        )
