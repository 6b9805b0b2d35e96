"""Score pad, and the points if the game ended now."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.message import Message
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.scoring import Outcome, ScoreSheet
from naishi.games.naishi.text.card_words import places
from naishi_tui.drawing.cells import cut, in_ascii, right
from naishi_tui.drawing.chart import HEIGHT, big
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card_text import RYOKAN, CardOrRyokan
from naishi_tui.games.naishi.cards.colours import card_styles
from naishi_tui.games.naishi.panels import Story
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading

NARROWEST = 4
"""The width of a player's column at least."""

BLOCKS, GAP = 3, 1
"""Side by side, where there is no room for twelve lines; and what is left free after each at least."""

LONGEST_STORY = 6
"""Lines that are kept free for the story where there are large digits, too."""
ROOM_FOR_DIGITS = 28
"""The columns for two numbers of three large digits, one of them maybe below zero."""

Pair = tuple[str, ...]
"""One for each player."""
Widths = tuple[int, int]


class Entry(NamedTuple):
    """A line of the pad."""

    label: str
    role: str
    points: Pair = ("", "")
    roles: Pair = ("", "")
    mark: str = " "
    row: CardOrRyokan | None = None
    """What a click there is about."""


class Place(NamedTuple):
    """Where an entry is drawn."""

    y: int
    left: int
    label: int
    """The width of its label; those of the columns follow."""
    columns: Widths
    entry: Entry

    def seat(self, x: int) -> int | None:
        """Return in whose column something lies; None on the label."""
        x -= self.left + self.label
        return None if x < 0 else 0 if x < self.columns[0] else 1

    def holds(self, x: int, y: int) -> bool:
        return y == self.y and self.left <= x < self.left + self.label + sum(self.columns)


class ScorePad(TextRows):
    """All twelve types as on the pad of the box, the totals, and the colours where they decided."""

    @dataclass
    class RowPicked(Message):
        """A row was clicked that can be explained."""

        row: CardOrRyokan
        seat: int | None
        """In whose column; None beside both."""

    names: Pair = ("", "")
    types: tuple[Entry, ...] = ()
    sums: tuple[Entry, ...] = ()
    totals: tuple[int, ...] = (0, 0)
    story = Story()
    places: tuple[Place, ...] = ()

    @override
    def role_styles(self, theme: str) -> Mapping[str, Style]:
        return card_styles(theme)

    def show(
        self,
        outcome: Outcome,
        view: PlayerView,
        counted: int,
        series: Mapping[str, int],
        pointed: Collection[CardOrRyokan],
        story: Story,
    ) -> None:
        """Draw the pad of a finished game.

        Args:
            counted: How many of the twelve types have been counted; the totals are those of the counted ones.
        """
        sheets, pads = outcome.sheets, [sheet.pad() for sheet in outcome.sheets]
        self.names, self.story = view.names, story
        types, over = BASE_CARDS[:counted], counted == len(BASE_CARDS)
        self.types = tuple(
            _entry(card, [points.get(card) for points in pads], counted=card in types, pointed=card in pointed)
            for card in BASE_CARDS
        )
        self.totals = tuple(
            sum(points.get(card, 0) for card in types) + (sheet.ryokan if over else 0)
            for points, sheet in zip(pads, sheets, strict=True)
        )
        won = tuple("title" if over and outcome.winner == seat else "strong" for seat in (0, 1))
        tie = over and self.totals[0] == self.totals[1]
        sums = [Entry(_("Total"), "strong", tuple(map(str, self.totals)), ("strong", "strong") if tie else won)]
        owned = [sheet.ryokan or None for sheet in sheets]
        if any(owned):
            sums.insert(0, _entry(RYOKAN, owned, counted=over, pointed=RYOKAN in pointed))
        if tie:
            sums.append(Entry(_("Colours"), "strong", tuple(str(sheet.colours) for sheet in sheets), won))
        if series:
            sums.append(Entry(_("Series"), "quiet", tuple(str(series.get(name, 0)) for name in self.names)))
        self.sums = tuple(sums)
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """A line for each type, in the middle; or three blocks beside each other, where there is less height.

        Above, both totals in large digits, and below, the story, where there is room.
        """
        width, height = self.size
        label = _widest(self.types)
        columns = self._columns(width - label)
        left = (width - label - sum(columns)) // 2
        indent = Span(" " * left)
        rule = Span(" "), Span("─" * (label + sum(columns) - 1), "quieter")
        head, *types = self._block(self.types, label, columns)
        sums = (_spans(entry, label, columns) for entry in self.sums)
        lines = [(indent, *row) for row in (head, *types, rule, *sums)]
        if len(lines) > height:
            return self._flat(width)
        # There is room for any story below the pad, too: the digits stay while that isn't told yet.
        roomy = height - len(lines) >= LONGEST_STORY + HEIGHT + 1 and width >= ROOM_FOR_DIGITS
        above = self._large_totals(width) if roomy and not in_ascii(self.app) else []
        first = len(above) + 1
        entries = [*enumerate(self.types, first), *enumerate(self.sums, first + len(self.types) + 1)]
        self.places = tuple(Place(y, left, label, columns, entry) for y, entry in entries)
        lines[:0] = above
        return *lines, *self.story.rows(width, height - len(lines))

    def _large_totals(self, width: int) -> list[TextRow]:
        roles = self.sums[0].roles
        halves = [[line.center(width // 2) for line in big(total)] for total in self.totals]
        return [*(tuple(map(Span, each, roles)) for each in zip(*halves, strict=True)), ()]

    def _flat(self, width: int) -> tuple[TextRow, ...]:
        deep = len(self.types) // BLOCKS
        parts = [(*self.types[n * deep : (n + 1) * deep], *self.sums[n::BLOCKS]) for n in range(BLOCKS)]
        labels = [_widest(part) for part in parts]
        room = (width - sum(labels)) // BLOCKS
        columns = self._columns(room - GAP)
        gap = Span(" " * (room - sum(columns)))
        lefts = accumulate((label + room for label in labels[:-1]), initial=0)
        self.places = tuple(
            Place(y, left, label, columns, entry)
            for left, label, part in zip(lefts, labels, parts, strict=True)
            for y, entry in enumerate(part, 1)
        )
        blocks = (self._block(part, label, columns) for part, label in zip(parts, labels, strict=True))
        lines = zip_longest(*blocks, fillvalue=())
        return tuple(tuple(span for row in line for span in (*row, gap)) for line in lines)

    @override
    def on_click(self, event: events.Click) -> None:
        for place in self.places:
            if place.holds(event.x, event.y) and place.entry.row is not None and event.chain == 1:
                self.post_message(self.RowPicked(place.entry.row, place.seat(event.x)))

    def _block(self, entries: Iterable[Entry], label: int, columns: Widths) -> list[TextRow]:
        """The names, and a line for each entry. The first name may reach to the left, over the labels."""
        widths = label + columns[0], columns[1]
        names = _shortened(self.names, (widths[0] - 1, widths[1] - 1))
        head = tuple(Span(right(name, width), "strong") for name, width in zip(names, widths, strict=True))
        return [head, *(_spans(entry, label, columns) for entry in entries)]

    def _columns(self, room: int) -> Widths:
        """How wide the players' columns are: the same, or the first narrower, whose name has room beside it."""
        wanted = max(NARROWEST, *(cell_len(name) + 1 for name in self.names))
        second = min(wanted, room - NARROWEST)
        return min(wanted, room - second), second


def _entry(row: CardOrRyokan, points: Sequence[int | None], *, counted: bool, pointed: bool) -> Entry:
    """The line of a type; or that of the Ryokan, which one of the two may have. (Expansion: scoring.)"""
    label, role = (_("Ryokan"), "") if row == RYOKAN else (card_text.name(row), str(row))
    mark = "▸" if pointed else " "
    if not counted:
        return Entry(label, "quiet", mark=mark)
    texts = tuple("·" if each is None else str(each) for each in points)
    return Entry(label, role, texts, tuple(map(_role, points)), mark, row)


def _role(points: int | None) -> str:
    return "quiet" if points is None else "bad" if points < 0 else ""


def _widest(entries: Iterable[Entry]) -> int:
    return max(cell_len(entry.label) for entry in entries) + 1


def _spans(entry: Entry, label: int, columns: Widths) -> TextRow:
    words = f"{entry.mark}{cut(entry.label, label - 1)}"
    points = (
        Span(right(text, column), role) for text, column, role in zip(entry.points, columns, entry.roles, strict=True)
    )
    return Span(words, entry.role), *points


def _shortened(names: Pair, widths: Widths) -> Pair:
    """Both names in so many characters each; where their beginnings are the same, with their ends."""
    alike = len({cut(name, min(widths) - 1) for name in names}) == 1
    return tuple(_cut(name, width, end=alike) for name, width in zip(names, widths, strict=True))


def _cut(name: str, width: int, *, end: bool) -> str:
    if cell_len(name) <= width:
        return name
    return f"{cut(name, width - 2)}…{name[-1]}" if end else f"{cut(name, width - 1)}…"


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
        scored = [_column(card_text.name(card), points) for card, points in sorted(self.sheet.pad().items()) if points]
        pairs = (tuple(chain(*scored[i : i + 2])) for i in range(0, len(scored), 2))
        total = (Span(cut(_("Total"), NAME)), Span(f"{self.sheet.total:>{POINTS}}", "strong"))
        before = _column(_("Ryokan"), self.sheet.ryokan) if self.sheet.ryokan else ()
        return (title, *pairs, (*before, *total))


def _types(sheet: ScoreSheet, width: int) -> Iterator[TextRow]:
    rows = sheet.pad()
    for card in BASE_CARDS:
        where = places(cell for line in sheet.lines if line.pad_row is card for cell in line.cells)
        points = rows.get(card, 0)
        role = "bad" if points < 0 else "" if points else "quieter"
        yield (
            Span(f" {cut(card_text.name(card), NAME)} ", "quiet" if where else "quieter"),
            Span(where if len(where) <= width - NAME - POINTS - 4 else "", "quieter"),
            Span(" ", fill=True),
            Span(f"{points if where else '·':>{POINTS}} ", role),
        )


def _sum_line(words: str, points: int) -> TextRow:
    return (Span(" "), Span(words), Span(" ", fill=True), Span(f"{points:>{POINTS}} ", "strong"))


def _column(name: str, points: int) -> TextRow:
    role = "bad" if points < 0 else ""
    return Span(cut(name, NAME), "quiet"), Span(f"{points:>{POINTS}}", role), Span(BETWEEN)
