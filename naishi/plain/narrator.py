"""News of a game for whoever listens, each told once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from naishi.plain.context import Context
from naishi.sessions import Participant


class Narrator(ABC):
    """Tells one person, or several who listen together, what happens in a game, and what is asked of them."""

    def __init__(self, context: Context) -> None:
        """Begin with somebody who has heard nothing.

        Args:
            context: Where it is written.
        """
        self.context = context

    @abstractmethod
    def news(self, me: Participant, *, turned_up: bool = True) -> None:
        """Tell what has happened since the last time.

        Args:
            me: The listener.
            turned_up: Whether to say what lies face up now; not to who hands the keyboard over.
        """

    @abstractmethod
    def undone(self, before: Any, me: Participant) -> None:
        """Tell what the listener has just undone, the newest first."""

    @abstractmethod
    def forget(self, view: Any) -> None:
        """Take a state for what the listener knows, whatever was heard of what was undone."""

    @abstractmethod
    def skip(self, view: Any) -> None:
        """Take all that has happened so far for told."""

    @abstractmethod
    def heard_beside(self, me: Participant) -> None:
        """Take all that has happened for told: the listener has read it with somebody else."""

    @abstractmethod
    def ask(self, me: Participant, when_over: str) -> None:
        """Say what the listener is asked for, unless that was said; once the game is over, what can still be done."""
