"""The newest lines of the log."""

from __future__ import annotations

from textual.reactive import var

from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.text.sentences import sentences
from naishi_tui.drawing.cells import wrap
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

LONGEST = 100
"""More sentences than any screen has lines for."""


class Log(TextRows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[str, ...]] = var(())

    def show(self, view: PlayerView) -> None:
        """Draw the end of the log."""
        self.sentences = tuple(sentences(view, view.events[-LONGEST:]))
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As many of the newest sentences as fit."""
        width, height = self.size
        told: list[TextRow] = []
        for sentence in reversed(self.sentences):
            first, *rest = wrap(sentence, max(8, width - 2), hanging=1)
            lines = (f" {first}", *(f"  {line}" for line in rest))
            if len(told) + len(lines) > height - 1:
                break
            role = "quiet" if told else ""
            told[:0] = [(Span(line, role),) for line in lines]
        return (heading(_("Log")), *told)
