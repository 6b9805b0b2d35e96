"""Curves of a game: chances and points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from naishi.common.i18n import _, percent
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.words import curve_points
from naishi.games.naishi.game.turns import points_so_far
from naishi.games.naishi.game.view import PlayerView
from naishi_tui.drawing.cells import in_ascii
from naishi_tui.drawing.chart import BOTH, CURSOR, FIRST, HALF, MARKS, NONE, SECOND, axis, chart, scale
from naishi_tui.drawing.theme import player_role
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading, mark

LABEL = 5
"""The columns of the percentages beside the plot."""

_ROLES = {FIRST: "key", SECOND: "good", BOTH: "strong", HALF: "quieter", CURSOR: "strong", NONE: ""}


class Curves(TextRows):
    """What the player could know, what was so with all cards open, and a line that says which is which."""

    analysis: Analysis | None = None
    seat = 0
    rounds: Sequence[int] = ()
    open_cards = False
    at: int | None = None

    @dataclass
    class Chosen(Message):
        """A moment was clicked."""

        ply: int

    def show(
        self, analysis: Analysis, seat: int, rounds: Sequence[int], *, open_cards: bool, at: int | None = None
    ) -> None:
        """Draw what a seat could know."""
        self.analysis, self.seat, self.rounds, self.open_cards, self.at = analysis, seat, rounds, open_cards, at
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """As large as there is room, with a row in the middle for an even chance."""
        width, height = self.size.width - LABEL - 1, self.size.height - 2
        if self.analysis is None or width < 1 or height < 3:
            return ()
        height -= height % 2 == 0
        labels = {0: percent(1), height // 2: percent(0.5), height - 1: percent(0)}
        points = curve_points(self.analysis, self.seat)
        curves = [[point.known for point in points], [point.true for point in points]]
        at = None if self.at is None else round(self.at * (width - 1) / max(len(self.rounds), 1))
        shown = curves[: 1 + self.open_cards]
        rows = chart(shown, width, height, ascii=in_ascii(self.app), half=True, at=at)
        drawn = [
            (Span(label, "quiet"), *(Span(text, _ROLES[curve]) for text, curve in row))
            for label, row in zip(scale(labels, LABEL), rows, strict=True)
        ]
        return (self._legend(), *drawn, (Span(f"{'':{LABEL + 1}}{axis(self.rounds, width)}", "quiet"),))

    def on_click(self, event: events.Click) -> None:
        width = self.size.width - LABEL - 1
        if self.analysis is not None and width > 1:
            ply = round((event.x - LABEL - 1) * len(self.rounds) / (width - 1))
            self.post_message(self.Chosen(min(max(ply, 0), len(self.rounds))))

    def _legend(self) -> TextRow:
        assert self.analysis is not None  # noqa: S101 - there are curves
        name = self.analysis.names[self.seat]
        words = {FIRST: _("{name}'s chance to win by what {name} could know").format(name=name)}
        if self.open_cards:
            words = {
                FIRST: _("what {name} could know").format(name=name),
                SECOND: _("with all cards open"),
                BOTH: _("both"),
            }
        return tuple(span for curve, text in words.items() for span in self._entry(curve, text))

    def _entry(self, curve: str, text: str) -> TextRow:
        sign = MARKS[curve].ascii if in_ascii(self.app) else MARKS[curve].braille
        return (Span(f" {sign}", _ROLES[curve]), Span(f" {text} ", "quiet")) if sign else ()


POINTS_LABEL = 4
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
        width, height = self.size.width - POINTS_LABEL - 1, self.size.height - 2 - several
        if height < LEAST_HEIGHT or width < LEAST_WIDTH or not self.points:
            return ()
        low, high = min(map(min, self.points.values())), max(map(max, self.points.values()))
        curves = [[(each - low) / max(high - low, 1) for each in points] for points in self.points.values()]
        labels = scale({0: str(high), height - 1: str(low)}, POINTS_LABEL)
        lines = chart(curves, width, height, ascii=in_ascii(self.app))
        roles = {BOTH: "strong", **dict(zip(CURVES, map(player_role, self.points), strict=False))}
        drawn = (
            (Span(label, "quiet"), *(Span(text, roles.get(curve, "")) for text, curve in line))
            for label, line in zip(labels, lines, strict=True)
        )
        below = Span(f"{'':{POINTS_LABEL + 1}}{axis(self.rounds, width)}", "quiet")
        pairs = zip(self.points, CURVES, strict=False)
        legend = tuple(span for seat, curve in pairs for span in self._entry(seat, curve))
        return heading(_("Points, round by round")), *([legend] if several else []), *drawn, (below,)

    def _entry(self, seat: int, curve: str) -> Iterator[Span]:
        sign = MARKS[curve].ascii if in_ascii(self.app) else MARKS[curve].braille
        yield Span(" ")
        yield mark(seat)
        yield Span(f" {self.names[seat]} {sign} ", player_role(seat))
