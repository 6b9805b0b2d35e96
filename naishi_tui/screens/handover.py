"""Pass the device: the table stays covered until the next player is alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widgets import Button, Input

from naishi.common.i18n import _
from naishi.sessions.one_keyboard import who_may_drop_pin
from naishi_tui.keys import bindings, shown
from naishi_tui.messages import DropPin, LeaveGame, ShowNextScreen, UndoCovered
from naishi_tui.screens.cover import Cover
from naishi_tui.screens.forgotten_pin import ForgottenPin
from naishi_tui.widgets.key_line import KeyHint


class Handover(Cover):
    """The cover between the turns of two players at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"undo": "undo"})]

    can_forget_pin = True
    can_undo = False
    """Whether the last action can be undone: perhaps it passed the keyboard on too early."""
    _asked_to_leave = False

    def greeting(self, name: str) -> str:
        """Say whose turn it is."""
        return _("{name}, it is your turn.").format(name=name)

    def show_cards(self) -> None:
        """Show the table."""
        self.post_message(ShowNextScreen(self.seat))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        uncover, *others = super().key_hints()
        yield uncover
        if self.can_undo:
            yield KeyHint("undo", self.outside_field("undo"), _("undo"))
        yield from others

    def leave(self) -> None:
        """Leave the game, if that was asked for twice."""
        if self._asked_to_leave:
            self.post_message(LeaveGame())
            return
        self._asked_to_leave = True
        self.tell(_("{back} again: leave the game.").format(back=shown("back")))

    def action_undo(self) -> None:
        """Undo the last action; all cards stay covered."""
        if self.can_undo and not self.uncovered:
            self.can_undo = False  # not twice, whatever is typed until the next cover is here
            self.post_message(UndoCovered())

    @on(Button.Pressed, "#forgotten")
    @work
    async def _forgotten(self) -> None:
        """Drop the PIN, if another player agrees."""
        other = self.players[who_may_drop_pin(self.players, self.seat)[0]]
        if await self.app.push_screen_wait(ForgottenPin(self.player, other, self.attempts)):
            self.post_message(DropPin(self.seat))
        else:
            self.query_one("#pin", Input).focus()
