"""Stored players: accounts by key, guests by code."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.merging import NOTHING_CHOSEN, add_key, delete_account, keys_with, owner_of, play_each_other
from naishi.server.database.codes import hashed
from naishi.server.database.connection import StorageError
from naishi.server.database.database import Database
from naishi.server.database.names import checked_name, skeleton
from naishi.server.database.schema import keys, players
from naishi.server.moderation.sanction_store import check_not_kept
from naishi.server.presence.account import Account, are_gone, check_here


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of a player."""

    fingerprint: str
    name: str
    """What the player calls it; empty where the player hasn't named it."""
    added: float
    last_used: float


class Players:
    """The players in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def of_key(self, fingerprint: str) -> Account | None:
        """Return the player whose public key this is; None on a first visit.

        Args:
            fingerprint: Of a key whose owner has just signed with it, never of one that was merely offered.
        """

        def find(db: Connection) -> Account | None:
            player = owner_of(db, fingerprint)
            return None if player is None else account_of(db, player)

        return await self._database.read(find)

    async def guest(self, player: int) -> Account | None:
        """Return a guest; None where nobody can come back as this one."""

        def find(db: Connection) -> Account | None:
            return None if are_gone(db, player) else account_of(db, player)

        account = await self._database.read(find)
        return account if account is not None and account.guest else None

    async def add(
        self, name: str, *, fingerprint: str | None = None, code: str | None = None, chosen: bool = False
    ) -> Account:
        """Add a player.

        Args:
            name: What the player is called.
            fingerprint: The player's public key; None for a guest.
            code: By which a guest can come back. Only its hash is stored.
            chosen: Whether the person chose the name; otherwise, another one is drawn if it is taken.

        Raises:
            NaishiError: The name can't be used, or is too much like somebody else's.
            StorageError: It couldn't be stored.
        """
        clean = checked_name(name) if chosen else name

        def add(db: Connection) -> Account:
            # Another terminal of this person may have been quicker.
            if chosen:
                check_not_kept(db, clean, self._clock())
            if fingerprint is not None and (known := owner_of(db, fingerprint)) is not None:
                return give_name(db, known, clean) if chosen else account_of(db, known)
            free = clean if chosen else _free_name(db, clean)
            player = _insert(db, free, self._clock(), named=chosen, code=code and hashed(code))
            if fingerprint is not None:
                add_key(db, fingerprint, player, self._clock())
            return account_of(db, player)

        return await self._try_name(add, clean)

    async def came(self, player: int, fingerprint: str | None) -> None:
        """Remember that a player has come, and with which key. A failure is logged, and keeps nobody out."""
        now = self._clock()

        def remember(db: Connection) -> None:
            db.execute(update(players).where(players.c.id == player).values(last_seen=now))
            if fingerprint is not None:
                db.execute(update(keys).where(keys.c.fingerprint == fingerprint).values(last_used=now))

        with suppress(StorageError):
            await self._database.write(remember)

    async def get(self, player: int) -> Account:
        """Return a player.

        Raises:
            NaishiError: There is none with this number.
        """
        return await self._database.read(lambda db: account_of(db, player))

    async def settings(self, player: int) -> dict[str, Any]:
        """Return the settings that a player has chosen, unchecked."""
        chosen = select(players.c.settings).where(players.c.id == player)
        return dict(json.loads(await self._database.read(lambda db: db.execute(chosen).scalar() or NOTHING_CHOSEN)))

    async def choose(self, player: int, name: str, value: object) -> None:
        """Keep the value of one setting with a player.

        Raises:
            StorageError: It couldn't be stored.
        """
        mine = players.c.id == player

        def choose(db: Connection) -> None:
            chosen = json.loads(db.execute(select(players.c.settings).where(mine)).scalar_one()) | {name: value}
            db.execute(update(players).where(mine).values(settings=json.dumps(chosen, sort_keys=True)))

        await self._database.write(choose)

    async def rename(self, player: int, name: str, also: Callable[[Connection], None] = lambda _db: None) -> Account:
        """Give a player another name.

        Args:
            player: The player.
            name: The name.
            also: What is stored in the same write.

        Raises:
            NaishiError: It can't be used, or is too much like somebody else's.
            StorageError: It couldn't be stored.
        """
        clean = checked_name(name)

        def rename(db: Connection) -> Account:
            check_not_kept(db, clean, self._clock())
            account = give_name(db, player, clean)
            also(db)
            return account

        return await self._try_name(rename, clean)

    async def keys(self, player: int) -> Sequence[Key]:
        """List the keys of a player, the oldest first."""
        mine = select(keys).where(keys.c.player == player).order_by(keys.c.added, keys.c.fingerprint)
        return await self._database.read(
            lambda db: [Key(row.fingerprint, row.name, row.added, row.last_used) for row in db.execute(mine)]
        )

    async def name_key(self, player: int, fingerprint: str, name: str) -> None:
        """Call a key of a player something.

        Raises:
            StorageError: It couldn't be stored.
        """
        mine = and_(keys.c.player == player, keys.c.fingerprint == fingerprint)
        await self._database.write(lambda db: db.execute(update(keys).where(mine).values(name=name)))

    async def remove_key(self, player: int, fingerprint: str) -> None:
        """Take a key away from a player.

        Raises:
            NaishiError: The player doesn't have it, or it is the last one: nobody could come back with this account.
            StorageError: It couldn't be stored.
        """

        def remove(db: Connection) -> None:
            mine = set(db.execute(select(keys.c.fingerprint).where(keys.c.player == player)).scalars())
            if fingerprint not in mine:
                raise NaishiError(_("The account doesn't have this key any more."))
            if mine == {fingerprint}:
                raise NaishiError(_("This is your only key. Add another one first, or delete the account."))
            db.execute(delete(keys).where(keys.c.fingerprint == fingerprint))

        await self._database.write(remove)

    async def keys_with(self, fingerprint: str) -> Collection[str]:
        """Return all keys of the player who has this one; it alone where nobody has it."""
        return await self._database.read(lambda db: keys_with(db, fingerprint))

    async def play_each_other(self, one: int, other: int) -> bool:
        """Return whether two players have an unfinished game with each other: they can't become one then."""
        return await self._database.read(lambda db: play_each_other(db, one, other))

    async def delete(self, player: int) -> bool:
        """Delete an account: name, keys, codes, settings and results. Its finished games stay without its name.

        Returns:
            Whether that was done; not while the player has an unfinished game.

        Raises:
            StorageError: It couldn't be stored.
        """
        return await self._database.write(lambda db: delete_account(db, player))

    async def _try_name(self, work: Callable[[Connection], Account], name: str) -> Account:
        def named(db: Connection) -> Account:
            try:
                return work(db)
            except IntegrityError:
                taken = _("The name {name}, or one very like it, is already taken.").format(name=name)
                raise NaishiError(taken) from None

        return await self._database.write(named)


def account_of(db: Connection, player: int) -> Account:
    """Return a player.

    Raises:
        NaishiError: There is none with this number.
    """
    row = db.execute(select(players).where(players.c.id == player)).first()
    if row is None:
        raise NaishiError(_("There is no such player."))
    return Account(row.id, row.name, row.named, row.code is not None)


def give_name(db: Connection, player: int, name: str) -> Account:
    """Give a player another name.

    Raises:
        NaishiError: The player is gone.
        IntegrityError: It is too much like somebody else's.
    """
    check_here(db, player)
    values = {"name": name, "name_key": skeleton(name), "named": True}
    db.execute(update(players).where(players.c.id == player).values(values))
    return account_of(db, player)


def _insert(db: Connection, name: str, now: float, *, named: bool, code: str | None) -> int:
    values = {
        "name": name,
        "name_key": skeleton(name),
        "named": named,
        "code": code,
        "created": now,
        "last_seen": now,
        "settings": NOTHING_CHOSEN,
    }
    return int(db.execute(insert(players).values(values)).inserted_primary_key[0])  # type: ignore[index]


def _free_name(db: Connection, name: str) -> str:
    """Return a drawn name that nobody has: this one, or another."""
    while db.execute(select(players.c.id).where(players.c.name_key == skeleton(name))).first() is not None:
        name = guest_name()
    return name


def guest_name() -> str:
    """Draw a name for somebody who hasn't chosen one."""
    return _("Guest {number}").format(number=secrets.randbelow(10**6))
