"""The last line of a screen: the keys that work there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual import events

from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class KeyHint(NamedTuple):
    """A key, and what it does in a word."""

    id: str
    """The command that a click gives; empty for none."""
    key: str
    does: str
    minor: bool = False
    """Left out where there is no room for all."""


class KeyLine(TextRows):
    """Keys and what they do, in a line; a click does it too."""

    def __init__(self, hints: Iterable[KeyHint] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hints = tuple(hints)
        self.shown: tuple[KeyHint, ...] = ()

    def show(self, hints: Iterable[KeyHint]) -> None:
        """Draw other keys."""
        self.hints = tuple(hints)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The form that there is room for: with the keys that move, or without, or closer together; or less."""
        commands = tuple(hint for hint in self.hints if hint.id)
        row: TextRow = ()
        for hints, space in ((self.hints, " "), (commands, " "), *((few, "") for few in fewer(commands))):
            row, self.shown = tuple(span for hint in hints for span in _spans(hint, space)), hints
            if sum(cell_len(span.text) for span in row) <= self.size.width:
                break
        return (row,)

    def on_click(self, event: events.Click) -> None:
        """Give the command that was clicked."""
        end = 0
        spans = iter(self.rows[0])
        for hint in self.shown:
            end += cell_len(next(spans).text) + cell_len(next(spans).text)
            if event.x < end:
                if hint.id:
                    self.post_message(Command(hint.id))
                return


def fewer(hints: tuple[KeyHint, ...]) -> Iterator[tuple[KeyHint, ...]]:
    """Yield all hints, then fewer and fewer: minor ones go first, from the last; the first and the way back stay."""
    yield hints
    main = [hint for hint in hints if not hint.minor]
    less = (*(hint for hint in reversed(hints) if hint.minor), *reversed(main[1:]))
    for last in less:
        if last.id != "back":
            hints = tuple(hint for hint in hints if hint is not last)
            yield hints


def _spans(hint: KeyHint, space: str) -> TextRow:
    return Span(f" {hint.key}", "key"), Span(f" {hint.does}{space}", "quiet")
