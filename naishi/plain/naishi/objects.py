"""Objects of Naishi that line mode writes for programs, and the schema of all objects."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Phase
from naishi.games.naishi.rules.scoring import Outcome, ScoreSheet
from naishi.plain import protocol
from naishi.plain.protocol import about
from naishi.sessions import Ask

if TYPE_CHECKING:
    from naishi.sessions import Participant


class Advised(BaseModel):
    """An action that advice considers."""

    action: Action
    chance: Annotated[float, about("The chance to win after it, from 0 to 1.")]
    why: Annotated[str, about("What speaks for it, in a sentence or two; empty for nothing.")] = ""


class Choice(BaseModel):
    """A turn that was weighed, in the editor or in a replay."""

    turn: tuple[Action, ...]
    chance: Annotated[float, about("The chance to win by it, from 0 to 1.")]
    error: Annotated[float, about("The standard error of the chance.")]
    why: Annotated[
        str, about("What speaks for the best choice; of another one, what speaks for the best one over it.")
    ] = ""


class State(protocol.Message):
    """The game as the person at the keyboard may know it, whenever something has happened, and when it is opened."""

    type: Literal["state"] = "state"
    seat: Annotated[protocol.Seat | None, about("Whose view this is; null for what everybody at the table sees.")]
    names: tuple[str, str]
    kinds: Annotated[tuple[str, str], about("`human`, or the kind of a bot; empty where unknown.")]
    phase: Annotated[Phase, about("`gift`, `play`, `copy` or `over`.")]
    round: int
    turn: Annotated[protocol.Seat | None, about("The seat to act; null once the game is over.")]
    last: Annotated[protocol.Seat | None, about("The seat that plays its last turn, once the end is triggered.")]
    undone: Annotated[int, about("How many events of the objects before don't count any more.")]
    events: Annotated[tuple[Event, ...], about("What has happened since the last state of this seat, oldest first.")]
    actions: Annotated[tuple[Action, ...], about("What this seat can do now; empty when it isn't its turn.")]
    outcome: Annotated[Outcome | None, about("The result, once the game is over.")]
    thinking: Annotated[protocol.Seat | None, about("The seat whose bot is choosing.")]
    paused: Annotated[bool, about("Whether bots wait for `continue`.")]
    troubles: Annotated[
        tuple[protocol.Fault, ...], about("`not_saved` or `bot_failed`, for as long as it is so; else empty.")
    ]


class Reply(protocol.Reply):
    """The end of a request that was done: whatever came of it stands in the objects before."""

    actions: Annotated[tuple[Action, ...] | None, about("To `what`: the legal actions.")] = None
    events: Annotated[tuple[Event, ...] | None, about("To `log` and `last`.")] = None
    sheets: Annotated[
        tuple[ScoreSheet, ...] | None,
        about("To `score`: the sheets of both seats once the game is over; before, that of the viewer."),
    ] = None
    advice: Annotated[tuple[Advised, ...] | None, about("To `advice`: the best first.")] = None
    choices: Annotated[tuple[Choice, ...] | None, about("To `choices`, in the editor and in a replay.")] = None
    view: Annotated[PlayerView | None, about("To `view`: everything that the viewer may know.")] = None


def state_of(view: PlayerView, participant: "Participant", shared: Mapping[str, Any]) -> State:
    own = {name: getattr(view, name) for name in ("phase", "turn", "last", "outcome")}
    actions = view.legal_actions if Ask.PLAY in participant.allowed else ()
    return State.model_construct(**shared, **own, actions=actions)


Written = Annotated[
    protocol.Hello
    | State
    | protocol.TableState
    | Reply
    | protocol.Error
    | protocol.Question
    | protocol.LobbyObject
    | protocol.HistoryObject
    | protocol.MatchObject
    | protocol.TableMatch
    | protocol.PeopleObject
    | protocol.PlayerObject
    | protocol.TournamentsObject
    | protocol.TournamentObject
    | protocol.Notice
    | protocol.Closed,
    Field(discriminator="type"),
]


def schema() -> dict[str, JsonValue]:
    written = TypeAdapter(Written).json_schema(mode="serialization")
    definitions = {**written.pop("$defs"), "Request": protocol.Request.model_json_schema(mode="validation")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Line mode for programs: the objects of naishi --json",
        **written,
        "$defs": dict(sorted(definitions.items())),
    }
