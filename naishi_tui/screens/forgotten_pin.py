"""A forgotten PIN: the player goes on without one, if the other player agrees."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from naishi.common.i18n import _
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import Player
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class ForgottenPin(ModalScreen[bool], SteadyScreen[bool]):
    """Asks the other player, who confirms with their own PIN if they have one; its result is whether they agree.

    It shows no cards: the cover stays below, and stays up afterwards.
    """

    CSS_PATH = "forgotten_pin.tcss"
    AUTO_FOCUS = "#other-pin, #no"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "refuse", show=False)]

    def __init__(self, player: Player, other: Player, attempts: PinAttempts) -> None:
        super().__init__()
        self.player = player
        self.other = other
        self.attempts = attempts

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        words = _("{other}, do you agree that {name} plays on without a PIN? {name}'s Hand stays covered for now.")
        with Vertical(id="box"):
            yield Static(Content(words.format(name=self.player.name, other=self.other.name)))
            if self.other.pin is not None:
                placeholder = _("{name}'s PIN").format(name=self.other.name)
                yield Field(password=True, placeholder=placeholder, id="other-pin", compact=True)
            yield Static("", id="wrong")
            with Horizontal():
                yield Button(_("No (Esc)"), id="no", compact=True)
                yield Button(_("Yes, drop the PIN"), id="yes", compact=True, variant="error")

    def action_refuse(self) -> None:
        """Keep the PIN."""
        self.dismiss(False)

    @on(Button.Pressed, "#no")
    def _refused(self) -> None:
        self.dismiss(False)

    @on(Button.Pressed, "#yes")
    @on(Input.Submitted)
    def _agreed(self) -> None:
        if self.other.pin is None:
            self.dismiss(True)
            return
        field = self.query_one("#other-pin", Input)
        if field.value and self.attempts.admits(field.value, self.other.pin):
            self.dismiss(True)
            return
        field.value = ""
        if (wait := ceil(self.attempts.wait(self.other.pin))) > 0:
            words = _("That is not {name}'s PIN. Try again in {wait} s.").format(name=self.other.name, wait=wait)
            self.query_one("#wrong", Static).update(Content(words))
