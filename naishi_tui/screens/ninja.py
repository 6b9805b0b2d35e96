"""The game is over, both Hands are open, and a ninja chooses on the grid what it copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from naishi.i18n import _
from naishi.rules.actions import Copy
from naishi.rules.scoring import ScoreSheet, score
from naishi.rules.territory import TERRITORY
from naishi.rules.totals import best_copies
from naishi.settings.schema import Settings
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.screens.open_territories import OpenScreen
from naishi_tui.seats import Seat
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.text_rows import TextRows


class Ninja(OpenScreen):
    """The seat whose ninja it is chooses a character of its own territory."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_target", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    def __init__(self, seat: Seat, settings: Settings) -> None:
        view = seat.view()
        self.copies = {action.card: action for action in view.legal_actions if isinstance(action, Copy)}
        self.ninja = next(iter(self.copies.values())).cell
        self.targets = tuple(cell for cell in TERRITORY if view.mine.card(cell) in self.copies)
        super().__init__(seat, settings, (seat.seat, self.targets[0]))
        name = view.names[seat.seat]
        self.header.show(view, doing=_("{name}'s ninja").format(name=name))
        for each in self.territories:
            own = each.seat == seat.seat
            highlights = Highlights(self.targets, (self.ninja,), dim_others=True) if own else Highlights()
            each.show(view, self._sheet(each.seat), highlights, lit=own)
        self.show()

    def hints(self) -> Iterable[KeyHint]:
        """What the key line tells."""
        return (
            KeyHint("", "←↑↓→", _("move")),
            KeyHint("choose", "Enter", _("copy")),
            KeyHint("explain", self.keymap.shown("explain"), _("card")),
            KeyHint("undo", self.keymap.shown("undo"), _("undo")),
            KeyHint("leave", "Esc", _("leave")),
        )

    def show(self, refused: str = "") -> None:
        """Draw the cursor and the prompt."""
        self.show_cursor()
        name = self.view.names[self.seat.seat]
        now = _("{name}, which character does your ninja at {cell} copy?").format(name=name, cell=self.ninja)
        self.prompt.show(now, refused or self._what_here(), refused=bool(refused))

    def action_next_target(self) -> None:
        """Move the cursor to the next character that can be copied."""
        seat, cell = self.pointed
        after = [each for each in self.targets if seat == self.seat.seat and each > cell]
        self.pointed = self.seat.seat, (after or self.targets)[0]
        self.show()

    def action_choose(self) -> None:
        """Copy the character under the cursor."""
        copy = self._copy()
        if copy is None:
            self.refuse(_("A ninja copies another character of its own territory."))
        else:
            self.change(lambda: self.seat.play(copy))

    def clicked_again(self) -> None:
        """Copy the character."""
        self.action_choose()

    @on(TextRows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        self.action_choose()

    def _what_here(self) -> str:
        copy = self._copy()
        if copy is None:
            return _("A ninja copies another character of its own territory.")
        sheet = self._sheet(self.seat.seat, copy)
        points = sum(line.points for line in sheet.lines if self.ninja in line.cells)
        return _("Enter: copy {card} for {points}, {total} in all.").format(
            card=card_text.name(copy.card), points=card_text.points(points), total=sheet.total
        )

    def _copy(self) -> Copy | None:
        card = self.pointed_card()
        return self.copies.get(card) if self.pointed[0] == self.seat.seat and card is not None else None

    def _sheet(self, seat: int, copy: Copy | None = None) -> ScoreSheet:
        """Score a territory, ninjas that have not chosen taking what is best for them."""
        side = self.view.sides[seat]
        copies = best_copies(side.territory()) | side.copies
        return score(side.territory(), copies | ({copy.cell: copy.card} if copy else {}))
