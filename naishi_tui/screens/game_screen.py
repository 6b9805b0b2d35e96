"""What the screens of an open game have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from naishi.errors import NaishiError
from naishi.rules.cards import Card
from naishi.settings.schema import Settings
from naishi_tui.keys import Keymap
from naishi_tui.messages import Command, LeaveGame, Proceed
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.whole_log import WholeLog
from naishi_tui.seats import Seat
from naishi_tui.terminal.input_guard import SETTLED


class GameScreen(Screen[None]):
    """A screen that is handed a seat: it sees and does no more than that seat may.

    Nothing on it takes the focus: keys go to the screen, which owns the cursor, and a cursor that moves repaints
    two cards instead of everything.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", id="undo", show=False),
        Binding("ctrl+r", "redo", id="redo", show=False),
        Binding("question_mark", "explain", id="explain", show=False),
        Binding("g", "log", id="log", show=False),
        Binding("f1", "rules", id="rules", show=False),
        Binding("escape", "leave", id="leave", show=False),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (120, "-widest")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (36, "-tallest")]  # noqa: RUF012

    def __init__(self, seat: Seat, settings: Settings) -> None:
        super().__init__()
        self.seat = seat
        self.settings = settings
        self.keymap = Keymap(settings.keys)
        self.view = seat.view()

    def on_screen_resume(self) -> None:
        """Draw the screen once it has settled: Textual would paint it twice, and over SSH that is felt."""
        self.app.delay_update(SETTLED)

    def pointed_card(self) -> Card | None:
        """The card under the cursor, if there is one face up."""
        raise NotImplementedError

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        raise NotImplementedError

    def changed(self) -> None:
        """Go on after the game has changed."""
        self.post_message(Proceed())

    def change(self, change: Callable[[], None]) -> None:
        """Change the game, or say why that can't be done."""
        try:
            change()
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.changed()

    def action_undo(self) -> None:
        """Take back the last action of the game."""
        self.change(self.seat.undo)

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self.change(self.seat.redo)

    def action_explain(self) -> None:
        """Explain the card under the cursor."""
        if (card := self.pointed_card()) is not None:
            self.app.push_screen(Explain(card))

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(WholeLog(self.view))

    def action_rules(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(Rules(self.keymap))

    def action_leave(self) -> None:
        """Leave the game; it is saved."""
        self.post_message(LeaveGame())

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(self.action_of(event.id))

    def runs(self, action: str) -> Callable[[], Awaitable[object]]:
        """A function that runs an action of this screen."""
        return lambda: self.run_action(action)

    def action_of(self, command: str) -> str:
        """The action that a command of the key line or a panel runs."""
        return command
