"""Account codes: guest return, new keys, recovery."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, insert, select, update

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.merging import give_key, keys_with, merge
from naishi.server.accounts.players import account_of
from naishi.server.database.codes import CodeKind, hashed, new_code
from naishi.server.database.database import Database
from naishi.server.database.schema import keys, link_codes, players
from naishi.server.presence.account import Account, check_here

LINK_TIME = 600.0
"""Seconds in which a code can be used to ask for a key to be added."""


class AccountCodes:
    """The codes of the players in the database; only hashes of them are stored."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def link_code(self, player: int) -> str:
        """Return a code by which somebody can ask, once and within ten minutes, to have a key added to a player.

        Older ones of the player are void.

        Raises:
            StorageError: It couldn't be stored.
        """
        code = new_code(CodeKind.LINK)

        def replace(db: Connection) -> None:
            check_here(db, player)
            db.execute(delete(link_codes).where(link_codes.c.player == player))
            expires = self._clock() + LINK_TIME
            db.execute(insert(link_codes).values(code=hashed(code), player=player, expires=expires))

        await self._database.write(replace)
        return code

    async def withdraw_link_code(self, player: int) -> bool:
        """Make the code void by which a key can be added to a player; return whether there was one.

        Raises:
            StorageError: It couldn't be stored.
        """

        def withdraw(db: Connection) -> bool:
            good = and_(link_codes.c.player == player, link_codes.c.expires > self._clock())
            return bool(db.execute(delete(link_codes).where(good)).rowcount)

        return await self._database.write(withdraw)

    async def has_link_code(self, player: int) -> bool:
        """Return whether there is a code now by which a key can be added to a player."""
        good = and_(link_codes.c.player == player, link_codes.c.expires > self._clock())
        return await self._database.read(
            lambda db: db.execute(select(link_codes.c.player).where(good)).first() is not None
        )

    async def take_link_code(self, code: str) -> Account:
        """Use a link code up; return whose it was.

        Raises:
            NaishiError: It is wrong or has expired.
            StorageError: It couldn't be stored.
        """

        def take(db: Connection) -> Account:
            owner = self._owner(db, CodeKind.LINK, code)
            db.execute(delete(link_codes).where(link_codes.c.code == hashed(code)))
            return account_of(db, owner)

        return await self._database.write(take)

    async def recovery_code(self, player: int) -> str:
        """Return a code by which the player gets the account back without a key; the one before is void.

        Raises:
            StorageError: It couldn't be stored.
        """
        code = new_code(CodeKind.RECOVERY)

        def replace(db: Connection) -> None:
            check_here(db, player)
            db.execute(update(players).where(players.c.id == player).values(recovery=hashed(code)))

        await self._database.write(replace)
        return code

    async def has_recovery_code(self, player: int) -> bool:
        """Return whether a recovery code was made for a player, and is still good."""
        made = select(players.c.recovery).where(players.c.id == player)
        return await self._database.read(lambda db: db.execute(made).scalar() is not None)

    async def of_code(self, kind: CodeKind, code: str) -> Account | None:
        """Return whom a code belongs to; None where it is wrong or has expired. Nothing is changed."""

        def find(db: Connection) -> Account | None:
            player = db.execute(self._whose(kind, code)).scalar()
            return None if player is None else account_of(db, player)

        return await self._database.read(find)

    async def link(self, player: int, fingerprint: str, shown: Collection[str], name: str = "") -> Account:
        """Give a key to a player, together with all games and other keys of the player who had it so far.

        Args:
            player: Who gets it.
            fingerprint: The key.
            shown: All keys that this gives to the player, as the player has seen and allowed it.
            name: What a key that nobody had is called.

        Raises:
            NaishiError: There are other keys by now; or it would give both seats of a game to one player.
            StorageError: It couldn't be stored.
        """

        def link(db: Connection) -> Account:
            check_here(db, player)
            if frozenset(shown) != keys_with(db, fingerprint):
                raise NaishiError(_("This request is no longer open."))
            give_key(db, fingerprint, player, self._clock(), name)
            return account_of(db, player)

        return await self._database.write(link)

    async def come_back(self, code: str) -> Account:
        """Return the guest of a code, who has just come.

        Raises:
            NaishiError: The code is wrong or has expired.
            StorageError: It couldn't be stored.
        """

        def come_back(db: Connection) -> Account:
            player = self._owner(db, CodeKind.GUEST, code)
            db.execute(update(players).where(players.c.id == player).values(last_seen=self._clock()))
            return account_of(db, player)

        return await self._database.write(come_back)

    async def claim(self, code: str, player: int) -> Account:
        """Give all games of a guest to a player; the guest's code is void.

        Raises:
            NaishiError: The code is wrong or has expired; or both seats of a game would belong to one player.
            StorageError: It couldn't be stored.
        """

        def claim(db: Connection) -> Account:
            check_here(db, player)
            merge(db, self._owner(db, CodeKind.GUEST, code), player)
            return account_of(db, player)

        return await self._database.write(claim)

    async def recover(self, code: str, fingerprint: str) -> tuple[Account, str]:
        """Give an account back whose keys are lost: all of them are removed, and codes that add keys are void.

        Args:
            code: The recovery code.
            fingerprint: A key of whoever gets the account; whatever its player has goes there, too.

        Returns:
            The player, and the next recovery code: each is good once.

        Raises:
            NaishiError: The code is wrong; or both seats of a game would belong to one player.
            StorageError: It couldn't be stored.
        """
        following = new_code(CodeKind.RECOVERY)

        def recover(db: Connection) -> Account:
            player = self._owner(db, CodeKind.RECOVERY, code)
            db.execute(delete(keys).where(keys.c.player == player, keys.c.fingerprint != fingerprint))
            db.execute(delete(link_codes).where(link_codes.c.player == player))
            db.execute(update(players).where(players.c.id == player).values(recovery=hashed(following)))
            give_key(db, fingerprint, player, self._clock())
            return account_of(db, player)

        return await self._database.write(recover), following

    def _whose(self, kind: CodeKind, code: str) -> Select[Any]:
        if kind is CodeKind.LINK:
            good = and_(link_codes.c.code == hashed(code), link_codes.c.expires > self._clock())
            return select(link_codes.c.player).where(good)
        column = players.c.code if kind is CodeKind.GUEST else players.c.recovery
        return select(players.c.id).where(column == hashed(code))

    def _owner(self, db: Connection, kind: CodeKind, code: str) -> int:
        """Return whom a code belongs to.

        Raises:
            NaishiError: It is wrong or has expired.
        """
        player: int | None = db.execute(self._whose(kind, code)).scalar()
        if player is None:
            raise NaishiError(wrong_code())
        return player


def wrong_code() -> str:
    """Return what is said of a code that does nothing."""
    return _("This code is wrong or has expired.")
