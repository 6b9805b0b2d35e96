"""Who sits where. A screen is handed a seat: all it may see of the game, and all it can do to it."""

from __future__ import annotations

from typing import Protocol

from naishi.actions import Action
from naishi.saves import OpenGame
from naishi.view import PlayerView


class Seat(Protocol):
    """A seat of a game, wherever the game is kept."""

    seat: int
    """0 the first player, 1 the second."""

    def view(self) -> PlayerView:
        """Show the game as this seat may know it."""

    def play(self, action: Action) -> None:
        """Act.

        Raises:
            NaishiError: It isn't possible; the text says why, and nothing has changed.
        """

    def undo(self) -> None:
        """Take back the last action of the game, whoever did it.

        Raises:
            NaishiError: There is none, or the players agreed to take nothing back.
        """

    def redo(self) -> None:
        """Do again what was taken back last.

        Raises:
            NaishiError: There is none, or the players agreed to take nothing back.
        """

    @property
    def trouble(self) -> str:
        """Why the newest action is not saved yet; empty when all is well."""


class LocalSeat:
    """The seat of a person at this terminal."""

    def __init__(self, game: OpenGame, seat: int) -> None:
        self._game = game
        self.seat = seat

    def view(self) -> PlayerView:
        """Show the game as this seat may know it."""
        return self._game.game.view(self.seat)

    def play(self, action: Action) -> None:
        """Act; saved before this returns, or `trouble` says why not."""
        self._game.play(action)

    def undo(self) -> None:
        """Take back the last action of the game."""
        self._game.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._game.redo()

    @property
    def trouble(self) -> str:
        """Why the newest action is not saved yet; empty when all is well."""
        return str(self._game.unsaved or "")
