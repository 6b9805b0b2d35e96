"""Matches as they are stored: one row each, changed only by whoever has seen its newest revision."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from naishi.errors import NaishiError, SaveNotWrittenError
from naishi.game.game import Game
from naishi.game.record import HUMAN, GameRecord
from naishi.i18n import _
from naishi.server.codes import ALPHABET, as_typed, new_code
from naishi.server.database import Database
from naishi.server.match import Agreed, Match, MatchState, news_of
from naishi.server.schema import matches, players

LISTED = 50
"""How many matches a list shows."""


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
                .where(matches.c.id == match, matches.c.state == MatchState.OPEN)
                .values(
                    revision=matches.c.revision + 1,
                    seat_0=seats[0],
                    seat_1=seats[1],
                    **columns_of(game, Agreed()),
                    updated=self._clock(),
                )
            )
            if changed.rowcount != 1:
                raise NaishiError(_("Someone else has just joined this table."))

    def close_table(self, match: str, host: int) -> None:
        """Remove a table at which nobody has joined."""
        with self._database.transaction() as connection:
            connection.execute(
                delete(matches).where(matches.c.id == match, matches.c.host == host, matches.c.state == MatchState.OPEN)
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
        """List the matches of a player: where it is the player's turn, where something is new, and the others."""
        mine = or_(matches.c.host == player, matches.c.seat_0 == player, matches.c.seat_1 == player)
        turn = or_(
            and_(matches.c.turn == 0, matches.c.seat_0 == player), and_(matches.c.turn == 1, matches.c.seat_1 == player)
        )
        new = or_(_unseen(player, 0), _unseen(player, 1))
        urgency = case((turn, 0), (new, 1), (matches.c.state == MatchState.OVER, 3), else_=2)
        return self._list(mine, urgency, matches.c.updated.desc())

    def count_unfinished(self, player: int, *states: MatchState) -> int:
        """Count the tables and games of a player that aren't over, or those in some states."""
        mine = or_(matches.c.host == player, matches.c.seat_0 == player, matches.c.seat_1 == player)
        wanted = matches.c.state.in_(states or (MatchState.OPEN, MatchState.PLAYING))
        with self._database.transaction() as connection:
            return int(connection.execute(select(func.count()).where(mine, wanted)).scalar_one())

    def open_tables(self, player: int) -> Sequence[Match]:
        """List the public tables where somebody other than this player waits."""
        return self._list(
            and_(matches.c.state == MatchState.OPEN, matches.c.public, matches.c.host != player),
            matches.c.updated.desc(),
        )

    def to_watch(self, player: int) -> Sequence[Match]:
        """List the public games of others that go on."""
        others = and_(
            or_(matches.c.seat_0.is_(None), matches.c.seat_0 != player),
            or_(matches.c.seat_1.is_(None), matches.c.seat_1 != player),
        )
        return self._list(
            and_(matches.c.state == MatchState.PLAYING, matches.c.public, others), matches.c.updated.desc()
        )

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
        try:
            game = Game(GameRecord.model_validate_json(row.record))
        except ValueError:  # which would name cards
            raise NaishiError(_("This game is damaged. Please tell whoever runs this server.")) from None
        return game, Agreed.model_validate_json(row.agreed), row.revision

    def write(self, match: str, revision: int, game: Game, agreed: Agreed, here: Sequence[int] = ()) -> None:
        """Store a match on top of a revision; it is on disk when this returns.

        Args:
            match: Its id.
            revision: The one that was seen.
            game: The game as it is now.
            agreed: What the players have agreed on by now.
            here: The seats of players who see the change as it happens.

        Raises:
            SaveNotWrittenError: The row has another revision, or the disk refuses.
        """
        values = columns_of(game, agreed) | {"updated": self._clock()}
        for seat in here:
            values |= {f"seen_{seat}": values["actions"], f"told_{seat}": values["agreed"]}
        try:
            with self._database.transaction() as connection:
                changed = connection.execute(
                    update(matches)
                    .where(matches.c.id == match, matches.c.revision == revision)
                    .values(revision=revision + 1, **values)
                )
        except SQLAlchemyError as error:
            why = type(error).__name__
            raise SaveNotWrittenError(_("Not saved ({why}). Your next action tries again.").format(why=why)) from None
        if changed.rowcount != 1:
            raise SaveNotWrittenError(_("Not saved: this game was changed elsewhere. Leave it and come back."))

    def looked(self, match: str, seat: int) -> None:
        """Remember that the player at a seat has seen a match as it stands."""
        seen, told = _memory_of(seat)
        with self._database.transaction() as connection:
            connection.execute(
                update(matches)
                .where(matches.c.id == match, or_(seen != matches.c.actions, told.is_(None), told != matches.c.agreed))
                .values({seen: matches.c.actions, told: matches.c.agreed})
            )

    def check(self) -> tuple[int, list[str]]:
        """Replay every match; return how many there are, and the ids of those that can't be played on."""
        with self._database.transaction() as connection:
            rows = connection.execute(select(matches)).all()
        return len(rows), [row.id for row in rows if not _is_sound(row)]

    def _insert(self, host: int, public: bool, game: Game | None, seats: tuple[int | None, int | None]) -> Match:
        values: dict[str, Any] = {
            "id": "".join(secrets.choice(ALPHABET) for _letter in range(8)),
            "revision": 0,
            **columns_of(game, Agreed()),
            "host": host,
            "seat_0": seats[0],
            "seat_1": seats[1],
            "seen_0": 0,
            "seen_1": 0,
            "told_0": None,
            "told_1": None,
            "public": public,
            "invite": new_code(),
            "updated": self._clock(),
        }
        with self._database.transaction() as connection:
            connection.execute(insert(matches).values(values))
        return self.get(values["id"])

    def _list(self, where: ColumnElement[bool], *order: ColumnElement[Any]) -> list[Match]:
        first, second, host = players.alias(), players.alias(), players.alias()
        # A damaged record has no names, and must not spoil the list for everybody.
        record = case((func.json_valid(matches.c.record), matches.c.record))
        in_game = (func.json_extract(record, f"$.players[{seat}].name") for seat in (0, 1))
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


def _memory_of(seat: int) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """The columns of what the player at a seat has seen."""
    return (matches.c.seen_0, matches.c.told_0) if seat == 0 else (matches.c.seen_1, matches.c.told_1)


def _unseen(player: int, seat: int) -> ColumnElement[bool]:
    """Whether something has happened at a match since the player at a seat looked."""
    seen, told = _memory_of(seat)
    begun = and_(matches.c[f"seat_{seat}"] == player, matches.c.state != MatchState.OPEN)
    return and_(begun, or_(seen != matches.c.actions, told.is_(None), told != matches.c.agreed))


def _match(row: Any) -> Match:
    state, agreed = MatchState(row.state), Agreed.model_validate_json(row.agreed)
    told = [None if each is None else Agreed.model_validate_json(each) for each in (row.told_0, row.told_1)]
    first, second = (
        news_of(seat, state=state, agreed=agreed, agreed_before=told[seat], new_actions=row.actions - seen)
        for seat, seen in enumerate((row.seen_0, row.seen_1))
    )
    return Match(
        id=row.id,
        state=state,
        turn=row.turn,
        round=row.round,
        host=row.host,
        seats=(row.seat_0, row.seat_1),
        names=(row.name_0 or row.host_name, row.name_1 or ""),
        public=row.public,
        invite=row.invite,
        updated=row.updated,
        agreed=agreed,
        news=(first, second),
    )


def columns_of(game: Game | None, agreed: Agreed) -> dict[str, Any]:
    """Return the columns that say how a game stands, or that nobody has joined yet."""
    over = agreed.ended or (game is not None and game.outcome is not None)
    playing = MatchState.OVER if over else MatchState.PLAYING
    return {
        "record": None if game is None else game.record.model_dump_json(),
        "agreed": agreed.model_dump_json(),
        "state": MatchState.OPEN if game is None else playing,
        "turn": None if game is None or over else game.turn,
        "round": 0 if game is None else game.round,
        "actions": 0 if game is None else len(game.actions),
    }


def _is_sound(row: Any) -> bool:
    """Whether a match can be replayed, people sit where the game has people, and the columns say what the game does."""
    try:
        agreed, *_told = (
            Agreed.model_validate_json(each) for each in (row.agreed, row.told_0, row.told_1) if each is not None
        )
        game = None if row.record is None else Game(GameRecord.model_validate_json(row.record))
    except ValueError:
        return False
    people = [True, False] if game is None else [player.kind == HUMAN for player in game.players]
    columns = columns_of(game, agreed)
    said = all(getattr(row, name) == columns[name] for name in ("state", "turn", "round", "actions"))
    return said and [seat is not None for seat in (row.seat_0, row.seat_1)] == people
