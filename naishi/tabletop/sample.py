"""Sample game, played in advance and commented."""

from __future__ import annotations

from typing import Any, NamedTuple

from naishi.tabletop.game import Game


class Comment(NamedTuple):
    """A comment on one moment of a game."""

    ply: int
    """How many actions were played before it."""
    text: str
    about: str = ""
    """The beginning of an action's text that the board points at; empty for none."""


class Sample:
    """A game of people with comments, seen from one seat. It is written in the order in which it is read.

    Args:
        seat: The one from which it is seen, and which the comments call "you".
    """

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game: Any = game
        self.seat = seat
        self.comments: list[Comment] = []

    @property
    def view(self) -> Any:
        return self.game.view(self.seat)

    def say(self, text: str, about: str = "") -> None:
        """Comment on the game as it stands now; a moment may have several comments."""
        self.comments.append(Comment(self.game.ply(), text, about))

    def play(self, *actions: str) -> None:
        """Play actions, each as a record has it: the seat, and the text.

        Raises NaishiError: the rules don't allow one of them.
        """
        for action in actions:
            seat, _blank, text = action.partition(" ")
            self.game.play(text, int(seat))
