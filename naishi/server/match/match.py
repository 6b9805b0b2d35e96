"""Matches as they are stored and listed, and the rows that say so.

A table's secret and word go into the record when the game begins; before that nobody is shown more than the commitment.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, WrapSerializer, model_serializer
from sqlalchemy import Connection, and_, bindparam, delete, exists, insert, select, update

from naishi.server.database.names import shown_name
from naishi.server.database.schema import (
    begun_matches,
    clocks,
    deal_secrets,
    matches,
    rated_matches,
    rematch_words,
    seats,
    times,
)
from naishi.server.database.sharing import replace_row
from naishi.server.match.clock import CLOCK_COLUMNS, TIME_COLUMNS, Clock, clock_of
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.state import (
    Conditions,
    Count,
    Ending,
    EndKind,
    Held,
    MatchState,
    Offer,
    OfferKind,
    SeatNumber,
    begun,
    holders,
)
from naishi.tabletop.chance import new_secret
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


@dataclass(frozen=True)
class Terms:
    """What is agreed on with a game."""

    expansion: str | None = None
    """The module that a game of Naishi is played with."""
    control: str = ""
    """The clock, see `clock.TimeControl`; empty for none."""
    rated: bool = False
    game: str = "naishi"
    places: int = 2
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Options of its kind that aren't the usual ones."""

    @property
    def chosen(self) -> Mapping[str, str]:
        return self.options if self.expansion is None else {**self.options, "expansion": self.expansion}


PLAIN = Terms()
"""The base game, without a clock, for nothing but itself."""


class MatchStage(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    """Someone waits for an opponent."""
    PLAYING = "playing"
    OVER = "over"


class RatedOutcome(StrEnum):
    """Whether a match that was to be rated was."""

    COUNTED = "counted"
    SHORT = "short"
    """It was given up before the tenth action."""
    OFTEN = "often"
    """The two had played enough of each other that day."""
    ABORTED = "aborted"


def _without_empty(fields: dict[str, object], *names: str) -> dict[str, object]:
    """Return what is written: what only tables of more than two have is left out where it says nothing.

    So whatever is compared or exported of a match of two is what the first release wrote.
    """
    return {name: value for name, value in fields.items() if value or name not in names}


_Offer = Annotated[Offer, WrapSerializer(lambda offer, serialise: _without_empty(serialise(offer), "agreed"))]


class Agreements(BaseModel):
    """What the players have offered and agreed on, beside the actions of the game."""

    model_config = ConfigDict(frozen=True)

    draw: _Offer | None = None
    undo: _Offer | None = None
    rematch: _Offer | None = None
    pause: _Offer | None = None
    offers: Count = 0
    """How many offers were ever made."""
    resigned: SeatNumber | None = None
    timed_out: SeatNumber | None = None
    claimed: SeatNumber | None = None
    """The seat that has claimed the game, since another player stayed away."""
    aborted: SeatNumber | None = None
    """The seat that has called a rated game off before its own first action."""
    drawn: bool = False
    next: Annotated[str, Field(pattern=r"^[a-z2-9]{8}$")] | None = None
    """The match that followed."""
    call_off: _Offer | None = None
    """Offered at a table of more than two: to end the game without a winner."""
    called_off: bool = False
    """Whether all agreed on that, or the operator called the game off, of however many."""
    vacated: tuple[tuple[SeatNumber, Literal["resigned", "timed out", "claimed"]], ...] = ()
    """The seats of players who have left a game that went on, in that order, and how each has left."""

    @model_serializer(mode="wrap")
    def _as_between_two(self, serialise: SerializerFunctionWrapHandler) -> dict[str, object]:
        return _without_empty(serialise(self), "call_off", "called_off", "vacated")

    @property
    def ending(self) -> Ending | None:
        """How the players ended the game before its end; None where they haven't."""
        if self.drawn:
            return Ending(EndKind.AGREED)
        if self.called_off:
            return Ending(EndKind.UNPLAYED)
        if self.aborted is not None:
            return Ending(EndKind.ABORTED, self.aborted)
        if self.claimed is not None:
            return Ending(EndKind.CLAIMED, self.vacated[-1][0] if self.vacated else 1 - self.claimed, self.claimed)
        if self.timed_out is not None:
            return Ending(EndKind.FLAG, self.timed_out)
        return None if self.resigned is None else Ending(EndKind.RESIGNED, self.resigned)

    @property
    def ended(self) -> bool:
        return self.ending is not None

    @property
    def left(self) -> frozenset[int]:
        return frozenset(seat for seat, _how in self.vacated)

    @property
    def seats(self) -> frozenset[int]:
        offers = (self.draw, self.undo, self.rematch, self.pause, self.call_off)
        offered = {seat for offer in offers if offer is not None for seat in (offer.seat, *offer.agreed)}
        ended = (self.resigned, self.timed_out, self.claimed, self.aborted)
        return frozenset(offered | self.left | {seat for seat in ended if seat is not None})

    def without_offers(self) -> "Agreements":
        return self.model_copy(update={"draw": None, "undo": None, "pause": None, "call_off": None})


class News(StrEnum):
    """News for the player at a seat: what others have done."""

    JOINED = "joined"
    RESIGNED = "resigned"
    TIMED_OUT = "timed out"
    """Someone's time ran out, perhaps one's own."""
    CLAIMED = "claimed"
    ABORTED = "aborted"
    DRAWN = "drawn"
    CALLED_OFF = "called off"
    """The game has ended without a winner: all agreed on that, or the operator called it off."""
    FINISHED = "finished"
    REMATCH = "rematch"
    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    CALL_OFF = "call off"
    LEFT = "left"
    WARNED = "warned"
    UNDONE = "undone"
    MOVED = "moved"


ANSWERED = frozenset({News.REMATCH, News.DRAW, News.UNDO, News.PAUSE, News.CALL_OFF})
"""What others wait for an answer to."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match has ended."""

    how: str
    """`finished`, `resigned`, `timed out`, `claimed`, `drawn`, `aborted` or `unplayed`."""
    winner: int | None
    """The seat; None for a draw."""
    points: tuple[int, ...] | None = None
    """By seat; None where they weren't counted."""
    ranks: tuple[int, ...] | None = None
    """By seat, from 1, shared by equals; None where the game was called off."""


class RatingChange(NamedTuple):
    """What a rated game has changed, by seat."""

    before: tuple[float, float]
    after: tuple[Rating, Rating]


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """The tournament that a match belongs to."""

    id: str
    name: str
    round: int
    rated: bool
    """Whether its games count for ratings, where they may."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as the lobby lists it; nothing in it is hidden from anybody who may watch."""

    id: str
    state: MatchStage
    game: str
    awaited: tuple[int, ...]
    round: int
    host: int
    seats: tuple[int | None, ...]
    """The players; None for a bot, or while nobody has joined."""
    stored_names: tuple[str, ...]
    """Their names as they are stored; empty where nobody has joined."""
    public: bool
    invite: str
    """The word by which others join and watch; for the players."""
    updated: float
    agreements: Agreements
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Those of its kind that aren't the usual ones."""
    challenged: int | None = None
    """The one player for whom a table was made; None for whoever comes."""
    challenged_name: str = ""
    rated: bool = False
    """Whether it was made to count for ratings."""
    rated_outcome: RatedOutcome | None = None
    """Whether it did; None while it isn't over."""
    standings: tuple[Standing | None, ...] = (None, None)
    """By seat, the rating of the player by now; None for a bot, and for whoever has no rated game."""
    change: RatingChange | None = None
    result: MatchResult | None = None
    """None while the match isn't over."""
    news: tuple[News | None, ...] = (None, None)
    """By seat, what has happened since its player looked last; offers are news until they are answered."""
    gone: tuple[bool, ...] = (False, False)
    """By seat, whether nobody can come back as its player any more."""
    clock: Clock | None = None
    """The time that its players have; None against a bot."""
    tournament: TournamentPart | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(shown_name, self.stored_names))

    @property
    def turn(self) -> int | None:
        """The one seat that has to decide now; None where there are several, or none."""
        return self.awaited[0] if len(self.awaited) == 1 else None

    @property
    def awaited_people(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.awaited if self.seats[seat] is not None)

    @property
    def expansion(self) -> str | None:
        return self.options.get("expansion")

    @property
    def empty(self) -> tuple[int, ...]:
        if self.state is not MatchStage.OPEN:
            return ()
        return tuple(seat for seat, player in enumerate(self.seats) if player is None)

    def seat_of(self, player: int) -> int | None:
        return next((seat for seat, each in enumerate(self.seats) if each == player), None)

    def is_turn_of(self, player: int) -> bool:
        return self.state is MatchStage.PLAYING and any(self.seats[seat] == player for seat in self.awaited)

    @property
    def control(self) -> str:
        """The clock that was chosen with the table, as `clock.TimeControl` reads it; empty for none."""
        return "" if self.clock is None else self.clock.control

    def is_overdue(self, now: float) -> bool:
        deadline = None if self.clock is None else self.clock.deadline(self.awaited_people)
        return deadline is not None and deadline <= now


def news_of(
    seat: int,
    *,
    state: MatchStage,
    agreements: Agreements,
    seen: Agreements | None,
    new_actions: int,
    warned: bool = False,
) -> News | None:
    """Return what is new for the player at a seat; nothing where nothing is.

    Args:
        seen: What they had agreed on when the player looked last; None before the first look.
    """
    before = seen or Agreements()
    offers = {news: getattr(agreements, news.name.lower()) for news in ANSWERED}
    offered = {news for news, offer in offers.items() if offer is not None and offer.waits_for(seat)}

    def by_another(kind: str) -> bool:
        who: int | None = getattr(agreements, kind)
        return who not in {None, seat, getattr(before, kind)}

    happened = {
        News.REMATCH: News.REMATCH in offered and agreements.next is None,
        News.RESIGNED: by_another("resigned"),
        News.TIMED_OUT: agreements.timed_out != before.timed_out,
        News.CLAIMED: by_another("claimed"),
        News.ABORTED: by_another("aborted"),
        News.DRAWN: agreements.drawn and not before.drawn,
        News.CALLED_OFF: agreements.called_off and not before.called_off,
        News.FINISHED: state is MatchStage.OVER and new_actions > 0,
        News.WARNED: warned,
        **{news: news in offered for news in (News.DRAW, News.UNDO, News.PAUSE, News.CALL_OFF)},
        News.LEFT: bool(agreements.left - before.left - {seat}),
        News.JOINED: state is MatchStage.PLAYING and seen is None and not new_actions and not agreements.offers,
        News.UNDONE: new_actions < 0,
        News.MOVED: new_actions > 0,
    }
    return next((news for news, is_so in happened.items() if is_so), None) if state is not MatchStage.OPEN else None


class DealSecret(NamedTuple):
    """The secret of a table, and the word of whoever waits there; empty where they gave none."""

    secret: str
    word: str


_THIS = deal_secrets.c.match == bindparam("the_match")
_SELECT = select(deal_secrets.c.secret, deal_secrets.c.word).where(_THIS)
_DELETE = delete(deal_secrets).where(_THIS)
_OWN = exists().where(
    matches.c.id == deal_secrets.c.match,
    matches.c.host == bindparam("the_host"),
    matches.c.state == MatchStage.OPEN,
)
_GIVE_WORD = update(deal_secrets).where(_THIS, _OWN).values(word=bindparam("the_word"))


def add_secret(db: Connection, match: str) -> None:
    db.execute(insert(deal_secrets), {"match": match, "secret": new_secret(), "word": ""})


def find_secret(db: Connection, match: str) -> DealSecret | None:
    """Return what is known of the deal of a table; None where nobody has committed to anything."""
    row = db.execute(_SELECT, {"the_match": match}).first()
    return None if row is None else DealSecret(row.secret, row.word)


def take_secret(db: Connection, match: str) -> DealSecret | None:
    found = find_secret(db, match)
    db.execute(_DELETE, {"the_match": match})
    return found


def give_word(db: Connection, match: str, host: int, word: str) -> bool:
    """Keep the word of whoever waits at a table; return whether it is theirs and still open."""
    return db.execute(_GIVE_WORD, {"the_match": match, "the_host": host, "the_word": word}).rowcount == 1


_OF_REMATCH = rematch_words.c.match == bindparam("the_match")
_WORDS = select(rematch_words.c.seat, rematch_words.c.word).where(_OF_REMATCH)
_DROP = delete(rematch_words).where(_OF_REMATCH)


def give_rematch_word(db: Connection, match: str, seat: int, word: str) -> None:
    """Keep the word of the player at a seat of a match; an older one goes."""
    replace_row(db, rematch_words, {"match": match, "seat": seat, "word": word})


def take_rematch_words(db: Connection, match: str) -> tuple[str, str]:
    """Return the words for the rematch of a match by its seats, empty for none, and keep them here no more."""
    words = {row.seat: row.word for row in db.execute(_WORDS, {"the_match": match})}
    db.execute(_DROP, {"the_match": match})
    return words.get(0, ""), words.get(1, "")


def state_from(
    game: Any,
    agreements: Agreements,
    accounts: Sequence[int | None],
    terms: Conditions | None = None,
    clock: Clock | None = None,
    revision: int = 0,
) -> MatchState:
    """Return a match as one value, from what is stored of it.

    Args:
        accounts: Who sits there; None for a bot.
    """
    seats = list(holders(game.players, accounts))
    for seat, how in agreements.vacated:
        seats[seat] = seats[seat]._replace(held=Held.VACATED, left=EndKind(how))
    found = {kind: getattr(agreements, kind.name.lower()) for kind in OfferKind}
    state = MatchState(
        game,
        tuple(seats),
        terms or Conditions(),
        clock,
        offers={kind: offer for kind, offer in found.items() if offer is not None},
        offered=agreements.offers,
        ending=agreements.ending,
        next=agreements.next,
        revision=revision,
        vacated=tuple(seat for seat, _how in agreements.vacated),
    )
    return begun(state)


def agreements_of(state: MatchState) -> Agreements:
    left = ((seat, state.seats[seat].left) for seat in state.vacated)
    fields = {
        **{kind.name.lower(): offer for kind, offer in state.offers.items()},
        **_ended(state.ending),
        "offers": state.offered,
        "next": state.next,
        "vacated": tuple((seat, how.value) for seat, how in left if how is not None),
    }
    return Agreements.model_validate(fields)


def _ended(ending: Ending | None) -> dict[str, Any]:
    match ending:
        case Ending(EndKind.RESIGNED | EndKind.FLAG | EndKind.ABORTED as kind, seat):
            return {kind.value.replace(" ", "_"): seat}
        case Ending(EndKind.CLAIMED, _, by):
            return {"claimed": by}
        case Ending(EndKind.AGREED):
            return {"drawn": True}
        case Ending(EndKind.UNPLAYED):
            return {"called_off": True}
        case _:  # none, or by score, which the game says
            return {}


NAISHI = "naishi"


def game_from(key: str, record: str) -> Any:
    """Replay a game. Raises ValueError: it is damaged. The text would name cards."""
    return kind_of(key).read(json.loads(record))


def written_options(options: Mapping[str, str]) -> str | None:
    """Return the options of a match as text; None for the usual ones."""
    return json.dumps(dict(sorted(options.items()))) if options else None


def read_options(options: str | None) -> Mapping[str, str]:
    """Return the options of a match. Raises ValueError: they are damaged."""
    found = {} if options is None else json.loads(options)
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError(options)
    return found


def options_of(game: Game) -> Mapping[str, str]:
    agreed = game.options
    values = {row.name: getattr(agreed, row.name) for row in kind_of(game.key).option_rows()}
    usual = {row.name: row.values[0][0] for row in kind_of(game.key).option_rows()}
    return {name: str(value) for name, value in values.items() if value is not None and str(value) != usual[name]}


BATCH = 200
"""How many matches are held in memory where all are looked at."""


class Columns(NamedTuple):
    """What is stored of how a match stands."""

    match: Mapping[str, Any]
    awaited: tuple[int, ...]


def columns_of(game: Game, agreements: Agreements) -> Columns:
    result = result_of(game, agreements)
    stands = {
        **columns_of_table(game.key).match,
        "record": game.to_json(),
        "agreements": agreements.model_dump_json(),
        "state": MatchStage.PLAYING if result is None else MatchStage.OVER,
        "round": game.round,
        "actions": len(game.actions),
        "result": result,
    }
    return Columns(stands, game.awaited if result is None else ())


def people_among(game: Game, seats: Collection[int]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if game.players[seat].kind == HUMAN)


def columns_of_table(key: str) -> Columns:
    table = {
        "game": key,
        "rules_version": kind_of(key).rules_version,
        "record": None,
        "agreements": Agreements().model_dump_json(),
        "state": MatchStage.OPEN,
        "round": 0,
        "actions": 0,
        "result": None,
    }
    return Columns(table, ())


def result_of(game: Game, agreements: Agreements) -> str | None:
    ending = state_from(game, agreements, (None,) * len(game.players)).ending
    return None if ending is None else ending.kind.value


def results_of(
    match: str, game: Game, agreements: Agreements, players: Sequence[int | None], ended_at: float
) -> list[dict[str, Any]]:
    """Return how each seat did in a match, as rows of `results`; nothing while it goes on."""
    state = state_from(game, agreements, players)
    if (result := state.result()) is None:
        return []
    done = state.results()
    played = not {"unplayed", "aborted"} & {*done}
    return [
        {
            "match": match,
            "seat": seat,
            "player": players[seat],
            "result": done[seat],
            "points": result.points[seat] if result.points else None,
            "ended_at": ended_at,
            "rank": result.ranks[seat] if played else None,
        }
        for seat in range(len(game.players))
    ]


def match_of(row: Any, seated: Sequence[Any]) -> Match:
    """Make a match of its row and those of its seats: see `listing.LISTED_COLUMNS` and `listing.SEATED`.

    Raises ValueError: it is damaged.
    """
    taken = tuple(seat.player for seat in seated)
    agreements = _agreements(row, taken)
    names = tuple(seat.name or "" for seat in seated)
    tournament = row.tournament, row.tournament_name, row.tournament_round, row.tournament_rated
    return Match(
        id=row.id,
        state=MatchStage(row.state),
        game=row.game,
        awaited=tuple(seat.seat for seat in seated if seat.awaited),
        round=row.round,
        host=row.host,
        seats=taken,
        stored_names=(names[0] or row.host_name, *names[1:]) if names else (row.host_name, ""),
        public=row.public,
        invite=row.invite,
        updated=row.updated,
        agreements=agreements,
        options=read_options(row.options),
        challenged=row.challenged,
        challenged_name=row.challenged_name or "",
        rated=row.rated is not None,
        rated_outcome=row.rated_outcome and RatedOutcome(row.rated_outcome),
        standings=tuple(map(_standing, seated)),
        change=_rating_change(row),
        result=_result_of_match(row, seated),
        news=tuple(_news(row, seat, agreements) for seat in seated),
        gone=tuple(bool(seat.gone) for seat in seated),
        clock=clock_of(row, seated),
        tournament=None if row.tournament is None else TournamentPart(*tournament),
    )


def _agreements(row: Any, taken: Sequence[int | None]) -> Agreements:
    agreements = Agreements.model_validate_json(row.agreements)
    people = [player for player in taken if player is not None]
    if len(set(people)) < len(people):  # by a claim or a link: nobody is left to ask
        return agreements.model_copy(update={"rematch": None})
    return agreements


def _news(row: Any, seat: Any, agreements: Agreements) -> News | None:
    """Return what is new for the player at a seat; nothing ever is for a bot."""
    if seat.player is None:
        return None
    return news_of(
        seat.seat,
        state=MatchStage(row.state),
        agreements=agreements,
        seen=None if seat.seen_agreements is None else Agreements.model_validate_json(seat.seen_agreements),
        new_actions=row.actions - seat.seen,
        warned=seat.time_warned is not None and seat.awaited,
    )


def _result_of_match(row: Any, seated: Sequence[Any]) -> MatchResult | None:
    if row.result is None:
        return None
    winner = next((seat.seat for seat in seated if seat.result == "won"), None)
    points, ranks = (tuple(getattr(seat, name) for seat in seated) for name in ("points", "rank"))
    return MatchResult(row.result, winner, None if None in points else points, None if None in ranks else ranks)


def _standing(seat: Any) -> Standing | None:
    if seat.rating_points is None:
        return None
    return Standing(Rating(seat.rating_points, seat.rating_deviation), seat.rating_games, seat.rating_played)


def _rating_change(row: Any) -> RatingChange | None:
    if row.before_0 is None:
        return None
    after = Rating(row.after_0, row.deviation_after_0), Rating(row.after_1, row.deviation_after_1)
    return RatingChange((row.before_0, row.before_1), after)


def every_match(db: Connection) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yield every match in the order of the ids, with its clock, when it began, and the rows of its seats in order."""
    last = ""
    rated = rated_matches.c.match.label("rated"), rated_matches.c.outcome.label("rated_outcome")
    joined = matches.outerjoin(clocks, clocks.c.match == matches.c.id)
    joined = joined.outerjoin(rated_matches, rated_matches.c.match == matches.c.id)
    joined = joined.outerjoin(begun_matches, begun_matches.c.match == matches.c.id)
    some = select(matches, *CLOCK_COLUMNS, *rated, begun_matches.c.at.label("begun_at")).select_from(joined)
    some = some.where(matches.c.id > bindparam("last")).order_by(matches.c.id).limit(BATCH)
    timed = seats.outerjoin(times, and_(times.c.match == seats.c.match, times.c.seat == seats.c.seat))
    theirs = select(seats, *TIME_COLUMNS).select_from(timed).order_by(seats.c.match, seats.c.seat)
    theirs = theirs.where(seats.c.match.between(bindparam("first"), bindparam("last")))
    while found := db.execute(some, {"last": last}).all():
        first, last = found[0].id, found[-1].id
        taken: dict[str, list[Any]] = {row.id: [] for row in found}
        for seat in db.execute(theirs, {"first": first, "last": last}):
            taken[seat.match].append(seat)
        for row in found:
            yield row, taken[row.id]
