"""Pass the device: nothing of either Hand is here, and nothing comes before the next player asks for it."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from naishi.game.pin import check_pin
from naishi.game.record import Player
from naishi.i18n import _
from naishi_tui.messages import Command, LeaveGame, Proceed
from naishi_tui.pin_attempts import PinAttempts
from naishi_tui.widgets.field import Field
from naishi_tui.widgets.key_line import KeyHint, KeyLine


class Handover(Screen[None]):
    """Covers everything until the player it is for says they are alone, and gives their PIN if they have one."""

    CSS_PATH = "handover.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "uncover", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, player: Player, seat: int, other: str, where: str, attempts: PinAttempts) -> None:
        super().__init__()
        self.player = player
        self.seat = seat
        self.other = other
        self.where = where
        self.attempts = attempts
        self.uncovered = False
        """The player has been let through, once: a key typed twice must not open the table anew."""

    def compose(self) -> ComposeResult:
        """Lay out the cover."""
        name = self.player.name
        with Vertical(id="cover"):
            yield Static(Content(self.where), id="where")
            yield Static(Content(_("{name}, it is your turn.").format(name=name)), id="name")
            yield Static(Content(_("{other}, please look away.").format(other=self.other)), id="away")
            if self.player.pin is not None:
                yield Field(password=True, placeholder=_("your PIN"), id="pin", compact=True)
            with Center():
                yield Button(_("Show my cards"), id="show", variant="primary", compact=True)
            yield Static("", id="said")
        yield KeyLine(
            [KeyHint("uncover", "Enter", _("show my cards")), KeyHint("leave", "Esc", _("leave; the game is saved"))]
        )

    def on_mount(self) -> None:
        """Go on waiting, where wrong tries came just before."""
        self._wait()

    def action_uncover(self) -> None:
        """Show the cards, if the player has no PIN or has given it."""
        if self.uncovered:
            return
        if self.player.pin is None:
            self._uncover()
            return
        pin = self.query_one("#pin", Input)
        if pin.disabled or not pin.value:
            return
        if check_pin(pin.value, self.player.pin):
            self.attempts.forget(self.player.pin)
            self._uncover()
        else:
            self.attempts.record_wrong(self.player.pin)
            self._wait()

    def _uncover(self) -> None:
        self.uncovered = True
        self.post_message(Proceed(self.seat))

    def action_leave(self) -> None:
        """Leave the game."""
        self.post_message(LeaveGame())

    @on(Button.Pressed, "#show")
    @on(Input.Submitted, "#pin")
    def _asked(self) -> None:
        self.action_uncover()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _wait(self) -> None:
        """Let nobody try before the wait for the last wrong PIN is over."""
        wait = ceil(self.attempts.wait(self.player.pin or ""))
        if wait <= 0:
            return
        pin = self.query_one("#pin", Input)
        pin.value = ""
        pin.disabled = True
        self.query_one("#said", Static).update(
            Content(_("That is not {name}'s PIN. Try again in {wait} s.").format(name=self.player.name, wait=wait))
        )
        self.set_timer(wait, self._let_try)

    def _let_try(self) -> None:
        self.query_one("#said", Static).update("")
        pin = self.query_one("#pin", Input)
        pin.disabled = False
        pin.focus()
