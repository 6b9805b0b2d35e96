"""The points of a game so far, as curves."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.i18n import _
from naishi_tui.drawing.ascii import in_ascii
from naishi_tui.drawing.chart import BOTH, FIRST, HALF, NONE, SECOND, axis, chart, scale
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

LABEL = 4
LEAST_HEIGHT, LEAST_WIDTH = 4, 16
"""The smallest chart that says anything."""

Points = Sequence[int]


class PointsCurve(TextRows):
    """One curve, or both players': points before each action, with the numbers of the rounds below."""

    points: tuple[Points, ...] = ()
    rounds: Sequence[int] = ()
    roles: tuple[str, ...] = ()

    def show(self, points: tuple[Points, ...], rounds: Sequence[int], seats: tuple[int, ...]) -> None:
        """Draw curves.

        Args:
            points: Each what a seat had before each action, and has now.
            rounds: The round of each action.
            seats: Whose they are.
        """
        self.points, self.rounds = points, rounds
        self.roles = tuple(f"player-{seat}" for seat in seats)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As large as there is room; nothing where there is little room, or little to show yet."""
        width, height = self.size.width - LABEL - 1, self.size.height - 3
        if height < LEAST_HEIGHT or width < LEAST_WIDTH or not all(len(each) > 2 for each in self.points or ((),)):
            return ()
        low, high = min(map(min, self.points)), max(map(max, self.points))
        spread = max(high - low, 1)
        curves = [[(each - low) / spread for each in points] for points in self.points]
        ascii = in_ascii(self.app)
        labels = scale({0: str(high), height - 1: str(low)}, LABEL)
        rows: list[TextRow] = [(), heading(_("Points, round by round"))]
        for label, pieces in zip(labels, chart(curves, width, height, ascii=ascii), strict=True):
            rows.append((Span(label, "quiet"), *(Span(text, self._role(curve)) for text, curve in pieces)))
        return (*rows, (Span(f"{'':{LABEL + 1}}{axis(self.rounds, width)}", "quiet"),))

    def _role(self, curve: str) -> str:
        roles = dict(zip((FIRST, SECOND), self.roles, strict=False))
        return {**roles, BOTH: "strong", HALF: "quieter", NONE: ""}.get(curve, "")
