"""The board: a view with highlights and a cursor. What is done with it is the screen's to say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from textual import on
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.game import forecast
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.games.naishi.rules.territory import HAND, LINE, RIVER, Cell
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights, worth_after, worth_of_cells
from naishi_tui.keys import Keymap
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.card_log import CardLog
from naishi_tui.widgets.court_panel import CourtPanel
from naishi_tui.widgets.ground import Column, Ground
from naishi_tui.widgets.hand import Hand, HiddenHand
from naishi_tui.widgets.header import PlayerLabel, RowLabel
from naishi_tui.widgets.known_hand import KnownHand
from naishi_tui.widgets.line import Line
from naishi_tui.widgets.points_curve import PointsCurve
from naishi_tui.widgets.river import River
from naishi_tui.widgets.score_panel import ScorePanel
from naishi_tui.widgets.turn_panel import TurnPanel

ROWS: tuple[tuple[Cell, ...], ...] = (LINE, RIVER, LINE, HAND)
"""What the cursor walks through, from top to bottom: the opponent's Line, the River, the own Line and Hand."""

THEIRS, OWN_LINE = 0, 2
"""Places in `ROWS`."""

OWN_ROWS = (1, 2, 3)
"""The rows of which cards can be chosen."""


class Board(Horizontal, Ground):
    """Both players' cards around the River; beside them the court, points and the log."""

    @dataclass
    class Picked(Message):
        """A card was clicked; the cursor is there now."""

    @dataclass
    class Pointed(Message):
        """The mouse has moved the cursor."""

    def __init__(self, keymap: Keymap) -> None:
        self.row, self.position = OWN_LINE, 2
        """Where the cursor is: a place in `ROWS`, and a column."""
        self.their_label, self.my_label = PlayerLabel(id="their-label"), PlayerLabel(id="my-label")
        self.their_hand, self.their_line = HiddenHand(id="their-hand"), Line(id="their-line")
        self.river, self.my_line, self.my_hand = River(id="river"), Line(id="my-line"), Hand(id="my-hand")
        self.rows: tuple[CardRow, ...] = (self.their_line, self.river, self.my_line, self.my_hand)
        self.river_label = RowLabel(_("River"), _("cards left"))
        self.court, self.turn = CourtPanel(keymap, id="court"), TurnPanel(keymap, id="turn")
        self.score, self.log_panel = ScorePanel(id="score"), CardLog(id="log")
        self.curve, self.known_hand = PointsCurve(id="curve"), KnownHand(id="known-hand")
        self.ratings = "", ""
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
        """Return what stands beside the cards."""
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
            view: The game.
            highlights: What stands out.
            sheet: The points of the viewer if the game ended now, where they are to be shown.
            known: What to show of the opponent's Hand.
            face_up: Whether that Hand is open, rather than known from memory.
            told: What the log leaves out, since it is said elsewhere.
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
        """Draw the Lines, the River and the own Hand, and what the action under the cursor would change there."""
        change = forecast.sheets(view, highlights.aimed) if sheet and highlights.aimed is not None else None
        worth = worth_after(*change) if change else worth_of_cells(sheet) if sheet else {}
        own = highlights.on_own_side()
        self.their_line.show(view.theirs, {}, highlights.on_opponents_side())
        self.river.show(view, highlights)
        self.my_line.show(view.mine, worth, own)
        self.my_hand.show(view.mine, worth, own)
        self._show_labels(view, sheet, view.ryokan_of(view.seat) if change is None else change[1].ryokan)

    def _show_labels(self, view: PlayerView, sheet: ScoreSheet | None, ryokan: int) -> None:
        """Draw what stands above the cards of both, with the points that the viewer would then have of the Ryokan."""
        taken = ryokan > view.ryokan_of(view.seat)
        theirs = 0 if taken else view.ryokan_of(1 - view.seat)
        total = card_text.points(sheet.total) if sheet else ""
        of_theirs, of_mine = self.ratings[1 - view.seat], self.ratings[view.seat]
        self.their_label.show(view, 1 - view.seat, _("Hand and Line"), ryokan=theirs, rating=of_theirs)
        self.my_label.show(view, view.seat, _("Line and Hand"), total, ryokan=ryokan, rating=of_mine)

    @property
    def cell(self) -> Cell:
        """The cell under the cursor; of the opponent's Line where `on_opponents_line`."""
        return ROWS[self.row][self.position]

    @property
    def on_opponents_line(self) -> bool:
        """Whether the cursor is on a card of the opponent's."""
        return self.row == THEIRS

    def card(self, view: PlayerView) -> Card | None:
        """Return the card under the cursor, if there is one face up."""
        if self.cell in RIVER:
            return view.river[self.position].top
        return (view.theirs if self.on_opponents_line else view.mine).card(self.cell)

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
        """Move the cursor by some cards."""
        shown = [row for row, widget in enumerate(self.rows) if widget.display]
        place = min(max(shown.index(self.row) + rows, 0), len(shown) - 1) if self.row in shown else -1
        self.point_at(row=shown[place], position=min(max(self.position + columns, 0), 4))

    def point_at(self, *, row: int | None = None, position: int | None = None) -> None:
        """Move the cursor to a row, a column, or both."""
        self.row = self.row if row is None else row
        self.position = self.position if position is None else position
        self._show_cursor()

    def point_at_cell(self, cell: Cell | None) -> None:
        """Move the cursor to a cell that isn't the opponent's."""
        if cell is not None:
            self.point_at(row=next(row for row in OWN_ROWS if cell in ROWS[row]), position=cell.position)

    def point_at_one_of(self, cells: Collection[Cell], *, unless: Collection[Cell]) -> None:
        """Move the cursor to the nearest of some cells, in its column if possible; not where it is at one of them.

        Nor does it move where it is at one of the cells `unless`.
        """
        if cells and (self.on_opponents_line or self.cell not in {*cells, *unless}):
            here = self.row, self.position
            self.point_at_cell(min(cells, key=lambda cell: (abs(cell.position - here[1]), _rows_from(here[0], cell))))

    def point_at_next(self, cells: Iterable[Cell], step: int) -> None:
        """Move the cursor to the next of some cells that aren't the opponent's, or to the previous one."""
        wanted = set(cells)
        own = [row for row in OWN_ROWS if self.rows[row].display]
        places = [(row, p) for row in own for p in range(5) if ROWS[row][p] in wanted]
        if places:
            here = (self.row, self.position)
            after = [place for place in places if (place > here if step > 0 else place < here)] or places
            row, position = after[0 if step > 0 else -1]
            self.point_at(row=row, position=position)

    def _show_cursor(self) -> None:
        for number, row in enumerate(self.rows):
            row.cursor = self.position if number == self.row else None

    @on(CardRow.Hovered)
    def _card_hovered(self, event: CardRow.Hovered) -> None:
        event.stop()
        if event.row in self.rows:
            self.point_at(row=self.rows.index(event.row), position=event.position)
            self.post_message(self.Pointed())

    @on(CardRow.Picked)
    def _card_clicked(self, event: CardRow.Picked) -> None:
        event.stop()
        if event.row in self.rows and not event.again:  # a double click acts once: a second action was not meant
            self.point_at(row=self.rows.index(event.row), position=event.position)
            self.post_message(self.Picked())


def river_label(view: PlayerView) -> str:
    """Name the River, and the Ryokan beside it as long as nobody has that."""
    if view.ryokan is None or view.ryokan.owner is not None:
        return _("River")
    return _("River · Ryokan {points}, nobody's").format(points=view.ryokan.side)


def _rows_from(row: int, cell: Cell) -> int:
    return min(abs(row - each) for each in OWN_ROWS if cell in ROWS[each])
