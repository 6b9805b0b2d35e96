"""The score pad: points by type, a column for each player."""

from __future__ import annotations

from collections.abc import Mapping

from naishi.cards import Card
from naishi.i18n import _
from naishi.outcome import Outcome
from naishi_tui import card_text
from naishi_tui.widgets.rows import Row, Rows, Span

COLUMN = 6


class ScorePad(Rows):
    """All twelve types as on the pad of the box, the totals, and the colours where they decided."""

    def show(self, outcome: Outcome, names: tuple[str, str], counted: int, series: Mapping[str, int]) -> None:
        """Draw the pad of a finished game.

        Args:
            outcome: How it ended.
            names: The names of both seats.
            counted: How many of the twelve types have been counted; the totals are those of the counted ones.
            series: How many games of a series each player has won.
        """
        types = tuple(Card)[:counted]
        rows = [_row("", names[0][: COLUMN - 1], names[1][: COLUMN - 1])]
        for card in Card:
            points = (sheet.points.get(card) for sheet in outcome.sheets)
            rows.append(
                _row(card_text.name(card), *map(_points, points)) if card in types else _row(card_text.name(card))
            )
        totals = [sum(sheet.points.get(card, 0) for card in types) for sheet in outcome.sheets]
        rows.append((Span(" "), Span("─" * (9 + 2 * COLUMN), "quieter")))
        rows.append(_row(_("Total"), str(totals[0]), str(totals[1]), role="strong"))
        if counted == len(Card) and totals[0] == totals[1]:
            rows.append(_row(_("Colours"), *(str(sheet.colours) for sheet in outcome.sheets)))
        if series:
            rows += (), _row(_("Series"), *(str(series.get(name, 0)) for name in names))
        self.rows = tuple(rows)


def _points(points: int | None) -> str:
    return "·" if points is None else str(points)


def _row(label: str, first: str = "", second: str = "", role: str = "") -> Row:
    return (
        Span(f" {label:<9.9}", role or "quiet"),
        *(Span(text.rjust(COLUMN), "bad" if text.startswith("-") else role) for text in (first, second)),
    )
