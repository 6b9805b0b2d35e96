"""Pass the device: the table stays covered until the next player is alone."""

from __future__ import annotations

from textual import on, work
from textual.widgets import Button, Input

from naishi.common.i18n import _
from naishi_tui.messages import DropPin, LeaveGame, ShowNextScreen
from naishi_tui.screens.cover import Cover
from naishi_tui.screens.forgotten_pin import ForgottenPin


class Handover(Cover):
    """The cover between the turns of two players at one keyboard."""

    can_forget_pin = True

    def greeting(self, name: str) -> str:
        """Say whose turn it is."""
        return _("{name}, it is your turn.").format(name=name)

    def show_cards(self) -> None:
        """Show the table."""
        self.post_message(ShowNextScreen(self.seat))

    def leave(self) -> None:
        """Leave the game."""
        self.post_message(LeaveGame())

    @on(Button.Pressed, "#forgotten")
    @work
    async def _forgotten(self) -> None:
        """Drop the PIN, if the other player agrees."""
        if await self.app.push_screen_wait(ForgottenPin(self.player, self.other, self.attempts)):
            self.post_message(DropPin(self.seat))
        else:
            self.query_one("#pin", Input).focus()
