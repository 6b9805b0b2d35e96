"""The schema of all objects of line mode for programs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue, TypeAdapter

from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import Pile, PlayerView, Side
from naishi.games.naishi.rules.court import Sent
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.sheet import ScoreLine, ScoreSheet
from naishi.plain.protocol import (
    Advised,
    Choice,
    Closed,
    Error,
    Fault,
    Hello,
    Question,
    Reply,
    Request,
    State,
    TableEvent,
    TableResult,
    TableState,
)
from naishi.plain.server_protocol import (
    ClockObject,
    HistoryObject,
    LobbyObject,
    MatchObject,
    Notice,
    PastGame,
    PeopleObject,
    PersonObject,
    PlayerObject,
    RatedChange,
    RatingObject,
    SaidObject,
    Table,
    TallyObject,
    TournamentGameObject,
    TournamentLine,
    TournamentObject,
    TournamentPlace,
    TournamentsObject,
)

Written = Annotated[
    Hello
    | State
    | TableState
    | Reply
    | Error
    | Question
    | LobbyObject
    | HistoryObject
    | MatchObject
    | PeopleObject
    | PlayerObject
    | TournamentsObject
    | TournamentObject
    | Notice
    | Closed,
    Field(discriminator="type"),
]

OBJECTS: tuple[type, ...] = (
    *(Request, Hello, State, Reply, Error, Question, Closed),
    *(LobbyObject, HistoryObject, MatchObject, PeopleObject, PlayerObject, Notice),
    *(TournamentsObject, TournamentObject, TournamentLine, TournamentPlace, TournamentGameObject),
    *(
        Table,
        RatingObject,
        RatedChange,
        ClockObject,
        SaidObject,
        PastGame,
        PersonObject,
        TallyObject,
        Fault,
        Advised,
        Choice,
    ),
    *(TableState, TableEvent, TableResult),
    *(Event, Outcome, ScoreSheet, ScoreLine, PlayerView, Side),
)
"""In the order in which they are explained."""

TUPLES = (Pile, Sent)
"""What stands within them as a list of values."""


def schema() -> dict[str, JsonValue]:
    """Return the JSON schema of everything that is written, with the request among its definitions."""
    written = TypeAdapter(Written).json_schema(mode="serialization")
    definitions = {**written.pop("$defs"), "Request": Request.model_json_schema(mode="validation")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Line mode for programs: the objects of naishi --json",
        **written,
        "$defs": dict(sorted(definitions.items())),
    }
