"""The points of a game so far, as curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from naishi.common.i18n import _
from naishi.games.naishi.game.turning_point import points_so_far
from naishi.games.naishi.game.view import PlayerView
from naishi_tui.drawing.ascii import in_ascii
from naishi_tui.drawing.chart import BOTH, FIRST, MARKS, SECOND, axis, chart, scale
from naishi_tui.drawing.roles import player_role
from naishi_tui.widgets.player_mark import mark
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

LABEL = 4
"""The columns of the points beside the chart."""
LEAST_WIDTH, LEAST_HEIGHT = 16, 3
"""The smallest chart that says anything."""
CURVES = FIRST, SECOND


class PointsCurve(TextRows):
    """What players had before each action, and have now; the numbers of the rounds below."""

    points: Mapping[int, Sequence[int]] = {}
    """By seat."""
    names: Sequence[str] = ()
    rounds: Sequence[int] = ()

    def show(self, view: PlayerView | None, seats: Sequence[int]) -> None:
        """Draw the points of some seats whose cards the viewer sees; nothing without a view."""
        self.points = {}
        if view is not None:
            self.names, self.rounds = view.names, [event.round for event in view.events]
            found = {seat: points_so_far(view, seat) for seat in seats}
            self.points = {seat: points for seat, points in found.items() if len(points) > 2}
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As large as there is room; nothing where there is little room, or little to show yet."""
        several = len(self.points) > 1
        width, height = self.size.width - LABEL - 1, self.size.height - 2 - several
        if height < LEAST_HEIGHT or width < LEAST_WIDTH or not self.points:
            return ()
        low, high = min(map(min, self.points.values())), max(map(max, self.points.values()))
        curves = [[(each - low) / max(high - low, 1) for each in points] for points in self.points.values()]
        labels = scale({0: str(high), height - 1: str(low)}, LABEL)
        lines = chart(curves, width, height, ascii=in_ascii(self.app))
        drawn = (
            (Span(label, "quiet"), *(Span(text, self._role(curve)) for text, curve in line))
            for label, line in zip(labels, lines, strict=True)
        )
        below = Span(f"{'':{LABEL + 1}}{axis(self.rounds, width)}", "quiet")
        legend = [self._legend()] if several else []
        return heading(_("Points, round by round")), *legend, *drawn, (below,)

    def _legend(self) -> TextRow:
        """Whose curve is whose."""
        return tuple(
            span for seat, curve in zip(self.points, CURVES, strict=False) for span in self._entry(seat, curve)
        )

    def _entry(self, seat: int, curve: str) -> Iterator[Span]:
        sign = MARKS[curve].ascii if in_ascii(self.app) else MARKS[curve].braille
        yield Span(" ")
        yield mark(seat)
        yield Span(f" {self.names[seat]} {sign} ", player_role(seat))

    def _role(self, curve: str) -> str:
        if curve == BOTH:
            return "strong"
        return next((player_role(seat) for seat, own in zip(self.points, CURVES, strict=False) if own == curve), "")
