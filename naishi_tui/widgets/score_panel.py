"""The viewer's points if the game ended now, by type."""

from __future__ import annotations

from naishi.i18n import _
from naishi.rules.scoring import ScoreSheet
from naishi_tui.drawing import card_text, cells
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

NAME, POINTS, BETWEEN = 8, 3, " "
"""Two columns of `Sentinel 14`."""


class ScorePanel(TextRows):
    """Points by type, in two columns, and the total."""

    def show(self, sheet: ScoreSheet | None) -> None:
        """Draw a score sheet, or nothing; types that bring nothing are left out."""
        if sheet is None:
            self.rows = ()
            return
        entries = [(card_text.name(card), points) for card, points in sheet.points.items() if points]
        pairs = (entries[i : i + 2] for i in range(0, len(entries), 2))
        total = (Span(cells.cut(_("Total"), NAME)), Span(f"{sheet.total:>{POINTS}}", "strong"))
        self.rows = (heading(_("If it ended now")), *map(_pair, pairs), total)


def _pair(entries: list[tuple[str, int]]) -> TextRow:
    spans: list[Span] = []
    for name, points in entries:
        spans += Span(cells.cut(name, NAME), "quiet"), Span(f"{points:>{POINTS}}", "bad" if points < 0 else "")
        spans.append(Span(BETWEEN))
    return tuple(spans)
