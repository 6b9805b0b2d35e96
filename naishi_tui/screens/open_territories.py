"""Both territories open on the table, as the ninjas' choice and the score pad show them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import Vertical
from textual.widget import Widget

from naishi.scoring import ScoreSheet
from naishi.territory import HAND, LINE, TERRITORY, Cell
from naishi.view import PlayerView
from naishi_tui.faces import Lighting, worth_of_cells
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.hand import Hand
from naishi_tui.widgets.header import PlayerLabel
from naishi_tui.widgets.line import Line


class OpenTerritories(Vertical):
    """Seat 0's Line and Hand above seat 1's; the cursor walks through all twenty cards."""

    def compose(self) -> Iterator[Widget]:
        """Lay out four rows of cards."""
        for seat in (0, 1):
            yield PlayerLabel(id=f"label-{seat}")
            yield Line(id=f"line-{seat}")
            yield Hand(id=f"hand-{seat}")

    def show(self, view: PlayerView, sheets: tuple[ScoreSheet, ScoreSheet], notes: tuple[str, str]) -> None:
        """Draw both territories, each card with what it is worth, and a note beside each name."""
        for seat in (0, 1):
            worth = worth_of_cells(sheets[seat])
            self.query_one(f"#label-{seat}", PlayerLabel).show(view, seat, notes[seat])
            self.query_one(f"#line-{seat}", Line).show(view.sides[seat], worth, Lighting())
            self.query_one(f"#hand-{seat}", Hand).show(view.sides[seat], worth, Lighting())

    def light(self, view: PlayerView, seat: int, sheet: ScoreSheet, lighting: Lighting) -> None:
        """Make cells of one seat stand out."""
        worth = worth_of_cells(sheet)
        self.query_one(f"#line-{seat}", Line).show(view.sides[seat], worth, lighting)
        self.query_one(f"#hand-{seat}", Hand).show(view.sides[seat], worth, lighting)

    def point(self, seat: int, cell: Cell) -> None:
        """Put the cursor on a card."""
        rows = self.query(CardRow).results()
        pointed = f"{'line' if cell in LINE else 'hand'}-{seat}"
        for row in rows:
            row.cursor = cell.position if row.id == pointed else None


def moved(seat: int, cell: Cell, columns: int, rows: int) -> tuple[int, Cell]:
    """Move a cursor over both territories: seat 0's Line and Hand, then seat 1's."""
    row = min(max(seat * 2 + (cell in HAND) + rows, 0), 3)
    position = min(max(cell.position + columns, 0), 4)
    return row // 2, TERRITORY[row % 2 * 5 + position]


def clicked(row: CardRow, position: int) -> tuple[int, Cell]:
    """Tell which card of which seat was clicked."""
    name, _, seat = (row.id or "").partition("-")
    return int(seat), (LINE if name == "line" else HAND)[position]
