"""Bans and mutes, cached by this process."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Collection, Mapping

from naishi.common.i18n import _
from naishi.server.database.codes import hashed
from naishi.server.database.database import Database
from naishi.server.match.words import moment
from naishi.server.moderation.sanction_store import Ban, BanKind, InForce, Silence, note_told, read_sanctions


class Sanctions:
    """What holds now. The rows are the truth: they are read again whenever they may have changed."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        """Begin; the rows are read when they are needed first.

        Args:
            database: Has the rows.
            clock: Tells the time.
        """
        self._database, self._clock = database, clock
        self._known: InForce | None = None

    async def refresh(self) -> InForce:
        """Read what holds now.

        Raises:
            StorageError: It can't be read.
        """
        self._known = await self._database.read(lambda db: read_sanctions(db, self._clock()))
        return self._known

    async def ban_on(self, fingerprint: str | None, address: str, code: str = "") -> Ban | None:
        """Return the ban that keeps out someone who has just come; the one that lasts longest.

        Args:
            fingerprint: Of the key that they have signed with; None for a guest.
            address: What limits count by.
            code: By which a guest comes back.

        Raises:
            StorageError: Nobody knows: it can't be read.
        """
        known = self._known or await self.refresh()
        now = self._clock()
        found = [ban for ban in known.bans if self._meets(ban, fingerprint, address)]
        found += [ban for ban in (known.keys.get(fingerprint or ""),) if ban is not None]
        if fingerprint is None and code and known.codes:
            found += [ban for ban in (known.codes.get(hashed(code)),) if ban is not None]
        return max((ban for ban in found if ban.until > now), key=lambda ban: ban.until, default=None)

    def ban_of(self, player: int, fingerprint: str | None, address: str) -> Ban | None:
        """Return the ban that meets someone who is here; None as far as nothing was read yet."""
        known, now = self._known or InForce(), self._clock()
        found = (ban for ban in known.bans if ban.player == player or self._meets(ban, fingerprint, address))
        return max((ban for ban in found if ban.until > now), key=lambda ban: ban.until, default=None)

    def banned_players(self) -> frozenset[int]:
        """Return the players who are kept out by name, as far as that was read."""
        known, now = self._known or InForce(), self._clock()
        return frozenset(ban.player for ban in known.bans if ban.player is not None and ban.until > now)

    async def silence_of(self, player: int) -> Silence | None:
        """Return why a player can say nothing to others; None where they can.

        Raises:
            StorageError: Nobody knows: it can't be read.
        """
        known, now = self._known or await self.refresh(), self._clock()
        return next((each for each in known.silences if each.player == player and each.until > now), None)

    async def renamed_among(self, here: Collection[int]) -> Mapping[int, str]:
        """Return, once, the players among some to whom the operator has given another name, and that name.

        Raises:
            StorageError: It can't be read or noted.
        """
        known = self._known or await self.refresh()
        renamed = {player: name for player, name in known.untold.items() if player in here}
        if renamed:
            await self._database.write(lambda db: note_told(db, list(renamed)))
            untold = {player: name for player, name in known.untold.items() if player not in renamed}
            self._known = (self._known or known)._replace(untold=untold)
        return renamed

    @staticmethod
    def _meets(ban: Ban, fingerprint: str | None, address: str) -> bool:
        if ban.kind is BanKind.KEY:
            return ban.subject == fingerprint
        return ban.kind is BanKind.NETWORK and _lies_in(address, ban.subject)


def _lies_in(address: str, network: str) -> bool:
    """Return whether an address, or the network of one, lies in a network."""
    try:
        inner, outer = ipaddress.ip_network(address), ipaddress.ip_network(network)
    except ValueError:  # that of a socket of this machine is none
        return False
    if isinstance(inner, ipaddress.IPv4Network):
        return isinstance(outer, ipaddress.IPv4Network) and inner.subnet_of(outer)
    return isinstance(outer, ipaddress.IPv6Network) and inner.subnet_of(outer)


def ban_words(ban: Ban) -> str:
    """Say to someone that they are banned."""
    return _("You are banned from this server until {moment}.").format(moment=moment(ban.until))


def silence_words(silence: Silence) -> str:
    """Say to a player that they can say nothing."""
    words = _("The operator of this server has muted you: you can say nothing to others until {moment}.")
    return words.format(moment=moment(silence.until))
