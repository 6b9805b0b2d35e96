"""Player of a server, as everything there knows one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.schema import is_gone, players


@dataclass(frozen=True, slots=True)
class Account:
    """A player of the server."""

    id: int
    """Below zero for a visitor who has neither a name nor a game yet, and so is stored nowhere."""
    name: str
    named: bool
    """Whether the person chose the name."""
    guest: bool
    """Whether no key belongs to the player, only a code."""

    @property
    def stored(self) -> bool:
        """Whether the database has a row of this player."""
        return self.id > 0


def are_gone(db: Connection, *which: int) -> bool:
    """Return whether nobody can come back as one of some players."""
    here = select(func.count()).select_from(players).where(players.c.id.in_(which), ~is_gone(players.c.name_key))
    return bool(db.execute(here).scalar_one() < len(set(which)))


def check_here(db: Connection, player: int) -> None:
    """Make sure that a player's account is still there.

    Raises:
        NaishiError: It isn't.
    """
    if are_gone(db, player):
        raise NaishiError(_("This account is gone: it was deleted, or is part of another one now."))
