"""The curve of a player's chance to win, and a second one with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from naishi.analysis.plot import BOTH, EMPTY, HALF, KNOWN, TRUE, axis, curve_points, plot
from naishi.analysis.report import Analysis
from naishi.common.i18n import _
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows

LABEL = 5
"""The columns of the percentages beside the plot."""

_MARKS = {
    KNOWN: ("●", "key"),
    TRUE: ("○", "good"),
    BOTH: ("◇", "strong"),
    HALF: ("·", "quieter"),
    EMPTY: (" ", ""),
}
"""What is drawn for each, and its role. In ASCII too they differ."""


class Curves(TextRows):
    """What the player could know, what was so with all cards open, and a line that says which is which."""

    analysis: Analysis | None = None
    seat = 0
    rounds: Sequence[int] = ()
    open_cards = False

    def show(self, analysis: Analysis, seat: int, rounds: Sequence[int], *, open_cards: bool) -> None:
        """Draw what a seat could know.

        Args:
            analysis: The analysis.
            seat: The seat.
            rounds: The round of each action.
            open_cards: Whether to draw the curve with all cards open, too.
        """
        self.analysis, self.seat, self.rounds, self.open_cards = analysis, seat, rounds, open_cards
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As large as there is room, with a row in the middle for an even chance."""
        width, height = self.size.width - LABEL - 1, self.size.height - 2
        if self.analysis is None or width < 1 or height < 3:
            return ()
        height -= height % 2 == 0
        labels = {0: "100%", height // 2: "50%", height - 1: "0%"}
        rows = plot(curve_points(self.analysis, self.seat), width, height, open_cards=self.open_cards)
        drawn = [(Span(f"{labels.get(y, ''):>{LABEL}} ", "quiet"), *_spans(row)) for y, row in enumerate(rows)]
        below = Span(f"{'':{LABEL + 1}}{axis(self.analysis, self.rounds, width)}", "quiet")
        return (self._legend(), *drawn, (below,))

    def _legend(self) -> TextRow:
        assert self.analysis is not None  # noqa: S101 - there are curves
        name = self.analysis.names[self.seat]
        words = {KNOWN: _("{name}'s chance to win by what {name} could know").format(name=name)}
        if self.open_cards:
            words = {
                KNOWN: _("what {name} could know").format(name=name),
                TRUE: _("with all cards open"),
                BOTH: _("both"),
            }
        return tuple(span for mark, text in words.items() for span in _entry(mark, text))


def _entry(mark: str, text: str) -> TextRow:
    sign, role = _MARKS[mark]
    return Span(f" {sign}", role), Span(f" {text} ", "quiet")


def _spans(row: str) -> TextRow:
    return tuple(Span(_MARKS[mark][0] * len([*same]), _MARKS[mark][1]) for mark, same in groupby(row))
