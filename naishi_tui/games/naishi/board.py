"""The board: territories, River and court, with a cursor."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import Event, PlayerView, Side
from naishi.games.naishi.rules.actions import Action, Decree, Discard, Swap
from naishi.games.naishi.rules.cards import DECREE_SPOTS, DISCARD_SPOTS, HAND, LINE, RIVER, SWAP_SPOTS, Card, Cell
from naishi.games.naishi.rules.scoring import ScoreSheet
from naishi_tui.drawing.cells import wrap
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardFace, CardRow
from naishi_tui.games.naishi.cards.faces import Highlights, card_face, side_faces, worth_after, worth_of_lines
from naishi_tui.games.naishi.panels import CardLog, CommandPanel, PanelCommand, PlayerLabel, RowLabel, TurnPanel
from naishi_tui.games.naishi.score_pad import ScorePanel
from naishi_tui.games.naishi.study.curves import PointsCurve
from naishi_tui.widgets.text_rows import Column, Ground, Span, TextRow, TextRows, heading, mark


class Hand(CardRow):
    """The viewer's own Hand, or an open one at the end."""

    def show(self, side: Side, worth: Mapping[Cell, str], highlights: Highlights) -> None:
        self.faces = side_faces(side, HAND, worth, highlights)


class HiddenHand(CardRow):
    """The opponent's Hand: five backs; with the memory aid, the cards that the viewer can know."""

    def show(self, known: Sequence[Card | None], changed: Collection[Cell], *, face_up: bool = False) -> None:
        """Draw five backs, with the name on those `known`, those of `changed` marked as changed; or five open cards."""
        self.faces = tuple(
            CardFace(look=str(card), name=card_text.name(card), kind=card_text.kind_mark(card))
            if face_up and card is not None
            else CardFace("back", f" {card_text.name(card)} " if card is not None else "", changed=cell in changed)
            for cell, card in zip(HAND, known, strict=True)
        )


class KnownHand(TextRows):
    """A heading, and the place and name of each card."""

    title = ""
    known: Sequence[Card | None] = ()

    def show(self, name: str, known: Sequence[Card | None]) -> None:
        """Draw a Hand; nothing where nothing is known of it."""
        self.title, self.known = _("{name}'s Hand").format(name=name), known if any(known) else ()
        self.set_class(bool(self.known), "-known")
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        if not self.known:
            return ()
        # A name stays beside its place.
        pairs = zip(HAND, self.known, strict=True)
        entries = (f"{cell.noun.short}\xa0{card_text.name(card) if card is not None else '?'}" for cell, card in pairs)
        lines = wrap("  ".join(entries), max(self.size.width - 1, 12))
        return (heading(self.title), *((Span(f" {line}"),) for line in lines))


class Line(CardRow):
    """A player's Line."""

    def show(self, side: Side, worth: Mapping[Cell, str], highlights: Highlights) -> None:
        self.faces = side_faces(side, LINE, worth, highlights)


class River(CardRow):
    """The face-up cards, and how many are left in each pile."""

    def show(self, view: PlayerView, highlights: Highlights) -> None:
        self.faces = tuple(
            card_face(pile.top, cell, foot=f"{cell.position + 1} {'▪' * pile.height}", highlights=highlights)
            if pile.top is not None
            else CardFace(look="back", name=f" {'▪' * pile.height} ")
            if pile.height
            else CardFace(look="empty", name=_("empty"))
            for cell, pile in zip(RIVER, view.river, strict=True)
        )


class CourtPanel(CommandPanel):
    """What can be done by sending an emissary, and who stands where."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw the court of a view; `choosing` is the kind of action being made."""
        commands = (
            PanelCommand(name, label, view.can(kind), choosing is kind, isinstance(advised, kind), marks)
            for kind, (name, label, marks) in zip((Swap, Discard, Decree), spots(view), strict=True)
        )
        self.show_commands(_("Imperial court"), commands)


def spots(view: PlayerView) -> Iterator[tuple[str, str, TextRow]]:
    """Yield what emissaries can be sent for: the command, its label, and a mark for each spot."""
    counts = {"swap": SWAP_SPOTS, "discard": DISCARD_SPOTS, "decree": DECREE_SPOTS}
    labels, sent = (_("swap"), _("discard"), _("decree")), (side.sent for side in view.sides)
    for (name, count), label, first, second in zip(counts.items(), labels, *sent, strict=True):
        free = [Span("·", "mark")] * (count - first - second)
        yield name, label, (*[mark(0)] * first, *[mark(1)] * second, *free)


ROWS: tuple[tuple[Cell, ...], ...] = (LINE, RIVER, LINE, HAND)
"""What the cursor walks through, from top to bottom: the opponent's Line, the River, the own Line and Hand."""

OWN_LINE = 2
"""A place in `ROWS`."""

OWN_ROWS = (1, 2, 3)
"""The rows of which cards can be chosen."""


class Board(Horizontal, Ground):
    """Both players' cards around the River; beside them the court, points and the log."""

    walk: ClassVar[tuple[tuple[Cell, ...], ...]] = ROWS

    def __init__(self) -> None:
        self.row, self.position = OWN_LINE, 2
        """Where the cursor is: a place in `walk`, and a column."""
        self.their_label, self.my_label = PlayerLabel(id="their-label"), PlayerLabel(id="my-label")
        self.their_hand, self.their_line = HiddenHand(id="their-hand"), Line(id="their-line")
        self.river, self.my_line, self.my_hand = River(id="river"), Line(id="my-line"), Hand(id="my-hand")
        self.rows: tuple[CardRow, ...] = (self.their_line, self.river, self.my_line, self.my_hand)
        self.river_label = RowLabel(_("River"), _("cards left"))
        self.court, self.turn = CourtPanel(id="court"), TurnPanel(id="turn")
        self.score, self.log_panel = ScorePanel(id="score"), CardLog(id="log")
        self.curve, self.known_hand = PointsCurve(id="curve"), KnownHand(id="known-hand")
        self.ratings: Sequence[str] = ("", "")
        """By seat, what stands behind the names."""
        super().__init__(
            Column(
                *(self.their_label, self.their_hand, self.their_line),
                *(self.river_label, self.river),
                *(self.my_label, self.my_line, self.my_hand),
                id="board",
            ),
            Column(*self.panels(), id="side"),
            id="table",
        )

    def panels(self) -> tuple[Widget, ...]:
        return self.court, self.turn, self.score, self.curve, self.known_hand, self.log_panel

    def show(
        self,
        view: PlayerView,
        highlights: Highlights,
        *,
        sheet: ScoreSheet | None = None,
        known: Sequence[Card | None] = (None,) * 5,
        face_up: bool = False,
        told: Collection[Event] = (),
        reader: int | None = None,
    ) -> None:
        """Draw a view. Widgets repaint only what differs.

        Args:
            sheet: The points of the viewer if the game ended now, where they are to be shown.
            face_up: Whether that Hand is open, rather than known from memory.
            reader: The seat that the log addresses as "you"; None where no player reads it.
        """
        self.their_hand.show(known, highlights.changed, face_up=face_up)
        self.river_label.show(river_label(view), _("cards left"))
        self.show_cards(view, highlights, sheet)
        self.court.show(view, highlights.begun, highlights.advised)
        self.turn.show(view, highlights.begun, highlights.advised)
        self.score.show(sheet, over=view.turn is None)
        self.curve.show(view if sheet else None, (view.seat,))
        self.known_hand.show(view.names[1 - view.seat], () if face_up else known)
        self.log_panel.show(view, told, reader)
        self._show_cursor()

    def show_cards(self, view: PlayerView, highlights: Highlights, sheet: ScoreSheet | None) -> None:
        change = turns.sheets(view, highlights.aimed) if sheet and highlights.aimed is not None else None
        worth = worth_after(*change) if change else worth_of_lines(sheet.lines) if sheet else {}
        own = highlights.on_own_side()
        self.their_line.show(view.theirs, {}, highlights.on_opponents_side())
        self.river.show(view, highlights)
        self.my_line.show(view.mine, worth, own)
        self.my_hand.show(view.mine, worth, own)
        me, them = view.seat, 1 - view.seat
        ryokan = view.ryokan_of(me) if change is None else change[1].ryokan
        theirs = 0 if ryokan > view.ryokan_of(me) else view.ryokan_of(them)
        total = card_text.points(sheet.total) if sheet else ""
        counted = _("Line: {points}").format(points=card_text.points(turns.open_points(view)))
        line = counted if sheet and view.turn is not None else ""
        ratings = self.ratings
        self.their_label.show(view, them, _("Hand and Line"), line, ryokan=theirs, rating=ratings[them])
        self.my_label.show(view, me, _("Line and Hand"), total, ryokan=ryokan, rating=ratings[me])

    @property
    def cell(self) -> Cell:
        """The cell under the cursor; on the opponent's side where `on_opponents_side`."""
        return self.walk[self.row][self.position]

    @property
    def on_opponents_side(self) -> bool:
        return 0 <= self.row < self.walk.index(RIVER)

    def card(self, view: PlayerView) -> Card | None:
        """Return the card under the cursor; None for one that isn't known, and for an empty pile."""
        return view.theirs.card(self.cell) if self.on_opponents_side else view.card(self.cell)

    def leave_out(self, what: str) -> None:
        """Don't show the `opponent`, the `river`, or a panel; the cursor passes over the rows."""
        parts: dict[str, tuple[Widget, ...]] = {
            "opponent": (self.their_label, self.their_hand, self.their_line),
            "river": (self.river_label, self.river),
            "court": (self.court,),
            "turn": (self.turn,),
            "points": (self.score, self.curve),
            "log": (self.log_panel,),
        }
        for widget in parts.get(what, ()):
            widget.display = False
        self.my_label.counts_emissaries &= what != "court"

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor by some cards; not where the window has no room for any row."""
        if shown := [row for row, widget in enumerate(self.rows) if widget.display]:
            place = min(max(shown.index(self.row) + rows, 0), len(shown) - 1) if self.row in shown else -1
            self.point_at(row=shown[place], position=min(max(self.position + columns, 0), 4))

    def point_at(self, *, row: int | None = None, position: int | None = None) -> None:
        self.row = self.row if row is None else row
        self.position = self.position if position is None else position
        self._show_cursor()

    def point_at_cell(self, cell: Cell | None) -> None:
        if cell is not None:
            self.point_at(row=next(row for row in OWN_ROWS if cell in ROWS[row]), position=cell.position)

    def point_at_one_of(self, cells: Collection[Cell], *, unless: Collection[Cell] = ()) -> None:
        """Move the cursor to the nearest of some cells, in its column if possible; not where it is at one of them.

        Nor does it move where it is at one of the cells `unless`.
        """

        def distance(cell: Cell) -> tuple[int, int]:
            rows = (abs(row - self.row) for row in OWN_ROWS if cell in ROWS[row])
            return abs(cell.position - self.position), min(rows)

        if cells and (self.on_opponents_side or self.cell not in {*cells, *unless}):
            self.point_at_cell(min(cells, key=distance))

    def point_at_next(self, cells: Iterable[Cell], step: int) -> None:
        """Move the cursor to the next of some cells that aren't the opponent's, or to the previous one."""
        wanted, here = set(cells), (self.row, self.position)
        own = [row for row in OWN_ROWS if self.rows[row].display]
        places = [(row, p) for row in own for p in range(5) if ROWS[row][p] in wanted]
        if after := [place for place in places if (place > here if step > 0 else place < here)] or places:
            row, position = after[0 if step > 0 else -1]
            self.point_at(row=row, position=position)

    def _show_cursor(self) -> None:
        for number, row in enumerate(self.rows):
            row.cursor = self.position if number == self.row else None

    @on(CardRow.Hovered)
    @on(CardRow.Asked)
    @on(CardRow.Picked)
    def _mouse_at(self, event: CardRow.Pointed) -> None:
        """Move the cursor to a card; the screen does the rest, but nothing at cards that the cursor doesn't come to."""
        if event.row in self.rows:
            self.point_at(row=self.rows.index(event.row), position=event.position)
        else:
            event.stop()


def river_label(view: PlayerView) -> str:
    if view.ryokan is None or view.ryokan.owner is not None:
        return _("River")
    return _("River · Ryokan {points}, nobody's").format(points=view.ryokan.side)
