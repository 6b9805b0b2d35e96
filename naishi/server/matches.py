"""Matches as they are stored: one row each, changed only by whoever has seen its newest revision."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from naishi.errors import NaishiError, SaveNotWrittenError
from naishi.game.game import Game
from naishi.game.record import GameRecord
from naishi.i18n import _
from naishi.server.codes import ALPHABET, as_typed, new_code
from naishi.server.database import Database
from naishi.server.schema import matches, players

LISTED = 50
"""How many matches a list shows."""


class State(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    """Somebody waits for an opponent."""
    PLAYING = "playing"
    OVER = "over"


class Agreed(BaseModel):
    """What the players have offered and agreed on, beside the actions of the game."""

    model_config = ConfigDict(frozen=True)

    draw: int | None = None
    """The seat that offers a draw."""
    take_back: int | None = None
    """The seat that asks to take its last turn back."""
    resigned: int | None = None
    """The seat that has resigned."""
    drawn: bool = False
    """Whether both agreed on a draw."""
    rematch: int | None = None
    """The seat that asks for a rematch."""
    next: str | None = None
    """The match that followed."""

    @property
    def ended(self) -> bool:
        """Whether the players ended the game before its end."""
        return self.drawn or self.resigned is not None


@dataclass(frozen=True, slots=True)
class Match:
    """A match as the lobby lists it; nothing in it is hidden from anybody who may watch."""

    id: str
    state: State
    turn: int | None
    """The seat to act."""
    round: int
    host: int
    """The player who made the table."""
    seats: tuple[int | None, int | None]
    """The players; None for a bot, or while nobody has joined."""
    names: tuple[str, str]
    """Their names; the second is empty while nobody has joined."""
    public: bool
    invite: str
    """The word by which others join and watch; for the players."""
    updated: float
    agreed: Agreed
    news: tuple[bool, bool] = (False, False)
    """By seat, whether something has happened since its player looked last."""

    def seat_of(self, player: int) -> int | None:
        """Return the seat of a player; None for everybody else."""
        return next((seat for seat in (0, 1) if self.seats[seat] == player), None)

    def is_turn_of(self, player: int) -> bool:
        """Return whether a player is to act."""
        return self.state is State.PLAYING and self.turn is not None and self.seats[self.turn] == player


class Matches:
    """The matches in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def open_table(self, host: int, *, public: bool) -> Match:
        """Make a table at which a player waits for an opponent."""
        return self._insert(host, public, None, (host, None))

    def start(self, host: int, game: Game, seats: tuple[int | None, int | None], *, public: bool) -> Match:
        """Begin a match whose players are known."""
        return self._insert(host, public, game, seats)

    def fill(self, match: str, game: Game, seats: tuple[int | None, int | None]) -> None:
        """Begin the game at a table.

        Raises:
            NaishiError: Somebody else has just sat down there.
        """
        with self._database.transaction() as connection:
            changed = connection.execute(
                update(matches)
                .where(matches.c.id == match, matches.c.state == State.OPEN)
                .values(
                    revision=matches.c.revision + 1, seat_0=seats[0], seat_1=seats[1], **self._values(game, Agreed())
                )
            )
            if changed.rowcount != 1:
                raise NaishiError(_("Someone else has just joined this table."))

    def close_table(self, match: str, host: int) -> None:
        """Remove a table at which nobody has joined."""
        with self._database.transaction() as connection:
            connection.execute(
                delete(matches).where(matches.c.id == match, matches.c.host == host, matches.c.state == State.OPEN)
            )

    def get(self, match: str) -> Match:
        """Return a match.

        Raises:
            NaishiError: There is none with this id.
        """
        found = self._list(matches.c.id == match)
        if not found:
            raise NaishiError(_("There is no such game."))
        return found[0]

    def find(self, word: str) -> Match | None:
        """Find a match by its word: its id where it is public, else the word of its invitation."""
        code, by_id = as_typed(word), word.strip().casefold()[:32]
        found = self._list(and_(matches.c.id == by_id, matches.c.public))
        if found:
            return found[0]
        with self._database.transaction() as connection:
            invites = connection.execute(
                select(matches.c.id, matches.c.invite).where(matches.c.public.is_(False))
            ).all()
        same = [each for each, invite in invites if hmac.compare_digest(invite.encode(), code.encode())]
        return self.get(same[0]) if same else None

    def of(self, player: int) -> Sequence[Match]:
        """List the matches of a player: first where it is the player's turn, then the others that go on."""
        mine = or_(matches.c.host == player, matches.c.seat_0 == player, matches.c.seat_1 == player)
        turn = or_(
            and_(matches.c.turn == 0, matches.c.seat_0 == player), and_(matches.c.turn == 1, matches.c.seat_1 == player)
        )
        urgency = case((matches.c.state == State.OVER, 2), (turn, 0), else_=1)
        return self._list(mine, urgency, matches.c.updated.desc())

    def open_tables(self, player: int) -> Sequence[Match]:
        """List the public tables where somebody other than this player waits."""
        return self._list(
            and_(matches.c.state == State.OPEN, matches.c.public, matches.c.host != player), matches.c.updated.desc()
        )

    def to_watch(self, player: int) -> Sequence[Match]:
        """List the public games of others that go on."""
        others = and_(
            or_(matches.c.seat_0.is_(None), matches.c.seat_0 != player),
            or_(matches.c.seat_1.is_(None), matches.c.seat_1 != player),
        )
        return self._list(and_(matches.c.state == State.PLAYING, matches.c.public, others), matches.c.updated.desc())

    def load(self, match: str) -> tuple[Game, Agreed, int]:
        """Return the game of a match, what the players have agreed on, and the revision.

        Raises:
            NaishiError: It has not begun.
        """
        with self._database.transaction() as connection:
            row = connection.execute(
                select(matches.c.record, matches.c.agreed, matches.c.revision).where(matches.c.id == match)
            ).first()
        if row is None or row.record is None:
            raise NaishiError(_("There is no such game."))
        game = Game(GameRecord.model_validate_json(row.record))
        return game, Agreed.model_validate_json(row.agreed), row.revision

    def write(self, match: str, revision: int, game: Game, agreed: Agreed) -> None:
        """Store a match on top of a revision; it is on disk when this returns.

        Raises:
            SaveNotWrittenError: The row has another revision, or the disk refuses.
        """
        try:
            with self._database.transaction() as connection:
                changed = connection.execute(
                    update(matches)
                    .where(matches.c.id == match, matches.c.revision == revision)
                    .values(revision=revision + 1, **self._values(game, agreed))
                )
        except SQLAlchemyError as error:
            why = type(error).__name__
            raise SaveNotWrittenError(_("Not saved ({why}). Your next action tries again.").format(why=why)) from None
        if changed.rowcount != 1:
            raise SaveNotWrittenError(_("Not saved: this game was changed elsewhere. Leave it and come back."))

    def seen(self, match: str, seat: int, actions: int) -> None:
        """Remember how many actions the player at a seat has seen."""
        column = matches.c.seen_0 if seat == 0 else matches.c.seen_1
        with self._database.transaction() as connection:
            connection.execute(
                update(matches).where(matches.c.id == match, column != actions).values({column: actions})
            )

    def seen_by(self, match: str, seat: int) -> int:
        """Return how many actions the player at a seat has seen."""
        column = matches.c.seen_0 if seat == 0 else matches.c.seen_1
        with self._database.transaction() as connection:
            return int(connection.execute(select(column).where(matches.c.id == match)).scalar_one())

    def check(self) -> tuple[int, list[str]]:
        """Replay every match; return how many there are, and the ids of those that can't be played on."""
        with self._database.transaction() as connection:
            rows = connection.execute(select(matches.c.id, matches.c.record, matches.c.state, matches.c.turn)).all()
        return len(rows), [row.id for row in rows if not _is_sound(row)]

    def _values(self, game: Game, agreed: Agreed) -> dict[str, Any]:
        over = agreed.ended or game.outcome is not None
        return {
            "record": game.record.model_dump_json(),
            "agreed": agreed.model_dump_json(),
            "state": State.OVER if over else State.PLAYING,
            "turn": None if over else game.turn,
            "round": game.round,
            "actions": len(game.actions),
            "updated": self._clock(),
        }

    def _insert(self, host: int, public: bool, game: Game | None, seats: tuple[int | None, int | None]) -> Match:
        values: dict[str, Any] = {
            "id": "".join(secrets.choice(ALPHABET) for _letter in range(8)),
            "revision": 0,
            "record": None,
            "agreed": Agreed().model_dump_json(),
            "state": State.OPEN,
            "turn": None,
            "round": 0,
            "actions": 0,
            "host": host,
            "seat_0": seats[0],
            "seat_1": seats[1],
            "seen_0": 0,
            "seen_1": 0,
            "public": public,
            "invite": new_code(),
            "updated": self._clock(),
        }
        if game is not None:
            values |= self._values(game, Agreed())
        with self._database.transaction() as connection:
            connection.execute(insert(matches).values(values))
        return self.get(values["id"])

    def _list(self, where: ColumnElement[bool], *order: ColumnElement[Any]) -> list[Match]:
        first, second, host = players.alias(), players.alias(), players.alias()
        in_game = (func.json_extract(matches.c.record, f"$.players[{seat}].name") for seat in (0, 1))
        listed = [column for column in matches.c if column is not matches.c.record]  # it has the Hands in it
        names = (func.coalesce(each.c.name, name) for each, name in zip((first, second), in_game, strict=True))
        query = (
            select(*listed, host.c.name.label("host_name"), *(name.label(f"name_{i}") for i, name in enumerate(names)))
            .join(host, matches.c.host == host.c.id)
            .outerjoin(first, matches.c.seat_0 == first.c.id)
            .outerjoin(second, matches.c.seat_1 == second.c.id)
            .where(where)
            .order_by(*order)
            .limit(LISTED)
        )
        with self._database.transaction() as connection:
            return [_match(row) for row in connection.execute(query)]


def _match(row: Any) -> Match:
    return Match(
        id=row.id,
        state=State(row.state),
        turn=row.turn,
        round=row.round,
        host=row.host,
        seats=(row.seat_0, row.seat_1),
        names=(row.name_0 or row.host_name, row.name_1 or ""),
        public=row.public,
        invite=row.invite,
        updated=row.updated,
        agreed=Agreed.model_validate_json(row.agreed),
        news=(row.seen_0 != row.actions, row.seen_1 != row.actions),
    )


def _is_sound(row: Any) -> bool:
    if row.record is None:
        return bool(row.state == State.OPEN)
    try:
        game = Game(GameRecord.model_validate_json(row.record))
    except ValueError:
        return False
    return bool(row.state == State.OVER or row.turn == game.turn)
