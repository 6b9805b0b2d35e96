"""The end: both territories open, the score pad, who won and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.outcome import Outcome, Termination
from naishi.scoring import ScoreLine
from naishi.territory import Cell
from naishi.view import PlayerView
from naishi_tui import card_text
from naishi_tui.messages import Command, LeaveGame, Proceed, Rematch
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.open_territories import OpenTerritories, clicked, moved
from naishi_tui.screens.whole_log import WholeLog
from naishi_tui.seats import Seat
from naishi_tui.widgets import score_pad
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.header import Header
from naishi_tui.widgets.key_line import Hint, KeyLine
from naishi_tui.widgets.prompt import Prompt


class ScorePad(Screen[None]):
    """A finished game; the cursor tells for each card what it earned and why."""

    CSS_PATH = "open_territories.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1,0)", show=False),
        Binding("right,l", "move(1,0)", show=False),
        Binding("up,k", "move(0,-1)", show=False),
        Binding("down,j", "move(0,1)", show=False),
        Binding("question_mark", "explain", show=False),
        Binding("g", "log", show=False),
        Binding("n", "rematch", show=False),
        Binding("u", "undo", show=False),
        Binding("escape,enter", "leave", show=False),
    ]

    def __init__(self, seat: Seat, outcome: Outcome) -> None:
        super().__init__()
        self.seat = seat
        self.view: PlayerView = seat.view()
        self.outcome = outcome
        self.pointed: tuple[int, Cell] = (0 if outcome.winner is None else outcome.winner, Cell.L3)

    def compose(self) -> ComposeResult:
        """Lay out both territories and the pad."""
        yield Header(id="header")
        with Horizontal(id="middle"):
            yield OpenTerritories()
            yield score_pad.ScorePad(id="pad")
        yield Prompt(id="prompt")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Draw the result."""
        first, second = self.outcome.sheets
        notes = tuple(_("{points} points").format(points=sheet.total) for sheet in (first, second))
        self.query_one(Header).show(self.view)
        self.query_one(OpenTerritories).show(self.view, self.outcome.sheets, (notes[0], notes[1]))
        self.query_one("#pad", score_pad.ScorePad).show(self.outcome, self.view.names)
        self.query_one(KeyLine).show(
            [
                Hint("", "←↑↓→", _("what each card earned")),
                Hint("rematch", "n", _("rematch")),
                Hint("log", "g", _("log")),
                Hint("undo", "u", _("undo")),
                Hint("leave", "Esc", _("home")),
            ]
        )
        self.show()

    def show(self, refused: str = "") -> None:
        """Draw the cursor, and what the card under it earned."""
        seat, cell = self.pointed
        self.query_one(OpenTerritories).point(seat, cell)
        here = refused or " ".join(map(_earned, self._lines(seat, cell)))
        self.query_one(Prompt).show(result(self.outcome, self.view.names), here, refused=bool(refused))

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.pointed = moved(*self.pointed, columns, rows)
        self.show()

    def action_explain(self) -> None:
        """Explain the card under the cursor."""
        seat, cell = self.pointed
        if (card := self.view.sides[seat].card(cell)) is not None:
            self.app.push_screen(Explain(card))

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(WholeLog(self.view))

    def action_rematch(self) -> None:
        """Play again; the first-player card passes to the other player."""
        self.post_message(Rematch())

    def action_undo(self) -> None:
        """Take back the last action of the game."""
        try:
            self.seat.undo()
        except NaishiError as error:
            self.show(str(error))
        else:
            self.post_message(Proceed())

    def action_leave(self) -> None:
        """Go home."""
        self.post_message(LeaveGame())

    @on(CardRow.Picked)
    def _clicked(self, event: CardRow.Picked) -> None:
        self.pointed = clicked(event.row, event.position)
        self.show()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _lines(self, seat: int, cell: Cell) -> Iterator[ScoreLine]:
        return (line for line in self.outcome.sheets[seat].lines if cell in line.cells)


def result(outcome: Outcome, names: tuple[str, str]) -> str:
    """Say who won, what ended the game, and what decided a tie."""
    how = {
        Termination.DECLARED: _("The end was declared."),
        Termination.PILES: _("Two piles ran out."),
    }[outcome.termination]
    totals = [sheet.total for sheet in outcome.sheets]
    if outcome.winner is None:
        return _("{how} A draw at {points} points: play again!").format(how=how, points=totals[0])
    name, won, lost = names[outcome.winner], totals[outcome.winner], totals[1 - outcome.winner]
    if outcome.by_colours:
        return _("{how} {name} wins by colours, at {points} points each.").format(how=how, name=name, points=won)
    return _("{how} {name} wins, {won} to {lost}.").format(how=how, name=name, won=won, lost=lost)


def _earned(line: ScoreLine) -> str:
    name = card_text.name(line.card)
    if line.copy_of is not None:
        name = _("Ninja as {card}").format(card=card_text.name(line.copy_of))
    parts = ", ".join(f"{part.points:+} {part.reason}" for part in line.parts)
    cells = " ".join(map(str, line.cells))
    if len(line.parts) == 1:
        return f"{name} {cells}: {parts}."
    return f"{name} {cells}: {parts} = {line.points}."
