"""The newest lines of the log."""

from __future__ import annotations

from collections.abc import Collection

from textual.reactive import var

from naishi.common.i18n import _
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.drawing.cells import cut_off, wrap
from naishi_tui.widgets.player_mark import mark
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

LONGEST = 100
"""More sentences than any screen has lines for."""


class Log(TextRows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[tuple[int, str], ...]] = var(())
    """Whose doing each is, and the sentence."""

    def show(self, view: PlayerView, told: Collection[Event], reader: int | None) -> None:
        """Draw the end of the log, but for what is `told` elsewhere on the screen.

        The player at the seat of the `reader` is addressed as "you".
        """
        events = [event for event in without_turn_ends(view.events[-LONGEST:]) if event not in told]
        self.sentences = tuple((event.seat, sentence(event, view.names, reader)) for event in events)
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
            starts = (self.mark_of(seat), *[Span(" ")] * (len(lines) - 1))
            rows[:0] = [(start, Span(f" {line}", role)) for start, line in zip(starts, lines, strict=True)]
        return (heading(_("Log")), *rows)
