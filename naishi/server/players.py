"""Who plays here: accounts by their keys, and guests by their codes."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from naishi.errors import NaishiError, SaveNotWrittenError
from naishi.i18n import _
from naishi.server.codes import as_typed, hashed, new_code
from naishi.server.database import Database
from naishi.server.match import MatchState
from naishi.server.names import checked_name, skeleton
from naishi.server.schema import keys, link_codes, matches, players

NOTHING_CHOSEN = "{}"
"""The settings of somebody who has changed none."""

LINK_TIME = 600.0
"""Seconds in which a code links a key."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player of the server."""

    id: int
    name: str
    named: bool
    """Whether the person chose the name."""
    guest: bool
    """Whether no key belongs to the player, only a code."""


class Players:
    """The players in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def of_key(self, fingerprint: str) -> Account:
        """Return the player whose public key this is, a new one on the first visit.

        Args:
            fingerprint: Of a key whose owner has just signed with it, never of one that was merely offered.
        """
        with self._database.transaction() as connection:
            found = connection.execute(select(keys.c.player).where(keys.c.fingerprint == fingerprint)).scalar()
            if found is None:
                found = self._add(connection, code=None)
                connection.execute(insert(keys).values(fingerprint=fingerprint, player=found))
            return self._arrived(connection, found)

    def new_guest(self) -> tuple[Account, str]:
        """Add a guest; return it, and the code by which the person can come back. The code is not stored."""
        code = new_code()
        with self._database.transaction() as connection:
            return self._account(connection, self._add(connection, hashed(code))), code

    def get(self, player: int) -> Account:
        """Return a player.

        Raises:
            NaishiError: There is none with this number.
        """
        with self._database.transaction() as connection:
            return self._account(connection, player)

    def settings(self, player: int) -> dict[str, Any]:
        """Return the settings that a player has chosen, unchecked."""
        with self._database.transaction() as connection:
            text = connection.execute(select(players.c.settings).where(players.c.id == player)).scalar_one()
        return dict(json.loads(text))

    def choose(self, player: int, name: str, value: object) -> None:
        """Keep the value of one setting with a player.

        Raises:
            SaveNotWrittenError: It couldn't be stored.
        """
        try:
            chosen = {**self.settings(player), name: value}
            with self._database.transaction() as connection:
                connection.execute(
                    update(players).where(players.c.id == player).values(settings=json.dumps(chosen, sort_keys=True))
                )
        except SQLAlchemyError as error:
            raise SaveNotWrittenError(_("Not saved ({why}).").format(why=type(error).__name__)) from None

    def rename(self, player: int, name: str) -> Account:
        """Give a player another name.

        Raises:
            NaishiError: It can't be used, or is too much like somebody else's.
        """
        clean = checked_name(name)
        try:
            with self._database.transaction() as connection:
                values = {"name": clean, "name_key": skeleton(clean), "named": True}
                connection.execute(update(players).where(players.c.id == player).values(values))
                return self._account(connection, player)
        except IntegrityError:
            raise NaishiError(_("The name {name}, or one very like it, is already taken.").format(name=clean)) from None

    def link_code(self, player: int) -> str:
        """Return a code that adds one more key to a player within ten minutes; older ones of the player are void."""
        code = new_code()
        with self._database.transaction() as connection:
            connection.execute(delete(link_codes).where(link_codes.c.player == player))
            connection.execute(
                insert(link_codes).values(code=hashed(code), player=player, expires=self._clock() + LINK_TIME)
            )
        return code

    def use_code(self, code: str, player: int, fingerprint: str | None) -> Account | None:
        """Use a code: come back as a guest, claim a guest's games, or add a key to an account.

        Args:
            code: As it was typed.
            player: Who has come with it.
            fingerprint: The key that this person has signed with; None for a guest.

        Returns:
            Who the person is from now on; None where the code is wrong.

        Raises:
            NaishiError: It would give both seats of a game to one player.
        """
        digest = hashed(as_typed(code))
        with self._database.transaction() as connection:
            linked = connection.execute(
                select(link_codes.c.player).where(link_codes.c.code == digest, link_codes.c.expires > self._clock())
            ).scalar()
            if linked is not None and fingerprint is not None:
                connection.execute(delete(link_codes).where(link_codes.c.code == digest))
                connection.execute(update(keys).where(keys.c.player == player).values(player=linked))
                self._hand_over_games(connection, player, linked)
                return self._account(connection, linked)
            guest = connection.execute(select(players.c.id).where(players.c.code == digest)).scalar()
            if guest is None:
                return None
            if fingerprint is None:
                return self._arrived(connection, guest)
            self._hand_over_games(connection, guest, player)
            connection.execute(update(players).where(players.c.id == guest).values(code=None))
            return self._account(connection, player)

    def forget_guest(self, player: int) -> None:
        """Remove a guest who has neither a game nor a name nor settings, and so nothing to come back for."""
        games = select(matches.c.id).where(
            or_(matches.c.host == player, matches.c.seat_0 == player, matches.c.seat_1 == player)
        )
        nameless = and_(
            players.c.id == player,
            players.c.code.is_not(None),
            players.c.named.is_(False),
            players.c.settings == NOTHING_CHOSEN,
        )
        with self._database.transaction() as connection:
            connection.execute(delete(players).where(nameless, not_(games.exists())))

    def _hand_over_games(self, connection: Connection, before: int, now: int) -> None:
        """Give all games of a player to another one.

        Raises:
            NaishiError: The two play each other: nobody could go on with that game from both seats.
        """
        if before == now:
            return
        each_other = select(matches.c.id).where(
            or_(
                and_(matches.c.seat_0 == before, matches.c.seat_1 == now),
                and_(matches.c.seat_0 == now, matches.c.seat_1 == before),
            ),
            matches.c.state == MatchState.PLAYING,
        )
        if connection.execute(each_other).first() is not None:
            raise NaishiError(_("These two are playing each other; finish that game first."))
        for column in (matches.c.host, matches.c.seat_0, matches.c.seat_1):
            connection.execute(update(matches).where(column == before).values({column: now}))

    def _add(self, connection: Connection, code: str | None) -> int:
        """Add a player with a name that nobody has."""
        while True:
            name = _("Guest {number}").format(number=secrets.randbelow(10**6))
            if connection.execute(select(players.c.id).where(players.c.name_key == skeleton(name))).first() is None:
                break
        now = self._clock()
        result = connection.execute(
            insert(players).values(
                name=name,
                name_key=skeleton(name),
                named=False,
                code=code,
                created=now,
                came=now,
                settings=NOTHING_CHOSEN,
            )
        )
        return int(result.inserted_primary_key[0])  # type: ignore[index]

    def _arrived(self, connection: Connection, player: int) -> Account:
        connection.execute(update(players).where(players.c.id == player).values(came=self._clock()))
        return self._account(connection, player)

    def _account(self, connection: Connection, player: int) -> Account:
        row = connection.execute(select(players).where(players.c.id == player)).first()
        if row is None:
            raise NaishiError(_("There is no such player."))
        return Account(row.id, row.name, row.named, row.code is not None)
