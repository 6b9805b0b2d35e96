"""The cursor of a counted game: on both territories, and below them on the Ryokan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.sheet import ScoreLine
from naishi.games.naishi.rules.territory import HAND, Cell
from naishi_tui.drawing import card_text
from naishi_tui.drawing.card_text import RYOKAN, CardOrRyokan
from naishi_tui.screens.open_territories import OpenTerritories
from naishi_tui.screens.part import Handlers, PartHost

if TYPE_CHECKING:
    from naishi_tui.widgets.card import CardRow


class ScoreCursor:
    """What stands on the score pad, as the keys and clicks on cards and on the pad choose it."""

    def __init__(self, screen: PartHost, territories: OpenTerritories, outcome: Outcome) -> None:
        self.screen, self.territories, self.outcome = screen, territories, outcome
        self.on_ryokan = False
        self.handlers: Handlers = {
            "left": partial(self.move, -1, 0),
            "right": partial(self.move, 1, 0),
            "up": partial(self.move, 0, -1),
            "down": partial(self.move, 0, 1),
        }

    @property
    def lines(self) -> list[ScoreLine]:
        """What the card under the cursor earned: a Traveller nothing, a Legendary Monk as a monk and as a torii."""
        return [] if self.on_ryokan else self._lines(*self.territories.pointed)

    def _lines(self, seat: int, cell: Cell) -> list[ScoreLine]:
        return [line for line in self.outcome.sheets[seat].lines if cell in line.cells]

    @property
    def rows(self) -> tuple[CardOrRyokan, ...]:
        """The rows of the pad in which that stands."""
        module = self.screen.view.module
        return (RYOKAN,) if self.on_ryokan else tuple(line.pad_row(module) for line in self.lines)

    def card(self) -> CardOrRyokan | None:
        """Return what is under the cursor."""
        return RYOKAN if self.on_ryokan else self.territories.card()

    def worth(self) -> str:
        """Say what was earned by what is under the cursor."""
        return " ".join(map(card_text.earned, self.lines))

    def next_card(self, columns: int, rows: int) -> CardOrRyokan | None:
        """Move the cursor, and return what is under it."""
        self.move(columns, rows)
        return self.card()

    def pick(self, row: CardRow, position: int) -> bool:
        """Move the cursor to a card that was clicked; return whether it was there before."""
        moved, self.on_ryokan = self.on_ryokan, False
        return self.territories.pick(row, position) and not moved

    def move(self, columns: int, rows: int) -> None:
        """Move the cursor over both territories, and from the last row down to the Ryokan, if a player has it."""
        seat, cell = self.territories.pointed
        if self.on_ryokan:
            self.on_ryokan = rows >= 0
            self.screen.draw()
        elif rows > 0 and seat == 1 and cell in HAND and any(sheet.ryokan for sheet in self.outcome.sheets):
            self.on_ryokan = True
            self.screen.draw()
        else:
            self.territories.move(columns, rows)

    def point_at_row(self, row: CardOrRyokan, seat: int | None) -> None:
        """Move the cursor to what stands in a row of the pad, or to the next of it; tell if nothing does.

        Args:
            row: The row.
            seat: In whose column it was clicked; None beside both columns.
        """
        if self.screen.view.ryokan is not None and row is Card.NINJA:
            self.screen.tell(_("A ninja's points stand in the row of the card it copies."))
        elif row == RYOKAN:
            self.on_ryokan = True
            self.screen.draw()
        else:
            here = self.territories.pointed[0]
            seats = (here, 1 - here) if seat is None else (seat,)
            places = next(filter(None, (self._places(each, row) for each in seats)), ())
            if places:
                self.on_ryokan = False
                self.territories.point_at(*places[0])
            else:
                names = " · ".join(self.screen.view.names[each] for each in sorted(seats))
                self.screen.tell(_("{name}: no card in this row.").format(name=names))

    def _places(self, seat: int, row: CardOrRyokan) -> tuple[tuple[int, Cell], ...]:
        """Return a card of each line in a row, one of that line alone if possible, from behind the cursor on."""
        module, pointed = self.screen.view.module, self.territories.pointed
        lines = [line for line in self.outcome.sheets[seat].lines if line.pad_row(module) is row]
        here = next((n for n, line in enumerate(lines) if seat == pointed[0] and line in self.lines), -1)
        after = *lines[here + 1 :], *lines[: here + 1]
        return tuple((seat, min(line.cells, key=lambda cell: len(self._lines(seat, cell)))) for line in after)
