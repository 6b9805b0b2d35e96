"""Stored matches, written by compare-and-swap on the revision."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, insert, select, update

from naishi.common.i18n import NaishiError, NewerSaveError, _
from naishi.server.database.connection import RevisionLostError, StorageError
from naishi.server.database.database import Database
from naishi.server.database.schema import (
    THE_DEAL_KEY,
    DealKey,
    begun_matches,
    find_deal_key,
    matches,
    rated_matches,
    seats,
)
from naishi.server.match.apply import rematch_seats
from naishi.server.match.clock import Clock, clock_of, store_clock
from naishi.server.match.match import (
    NAISHI,
    Agreements,
    Match,
    agreements_of,
    columns_of,
    columns_of_table,
    every_match,
    game_from,
    give_rematch_word,
    options_of,
    people_among,
    read_options,
    results_of,
    state_from,
    take_rematch_words,
)
from naishi.server.match.match_lists import MatchLists, find_match
from naishi.server.match.state import Conditions, MatchState, OfferKind
from naishi.server.match.storing import Players, Settler, insert_match, look_at_match, update_match
from naishi.server.presence.presence import are_gone, check_here
from naishi.tabletop.chance import DealProof, commitment_to
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


def begin_clock(db: Connection, match: str, game: Game, players: Players, control: str, now: float) -> None:
    """Store the clock of a game that begins; there is none where one person plays bots."""
    clock = None if players.count(None) == len(players) - 1 else Clock.begun(control, len(players), now)
    store_clock(db, match, clock, people_among(game, game.awaited))


def mark_rated(db: Connection, match: str) -> None:
    db.execute(insert(rated_matches).values(match=match, outcome=None))


def check_players(db: Connection, players: Players) -> None:
    """Make sure that all who sit down are there, each once: a code may have made one account of two meanwhile.

    Raises NaishiError: they aren't.
    """
    people = [player for player in players if player is not None]
    if len(people) != len(set(people)):
        raise NaishiError(_("This is your own table; someone else has to join."))
    for player in people:
        check_here(db, player)


_LOAD = select(
    *(matches.c[name] for name in ("rules_version", "record", "agreements", "revision")), THE_DEAL_KEY
).where(matches.c.id == bindparam("id"))


class Stored(NamedTuple):
    """A match as it is stored."""

    listed: Match
    """As the lobby lists it."""
    state: MatchState
    rematch_commitment: str
    """What the deal of the rematch is committed to."""


class Matches:
    """The matches in the database.

    Args:
        may_be_rated: Whether two players may have another rated game at a time, within the write that begins it.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        settlers: Sequence[Settler] = (),
        may_be_rated: Callable[[Connection, int, int, float], bool] = lambda *_pair: True,
    ) -> None:
        self._database, self._settlers, self._may_be_rated = database, settlers, may_be_rated
        self.lists = MatchLists(database)
        self.now = clock
        self.check_beginning: Callable[[], None] = lambda: None
        """Makes sure that a game may begin now; called by whoever begins one for people."""

    async def start(self, host: int, game: Game, players: Players, *, public: bool, control: str = "") -> Match:
        return await self._database.write(lambda db: self._begin(db, host, game, players, control, public=public))

    async def get(self, match: str) -> Match:
        """Return a match. Raises NaishiError: there is none with this id."""
        return await self._database.read(lambda db: find_match(db, match))

    async def begun_at(self, match: str) -> float | None:
        """Return when the game of a match began; None where that wasn't noted."""
        at = select(begun_matches.c.at).where(begun_matches.c.match == match)
        return await self._database.read(lambda db: db.execute(at).scalar())

    async def revisions(self, which: Sequence[str]) -> Mapping[str, int]:
        newest = select(matches.c.id, matches.c.revision).where(matches.c.id.in_(which))
        return await self._database.read(lambda db: {row.id: row.revision for row in db.execute(newest)})

    async def load(self, match: str) -> MatchState:
        """Return a match as it stands. Raises NaishiError: as `load_listed` does."""
        return (await self.load_listed(match)).state

    async def load_listed(self, match: str) -> Stored:
        """Return all that is stored of a match.

        Raises NewerSaveError: it needs a later version of the rules; NaishiError: it has not begun, is gone or damaged,
        or of an unknown kind.
        """
        found = await self._database.read(lambda db: (find_match(db, match), db.execute(_LOAD, {"id": match}).one()))
        return _stored(*found)

    async def write(self, match: str, state: MatchState, seen: int, here: Collection[int] = ()) -> None:
        """Store a match on top of a revision, and how each seat did if it is over; it is on disk when this returns.

        Args:
            here: The seats whose players are there.

        Raises:
            RevisionLostError: The row has another revision.
            StorageError: It couldn't be stored.
        """
        await self._database.write(self._writing(match, state, seen, here))

    async def give_rematch_word(self, match: str, seat: int, word: str) -> None:
        """Keep the word that the player at a seat of a match that is over adds to the deal of the rematch.

        Raises NaishiError: the rematch has begun.
        """

        def give(db: Connection) -> None:
            if find_match(db, match).agreements.next is not None:
                raise NaishiError(_("The rematch has begun already."))
            give_rematch_word(db, match, seat, word)

        await self._database.write(give)

    async def start_next(self, match: str, state: MatchState, seen: int, deal: Callable[..., Any]) -> Match:
        """Begin the match that follows another, in one write with what its players agreed on: each moves on by a seat.

        Whoever had left the match plays no more.

        Args:
            state: As in `write`; `next` is filled in here, and the offer of a rematch is answered.
            deal: Makes the new game. For Naishi it is called with the proof of the deal: what that was committed to,
                and the players' words.

        Raises:
            NaishiError: One player would have both seats, one is gone, or no game may begin now.
            RevisionLostError, StorageError: As in `write`.
        """
        self.check_beginning()

        def start(db: Connection) -> Match:
            before = find_match(db, match)
            stayed = [before.seats[seat] for seat in rematch_seats(state)]
            players = (*stayed[1:], stayed[0])
            people = [player for player in players if player is not None]
            if len(people) != len(set(people)):
                raise NaishiError(_("Both seats are yours now, so there can be no rematch."))
            if are_gone(db, *people):
                raise NaishiError(_("The other player has left this server."))
            host = before.host if before.host in people else people[0]
            # Only games of two are rated.
            rated = before.rated and len(people) == 2 and self._may_be_rated(db, people[0], people[1], self.now())
            if before.game == NAISHI:
                first, second = take_rematch_words(db, match)
                game = deal(DealProof.seated(find_deal_key(db).of_rematch(match), (second, first)))
            else:
                game = deal()
            following = self._begin(db, host, game, players, before.control, public=before.public, rated=rated)
            followed = state.without_offers(OfferKind.REMATCH)._replace(next=following.id)
            self._writing(match, followed, seen)(db)
            return following

        return await self._database.write(start)

    async def look(self, match: str, seat: int) -> None:
        """Remember that the player at a seat has seen a match as it stands. A failure harms nobody."""
        now = matches.c.actions, matches.c.agreements
        then = seats.c.seen, seats.c.seen_agreements
        mine = and_(seats.c.match == match, seats.c.seat == seat)
        asked = select(*now, *then).join(seats, seats.c.match == matches.c.id).where(mine)
        with suppress(StorageError):
            row = await self._database.read(lambda db: db.execute(asked).first())
            if row is None or (row.seen, row.seen_agreements) == (row.actions, row.agreements):
                return
            # If the player has done something meanwhile, they have seen more than this.
            unchanged = and_(mine, *(column.is_not_distinct_from(getattr(row, column.name)) for column in then))
            seen = update(seats).where(unchanged).values(seen=row.actions, seen_agreements=row.agreements)
            await self._database.write(lambda db: db.execute(seen))

    def check(self) -> tuple[int, list[str]]:
        return check(self._database)

    def _writing(
        self, match: str, state: MatchState, seen: int, here: Collection[int] = ()
    ) -> Callable[[Connection], None]:
        """Return what stores a match, as it is now: the game may be changed again before a thread gets to it."""
        game, agreements = state.game, agreements_of(state)
        columns = columns_of(game, agreements)
        nobody = (None,) * len(game.players)  # who sits there, and when it ended, is added as it is stored
        ended = results_of(match, game, agreements, nobody, 0.0)

        def write(db: Connection) -> None:
            if not update_match(db, match, seen, columns, ended, self.now(), self._settlers):
                raise RevisionLostError(_("This game was changed elsewhere; this is how it stands now."))
            if state.clock is not None:
                store_clock(db, match, state.clock, people_among(game, columns.awaited))
            if here:
                look_at_match(db, match, sorted(here), columns)

        return write

    def _begin(
        self,
        db: Connection,
        host: int,
        game: Game,
        players: Players,
        control: str,
        *,
        public: bool,
        rated: bool = False,
    ) -> Match:
        check_players(db, players)
        now = self.now()
        match = insert_match(db, host, game, players, now, public=public)
        begin_clock(db, match, game, players, control, now)
        if rated:
            mark_rated(db, match)
        return find_match(db, match)


def _stored(listed: Match, row: Any) -> Stored:
    """Return a match with what isn't listed of it, which is in a row."""
    kind, clock = kind_of(listed.game), listed.clock
    if row.record is None:
        raise NaishiError(_("There is no such game."))
    if row.rules_version > kind.rules_version:
        raise NewerSaveError(_("This game was played by newer rules; update Naishi to open it."))
    try:
        game = game_from(listed.game, row.record)
        if clock is None and all(player.kind == HUMAN for player in game.players):
            clock = Clock.begun("", len(game.players), listed.updated)  # from before there were any
        agreements = Agreements.model_validate_json(row.agreements)
        terms = Conditions(listed.rated, listed.tournament is not None, kind.seats[0])
        state = state_from(game, agreements, listed.seats, terms, clock, row.revision)
    except ValueError:  # which would name cards
        raise NaishiError(_("This game is damaged. Please tell whoever runs this server.")) from None
    return Stored(listed, seated(state, listed), commitment_to(DealKey(row.deal_key).of_rematch(listed.id)))


def seated(state: MatchState, listed: Match) -> MatchState:
    return state.with_players([*zip(listed.seats, listed.names, listed.gone, strict=True)])


def check(database: Database) -> tuple[int, list[str]]:
    """Replay every match, at once; return how many there are, and the ids of those that can't be played on."""
    with database.reading() as db:
        found = [(match.id, is_sound(match, seats)) for match, seats in every_match(db)]
    return len(found), [match for match, sound in found if not sound]


def is_sound(match: Any, seats: Sequence[Any]) -> bool:
    """Return whether a match can be replayed, people sit where the game has people, and its rows say what it does."""
    try:
        clock = clock_of(match, seats)
        agreements = Agreements.model_validate_json(match.agreements)
        for seat in seats:
            if seat.seen_agreements is not None:
                Agreements.model_validate_json(seat.seen_agreements)
        game = None if match.record is None else game_from(match.game, match.record)
        options = read_options(match.options)
        kind = kind_of(match.game)
        if game is not None and (game.key != match.game or options_of(game) != options):
            return False
    except ValueError:
        return False
    numbers = range(len(seats))
    if len(seats) not in kind.seats or [seat.seat for seat in seats] != [*numbers]:
        return False
    if not agreements.seats <= {*numbers} or (clock is not None and len(clock.times) != len(seats)):
        return False
    columns = columns_of_table(match.game) if game is None else columns_of(game, agreements)
    says = all(getattr(match, name) == columns.match[name] for name in ("state", "round", "actions", "result"))
    awaited = tuple(seat.seat for seat in seats if seat.awaited)
    # Earlier versions awaited one of the two who may choose a gift at the same time.
    expected = [columns.awaited, *((seat,) for seat in columns.awaited if match.game == NAISHI)]
    if not says or awaited not in expected:
        return False
    if game is None:
        return seats[0].player is not None
    # A player who has left keeps the seat that is played by a bot.
    return len(game.players) == len(seats) and all(
        seat.seat in agreements.left or (seat.player is not None) == (player.kind == HUMAN)
        for seat, player in zip(seats, game.players, strict=True)
    )


class MatchRows:
    """The rows of one match, changed only on top of the revision that was seen; what its queue stores it in.

    Whoever counts ends, such as ratings and tournaments, is called within the write that stores one: it is counted with
    that write or not at all. A match that is over may be stored again.
    """

    def __init__(self, stored: Stored, matches: Matches) -> None:
        self.listed = stored.listed
        """The match, as the lobby lists it, when that was read last."""
        self.rematch_commitment = stored.rematch_commitment
        self.matches = matches

    async def load(self, match: str) -> MatchState:
        """Return the match as it is stored by now.

        Raises StorageError: it can't be read now; NaishiError: there is none any more, or it is damaged.
        """
        self.listed, state, self.rematch_commitment = await self.matches.load_listed(match)
        return state

    async def write(self, match: str, state: MatchState, seen: int, here: Collection[int]) -> None:
        """Store the match on top of a revision; it is on disk when this returns.

        Raises RevisionLostError: it has another revision; StorageError: it couldn't be stored.
        """
        await self.matches.write(match, state, seen, here)
        if state.over and self.listed.rated and self.listed.rated_outcome is None:
            with suppress(StorageError):  # what a rated match has changed
                await self.look()

    async def begin_next(self, match: str, state: MatchState, seen: int) -> str:
        """Deal the rematch, and store it in one write with the match that it follows; return its id.

        Raises RevisionLostError: the match has another revision; NaishiError: it couldn't be stored, or a player is
        gone by now; nothing has changed.
        """
        names = (await self.matches.get(match)).names  # one may have another name by now
        players = tuple(
            state.game.players[seat].model_copy(update={"name": names[seat]}) for seat in rematch_seats(state)
        )
        following = await self.matches.start_next(match, state, seen, partial(state.game.rematch, players))
        return following.id

    async def look(self) -> None:
        """See who sits where by now, and what has come of it. Raises NaishiError: it can't be read, or is gone."""
        self.listed = await self.matches.get(self.listed.id)
