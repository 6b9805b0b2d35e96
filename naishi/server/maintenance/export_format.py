"""Export format of a server, and its validation.

One JSON object a line: a head, the players, the matches, the rated games, the tournaments, and an end with a checksum.
Version 7 has games of other kinds than Naishi; the line of a match of Naishi is what it was in version 6.
An export is read line by line, however long it is. Analyses and what players learn from them aren't in it: they are
made again when a match is analysed. Conditional moves, which are for one turn, stay behind, and so do challenges,
reports, and who has blocked or muted whom.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import Connection, insert, select

from naishi.common.i18n import LAST_MOMENT, NaishiError, _
from naishi.server.accounts.credentials import clean_key_name
from naishi.server.database.codes import CodeKind, new_code
from naishi.server.database.names import NAMELESS, well_formed
from naishi.server.database.schema import matches, tournament_games, tournament_players, tournaments
from naishi.server.match.clock import Clock, Time, TimeControl, checked
from naishi.server.match.match import NAISHI, Agreements, MatchStage, RatedOutcome, options_of
from naishi.server.match.state import Count
from naishi.server.tournaments.service import clean_title
from naishi.server.tournaments.store import GAMES
from naishi.server.tournaments.tournament import MOST_PLAYERS, Kind
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN

_TOURNAMENT = ("id", "name", "kind", "rounds", "places", "control", "expansion", "rated", "public", "host", "state")
_PLAYERS = select(tournament_players).order_by(tournament_players.c.number)

Number = Annotated[int, Field(ge=1, le=10**6)]
Id = Annotated[str, Field(pattern=r"^[a-z2-9]{8}$")]
Moment = Annotated[float, Field(ge=0, le=LAST_MOMENT)]
Duration = Annotated[float, Field(ge=0, le=10**9)]
"""In seconds: some thirty years."""


def _as_cleaned_by(clean: Callable[[str], str]) -> AfterValidator:
    """Return a check that a text is as it would have been stored here."""

    def check(text: str) -> str:
        if clean(text) != text:
            raise ValueError
        return text

    return AfterValidator(check)


def _score(score: float) -> float:
    if score not in {0.0, 0.5, 1.0}:
        raise ValueError
    return score


Score = Annotated[float, AfterValidator(_score)]


def _known(expansion: str) -> str:
    if not any(row.name == "expansion" and expansion in dict(row.values) for row in kind_of(NAISHI).option_rows()):
        raise ValueError(expansion)
    return expansion


class _Line(BaseModel):
    """A part of an export, in which nothing else may be."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class EntryLine(_Line):
    """Someone who plays in a tournament."""

    number: Number
    player: int
    withdrawn: bool


class GameLine(_Line):
    """A game of a round."""

    round: Number
    board: Number
    first: Number
    second: Number | None
    match: Id | None
    scores: tuple[Score, Score] | None


class TournamentLine(_Line):
    """A tournament; its standings follow from its games."""

    id: Id
    name: Annotated[str, _as_cleaned_by(clean_title)]
    kind: Kind
    rounds: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None
    places: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    control: str
    expansion: Annotated[str, AfterValidator(_known)] | None
    rated: bool
    public: bool
    host: int
    state: MatchStage
    round: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
    updated: Moment
    entries: Annotated[list[EntryLine], Field(max_length=MOST_PLAYERS)]
    games: list[GameLine]

    @model_validator(mode="after")
    def _check(self) -> TournamentLine:
        """Make sure that there is a clock, that all who play are in it, and that it can go on."""
        numbers = {each.number for each in self.entries}
        paired = {number for game in self.games for number in (game.first, game.second)}
        boards = {(game.round, game.board) for game in self.games}
        sound = (
            TimeControl.from_text(self.control) is not None
            and len(numbers) == len(self.entries)
            and len(boards) == len(self.games)
            and paired <= {*numbers, None}
            and (self.state is MatchStage.OPEN or self.rounds is not None)
        )
        if not sound:
            raise ValueError
        return self


def tournament_lines(db: Connection) -> Iterator[dict[str, Any]]:
    for row in db.execute(select(tournaments).order_by(tournaments.c.id)).all():
        entries = db.execute(_PLAYERS.where(tournament_players.c.tournament == row.id)).all()
        games = db.execute(GAMES, {"id": row.id}).all()
        yield {name: getattr(row, name) for name in (*_TOURNAMENT, "round", "updated")} | {
            "entries": [{name: getattr(each, name) for name in EntryLine.model_fields} for each in entries],
            "games": [
                {
                    **{name: getattr(game, name) for name in ("round", "board", "first", "second", "match")},
                    "scores": None if game.score_0 is None else (game.score_0, game.score_1),
                }
                for game in games
            ],
        }


def add_tournament(db: Connection, line: TournamentLine, player_of: Callable[[int | None], int | None]) -> None:
    """Add a tournament that isn't here, after its players and matches.

    Args:
        player_of: Returns the player here who has a number in the export.
    """
    if db.execute(select(tournaments.c.id).where(tournaments.c.id == line.id)).first() is not None:
        return
    values = line.model_dump(exclude={"entries", "games"})
    values |= {"host": player_of(line.host), "invite": new_code(CodeKind.INVITE)}
    db.execute(insert(tournaments).values(values))
    for entry in line.entries:
        values = entry.model_dump() | {"tournament": line.id, "player": player_of(entry.player)}
        db.execute(insert(tournament_players).values(values))
    here = select(matches.c.id).where(matches.c.id.in_([game.match for game in line.games if game.match]))
    known = {*db.execute(here).scalars()}  # what can't be played on was left out
    for game in line.games:
        first, second = game.scores or (None, None)
        values = game.model_dump(exclude={"scores"}) | {"tournament": line.id, "score_0": first, "score_1": second}
        db.execute(insert(tournament_games).values(values | {"match": game.match if game.match in known else None}))


FORMAT = "naishi-server"
FIRST, VERSION = 6, 7
"""The first version was that of Naishi 1.0."""
LONGEST_LINE = 1_000_000
"""In bytes. The longest game has about 30,000."""


Name = Annotated[str, _as_cleaned_by(lambda name: name if name == NAMELESS else well_formed(name))]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Fingerprint = Annotated[str, Field(pattern=r"^(SHA256|unix):[!-~]{1,64}$")]
Task = Annotated[str, Field(max_length=100, pattern=r"^[ -~]*$")]
Pair = Field(min_length=2, max_length=2)
Seats = Field(min_length=2, max_length=10)


class KeyLine(_Line):
    """A public key of a player."""

    fingerprint: Fingerprint
    name: Annotated[str, _as_cleaned_by(clean_key_name)] = ""
    added: Moment = 0.0
    last_used: Moment = 0.0


class PlayerLine(_Line):
    """A player, with what recognises the person who comes back."""

    id: int
    name: Name
    named: bool
    code: Hash | None
    recovery: Hash | None = None
    keys: list[KeyLine]
    created: Moment
    last_seen: Moment
    settings: dict[str, Any]
    solved: Annotated[list[Annotated[str, Field(max_length=100, pattern=r"^[ -~]*$")]], Field(max_length=1000)] = Field(
        default_factory=list
    )

    @property
    def gone(self) -> bool:
        return not (self.keys or self.code or self.recovery)


class SeatTime(NamedTuple):
    """What is known of the time of one seat, besides what it has left."""

    turned: Moment
    warned: Moment | None = None
    spare: Duration | None = None


class ClockLine(_Line):
    """The time of the players of a match."""

    control: str = ""
    left: Annotated[tuple[Duration, ...], Seats] = (0.0, 0.0)
    turned: Moment = 0.0
    since: Moment | None = None
    waits: bool = False
    warned: Moment | None = None
    """When those who are awaited were warned that the others may claim the game."""
    by_seat: tuple[SeatTime, ...] = ()
    """What `turned` and `warned` are for each seat, where several decide at once; nothing where all are the same."""

    @classmethod
    def of(cls, clock: Clock, awaited: Collection[int], *, by_turns: bool) -> ClockLine:
        """Return the line of a clock.

        Args:
            by_turns: Whether only one seat decides at a time: then nothing has to be known of the others.
        """
        counted = [time for seat, time in enumerate(clock.times) if seat in awaited or not (awaited and by_turns)]
        line = cls(
            control=clock.control,
            left=tuple(time.left for time in clock.times),
            turned=max(time.turned for time in counted),
            since=clock.since,
            waits=clock.waits,
            warned=next((time.warned for time in counted if time.warned is not None), None),
        )
        if by_turns or line.clock(awaited) == clock:
            return line
        by_seat = tuple(SeatTime(time.turned, time.warned, time.spare) for time in clock.times)
        return line.model_copy(update={"by_seat": by_seat})

    def clock(self, awaited: Collection[int]) -> Clock:
        seats = range(len(self.left))
        alike = (SeatTime(self.turned, self.warned if seat in awaited else None) for seat in seats)
        known = zip(self.left, self.by_seat or alike, strict=True)
        return Clock(self.control, tuple(Time(left, *each) for left, each in known), self.since, self.waits)

    def written(self) -> dict[str, Any]:
        """Return what is written of it; `by_seat` only where it says something."""
        return self.model_dump(exclude=set() if self.by_seat else {"by_seat"})


class MatchLine(_Line):
    """A match; what can be worked out from the record is not repeated."""

    id: Id
    revision: Count
    game: Annotated[str, Field(max_length=40)] = NAISHI
    """The key of its kind; of Naishi it isn't written."""
    record: dict[str, Any] | None
    agreements: Agreements
    host: int
    seats: list[int | None] = Seats
    seen: list[Count] = Seats
    seen_agreements: list[Agreements | None] = Seats
    public: bool
    expansion: Annotated[str, Field(max_length=100)] | None = None
    """The one option of Naishi; `options` are those of other kinds."""
    options: dict[str, str] = Field(default_factory=dict)
    clock: ClockLine | None = None
    """What had been used of a turn at the moment of the export is taken off."""
    rated: bool = False
    rated_outcome: RatedOutcome | None = None
    begun_at: Moment | None = None
    """When the game began, where that was noted."""
    updated: Moment
    ended_at: Moment | None = None

    @property
    def chosen(self) -> Mapping[str, str]:
        return self.options if self.expansion is None else {**self.options, "expansion": self.expansion}

    def replayed(self) -> Any:
        """Return its game, None where that has not begun.

        Raises ValueError: it can't be replayed, or isn't what the other fields say: people sit where it has people, and
        nothing was agreed on before it began.
        """
        kind, numbers = kind_of(self.game), {*range(len(self.seats))}
        agreed = (self.agreements, *filter(None, self.seen_agreements))
        sizes = {len(self.seats), len(self.seen), len(self.seen_agreements)}
        if len(self.seats) not in kind.seats or len(sizes) > 1 or not all(each.seats <= numbers for each in agreed):
            raise ValueError(self.id)
        timed = set() if self.clock is None else {len(self.clock.left), len(self.clock.by_seat or self.clock.left)}
        if self.clock is not None:
            checked(self.clock.clock(()))
        if not timed <= sizes or (self.rated and self.game != NAISHI):
            raise ValueError(self.id)
        if self.record is None:
            values = {row.name: dict(row.values) for row in kind.option_rows()}
            usable = all(value in values.get(name, ()) for name, value in self.chosen.items())
            if self.agreements != Agreements() or self.seats[0] is None or not usable:
                raise ValueError(self.id)
            return None
        game = kind.read(self.record)
        people = [player.kind == HUMAN for player in game.players]
        sit = [seat is not None for seat in self.seats]
        differ = {at for at, (sits, person) in enumerate(zip(sit, people, strict=True)) if sits != person}
        if options_of(game) != self.chosen or not differ <= self.agreements.left:
            raise ValueError(self.id)
        return game


class RatedGameLine(_Line):
    """A rated game; ratings are worked out from all of them."""

    match: Id
    players: list[int] = Pair
    score: Score
    ended_at: Moment


class Played(NamedTuple):
    """A match of an export, and its game; None where it has not begun."""

    line: MatchLine
    game: Any


Part = PlayerLine | Played | RatedGameLine | TournamentLine
"""What an export consists of, beside its head and its end."""


def written(line: dict[str, object]) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


def read(lines: Iterable[bytes]) -> Iterator[Part]:
    """Check an export and yield its parts; only when it ends is the whole known to be sound.

    Raises NaishiError: something is wrong with it; the text says what. The head is checked before this returns.
    """
    rest = enumerate(lines, 1)
    number, head = next(rest, (1, b""))
    _check_version(_parsed(head, number))
    return _rest(rest, hashlib.sha256(head))


def _rest(lines: Iterable[tuple[int, bytes]], digest: hashlib._Hash) -> Iterator[Part]:
    references, ended = _References(), False
    for number, line in lines:
        data = _parsed(line, number)
        if ended:
            raise _damaged(number)
        if set(data) == {"end"}:
            if data["end"] != {"lines": number - 1, "checksum": digest.hexdigest()}:
                raise NaishiError(_("The export was altered: its checksum does not match."))
            ended = True
        else:
            part = _part(data, number)
            references.check(part)
            yield part
        digest.update(line)
    if not ended:
        raise NaishiError(_("The export is cut off: its end is missing."))


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _foreign() if number == 1 else _damaged(number)
    return data


def _check_version(data: dict[str, Any]) -> None:
    version = data.get("version")
    if data.get("format") != FORMAT or type(version) is not int:
        raise _foreign()
    if version > VERSION:
        raise NaishiError(_("The export was written by a newer version of Naishi; update Naishi to read it."))
    if version < FIRST:
        raise NaishiError(_("The export is from before version 1.0 of Naishi, and can't be read any more."))


def _part(data: dict[str, Any], number: int) -> Part:
    """Check a player or a match in full, the game replayed."""
    try:
        match data:
            case {"player": player}:
                return PlayerLine.model_validate(player)
            case {"rated game": game}:
                return RatedGameLine.model_validate(game)
            case {"tournament": tournament}:
                return TournamentLine.model_validate(tournament)
            case {"match": match}:
                line = MatchLine.model_validate(match)
                return Played(line, line.replayed())
    except (ValueError, RecursionError):  # whose text may name cards
        pass
    raise _damaged(number)


class _References:
    """What the parts of an export are called by, to make sure that they belong together."""

    def __init__(self) -> None:
        self._players: set[int] = set()
        self._others: set[str] = set()

    def check(self, part: Part) -> None:
        """Make sure that everybody and everything is there once, and the players of a match before it.

        Raises NaishiError: that isn't so.
        """
        if isinstance(part, PlayerLine):
            sound = part.id not in self._players
            self._players.add(part.id)
            others = [*(key.fingerprint for key in part.keys), *filter(None, (part.code, part.recovery))]
        elif isinstance(part, RatedGameLine):
            sound = {*part.players} <= self._players and len({*part.players}) == len(part.players)
            others = [f"rated {part.match}"]
        elif isinstance(part, TournamentLine):
            sound = {part.host, *(each.player for each in part.entries)} <= self._players
            others = [f"tournament {part.id}"]
        else:
            sound = {part.line.host, *part.line.seats} <= {*self._players, None}
            others = [part.line.id]
        if not sound or len({*others}) < len(others) or not self._others.isdisjoint(others):
            raise NaishiError(_("The export is inconsistent: its players and games don't belong together."))
        self._others.update(others)


def _damaged(number: int) -> NaishiError:
    return NaishiError(_("The export is damaged in line {number}.").format(number=number))


def _foreign() -> NaishiError:
    return NaishiError(_("This is not an export of a Naishi server."))
