"""The game is over, both Hands are open, and a ninja chooses on the grid what it copies."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from naishi.actions import Copy
from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.scoring import ScoreSheet, best_copies, score
from naishi.territory import Cell
from naishi_tui import card_text
from naishi_tui.faces import Lighting
from naishi_tui.messages import Command, LeaveGame, Proceed
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.open_territories import OpenTerritories, clicked, moved
from naishi_tui.seats import Seat
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.header import Header
from naishi_tui.widgets.key_line import Hint, KeyLine
from naishi_tui.widgets.prompt import Prompt
from naishi_tui.widgets.rows import Rows


class Ninja(Screen[None]):
    """The seat whose ninja it is chooses a character of its own territory."""

    CSS_PATH = "open_territories.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1,0)", show=False),
        Binding("right,l", "move(1,0)", show=False),
        Binding("up,k", "move(0,-1)", show=False),
        Binding("down,j", "move(0,1)", show=False),
        Binding("tab", "next_target", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("question_mark", "explain", show=False),
        Binding("u", "undo", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.view = seat.view()
        self.copies = {a.card: a for a in self.view.legal_actions if isinstance(a, Copy)}
        self.ninja = next(iter(self.copies.values())).cell
        self.targets = tuple(cell for cell in Cell if cell < 10 and self.view.mine.card(cell) in self.copies)
        self.pointed: tuple[int, Cell] = (seat.seat, self.targets[0])

    def compose(self) -> ComposeResult:
        """Lay out both territories."""
        yield Header(id="header")
        yield OpenTerritories()
        yield Prompt(id="prompt")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Draw the view."""
        name = self.view.names[self.seat.seat]
        sheets = self._sheet(0), self._sheet(1)
        territories = self.query_one(OpenTerritories)
        self.query_one(Header).show(self.view)
        territories.show(self.view, sheets, (_("Line and Hand"), _("Line and Hand")))
        lighting = Lighting(targets=self.targets, chosen=(self.ninja,), dim_others=True)
        territories.light(self.view, self.seat.seat, sheets[self.seat.seat], lighting)
        self.query_one(KeyLine).show(
            [
                Hint("", "←↑↓→", _("move")),
                Hint("choose", "Enter", _("copy")),
                Hint("explain", "?", _("card")),
                Hint("undo", "u", _("undo")),
                Hint("leave", "Esc", _("leave")),
            ]
        )
        self.asked = _("{name}, which character does your ninja at {cell} copy?").format(name=name, cell=self.ninja)
        self.show()

    def show(self, refused: str = "") -> None:
        """Draw the cursor and the prompt."""
        seat, cell = self.pointed
        self.query_one(OpenTerritories).point(seat, cell)
        copy = self._copy()
        if copy is None:
            here = refused or _("A ninja copies another character of its own territory.")
            self.query_one(Prompt).show(self.asked, here, refused=bool(refused))
            return
        sheet = self._sheet(seat, copy)
        points = sum(line.points for line in sheet.lines if self.ninja in line.cells)
        here = _("Enter: copy {card} for {points} points, {total} in all.").format(
            card=card_text.name(copy.card), points=points, total=sheet.total
        )
        self.query_one(Prompt).show(self.asked, refused or here, refused=bool(refused))

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.pointed = moved(*self.pointed, columns, rows)
        self.show()

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
            self.show(_("A ninja copies another character of its own territory."))
        else:
            self._change(lambda: self.seat.play(copy))

    def action_explain(self) -> None:
        """Explain the card under the cursor."""
        seat, cell = self.pointed
        if (card := self.view.sides[seat].card(cell)) is not None:
            self.app.push_screen(Explain(card))

    def action_undo(self) -> None:
        """Take back the last action of the game."""
        self._change(self.seat.undo)

    def action_leave(self) -> None:
        """Leave the game."""
        self.post_message(LeaveGame())

    @on(CardRow.Picked)
    def _clicked(self, event: CardRow.Picked) -> None:
        before, self.pointed = self.pointed, clicked(event.row, event.position)
        self.show()
        if before == self.pointed:
            self.action_choose()

    @on(Rows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        self.action_choose()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _copy(self) -> Copy | None:
        seat, cell = self.pointed
        card = self.view.sides[seat].card(cell)
        return self.copies.get(card) if seat == self.seat.seat and card is not None else None

    def _sheet(self, seat: int, copy: Copy | None = None) -> ScoreSheet:
        """Score a territory, ninjas that have not chosen taking what is best for them."""
        side = self.view.sides[seat]
        copies = best_copies(side.territory()) | side.copies
        return score(side.territory(), copies | ({copy.cell: copy.card} if copy else {}))

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except NaishiError as error:
            self.show(str(error))
        else:
            self.post_message(Proceed())
