"""Somebody at a server, as the screens of the lobby see them, by whatever door they came in."""

from __future__ import annotations

from typing import Protocol

from naishi.server import Account, Lobby, Match
from naishi.settings.layers import Layers


class Visitor(Protocol):
    """A player in the lobby."""

    lobby: Lobby
    account: Account

    @property
    def fingerprint(self) -> str | None:
        """Of the key that the visitor has signed with; None for a guest."""

    @property
    def code(self) -> str:
        """The code by which a new guest comes back; empty for everybody else."""

    def find(self, word: str) -> Match:
        """Find a match by its word.

        Raises:
            NaishiError: There is none, or too many wrong words were tried.
        """

    def count_game(self) -> None:
        """Count a game or a table that the visitor is about to make.

        Raises:
            NaishiError: There were too many.
        """

    def layers(self) -> Layers:
        """Return the visitor's settings."""

    def use_code(self, code: str) -> None:
        """Be whom a code belongs to, or get what it gives.

        Raises:
            NaishiError: It is wrong, or too many wrong ones were tried.
        """
