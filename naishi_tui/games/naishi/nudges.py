"""Key hints for players who seem stuck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from naishi.games.naishi.game.view import PlayerView
from naishi_tui.table.part import Part, PartHost
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from naishi_tui.games.naishi.turn_commands import TurnInProgress

IDLE = 60.0
"""Seconds without a key after which someone in their first games is offered help."""


class Nudges(Part):
    """Offers help to someone to whom the same was refused twice, or who does nothing in one of their first games."""

    def __init__(
        self,
        screen: PartHost,
        turn: TurnInProgress,
        way_on: Callable[[], str] | None = None,
        *,
        newcomer: bool = False,
    ) -> None:
        """Offer nothing yet.

        Args:
            screen: Where to offer it.
            turn: The turn that someone may be stuck in.
            way_on: Names the key that helps; by default, what the turn says.
            newcomer: Whether it is one of the first games here.
        """
        self.screen, self.turn, self.way_on = screen, turn, way_on or turn.way_on
        self.newcomer = newcomer
        self.idle: Timer | None = None
        self._refused = ""
        """What was refused last, since anything was done."""

    def start(self) -> None:
        """Begin to wait, where it is a newcomer's turn."""
        if self.newcomer and self.screen.settings.nudges:
            self.idle = self.screen.set_interval(IDLE, self.offer_help)

    def key_pressed(self, event: events.Key) -> None:
        """Wait again."""
        self.clicked()

    def clicked(self) -> None:
        """Wait again."""
        if self.idle is not None:
            self.idle.reset()
            self.idle.resume()

    def view_changed(self, before: PlayerView) -> None:
        """Wait again; what was refused before counts no more."""
        self._refused = ""
        self.clicked()

    def offer_help(self) -> None:
        """Name the key that helps, once; nothing is painted after that until something is done."""
        if self.idle is not None:
            self.idle.pause()
        if self.turn.acting and self.screen.is_current and self.turn.advice is None:
            self.screen.show_prompt(PromptLine(self.way_on()))

    def add_to(self, refusal: str) -> str:
        """Return why something can't be done; said a second time, with the key that helps."""
        again, self._refused = refusal == self._refused, refusal
        helps = again and self.turn.acting and self.screen.settings.nudges
        return f"{refusal} {self.way_on()}" if helps else refusal
