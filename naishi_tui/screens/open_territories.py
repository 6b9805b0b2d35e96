"""Both territories open on the table, as the ninjas' choice and the score pad show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from naishi.cards import Card
from naishi.scoring import ScoreSheet
from naishi.territory import HAND, LINE, TERRITORY, Cell
from naishi.view import PlayerView
from naishi_tui.faces import Lighting, worth_of_cells
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.seats import Seat
from naishi_tui.settings import Settings
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.hand import Hand
from naishi_tui.widgets.header import PlayerLabel
from naishi_tui.widgets.line import Line


class OpenTerritories(Vertical):
    """Seat 0's Line and Hand above seat 1's."""

    def __init__(self) -> None:
        self.labels = PlayerLabel(), PlayerLabel()
        self.rows = Line(id="line-0"), Hand(id="hand-0"), Line(id="line-1"), Hand(id="hand-1")
        first, second = self.labels
        super().__init__(first, *self.rows[:2], second, *self.rows[2:])

    def show(self, view: PlayerView, seat: int, sheet: ScoreSheet, note: str, lighting: Lighting) -> None:
        """Draw a seat's territory, each card with what it is worth, and a note beside the name."""
        side, worth = view.sides[seat], worth_of_cells(sheet)
        self.labels[seat].show(view, seat, note)
        line, hand = self.rows[seat * 2 : seat * 2 + 2]
        assert isinstance(line, Line) and isinstance(hand, Hand)  # noqa: S101, PT018 - by the order of the rows
        line.show(side, worth, lighting)
        hand.show(side, worth, lighting)

    def point(self, seat: int, cell: Cell) -> None:
        """Put the cursor on a card."""
        for number, row in enumerate(self.rows):
            row.cursor = cell.position if number == seat * 2 + (cell in HAND) else None


class OpenScreen(GameScreen):
    """A screen with both territories open, and a cursor that walks through all twenty cards."""

    CSS_PATH = "open_territories.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1,0)", show=False),
        Binding("right,l", "move(1,0)", show=False),
        Binding("up,k", "move(0,-1)", show=False),
        Binding("down,j", "move(0,1)", show=False),
    ]

    def __init__(self, seat: Seat, settings: Settings, pointed: tuple[int, Cell]) -> None:
        super().__init__(seat, settings)
        self.pointed = pointed
        """The seat and the cell under the cursor."""
        self.territories = OpenTerritories()

    def show(self, refused: str = "") -> None:
        """Draw the cursor and the prompt."""
        raise NotImplementedError

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.show(why)

    def pointed_card(self) -> Card | None:
        """The card under the cursor."""
        seat, cell = self.pointed
        return self.view.sides[seat].card(cell)

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor over both territories."""
        seat, cell = self.pointed
        row = min(max(seat * 2 + (cell in HAND) + rows, 0), 3)
        position = min(max(cell.position + columns, 0), 4)
        self.pointed = row // 2, TERRITORY[row % 2 * 5 + position]
        self.show()

    @on(CardRow.Picked)
    def _card_clicked(self, event: CardRow.Picked) -> None:
        rows: Sequence[CardRow] = self.territories.rows
        seat, below = divmod(rows.index(event.row), 2)
        before, self.pointed = self.pointed, (seat, (HAND if below else LINE)[event.position])
        self.show()
        if before == self.pointed:
            self.clicked_again()

    def clicked_again(self) -> None:
        """Answer a click at the card under the cursor."""
