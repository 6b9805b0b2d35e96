"""The newest lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual.reactive import var

from naishi.game.events import Event
from naishi.i18n import _
from naishi_tui.widgets.rows import Row, Rows, Span, heading

LONGEST = 100
"""More sentences than any screen has lines for."""


class Log(Rows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[str, ...]] = var(())

    def show(self, events: Sequence[Event], names: Sequence[str]) -> None:
        """Draw the end of the log."""
        self.sentences = tuple(event.sentence(names) for event in events[-LONGEST:])
        self.rows = self.fitted()

    def fitted(self) -> tuple[Row, ...]:
        """As many of the newest sentences as fit."""
        width, height = self.size
        told: list[Row] = []
        for sentence in reversed(self.sentences):
            lines = wrap(sentence, max(8, width - 1), initial_indent=" ", subsequent_indent="  ")
            if len(told) + len(lines) > height - 1:
                break
            role = "quiet" if told else ""
            told[:0] = [(Span(line, role),) for line in lines]
        return (heading(_("Log")), *told)
