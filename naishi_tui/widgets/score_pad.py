"""The score pad: points by type, a column for each player."""

from __future__ import annotations

from naishi.cards import Card
from naishi.i18n import _
from naishi.outcome import Outcome
from naishi_tui import card_text
from naishi_tui.widgets.rows import Row, Rows, Span

COLUMN = 6


class ScorePad(Rows):
    """All twelve types as on the pad of the box, the totals, and the colours where they decided."""

    def show(self, outcome: Outcome, names: tuple[str, str]) -> None:
        """Draw the pad of a finished game."""
        first, second = outcome.sheets
        shown = (
            tuple(name[: COLUMN - 1] for name in names),
            *((_points(first.points.get(card)), _points(second.points.get(card))) for card in Card),
        )
        labels = ("", *(card_text.name(card) for card in Card))
        rows = [_row(label, *pair) for label, pair in zip(labels, shown, strict=True)]
        rows.append((Span(" "), Span("─" * (9 + 2 * COLUMN), "quieter")))
        rows.append(_row(_("Total"), str(first.total), str(second.total), role="strong"))
        if first.total == second.total:
            rows.append(_row(_("Colours"), str(first.colours), str(second.colours)))
        self.rows = tuple(rows)


def _points(points: int | None) -> str:
    return "·" if points is None else str(points)


def _row(label: str, first: str, second: str, role: str = "") -> Row:
    return (
        Span(f" {label:<9}", role or "quiet"),
        *(Span(text.rjust(COLUMN), "bad" if text.startswith("-") else role) for text in (first, second)),
    )
