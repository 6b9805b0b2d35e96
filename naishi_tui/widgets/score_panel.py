"""The viewer's points if the game ended now, or as it has ended, by type."""

from __future__ import annotations

from collections.abc import Iterator

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.games.naishi.text.places import places
from naishi_tui.drawing import card_text, cells
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

NAME, POINTS, BETWEEN = 8, 3, " "
"""Two columns of `Sentinel 14`."""


class ScorePanel(TextRows):
    """Points by type and the total: a line for each type where there is room, else two columns."""

    sheet: ScoreSheet | None = None
    over = False

    def show(self, sheet: ScoreSheet | None, *, over: bool = False) -> None:
        """Draw a score sheet, or nothing; `over` if the game has ended there."""
        self.sheet, self.over = sheet, over
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The form that there is room for; the shorter one leaves out types that bring nothing."""
        if self.sheet is None:
            return ()
        title = heading(_("At the end") if self.over else _("If it ended now"))
        if self.size.height >= len(BASE_CARDS) + 2:
            ryokan = [_sum_line(_("Ryokan"), self.sheet.ryokan)] if self.sheet.ryokan else []
            return (title, *_types(self.sheet, self.size.width), *ryokan, _sum_line(_("Total"), self.sheet.total))
        scored = [(card, points) for card, points in self.sheet.points.items() if points]
        entries: list[tuple[str, int]] = [(card_text.name(card), points) for card, points in scored]
        pairs = (entries[i : i + 2] for i in range(0, len(entries), 2))
        total = (Span(cells.cut(_("Total"), NAME)), Span(f"{self.sheet.total:>{POINTS}}", "strong"))
        before = _pair([(_("Ryokan"), self.sheet.ryokan)]) if self.sheet.ryokan else ()
        return (title, *map(_pair, pairs), (*before, *total))


def _types(sheet: ScoreSheet, width: int) -> Iterator[TextRow]:
    """Each type of card, where those lie that score, and what they bring."""
    for card in BASE_CARDS:
        where = places(cell for line in sheet.lines if line.row is card for cell in line.cells)
        points = sheet.points.get(card, 0)
        role = "bad" if points < 0 else "" if points else "quieter"
        yield (
            Span(f" {cells.cut(card_text.name(card), NAME)} ", "quiet" if where else "quieter"),
            Span(where if len(where) <= width - NAME - POINTS - 4 else "", "quieter"),
            Span(" ", fill=True),
            Span(f"{points if where else '·':>{POINTS}} ", role),
        )


def _sum_line(words: str, points: int) -> TextRow:
    return (Span(" "), Span(words), Span(" ", fill=True), Span(f"{points:>{POINTS}} ", "strong"))


def _pair(entries: list[tuple[str, int]]) -> TextRow:
    spans: list[Span] = []
    for name, points in entries:
        spans += Span(cells.cut(name, NAME), "quiet"), Span(f"{points:>{POINTS}}", "bad" if points < 0 else "")
        spans.append(Span(BETWEEN))
    return tuple(spans)
