"""Bans and mutes, cached by this process."""

import ipaddress
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, update

from naishi.common.i18n import NaishiError, _
from naishi.server.database.codes import hashed
from naishi.server.database.database import Database
from naishi.server.database.names import skeleton
from naishi.server.database.schema import bans, former_names, keys, players, silences
from naishi.server.database.sharing import replace_row
from naishi.server.match.words import moment


class BanKind(StrEnum):
    """What a ban keeps out."""

    KEY = "key"
    PLAYER = "player"
    """Whatever key or code they come with."""
    NETWORK = "network"
    """An address, or all of a network."""


class Ban(NamedTuple):
    """Someone who may not come in."""

    kind: BanKind
    subject: str
    """The fingerprint of a key, a network, or the number of a player."""
    at: float
    until: float
    why: str = ""
    player: int | None = None
    name: str = ""
    """Of the player, by now."""

    @property
    def whom(self) -> str:
        return self.name if self.kind is BanKind.PLAYER else self.subject


class Silence(NamedTuple):
    """A player who can say nothing to others."""

    player: int
    name: str
    at: float
    until: float
    why: str = ""


class InForce(NamedTuple):
    """All that holds now."""

    bans: Sequence[Ban] = ()
    silences: Sequence[Silence] = ()
    keys: Mapping[str, Ban] = {}
    """The bans of players, by the fingerprints of their keys."""
    codes: Mapping[str, Ban] = {}
    """And by the hashes of the codes of guests."""
    untold: Mapping[int, str] = {}
    """The players who have yet to read that they have another name, and the name."""


def read_sanctions(db: Connection, now: float) -> InForce:
    found = select(bans, players.c.name, players.c.code).outerjoin(players, players.c.id == bans.c.player)
    listed, codes = list[Ban](), dict[str, Ban]()
    for row in db.execute(found.where(bans.c.until > now).order_by(bans.c.at)):
        ban = Ban(BanKind(row.kind), row.subject, row.at, row.until, row.why, row.player, row.name or "")
        listed.append(ban)
        if row.code is not None:
            codes[row.code] = ban
    of_player = {ban.player: ban for ban in listed if ban.player is not None}
    theirs = select(keys.c.fingerprint, keys.c.player).where(keys.c.player.in_(list(of_player)))
    by_key = {row.fingerprint: of_player[row.player] for row in db.execute(theirs)} if of_player else {}
    muted = select(silences, players.c.name).join(players, players.c.id == silences.c.player)
    silent = [
        Silence(row.player, row.name, row.at, row.until, row.why)
        for row in db.execute(muted.where(silences.c.until > now).order_by(silences.c.at))
    ]
    renamed = select(players.c.id, players.c.name).join(former_names, former_names.c.player == players.c.id)
    untold = {row.id: row.name for row in db.execute(renamed.where(former_names.c.told.is_(False)))}
    return InForce(listed, silent, by_key, codes, untold)


def add_ban(db: Connection, ban: Ban) -> None:
    """Keep someone out from now on; an earlier ban of the same is replaced."""
    row = {"kind": ban.kind.value, "subject": ban.subject, "player": ban.player}
    replace_row(db, bans, {**row, "at": ban.at, "until": ban.until, "why": ban.why})


def lift_ban(db: Connection, kind: BanKind, subject: str) -> bool:
    """Let someone in again; return whether they were banned."""
    return db.execute(delete(bans).where(bans.c.kind == kind.value, bans.c.subject == subject)).rowcount > 0


def silence(db: Connection, player: int, now: float, until: float, why: str) -> None:
    replace_row(db, silences, {"player": player, "at": now, "until": until, "why": why})


def end_silence(db: Connection, player: int) -> bool:
    """Let a player speak again; return whether they couldn't."""
    return db.execute(delete(silences).where(silences.c.player == player)).rowcount > 0


def keep_name(db: Connection, name: str, player: int, until: float) -> None:
    row = {"name_key": skeleton(name), "name": name, "player": player, "told": False, "until": until}
    replace_row(db, former_names, row)


def check_not_kept(db: Connection, name: str, now: float) -> None:
    """Make sure that a name wasn't taken from a player of late. Raises NaishiError: it was."""
    kept = select(former_names.c.name).where(former_names.c.name_key == skeleton(name), former_names.c.until > now)
    if db.execute(kept).first() is not None:
        raise NaishiError(_("The name {name}, or one very like it, is reserved.").format(name=name))


def note_told(db: Connection, which: Collection[int]) -> None:
    db.execute(update(former_names).where(former_names.c.player.in_(which)).values(told=True))


def give_sanctions(db: Connection, before: int, now: int) -> None:
    """Have what holds for a player hold for the one whose account theirs becomes a part of; the longer one counts."""
    for ban in db.execute(select(bans).where(bans.c.player.in_((before, now)))).all():
        theirs = Ban(BanKind.PLAYER, str(now), ban.at, ban.until, ban.why, now)
        kept = db.execute(select(bans.c.until).where(bans.c.kind == theirs.kind, bans.c.subject == theirs.subject))
        if ban.until > (kept.scalar() or 0.0):
            add_ban(db, theirs)
    db.execute(delete(bans).where(bans.c.player == before))
    rows = {row.player: row for row in db.execute(select(silences).where(silences.c.player.in_((before, now))))}
    if before in rows and (now not in rows or rows[before].until > rows[now].until):
        silence(db, now, rows[before].at, rows[before].until, rows[before].why)
    db.execute(delete(silences).where(silences.c.player == before))
    db.execute(update(former_names).where(former_names.c.player == before).values(player=now))


def ban_keys(db: Connection, player: int) -> None:
    """Have the ban of a player whose account is deleted hold for each of their keys; nothing else of them is left."""
    row = db.execute(select(bans).where(bans.c.player == player)).first()
    if row is not None:
        for fingerprint in db.execute(select(keys.c.fingerprint).where(keys.c.player == player)).scalars().all():
            add_ban(db, Ban(BanKind.KEY, fingerprint, row.at, row.until, row.why))
    for table in (bans, silences):
        db.execute(delete(table).where(table.c.player == player))
    db.execute(update(former_names).where(former_names.c.player == player).values(player=None, told=True))


def forget_lapsed(db: Connection, now: float) -> None:
    for table in (bans, silences):
        db.execute(delete(table).where(table.c.until < now))
    db.execute(delete(former_names).where(former_names.c.until < now, former_names.c.told.is_(True)))


class Sanctions:
    """What holds now. The rows are the truth: they are read again whenever they may have changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: InForce | None = None  # until they are needed first

    async def refresh(self) -> InForce:
        """Read what holds now. Raises StorageError: it can't be read."""
        self._known = await self._database.read(lambda db: read_sanctions(db, time.time()))
        return self._known

    async def ban_on(self, fingerprint: str | None, address: str, code: str = "") -> Ban | None:
        """Return the ban that keeps out someone who has just come; the one that lasts longest.

        Args:
            fingerprint: Of the key that they have signed with; None for a guest.

        Raises:
            StorageError: Nobody knows: it can't be read.
        """
        known = self._known or await self.refresh()
        found = [ban for ban in known.bans if self._meets(ban, fingerprint, address)]
        found += filter(None, [known.keys.get(fingerprint or "")])
        if fingerprint is None and code and known.codes:
            found += filter(None, [known.codes.get(hashed(code))])
        return self._longest(found)

    def ban_of(self, player: int, fingerprint: str | None, address: str) -> Ban | None:
        """Return the ban that meets someone who is here; None as far as nothing was read yet."""
        known = self._known or InForce()
        return self._longest(
            ban for ban in known.bans if ban.player == player or self._meets(ban, fingerprint, address)
        )

    def _longest(self, found: Iterable[Ban]) -> Ban | None:
        now = time.time()
        return max((ban for ban in found if ban.until > now), key=lambda ban: ban.until, default=None)

    def banned_players(self) -> frozenset[int]:
        known, now = self._known or InForce(), time.time()
        return frozenset(ban.player for ban in known.bans if ban.player is not None and ban.until > now)

    async def silence_of(self, player: int) -> Silence | None:
        """Return why a player can say nothing to others; None where they can.

        Raises StorageError: nobody knows: it can't be read.
        """
        known, now = self._known or await self.refresh(), time.time()
        return next((each for each in known.silences if each.player == player and each.until > now), None)

    async def renamed_among(self, here: Collection[int]) -> Mapping[int, str]:
        """Return, once, the players among some to whom the operator has given another name, and that name.

        Raises StorageError: it can't be read or noted.
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
    try:
        inner: Any = ipaddress.ip_network(address)
        return bool(inner.subnet_of(ipaddress.ip_network(network)))
    except (ValueError, TypeError):  # that of a socket of this machine is none; or one is of IPv4, and one of IPv6
        return False


def ban_words(ban: Ban) -> str:
    return _("You are banned from this server until {moment}.").format(moment=moment(ban.until))


def silence_words(silence: Silence) -> str:
    words = _("The operator of this server has muted you: you can say nothing to others until {moment}.")
    return words.format(moment=moment(silence.until))
