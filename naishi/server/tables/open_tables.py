"""Stored open tables."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.i18n import NaishiError, _
from naishi.server.accounts.players import stand_up
from naishi.server.database.database import Database
from naishi.server.database.schema import blocked_players, challenges, matches, players, seats
from naishi.server.match import match_lists
from naishi.server.match.clock import Clock, Time, is_live, store_clock
from naishi.server.match.match import (
    NAISHI,
    PLAIN,
    DealSecret,
    Match,
    MatchStage,
    Terms,
    add_secret,
    find_secret,
    give_word,
    take_secret,
)
from naishi.server.match.match_lists import all_matches, find_match
from naishi.server.match.store import begin_clock, check_players, mark_rated
from naishi.server.match.storing import Players, begin_game, insert_table, seat_players
from naishi.server.presence.presence import Account, check_here
from naishi.tabletop.chance import commitment_to
from naishi.tabletop.game import Game

_BLOCKS = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_BLOCKED_PLAYERS = select(blocked_players.c.blocked).where(blocked_players.c.player == bindparam("player"))
_BETWEEN = (
    select(matches.c.id)
    .join(challenges, challenges.c.match == matches.c.id)
    .where(
        challenges.c.player == bindparam("challenged"),
        matches.c.host == bindparam("host"),
        matches.c.state == MatchStage.OPEN,
    )
)


def table_between(db: Connection, host: int, challenged: int) -> str | None:
    """Return the table at which a player waits for another one; None for none."""
    return db.execute(_BETWEEN, {"host": host, "challenged": challenged}).scalar()


MOST_BLOCKED = 200
"""Whom one player can block."""


class Challenging:
    """Who may challenge whom, and who has blocked whom.

    Args:
        stale: Called with the players whose lists are others now.
    """

    def __init__(self, database: Database, stale: Callable[[Sequence[int | None]], None]) -> None:
        self._database, self._stale = database, stale

    async def to(self, player: Account) -> Sequence[Match]:
        asked = {"player": player.id}
        return await self._database.read(lambda db: all_matches(db, match_lists.CHALLENGES, asked))

    async def check(self, host: Account, other: Account, *, rated: bool) -> None:
        """Make sure that a player may challenge another one. Raises NaishiError: they may not; the text says why."""
        name = other.name
        if other.id == host.id:
            raise NaishiError(_("This is yourself; someone else has to play you."))
        if await self.blocks(other, host):
            raise NaishiError(_("{name} can't be challenged by you.").format(name=name))
        if await self.blocks(host, other):
            raise NaishiError(_("You have blocked {name}; unblock them first.").format(name=name))
        if rated and other.guest:
            raise NaishiError(_("{name} is a guest, and rated games are for players with a key.").format(name=name))
        if await self._database.read(lambda db: table_between(db, host.id, other.id)) is not None:
            raise NaishiError(_("You have challenged {name} already; wait for the answer.").format(name=name))

    async def check_join(self, match: Match, player: Account) -> None:
        """Make sure that a player may sit down at a table.

        Raises NaishiError: it was made for someone else, or by someone who doesn't want to play them.
        """
        if match.challenged not in {None, player.id}:
            raise NaishiError(_("This table waits for {name}.").format(name=match.challenged_name))
        sit = {match.host, *match.seats} - {None, player.id}
        if any([await self.has_blocked(each, player.id) for each in sit if each is not None]):
            raise NaishiError(_("You can't sit down at this table."))

    async def decline(self, match: Match, player: Account) -> None:
        theirs = select(challenges.c.match).where(challenges.c.match == match.id, challenges.c.player == player.id)
        gone = and_(matches.c.id.in_(theirs), matches.c.state == MatchStage.OPEN)
        await self._database.write(lambda db: db.execute(delete(matches).where(gone)))
        self._stale((match.host, player.id))

    async def blocked_by(self, player: Account) -> Sequence[str]:
        theirs = select(players.c.name).join(blocked_players, blocked_players.c.blocked == players.c.id)
        theirs = theirs.where(blocked_players.c.player == player.id).order_by(players.c.name)
        return await self._database.read(lambda db: db.execute(theirs).scalars().all())

    async def blocked_players(self, player: Account) -> frozenset[int]:
        if not player.stored:
            return frozenset()
        asked = {"player": player.id}
        return await self._database.read(lambda db: frozenset(db.execute(_BLOCKED_PLAYERS, asked).scalars()))

    async def blocks(self, player: Account, other: Account) -> bool:
        return await self.has_blocked(player.id, other.id)

    async def has_blocked(self, player: int, other: int) -> bool:
        """Return whether a player has blocked another one; both by their numbers."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_BLOCKS, asked).first() is not None)

    async def block(self, player: Account, other: Account) -> None:
        """Have a player hear no more of another one; drop their challenge. Raises NaishiError: see `check_block`."""
        await self.check_block(player, other)

        def block(db: Connection) -> None:
            db.execute(insert_or(blocked_players).on_conflict_do_nothing(), {"player": player.id, "blocked": other.id})
            open_ones = db.execute(_BETWEEN, {"host": other.id, "challenged": player.id}).scalars().all()
            if open_ones:
                db.execute(delete(matches).where(matches.c.id.in_(open_ones)))

        await self._database.write(block)
        self._stale((player.id, other.id))

    async def check_block(self, player: Account, other: Account) -> None:
        """Make sure that a player may block another one.

        Raises NaishiError: it is the player, or there are too many.
        """
        if other.id == player.id:
            raise NaishiError(_("This is yourself."))
        if len(await self.blocked_by(player)) >= MOST_BLOCKED:
            raise NaishiError(_("You block too many players already; unblock one first."))

    async def unblock(self, player: Account, other: Account) -> None:
        pair = and_(blocked_players.c.player == player.id, blocked_players.c.blocked == other.id)
        await self._database.write(lambda db: db.execute(delete(blocked_players).where(pair)))
        self._stale((player.id,))


class TableError(NaishiError):
    """A table isn't what someone took it for any more."""


class CrossedError(TableError):
    """Two players challenge each other: one of them waits already, at the table `match`."""

    def __init__(self, match: str) -> None:
        super().__init__(_("They have challenged you already."))
        self.match = match


SeatedDeal = Callable[[Sequence[tuple[int, str]]], tuple[Game, Players]]
"""Makes a game for those who sit at a table, given by account and name, and says by seat who plays."""


class OpenTables:
    """The open tables in the database."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock

    async def open(self, host: int, terms: Terms = PLAIN, *, public: bool, challenged: int | None = None) -> Match:
        """Make a table at which a player waits for an opponent, or for one whom they challenge.

        Raises CrossedError: that one waits for the player already.
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
            if terms.rated:
                mark_rated(db, match)
            return find_match(db, match)

        return await self._database.write(make)

    async def commitment(self, match: str) -> str:
        """Return the commitment to the secret that the deal of an open table is drawn from.

        Raises NaishiError: nobody has committed to one: the game has begun, or the table is gone or from before.
        """
        found = await self._database.read(lambda db: find_secret(db, match))
        if found is None:
            raise NaishiError(_("This table has no secret to draw the deal from."))
        return commitment_to(found.secret)

    async def give_word(self, match: str, host: int, word: str) -> None:
        """Keep the word that whoever waits at a table adds to the deal.

        Raises NaishiError: the table isn't theirs, or not open any more.
        """
        if not await self._database.write(lambda db: give_word(db, match, host, word)):
            raise table_is_gone()

    async def fill(self, match: str, deal: Callable[[DealSecret | None], tuple[Game, Players]]) -> Match:
        """Begin the game at a table.

        Args:
            deal: Deals, from the secret if there is one, and says who sits where.

        Raises:
            NaishiError: Someone else has just sat down there, or it was closed.
        """

        def fill(db: Connection) -> Match:
            game, players = deal(take_secret(db, match))
            if not begin_game(db, match, game, self._clock()):
                raise table_is_gone()
            check_players(db, players)
            return self._seat(db, match, game, players, find_match(db, match).control)

        return await self._database.write(fill)

    async def sit(self, match: str, player: int, deal: SeatedDeal) -> Match:
        """Give a player the next empty seat of a table; with the last one, the game begins.

        Args:
            player: Who sits down; nothing changes if they sit there already.

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
            free = seats.c.match == match, seats.c.seat == table.empty[0]
            db.execute(update(seats).where(*free).values(player=player))
            self._touch(db, match)
            table = _open_table(db, match)
            return table if table.empty else self._begin(db, table, deal)

        return await self._database.write(sit)

    async def stand_up(self, match: str, player: int) -> Match:
        """Free the seat of a player at someone else's table where the game has not begun.

        Raises NaishiError: it has, or the player has no seat there.
        """

        def stand(db: Connection) -> Match:
            if not stand_up(db, player, match):
                raise TableError(_("You have no seat at this table that you could leave."))
            self._touch(db, match)
            return _open_table(db, match)

        return await self._database.write(stand)

    async def begin(self, match: str, deal: SeatedDeal) -> Match:
        """Begin the game at a table with those who sit there, and whoever `deal` seats besides.

        Raises NaishiError: it has begun, or the table is gone.
        """
        return await self._database.write(lambda db: self._begin(db, _open_table(db, match), deal))

    def _begin(self, db: Connection, table: Match, deal: SeatedDeal) -> Match:
        sit = [(player, name) for player, name in zip(table.seats, table.names, strict=True) if player is not None]
        game, players = deal(sit)
        check_players(db, players)
        if not begin_game(db, table.id, game, self._clock()):
            raise table_is_gone()
        store_clock(db, table.id, None, ())  # there may be fewer seats now
        return self._seat(db, table.id, game, players, table.control)

    def _seat(self, db: Connection, match: str, game: Game, players: Players, control: str) -> Match:
        db.execute(delete(challenges).where(challenges.c.match == match))  # it was answered
        seat_players(db, match, game, players)
        begin_clock(db, match, game, players, control, self._clock())
        return find_match(db, match)

    def _touch(self, db: Connection, match: str) -> None:
        changed = {"revision": matches.c.revision + 1, "updated": self._clock()}
        db.execute(update(matches).where(matches.c.id == match).values(changed))

    async def of(self, host: int) -> Sequence[Match]:
        return await self._database.read(lambda db: all_matches(db, match_lists.OPEN_OF_HOST, {"host": host}))

    async def live_of(self, host: int) -> Sequence[Match]:
        """Return a player's tables with a clock of minutes that were made for everybody, or for one player."""
        live = (match for match in await self.of(host) if is_live(match.control))
        return [match for match in live if match.public or match.challenged is not None]

    async def live_seats_of(self, player: int) -> Sequence[Match]:
        asked = {"player": player}
        found = await self._database.read(lambda db: all_matches(db, match_lists.OPEN_OF_GUEST, asked))
        return [match for match in found if is_live(match.control)]

    async def close(self, match: str, host: int) -> bool:
        """Remove a host's table where no game has begun; return whether it was still there."""
        own = and_(matches.c.id == match, matches.c.host == host, matches.c.state == MatchStage.OPEN)
        return bool(await self._database.write(lambda db: db.execute(delete(matches).where(own)).rowcount))


def _open_table(db: Connection, match: str) -> Match:
    """Return a table where the game has not begun. Raises NaishiError: it has, or the table is gone."""
    found = all_matches(db, match_lists.BY_ID, {"id": match})
    if not found or found[0].state is not MatchStage.OPEN:
        raise table_is_gone()
    return found[0]


def table_is_gone() -> TableError:
    return TableError(_("This table is gone: it was closed, or someone else has just joined."))
