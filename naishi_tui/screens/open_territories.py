"""Both territories open on the table, as the ninjas' choice and the score pad show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.binding import Binding
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.sheet import ScoreLine
from naishi.games.naishi.rules.territory import HAND, LINE, TERRITORY, Cell
from naishi_tui.drawing.faces import Highlights, worth_of_lines
from naishi_tui.keys import bindings_of
from naishi_tui.screens.part import Handlers, Part, PartHost
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.card_picture import true_pictures
from naishi_tui.widgets.ground import Column
from naishi_tui.widgets.hand import Hand
from naishi_tui.widgets.header import NameLabel
from naishi_tui.widgets.line import Line


class OpenTerritory(Column):
    """A seat's Line above its Hand, below its name."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.rating = ""
        """What stands behind the name first."""
        self.label, self.line, self.hand = NameLabel(), Line(id=f"line-{seat}"), Hand(id=f"hand-{seat}")
        super().__init__(self.label, self.line, self.hand, id=f"territory-{seat}")

    def show(
        self, view: PlayerView, lines: Iterable[ScoreLine], highlights: Highlights, *, lit: bool, note: str = ""
    ) -> None:
        """Draw the territory, each card with what it is worth, and a note beside the name; `lit` if it stands out."""
        side, worth = view.sides[self.seat], worth_of_lines(lines)
        below = _("Line and Hand")
        if self.rating:
            below = f"{self.rating} · {below}"
        if points := view.ryokan_of(self.seat):
            below = _("{what} · Ryokan {points}").format(what=below, points=points)
        self.label.show(view.names[self.seat], self.seat, below, note, lit=lit)
        self.line.show(side, worth, highlights)
        self.hand.show(side, worth, highlights)


def cursor_bindings() -> list[Binding]:
    """Return the keys that move the cursor over both territories."""
    return bindings_of("left", "right", "up", "down")


class OpenTerritories(Part):
    """Both territories, one below the other, and a cursor on all twenty cards."""

    def __init__(
        self, screen: PartHost, pointed: tuple[int, Cell], beside: Callable[[], Iterable[Widget]] = tuple
    ) -> None:
        """Draw nothing yet.

        Args:
            screen: What they lie on.
            pointed: The seat and the cell where the cursor begins.
            beside: Returns what else there is to see, each time that the screen is composed.
        """
        self.screen, self.beside = screen, beside
        self.pointed = pointed
        """The seat and the cell under the cursor."""
        self.sides = OpenTerritory(0), OpenTerritory(1)
        self.handlers: Handlers = {
            "left": partial(self.move, -1, 0),
            "right": partial(self.move, 1, 0),
            "up": partial(self.move, 0, -1),
            "down": partial(self.move, 0, 1),
        }

    def widgets(self) -> tuple[Widget, ...]:
        """Return both, and what is beside them."""
        return (Column(Column(*self.sides, id="territories"), *self.beside(), id="middle"),)

    async def show_true_pictures(self) -> None:
        """Paint the cards of both as true pictures, once these are ready; nothing where the terminal keeps none."""
        rows = [row for each in self.sides for row in (each.line, each.hand)]
        if (pictures := true_pictures(self.screen.app, often=True)) is not None:
            await pictures.prepare({scene for row in rows for scene in row.scenes()})
        for row in rows:
            row.true_pictures = True

    def card(self) -> Card | None:
        """Return the card under the cursor."""
        seat, cell = self.pointed
        card: Card | None = self.screen.view.sides[seat].card(cell)
        return card

    def worth(self) -> str:
        """Say nothing: what it is worth is seen beside it, or not known yet."""
        return ""

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, and return the card under it."""
        self.move(columns, rows)
        return self.card()

    def draw_cursor(self, *, elsewhere: bool = False) -> None:
        """Draw the cursor; on no card if it is `elsewhere`."""
        seat, cell = self.pointed
        for each in self.sides:
            for row, cells in ((each.line, LINE), (each.hand, HAND)):
                row.cursor = cell.position if each.seat == seat and cell in cells and not elsewhere else None

    def point_at(self, seat: int, cell: Cell) -> None:
        """Move the cursor to a card."""
        self.pointed = seat, cell
        self.screen.draw()

    def move(self, columns: int, rows: int) -> None:
        """Move the cursor over both territories, as they lie on the screen."""
        seat, cell = self.pointed
        x = min(max(cell.position + columns, 0), 4)
        y = min(max(2 * seat + (cell in HAND) + rows, 0), 3)
        self.pointed = y // 2, TERRITORY[y % 2 * 5 + x]
        self.screen.draw()

    def pick(self, row: CardRow, position: int) -> bool:
        """Move the cursor to a card that was clicked; return whether it was there before."""
        side = next(each for each in self.sides if row in {each.line, each.hand})
        before, self.pointed = self.pointed, (side.seat, (HAND if row is side.hand else LINE)[position])
        self.screen.draw()
        return before == self.pointed
