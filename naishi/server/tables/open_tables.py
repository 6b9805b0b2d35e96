"""Stored open tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, and_, bindparam, delete, insert, update

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.merging import stand_up
from naishi.server.database.database import Database
from naishi.server.database.schema import challenges, matches, seats
from naishi.server.match import listing
from naishi.server.match.clock import Clock, Time, is_live
from naishi.server.match.clock_store import control_of, store_clock
from naishi.server.match.deals import DealSecret, add_secret, find_secret, give_word, take_secret
from naishi.server.match.match import PLAIN, Match, MatchStage, Terms
from naishi.server.match.match_lists import all_matches, match_by
from naishi.server.match.rows import NAISHI
from naishi.server.match.store import begin_clock, check_players, marked
from naishi.server.match.storing import Players, begin_game, insert_table, seat_players
from naishi.server.presence.account import check_here
from naishi.server.tables.challenges import table_between
from naishi.tabletop.commitments import commitment_to
from naishi.tabletop.game import Game


class TableError(NaishiError):
    """A table isn't what somebody took it for any more."""


class CrossedError(TableError):
    """Two players challenge each other: one of them waits already."""

    def __init__(self, match: str) -> None:
        super().__init__(_("They have challenged you already."))
        self.match = match
        """The table at which the other one waits."""


SeatedDeal = Callable[[Sequence[tuple[int, str]]], tuple[Game, Players]]
"""Makes a game for those who sit at a table, given by account and name, and says by seat who plays."""

_SIT = update(seats).where(seats.c.match == bindparam("the_match"), seats.c.seat == bindparam("the_seat"))
_TOUCH = update(matches).where(matches.c.id == bindparam("the_match")).values(revision=matches.c.revision + 1)


class OpenTables:
    """The open tables in the database."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock

    async def open(self, host: int, terms: Terms = PLAIN, *, public: bool, challenged: int | None = None) -> Match:
        """Make a table at which a player waits for an opponent, or for one whom they challenge.

        Raises:
            CrossedError: That one waits for the player already.
        """

        def make(db: Connection) -> Match:
            check_here(db, host)
            if challenged is not None and (crossed := table_between(db, challenged, host)):
                raise CrossedError(crossed)
            match = insert_table(db, host, terms, self._clock(), public=public)
            if terms.control:
                store_clock(db, match, Clock(terms.control, (Time(),) * terms.places), ())
            if terms.game == NAISHI:
                add_secret(db, match)
            if challenged is not None:
                check_here(db, challenged)
                db.execute(insert(challenges).values(match=match, player=challenged))
            return marked(db, match, rated=terms.rated)

        return await self._database.write(make)

    async def commitment(self, match: str) -> str:
        """Return the commitment to the secret that the deal of an open table is drawn from.

        Raises:
            NaishiError: Nobody has committed to one: the game has begun, or the table is gone or from before.
        """
        found = await self._database.read(lambda db: find_secret(db, match))
        if found is None:
            raise NaishiError(_("This table has no secret to draw the deal from."))
        return commitment_to(found.secret)

    async def give_word(self, match: str, host: int, word: str) -> None:
        """Keep the word that whoever waits at a table adds to the deal.

        Raises:
            NaishiError: The table isn't theirs, or not open any more.
        """
        if not await self._database.write(lambda db: give_word(db, match, host, word)):
            raise table_is_gone()

    async def fill(self, match: str, deal: Callable[[DealSecret | None], tuple[Game, Players]]) -> Match:
        """Begin the game at a table.

        Args:
            match: The id of the table.
            deal: Deals, from the secret if there is one, and says who sits where.

        Raises:
            NaishiError: Somebody else has just sat down there, or it was closed.
        """

        def fill(db: Connection) -> Match:
            game, players = deal(take_secret(db, match))
            if not begin_game(db, match, game, self._clock()):
                raise table_is_gone()
            check_players(db, players)
            db.execute(delete(challenges).where(challenges.c.match == match))  # it was answered
            seat_players(db, match, game, players)
            begin_clock(db, match, game, players, control_of(db, match), self._clock())
            return match_by(db, listing.BY_ID, {"id": match})

        return await self._database.write(fill)

    async def sit(self, match: str, player: int, deal: SeatedDeal) -> Match:
        """Give a player the next empty seat of a table; with the last one, the game begins.

        Args:
            match: The id of the table.
            player: Who sits down; nothing changes if they sit there already.
            deal: Makes the game once all sit.

        Raises:
            NaishiError: The table is full or gone, or the player is.
        """

        def sit(db: Connection) -> Match:
            table = _open_table(db, match)
            if player in table.seats:
                return table
            check_here(db, player)
            if not table.empty:
                raise table_is_gone()
            db.execute(_SIT, {"the_match": match, "the_seat": table.empty[0], "player": player})
            self._touch(db, match)
            table = _open_table(db, match)
            return table if table.empty else self._begin(db, table, deal)

        return await self._database.write(sit)

    async def stand_up(self, match: str, player: int) -> Match:
        """Free the seat of a player at somebody else's table where the game has not begun.

        Raises:
            NaishiError: It has, or the player has no seat there.
        """

        def stand(db: Connection) -> Match:
            if not stand_up(db, player, match):
                raise TableError(_("You have no seat at this table that you could leave."))
            self._touch(db, match)
            return _open_table(db, match)

        return await self._database.write(stand)

    async def begin(self, match: str, deal: SeatedDeal) -> Match:
        """Begin the game at a table with those who sit there, and whoever `deal` seats besides.

        Raises:
            NaishiError: It has begun, or the table is gone.
        """
        return await self._database.write(lambda db: self._begin(db, _open_table(db, match), deal))

    def _begin(self, db: Connection, table: Match, deal: SeatedDeal) -> Match:
        sit = [(player, name) for player, name in zip(table.seats, table.names, strict=True) if player is not None]
        game, players = deal(sit)
        check_players(db, players)
        if not begin_game(db, table.id, game, self._clock()):
            raise table_is_gone()
        db.execute(delete(challenges).where(challenges.c.match == table.id))  # it was answered
        store_clock(db, table.id, None, ())  # there may be fewer seats now
        seat_players(db, table.id, game, players)
        begin_clock(db, table.id, game, players, table.control, self._clock())
        return match_by(db, listing.BY_ID, {"id": table.id})

    def _touch(self, db: Connection, match: str) -> None:
        db.execute(_TOUCH, {"the_match": match, "updated": self._clock()})

    async def of(self, host: int) -> Sequence[Match]:
        """Return all tables at which a player waits."""
        return await self._database.read(lambda db: all_matches(db, listing.OPEN_OF_HOST, {"host": host}))

    async def live_of(self, host: int) -> Sequence[Match]:
        """Return a player's tables with a clock of minutes that were made for everybody, or for one player."""

        def find(db: Connection) -> list[Match]:
            own = [match for match in all_matches(db, listing.OPEN_OF_HOST, {"host": host}) if is_live(match.control)]
            return [match for match in own if match.public or match.challenged is not None]

        return await self._database.read(find)

    async def live_seats_of(self, player: int) -> Sequence[Match]:
        """Return the tables of others with a clock of minutes at which a player sits."""

        def find(db: Connection) -> list[Match]:
            found = all_matches(db, listing.OPEN_OF_GUEST, {"player": player})
            return [match for match in found if is_live(match.control)]

        return await self._database.read(find)

    async def close(self, match: str, host: int) -> bool:
        """Remove a host's table where no game has begun; return whether it was still there."""
        own = and_(matches.c.id == match, matches.c.host == host, matches.c.state == MatchStage.OPEN)
        return bool(await self._database.write(lambda db: db.execute(delete(matches).where(own)).rowcount))


def _open_table(db: Connection, match: str) -> Match:
    """Return a table where the game has not begun.

    Raises:
        NaishiError: It has, or the table is gone.
    """
    found = all_matches(db, listing.BY_ID, {"id": match})
    if not found or found[0].state is not MatchStage.OPEN:
        raise table_is_gone()
    return found[0]


def table_is_gone() -> TableError:
    """Return the error that says that nobody waits at a table any more."""
    return TableError(_("This table is gone: it was closed, or someone else has just joined."))
