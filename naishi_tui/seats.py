"""Who sits where. A screen is handed a seat: all it may see of the game, and all it can do to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from naishi.errors import IllegalActionError
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action
from naishi.saves import OpenGame, SpectatedGame
from naishi.saves.lock_owner import LockOwner


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

    @property
    def against_bot(self) -> bool:
        """Whether the turn passes to a bot, so that nobody has to be handed the keyboard."""

    @property
    def watching(self) -> bool:
        """Whether nobody acts here: bots play each other, or the game is played elsewhere."""


class LocalSeat:
    """The seat of a person at this terminal, the opponent being another one."""

    against_bot = False
    watching = False

    def __init__(self, game: OpenGame, seat: int) -> None:
        self._game = game
        self.seat = seat

    def view(self) -> PlayerView:
        """Show the game as this seat may know it."""
        return self._game.game.view(self.seat)

    def play(self, action: Action) -> None:
        """Act; saved before this returns, or `trouble` says why not. A key typed twice acts for nobody else."""
        turn = self._game.game.turn
        if turn is not None and turn != self.seat:
            raise IllegalActionError(_("It is {name}'s turn.").format(name=self._game.game.players[turn].name))
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


class SoloSeat(LocalSeat):
    """The seat of a person who plays a bot: undo and redo go from one decision of theirs to another."""

    against_bot = True

    def __init__(self, game: OpenGame, seat: int, hold_on: Callable[[], None]) -> None:
        """Sit down; `hold_on` stops the bot from acting."""
        super().__init__(game, seat)
        self._hold_on = hold_on

    def undo(self) -> None:
        """Go back to the person's last decision."""
        if not any(event.seat == self.seat for event in self._game.game.events(self.seat)):
            raise IllegalActionError(_("You have done nothing yet that could be taken back."))
        self._hold_on()
        self._game.undo()
        while self._game.game.turn != self.seat:
            self._game.undo()

    def redo(self) -> None:
        """Go on to the person's next decision, or as far as there is anything to do again."""
        self._hold_on()
        self._game.redo()
        while self._game.game.turn != self.seat and self._game.game.can_redo:
            self._game.redo()


class WatchedSeat(LocalSeat):
    """The seat of a bot, watched by somebody while bots play each other."""

    against_bot = True
    watching = True

    def view(self) -> PlayerView:
        """Show the game as the bot may know it; what the bot could do is nothing that could be done here."""
        return super().view().model_copy(update={"legal_actions": ()})

    def play(self, action: Action) -> None:
        """Refuse: the bot acts."""
        raise IllegalActionError(_("You are watching: the bots act."))

    def undo(self) -> None:
        """Refuse: nothing is taken back while bots play."""
        raise IllegalActionError(_("You are watching: nothing is taken back."))

    redo = undo


class PublicSeat:
    """No seat at all: what everybody sees of a game that is played elsewhere."""

    seat = 0
    against_bot = True
    watching = True

    def __init__(self, game: SpectatedGame) -> None:
        self._game = game

    def view(self) -> PlayerView:
        """Show the game as everybody at its table may know it."""
        return self._game.game.view()

    def follow(self) -> bool:
        """Take in what has happened elsewhere; tell whether anything has."""
        return self._game.follow()

    @property
    def id(self) -> str:
        """By which the game can be opened, once it can be."""
        return self._game.id

    @property
    def owner(self) -> LockOwner | None:
        """Where the game is open; None where it isn't any more."""
        return self._game.owner

    @property
    def trouble(self) -> str:
        """Why the newest state can't be shown; empty when all is well."""
        return self._game.trouble

    def play(self, action: Action) -> None:
        """Refuse: here one only looks."""
        raise IllegalActionError(_("You are looking on; the game is played elsewhere."))

    def undo(self) -> None:
        """Refuse: here one only looks."""
        raise IllegalActionError(_("You are looking on; nothing is taken back from here."))

    redo = undo
