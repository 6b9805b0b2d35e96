"""Both territories open on the table, as the ninjas' choice and the score pad show them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.cards import Card
from naishi.rules.sheet import ScoreSheet
from naishi.rules.territory import HAND, LINE, TERRITORY, Cell
from naishi.sessions.participant import Participant
from naishi_tui.drawing.faces import Highlights, worth_of_cells
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.ground import Column
from naishi_tui.widgets.hand import Hand
from naishi_tui.widgets.header import NameLabel
from naishi_tui.widgets.line import Line

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

BESIDE = "-beside", "-broad", "-vast"
"""The classes of a screen wide enough for both territories side by side."""


class OpenTerritory(Column):
    """A seat's Line above its Hand, below its name."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.label, self.line, self.hand = NameLabel(), Line(id=f"line-{seat}"), Hand(id=f"hand-{seat}")
        super().__init__(self.label, self.line, self.hand, id=f"territory-{seat}")

    def show(self, view: PlayerView, sheet: ScoreSheet, highlights: Highlights, *, lit: bool, note: str = "") -> None:
        """Draw the territory, each card with what it is worth, and a note beside the name; `lit` if it stands out."""
        side, worth = view.sides[self.seat], worth_of_cells(sheet)
        self.label.show(view.names[self.seat], self.seat, _("Line and Hand"), note, lit=lit)
        self.line.show(side, worth, highlights)
        self.hand.show(side, worth, highlights)


class OpenScreen(GameScreen):
    """A screen with both territories open, side by side where there is room, and a cursor on all twenty cards."""

    CSS_PATH = "open_territories.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (114, "-beside"), (166, "-broad"), (186, "-vast")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1,0)", show=False),
        Binding("right,l", "move(1,0)", show=False),
        Binding("up,k", "move(0,-1)", show=False),
        Binding("down,j", "move(0,1)", show=False),
    ]

    def __init__(self, participant: Participant, settings: Settings, pointed: tuple[int, Cell]) -> None:
        super().__init__(participant, settings)
        self.pointed = pointed
        """The seat and the cell under the cursor."""
        self.territories = OpenTerritory(0), OpenTerritory(1)

    def compose(self) -> ComposeResult:
        """Lay out both territories and what belongs to them."""
        yield self.header
        with Column(id="middle"):
            yield Column(*self.territories, id="territories")
            yield from self.beside_territories()
        yield self.prompt
        yield self.key_line

    def beside_territories(self) -> Iterable[Widget]:
        """What else there is to see."""
        return ()

    def pointed_card(self) -> Card | None:
        """The card under the cursor."""
        seat, cell = self.pointed
        return self.view.sides[seat].card(cell)

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, and return the card under it."""
        self.action_move(columns, rows)
        return self.pointed_card()

    def show_cursor(self) -> None:
        """Draw the cursor and the prompt."""
        seat, cell = self.pointed
        for each in self.territories:
            for row, cells in ((each.line, LINE), (each.hand, HAND)):
                row.cursor = cell.position if each.seat == seat and cell in cells else None
        self.show_prompt()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor over both territories, as they lie on the screen."""
        seat, cell = self.pointed
        beside = any(self.has_class(each) for each in BESIDE)
        wide, high = (10, 2) if beside else (5, 4)
        x = cell.position + (5 * seat if beside else 0) + columns
        y = (cell in HAND) + (0 if beside else 2 * seat) + rows
        x, y = min(max(x, 0), wide - 1), min(max(y, 0), high - 1)
        self.pointed = x // 5 + y // 2, TERRITORY[y % 2 * 5 + x % 5]
        self.draw()

    @on(CardRow.Picked)
    async def _card_clicked(self, event: CardRow.Picked) -> None:
        each = next(each for each in self.territories if event.row in {each.line, each.hand})
        cells = HAND if event.row is each.hand else LINE
        before, self.pointed = self.pointed, (each.seat, cells[event.position])
        self.draw()
        if before == self.pointed:
            await self.clicked_again()

    async def clicked_again(self) -> None:
        """Answer a click at the card under the cursor."""
