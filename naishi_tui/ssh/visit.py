"""Who has come through the door, and what for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import asyncssh

from naishi.errors import NaishiError
from naishi.i18n import ENGLISH, _
from naishi.server import Account, Lobby, Match
from naishi_tui.ssh.limits import Buckets
from naishi_tui.ssh.preferences import AccountLayers, layers_of


@dataclass(frozen=True, slots=True)
class Wish:
    """Where somebody wants to go at once."""

    verb: str = ""
    """`join`, `watch`, or nothing for the lobby."""
    word: str = ""


@dataclass(slots=True)
class Visit:
    """One connection that has logged in."""

    lobby: Lobby
    account: Account
    fingerprint: str | None
    """Of the key that the visitor has signed with; None for a guest."""
    address: str
    connection: asyncssh.SSHServerConnection
    tasks: set[asyncio.Task[None]]
    """Everything that runs for terminals: without a reference a task may vanish."""
    moved: Callable[[Account, Account], None]
    """Called when the visitor has become another player, by a code."""
    games: Buckets
    """How many games an address may still make."""
    language: str = ENGLISH
    """What the visitor's client speaks, or else the server."""
    code: str = ""
    """The code by which a new guest comes back; shown, never logged."""

    def find(self, word: str) -> Match:
        """Find a match by its word, as slowly as wrong words of this address and this player allow.

        Raises:
            NaishiError: There is none, or too many wrong words were tried.
        """
        return self.lobby.find(word, self.address, self.account.id)

    def count_game(self) -> None:
        """Count a game or a table that the visitor is about to make.

        Raises:
            NaishiError: There were too many from the visitor's address.
        """
        if not self.games.take(self.address):
            raise NaishiError(_("There were many new games from your address. Please wait a little."))

    def layers(self) -> AccountLayers:
        """Return the visitor's settings."""
        return layers_of(self.lobby, self.account)

    def use_code(self, code: str) -> None:
        """Be whom a code belongs to, or get what it gives.

        Raises:
            NaishiError: It is wrong, or too many wrong ones were tried.
        """
        who = self.address, self.account.id
        self.become(self.lobby.use_code(code, self.account, self.fingerprint, *who))

    def become(self, account: Account) -> None:
        """Be another player from now on, as a code has shown."""
        before, self.account, self.code = self.account, account, ""
        self.moved(before, account)
