"""The score pad: points by type, a column for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size

from naishi.cards import Card
from naishi.i18n import _
from naishi.outcome import Outcome
from naishi_tui import card_text
from naishi_tui.widgets.rows import Row, Rows, Span

LABEL, NARROWEST = 9, 5
"""The width of the first column, and of a player's at least."""

BLOCKS = 3
"""Side by side, where there is no room for twelve lines."""

Pair = tuple[str, str]


class Entry(NamedTuple):
    """A line of the pad."""

    label: str
    role: str
    points: Pair = ("", "")
    roles: Pair = ("", "")
    mark: str = " "


class ScorePad(Rows):
    """All twelve types as on the pad of the box, the totals, and the colours where they decided."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"rows--{card}" for card in Card}

    names: Pair = ("", "")
    types: tuple[Entry, ...] = ()
    sums: tuple[Entry, ...] = ()

    def show(
        self,
        outcome: Outcome,
        names: tuple[str, str],
        counted: int,
        series: Mapping[str, int],
        pointed: Card | None = None,
    ) -> None:
        """Draw the pad of a finished game.

        Args:
            outcome: How it ended.
            names: The names of both seats.
            counted: How many of the twelve types have been counted; the totals are those of the counted ones.
            series: How many games of a series each player has won.
            pointed: The type of the card under the cursor.
        """
        self.names = names
        types = tuple(Card)[:counted]
        self.types = tuple(_type(card, outcome, counted=card in types, pointed=card is pointed) for card in Card)
        first, second = (sum(sheet.points.get(card, 0) for card in types) for sheet in outcome.sheets)
        over = counted == len(Card)
        one_role, other_role = ("title" if over and outcome.winner == seat else "strong" for seat in (0, 1))
        won = one_role, other_role
        tie = over and first == second
        sums = [Entry(_("Total"), "strong", (str(first), str(second)), ("strong", "strong") if tie else won)]
        if tie:
            one, other = outcome.sheets
            sums.append(Entry(_("Colours"), "strong", (str(one.colours), str(other.colours)), won))
        if series:
            one_won, other_won = (str(series.get(name, 0)) for name in names)
            sums.append(Entry(_("Series"), "quiet", (one_won, other_won)))
        self.sums = tuple(sums)
        self.rows = self.fitted()

    def fitted(self) -> tuple[Row, ...]:
        """A line for each type, in the middle; or three blocks beside each other, where there is less height."""
        width, height = self.size
        column = self._column(width)
        indent = Span(" " * ((width - LABEL - 2 * column) // 2))
        rule = Span(" "), Span("─" * (LABEL + 2 * column - 1), "quieter")
        types, sums = ([_spans(entry, column) for entry in entries] for entries in (self.types, self.sums))
        lines = [(indent, *row) for row in (self._head(column), *types, rule, *sums)]
        return tuple(lines) if len(lines) <= height else self._flat(width // BLOCKS)

    def _flat(self, block: int) -> tuple[Row, ...]:
        column = self._column(block)
        gap = Span(" " * (block - LABEL - 2 * column))
        deep = len(self.types) // BLOCKS
        rows = zip_longest(*(self.types[at : at + deep] for at in range(0, len(self.types), deep)))
        head = (*self._head(column), gap) * BLOCKS
        return (head, *(_joined(row, column, gap) for row in rows), _joined(self.sums, column, gap))

    def _column(self, room: int) -> int:
        """How wide a player's column is."""
        return min(max(NARROWEST, *(cell_len(name) + 2 for name in self.names)), (room - LABEL - 1) // 2)

    def _head(self, column: int) -> Row:
        return Span(" " * LABEL), *(Span(_right(name, column), "strong") for name in _shortened(self.names, column - 1))


def _type(card: Card, outcome: Outcome, *, counted: bool, pointed: bool) -> Entry:
    label, mark = card_text.name(card), "▸" if pointed else " "
    if not counted:
        return Entry(label, "quiet", mark=mark)
    first, second = (sheet.points.get(card) for sheet in outcome.sheets)
    return Entry(label, str(card), (_points(first), _points(second)), (_role(first), _role(second)), mark)


def _points(points: int | None) -> str:
    return "·" if points is None else str(points)


def _role(points: int | None) -> str:
    return "quiet" if points is None else "bad" if points < 0 else ""


def _spans(entry: Entry, column: int) -> Row:
    label = f"{entry.mark}{entry.label}".ljust(LABEL)[:LABEL]
    points = (Span(_right(text, column), role) for text, role in zip(entry.points, entry.roles, strict=True))
    return Span(label, entry.role), *points


def _joined(entries: Iterable[Entry], column: int, gap: Span) -> Row:
    return tuple(span for entry in entries for span in (*_spans(entry, column), gap))


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _shortened(names: Pair, width: int) -> Pair:
    """Both names in so many characters; where their beginnings are the same, with their ends."""
    cut = [name if cell_len(name) <= width else f"{set_cell_size(name, width - 1)}…" for name in names]
    if cut[0] == cut[1]:
        cut = [f"{set_cell_size(name, width - 2)}…{name[-1]}" for name in names]
    return cut[0], cut[1]
