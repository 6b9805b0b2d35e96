"""The newest lines of a log."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import var

from naishi.common.i18n import _
from naishi_tui.drawing.cells import cut_off, wrap
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading, mark


class Log(TextRows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[tuple[int | None, str], ...]] = var(())
    """The seat that each is about, None for no one, and the sentence."""

    def show_sentences(self, sentences: Sequence[tuple[int | None, str]]) -> None:
        """Draw as many of some sentences as fit, each with the seat that it is about, if any."""
        self.sentences = tuple(sentences)
        self.rows = self.fitted()

    def mark_of(self, seat: int) -> Span:
        """Return what stands for a player."""
        return mark(seat)

    def fitted(self) -> tuple[TextRow, ...]:
        """As many of the newest sentences as fit."""
        width, height = self.size
        rows: list[TextRow] = []
        for seat, words in reversed(self.sentences):
            lines = wrap(words, max(8, width - 2))
            if len(rows) + len(lines) > height - 1:
                if rows or height < 2:
                    break
                lines = cut_off(lines, height - 1, width - 2)
            role = "quiet" if rows else ""
            start = Span(" ") if seat is None else self.mark_of(seat)
            starts = (start, *[Span(" ")] * (len(lines) - 1))
            rows[:0] = [(start, Span(f" {line}", role)) for start, line in zip(starts, lines, strict=True)]
        return (heading(_("Log")), *rows)
