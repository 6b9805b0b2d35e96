"""The parts that the screens of a game are composed of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual import events

    from naishi.game.view import PlayerView
    from naishi.rules.cards import Card
    from naishi_tui.widgets.card import CardRow

Handler = Callable[[], Awaitable[None] | None]
"""Runs a command."""
Handlers = Mapping[str, Handler]
"""By command, what it does."""


class Part:
    """One thing that a screen does. The screen tells it what happens; it does nothing about that by itself."""

    def start(self) -> None:
        """Begin: the screen is up."""

    def key_pressed(self, event: events.Key) -> None:
        """Notice a key, before the command runs that it has."""

    def clicked(self) -> None:
        """Notice a click."""

    def view_changed(self, before: PlayerView) -> None:
        """Adapt to another view, before it is drawn."""

    def updated(self) -> None:
        """Notice that something has changed, after it was drawn."""


class CardCursor(Protocol):
    """The cursor on the cards of a screen."""

    def card(self) -> Card | None:
        """Return the card under the cursor, if there is one face up."""

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, and return the card that is under it then, if one is face up."""

    def pick(self, row: CardRow, position: int) -> bool:
        """Move the cursor to a card that was clicked; return whether to choose that card."""
