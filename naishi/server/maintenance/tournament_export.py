"""Tournaments in a server's export."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import Connection, insert, select

from naishi.server.database.codes import CodeKind, new_code
from naishi.server.database.schema import matches, tournament_games, tournament_players, tournaments
from naishi.server.match.clock import TimeControl
from naishi.server.match.match import MatchStage
from naishi.server.match.rows import NAISHI
from naishi.server.tournaments.rounds import GAMES
from naishi.server.tournaments.standings import Kind
from naishi.server.tournaments.tournament import MOST_PLAYERS
from naishi.tabletop.kinds import kind_of

_TOURNAMENT = ("id", "name", "kind", "rounds", "places", "control", "expansion", "rated", "public", "host", "state")
_EXACT = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
_PLAYERS = select(tournament_players).order_by(tournament_players.c.number)

Number = Annotated[int, Field(ge=1, le=10**6)]
Id = Annotated[str, Field(pattern=r"^[a-z2-9]{8}$")]
Score = Annotated[float, Field(ge=0, le=1, multiple_of=0.5)]


def _known(expansion: str) -> str:
    """Return an expansion that there is."""
    if not any(row.name == "expansion" and expansion in dict(row.values) for row in kind_of(NAISHI).option_rows()):
        raise ValueError(expansion)
    return expansion


class EntryLine(BaseModel):
    """Somebody who plays in a tournament."""

    model_config = _EXACT

    number: Number
    player: int
    withdrawn: bool


class GameLine(BaseModel):
    """A game of a round."""

    model_config = _EXACT

    round: Number
    board: Number
    first: Number
    second: Number | None
    match: Id | None
    scores: tuple[Score, Score] | None


class TournamentLine(BaseModel):
    """A tournament; its standings follow from its games."""

    model_config = _EXACT

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=100)]
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
    updated: float
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
    """Yield all tournaments."""
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
        db: The database.
        line: What the export says.
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
