"""The objects that line mode for programs writes and reads, one a line; docs/json.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from naishi.common import errors
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.plain.commands import UnknownCommandError

VERSION: Literal[1] = 1
"""Rises whenever a program that understands the objects of before would misunderstand one of now."""

Code = Annotated[
    Literal[
        "unknown_command", "invalid_action", "illegal_action", "invalid_position", "save_not_found", "damaged_save",
        "newer_save", "save_in_use", "not_saved", "save_error", "unknown_bot", "bot_not_ready", "bot_failed", "refused",
        "bad_request",
    ],
    Field(description="What is wrong, the same in every language; see the table of codes."),
]  # fmt: skip

CODES: dict[type[Exception], Code] = {
    UnknownCommandError: "unknown_command",
    errors.InvalidActionError: "invalid_action",
    errors.IllegalActionError: "illegal_action",
    errors.InvalidPositionError: "invalid_position",
    errors.SaveNotFoundError: "save_not_found",
    errors.DamagedSaveError: "damaged_save",
    errors.NewerSaveError: "newer_save",
    errors.SaveInUseError: "save_in_use",
    errors.SaveNotWrittenError: "not_saved",
    errors.SaveError: "save_error",
    errors.UnknownBotError: "unknown_bot",
    errors.BotNotReadyError: "bot_not_ready",
    errors.BotFailedError: "bot_failed",
    errors.NaishiError: "refused",
}
"""What stands for each kind of error, whatever the language; the first that fits. No code ever gets another sense."""

Tag = Annotated[JsonValue, Field(description="The tag of the request; null where it had none.")]
Text = Annotated[str, Field(description="The sentence for people, in the language of the settings.")]
Seat = Literal[0, 1]


class Request(BaseModel):
    """What a program asks for. A line that is no object is taken as `do`, without a tag."""

    model_config = ConfigDict(extra="forbid")

    do: Annotated[str, Field(description="A command of line mode, as in `develop L4`; or the answer to a question.")]
    tag: Annotated[JsonValue, Field(description="Comes back in the reply or the error.")] = None


class Fault(BaseModel):
    """Something that is wrong with the game, though it goes on."""

    code: Code
    text: Text


class Advised(BaseModel):
    """An action that the strong bot would consider."""

    action: Action
    chance: Annotated[float, Field(description="The chance to win after it, from 0 to 1.")]
    why: Annotated[str, Field(description="What speaks for it, in a sentence or two; empty for nothing.")] = ""


class Choice(BaseModel):
    """A turn that was weighed, in the editor or in a replay."""

    turn: tuple[Action, ...]
    chance: Annotated[float, Field(description="The chance to win by it, from 0 to 1.")]
    error: Annotated[float, Field(description="The standard error of the chance.")]
    why: Annotated[
        str,
        Field(description="What speaks for the best choice; of another one, what speaks for the best one over it."),
    ] = ""


class Message(BaseModel):
    """What all objects have that are written."""

    version: Annotated[Literal[1], Field(description="The version of this protocol.")] = VERSION
    game: Annotated[str, Field(description="The id of the game that is open; empty for none.")] = ""


class Hello(Message):
    """The first object."""

    type: Literal["hello"] = "hello"
    program: Annotated[str, Field(description="The version of Naishi.")]
    language: Annotated[str, Field(description="The code of the language of all texts.")]


class State(Message):
    """The game as the person at the keyboard may know it, whenever something has happened, and when it is opened."""

    type: Literal["state"] = "state"
    seat: Annotated[Seat | None, Field(description="Whose view this is; null for what everybody at the table sees.")]
    names: tuple[str, str]
    kinds: Annotated[tuple[str, str], Field(description="`human`, or the kind of a bot; empty where unknown.")]
    phase: Annotated[Phase, Field(description="`gift`, `play`, `copy` or `over`.")]
    round: int
    turn: Annotated[Seat | None, Field(description="The seat to act; null once the game is over.")]
    last: Annotated[Seat | None, Field(description="The seat that plays its last turn, once the end is triggered.")]
    undone: Annotated[int, Field(description="How many events of the objects before don't count any more.")]
    events: Annotated[
        tuple[Event, ...], Field(description="What has happened since the last state of this seat, oldest first.")
    ]
    actions: Annotated[
        tuple[Action, ...], Field(description="What this seat can do now; empty when it isn't its turn.")
    ]
    outcome: Annotated[Outcome | None, Field(description="The result, once the game is over.")]
    thinking: Annotated[Seat | None, Field(description="The seat whose bot is choosing.")]
    paused: Annotated[bool, Field(description="Whether bots wait for `continue`.")]
    troubles: Annotated[
        tuple[Fault, ...], Field(description="`not_saved` or `bot_failed`, for as long as it is so; else empty.")
    ]


class TableEvent(BaseModel):
    """An action of a game of another kind than Naishi, as the viewer may know it."""

    seat: int
    round: int
    action: Annotated[str | None, Field(description="Its text; null while it is secret.")]
    facts: Annotated[dict[str, Any], Field(description="What came of it; the game's own.")]


class TableResult(BaseModel):
    """How a game of another kind than Naishi ended."""

    ranks: Annotated[tuple[int, ...], Field(description="The places by seat, from 1; equal ones are shared.")]
    points: Annotated[tuple[int, ...], Field(description="The points by seat.")]


class TableState(Message):
    """A game of another kind than Naishi, as the person at the keyboard may know it; the same as `state` else."""

    type: Literal["table"] = "table"
    key: Annotated[str, Field(description="Which game it is, such as `ninjato` or `shogun`.")]
    seat: Annotated[
        int | None, Field(description="Whose view this is, from 0; null for what everybody at the table sees.")
    ]
    names: tuple[str, ...]
    kinds: Annotated[tuple[str, ...], Field(description="`human`, or the kind of a bot; empty where unknown.")]
    round: int
    awaited: Annotated[
        tuple[int, ...],
        Field(description="The seats that have to decide; several decide in secret, in any order; none: it is over."),
    ]
    undone: Annotated[int, Field(description="How many events of the objects before don't count any more.")]
    events: Annotated[
        tuple[TableEvent, ...], Field(description="What has happened since the last state of this seat, oldest first.")
    ]
    actions: Annotated[
        tuple[str, ...],
        Field(description="What can be done at the keyboard now; empty, too, where there is too much to list."),
    ]
    result: Annotated[TableResult | None, Field(description="The result, once the game is over.")]
    thinking: Annotated[int | None, Field(description="The seat whose bot is choosing.")]
    paused: Annotated[bool, Field(description="Whether bots wait for `continue`.")]
    troubles: Annotated[
        tuple[Fault, ...], Field(description="`not_saved` or `bot_failed`, for as long as it is so; else empty.")
    ]
    view: Annotated[
        dict[str, Any],
        Field(description="Everything that the viewer may know, as the game writes it; no events."),
    ]


class Reply(Message):
    """The end of a request that was done: whatever came of it stands in the objects before."""

    type: Literal["reply"] = "reply"
    tag: Tag = None
    text: Annotated[tuple[str, ...], Field(description="What a person hears, a sentence each.")] = ()
    actions: Annotated[tuple[Action, ...] | None, Field(description="To `what`: the legal actions.")] = None
    events: Annotated[tuple[Event, ...] | None, Field(description="To `log` and `last`.")] = None
    sheets: Annotated[
        tuple[ScoreSheet, ...] | None,
        Field(description="To `score`: the sheets of both seats once the game is over; before, that of the viewer."),
    ] = None
    advice: Annotated[tuple[Advised, ...] | None, Field(description="To `advice`: the best first.")] = None
    choices: Annotated[tuple[Choice, ...] | None, Field(description="To `choices`, in the editor and in a replay.")] = (
        None
    )
    view: Annotated[PlayerView | None, Field(description="To `view`: everything that the viewer may know.")] = None


class Error(Message):
    """The end of a request that was refused: nothing has changed."""

    type: Literal["error"] = "error"
    tag: Tag = None
    code: Code
    text: Text


class Question(Message):
    """Asks for one line more, whose text is the answer: a name, or a PIN. The reply to the request comes after that."""

    type: Literal["question"] = "question"
    text: Text
    secret: Annotated[bool, Field(description="Whether people type the answer unseen.")]


class Closed(Message):
    """A game was left."""

    type: Literal["closed"] = "closed"
    saved: Annotated[bool, Field(description="Whether it is stored in its folder as it was left.")]
    text: Annotated[str, Field(description="Where the game is, if its folder refused it; else empty.")] = ""


def code_of(error: Exception) -> Code:
    """Return the code of an error."""
    return next(code for kind, code in CODES.items() if isinstance(error, kind))
