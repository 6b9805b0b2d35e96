"""Bans, mutes and former names in the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.names import skeleton
from naishi.server.database.schema import bans, former_names, keys, players, silences


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
        """What the operator calls it."""
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
    """Return all that holds at a moment."""
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
    values = {"player": ban.player, "at": ban.at, "until": ban.until, "why": ban.why}
    row = insert(bans).values(kind=ban.kind.value, subject=ban.subject, **values)
    db.execute(row.on_conflict_do_update(index_elements=["kind", "subject"], set_=values))


def lift_ban(db: Connection, kind: BanKind, subject: str) -> bool:
    """Let someone in again; return whether they were banned."""
    return db.execute(delete(bans).where(bans.c.kind == kind.value, bans.c.subject == subject)).rowcount > 0


def silence(db: Connection, player: int, now: float, until: float, why: str) -> None:
    """Have a player say nothing to others for a time."""
    values = {"at": now, "until": until, "why": why}
    row = insert(silences).values(player=player, **values)
    db.execute(row.on_conflict_do_update(index_elements=["player"], set_=values))


def end_silence(db: Connection, player: int) -> bool:
    """Let a player speak again; return whether they couldn't."""
    return db.execute(delete(silences).where(silences.c.player == player)).rowcount > 0


def keep_name(db: Connection, name: str, player: int, until: float) -> None:
    """Reserve a name that was taken from a player: nobody may have it for a while."""
    values = {"name": name, "player": player, "told": False, "until": until}
    row = insert(former_names).values(name_key=skeleton(name), **values)
    db.execute(row.on_conflict_do_update(index_elements=["name_key"], set_=values))


def check_not_kept(db: Connection, name: str, now: float) -> None:
    """Make sure that a name wasn't taken from a player of late.

    Raises:
        NaishiError: It was.
    """
    kept = select(former_names.c.name).where(former_names.c.name_key == skeleton(name), former_names.c.until > now)
    if db.execute(kept).first() is not None:
        raise NaishiError(_("The name {name}, or one very like it, is reserved.").format(name=name))


def note_told(db: Connection, which: Collection[int]) -> None:
    """Remember that some players have read that they have another name."""
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
    """Remove what holds no longer."""
    for table in (bans, silences):
        db.execute(delete(table).where(table.c.until < now))
    db.execute(delete(former_names).where(former_names.c.until < now, former_names.c.told.is_(True)))
