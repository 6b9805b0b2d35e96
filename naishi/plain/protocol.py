"""Objects of JSON line mode."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema

from naishi.common import i18n
from naishi.common.i18n import UnknownCommandError
from naishi.tabletop.chance import DealProof

VERSION: Literal[1] = 1
"""Rises whenever a program that understands the objects of before would misunderstand one of now."""


def about(text: str) -> Any:
    """Return what says in the schema what a field is for."""
    return Field(description=text)


Code = Annotated[
    Literal[
        "unknown_command", "invalid_action", "illegal_action", "invalid_position", "save_not_found", "damaged_save",
        "newer_save", "save_in_use", "not_saved", "save_error", "unknown_bot", "bot_not_ready", "bot_failed", "refused",
        "bad_request",
    ],
    about("What is wrong, the same in every language; see the table of codes."),
]  # fmt: skip

CODES: dict[type[Exception], Code] = {
    UnknownCommandError: "unknown_command",
    i18n.InvalidActionError: "invalid_action",
    i18n.IllegalActionError: "illegal_action",
    i18n.InvalidPositionError: "invalid_position",
    i18n.SaveNotFoundError: "save_not_found",
    i18n.DamagedSaveError: "damaged_save",
    i18n.NewerSaveError: "newer_save",
    i18n.SaveInUseError: "save_in_use",
    i18n.SaveNotWrittenError: "not_saved",
    i18n.SaveError: "save_error",
    i18n.UnknownBotError: "unknown_bot",
    i18n.BotNotReadyError: "bot_not_ready",
    i18n.BotFailedError: "bot_failed",
    i18n.NaishiError: "refused",
}
"""What stands for each kind of error, whatever the language; the first that fits. No code ever gets another sense."""

Tag = Annotated[JsonValue, about("The tag of the request; null where it had none.")]
Text = Annotated[str, about("The sentence for people, in the language of the settings.")]
Seat = Literal[0, 1]
Options = Annotated[
    dict[str, str], about("Options of the game that aren't the usual ones, by name, with their values.")
]
Ranks = Annotated[
    tuple[int, ...] | None,
    about("The places by seat once it is over, from 1; null before, and where it was called off."),
]
Expansion = Annotated[str, WithJsonSchema({"const": "legends-travellers", "type": "string"})]


class Request(BaseModel):
    """What a program asks for. A line that is no object is taken as `do`, without a tag."""

    model_config = ConfigDict(extra="forbid")

    do: Annotated[str, about("A command of line mode, as in `develop L4`; or the answer to a question.")]
    tag: Annotated[JsonValue, about("Comes back in the reply or the error.")] = None


class Fault(BaseModel):
    """Something that is wrong with the game, though it goes on."""

    code: Code
    text: Text


class Message(BaseModel):
    """What all objects have that are written."""

    version: Annotated[Literal[1], about("The version of this protocol.")] = VERSION
    game: Annotated[str, about("The id of the game that is open; empty for none.")] = ""


class Hello(Message):
    """The first object."""

    type: Literal["hello"] = "hello"
    program: Annotated[str, about("The version of Naishi.")]
    language: Annotated[str, about("The code of the language of all texts.")]


class TableEvent(BaseModel):
    """An action of a game of another kind than Naishi, as the viewer may know it."""

    seat: int
    round: int
    action: Annotated[str | None, about("Its text; null while it is secret.")]
    facts: Annotated[dict[str, Any], about("What came of it; the game's own.")]


class TableResult(BaseModel):
    """How a game of another kind than Naishi ended."""

    ranks: Annotated[tuple[int, ...], about("The places by seat, from 1; equal ones are shared.")]
    points: Annotated[tuple[int, ...], about("The points by seat.")]


class TableState(Message):
    """A game of another kind than Naishi, as the person at the keyboard may know it; the same as `state` else."""

    type: Literal["table"] = "table"
    key: Annotated[str, about("Which game it is, such as `ninjato` or `shogun`.")]
    seat: Annotated[int | None, about("Whose view this is, from 0; null for what everybody at the table sees.")]
    names: tuple[str, ...]
    kinds: Annotated[tuple[str, ...], about("`human`, or the kind of a bot; empty where unknown.")]
    round: int
    awaited: Annotated[
        tuple[int, ...],
        about("The seats that have to decide; several decide in secret, in any order; none: it is over."),
    ]
    undone: Annotated[int, about("How many events of the objects before don't count any more.")]
    events: Annotated[
        tuple[TableEvent, ...], about("What has happened since the last state of this seat, oldest first.")
    ]
    actions: Annotated[
        tuple[str, ...], about("What can be done at the keyboard now; empty, too, where there is too much to list.")
    ]
    result: Annotated[TableResult | None, about("The result, once the game is over.")]
    thinking: Annotated[int | None, about("The seat whose bot is choosing.")]
    paused: Annotated[bool, about("Whether bots wait for `continue`.")]
    troubles: Annotated[tuple[Fault, ...], about("`not_saved` or `bot_failed`, for as long as it is so; else empty.")]
    view: Annotated[dict[str, Any], about("Everything that the viewer may know, as the game writes it; no events.")]


class Reply(Message):
    """The end of a request that was done: whatever came of it stands in the objects before."""

    type: Literal["reply"] = "reply"
    tag: Tag = None
    text: Annotated[tuple[str, ...], about("What a person hears, a sentence each.")] = ()


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
    secret: Annotated[bool, about("Whether people type the answer unseen.")]


class Closed(Message):
    """A game was left."""

    type: Literal["closed"] = "closed"
    saved: Annotated[bool, about("Whether it is stored in its folder as it was left.")]
    text: Annotated[str, about("Where the game is, if its folder refused it; else empty.")] = ""


def code_of(error: Exception) -> Code:
    return next(code for kind, code in CODES.items() if isinstance(error, kind))


class RatingObject(BaseModel):
    """How strong a player seems to be, by their rated games."""

    points: Annotated[float, about("1500 for a newcomer.")]
    deviation: Annotated[float, about("With two chances in three the true value is that near.")]
    provisional: Annotated[bool, about("Whether it says little: people see a `?` behind it.")]


class RatedChange(BaseModel):
    """What a rated game has changed for the player of a seat."""

    before: Annotated[float, about("The points before it.")]
    after: Annotated[RatingObject, about("The rating after it.")]


class Table(BaseModel):
    """A game or a table, as the lobby of a server lists it."""

    id: Annotated[str, about("For `go`, `join` and `watch`.")]
    state: Annotated[Literal["open", "playing", "over"], about("`open` while nobody has joined.")]
    game: Annotated[str, about("Which one: `naishi`, `ninjato` or `shogun`.")]
    names: Annotated[tuple[str, ...], about("Of the seats; empty where nobody has joined.")]
    seat: Annotated[int | None, about("Your seat; null where you have none.")]
    turn: Annotated[int | None, about("The seat to act; null once the game is over, and where several decide.")]
    awaited: Annotated[tuple[int, ...], about("The seats that have to decide something now.")]
    round: int
    public: Annotated[bool, about("Whether everybody sees it.")]
    expansion: Annotated[Expansion | None, about("The module that is played with; null for a base game.")]
    clock: Annotated[str, about("`3d`, `15+10` …; empty for no clock.")]
    deadline: Annotated[
        float | None, about("When the seat to act loses, in seconds since 1970; null while no time counts.")
    ]
    rated: Annotated[bool, about("Whether it is played for ratings.")]
    ratings: Annotated[
        tuple[RatingObject | None, ...], about("Of the seats; null for a player without one. A bot's never changes.")
    ]
    challenged: Annotated[str, about("Who alone may sit down; empty where anybody may.")]
    tournament: Annotated[str, about("The id of the tournament that it belongs to; empty for none.")]
    word: Annotated[str, about("By which friends join and watch; empty where it isn't yours to pass on.")]
    news: Annotated[
        str | None, about("What another player has done since you looked last: `moved`, `joined`, `draw` …")
    ]


class KindTable(Table):
    """A game or a table of another kind than Naishi; it has more than those of Naishi."""

    options: Options
    ranks: Ranks


class LobbyObject(Message):
    """Over SSH: what there is in the lobby, on arrival, whenever it has changed, and to `games`."""

    type: Literal["lobby"] = "lobby"
    name: Annotated[str, about("What you are called.")]
    named: Annotated[bool, about("Whether you have chosen that name; if not, do so by `name Aiko`.")]
    rating: Annotated[RatingObject | None, about("Yours; null before your first rated game.")]
    code: Annotated[str, about("By which a guest comes back; empty for a player with a key.")]
    mine: Annotated[tuple[KindTable | Table, ...], about("Your games and tables.")]
    open: Annotated[tuple[KindTable | Table, ...], about("Tables at which others wait.")]
    watchable: Annotated[tuple[KindTable | Table, ...], about("Games to watch.")]


class PastGame(BaseModel):
    """A finished game of yours at a server."""

    id: Annotated[str, about("For `replay` and `analyse`.")]
    names: Annotated[tuple[str, ...], about("Of the seats, as the players are called now.")]
    seat: Annotated[int, about("Your seat.")]
    ended: Annotated[AwareDatetime, about("When it ended.")]
    how: Annotated[str, about("What ended it: `finished`, `resigned`, `timed out`, `claimed`, `drawn` or `aborted`.")]
    winner: Annotated[int | None, about("The seat that won; null for a draw, and where it was called off.")]
    points: Annotated[tuple[int, ...] | None, about("Of the seats; null where they weren't counted.")]
    expansion: Annotated[Expansion | None, about("The module that was played with; null for a base game.")]
    tournament: Annotated[str, about("The id of the tournament that it belonged to; empty for none.")]


class PastKindGame(PastGame):
    """A finished game of another kind than Naishi; it has more than one of Naishi."""

    key: Annotated[str, about("Which game it is, such as `ninjato` or `shogun`.")]
    options: Annotated[
        dict[str, str], about("Options of the game that weren't the usual ones, by name, with their values.")
    ]
    ranks: Annotated[
        tuple[int, ...] | None,
        about("The places by seat, from 1; equal ones are shared; null where it was called off."),
    ]


class HistoryObject(Message):
    """Over SSH: to `history`, some of your finished games, the newest first."""

    type: Literal["history"] = "history"
    games: Annotated[tuple[PastKindGame | PastGame, ...], about("The newest first.")]
    more: Annotated[bool, about("Whether `history more` brings older ones.")]


class PersonObject(BaseModel):
    """Someone who is here, or in the ranking."""

    name: Annotated[str, about("What they are called.")]
    rating: Annotated[RatingObject | None, about("Null for a player without one.")]
    games: Annotated[int, about("How many rated games this follows from.")]
    playing: Annotated[bool, about("Whether a game is on their screen; false in a ranking.")]


class TallyObject(BaseModel):
    """Games against someone, or against all."""

    name: Annotated[str, about("Of whom; in `all`, of the player.")]
    won: Annotated[int, about("By the player of the page.")]
    drawn: Annotated[int, about("By neither.")]
    lost: Annotated[int, about("By the player of the page.")]


class PeopleObject(Message):
    """Over SSH, to `who` and `ranking`: players, in the order in which people read them."""

    type: Literal["people"] = "people"
    people: Annotated[tuple[PersonObject, ...], about("By name; in a ranking, the highest first.")]


class PlayerObject(Message):
    """Over SSH, to `player`: how someone has done, as far as you may know."""

    type: Literal["player"] = "player"
    player: Annotated[PersonObject, about("Who it is.")]
    here: Annotated[bool, about("Whether they are at the server.")]
    curve: Annotated[tuple[float, ...], about("Their points after each of their newest rated games.")]
    aborted: Annotated[
        int, about("How many rated games they have called off, or given up before action 10, in the last 30 days.")
    ]
    all: Annotated[TallyObject, about("All games: public ones, and those with you.")]
    opponents: Annotated[tuple[TallyObject, ...], about("Those they have met most.")]


class TournamentLine(BaseModel):
    """A tournament of a server, as a list has it."""

    id: Annotated[str, about("For `tournament join` and the rest.")]
    name: Annotated[str, about("What its maker calls it.")]
    kind: Annotated[Literal["swiss", "round robin"], about("How opponents are found; of the other, all meet once.")]
    state: Annotated[Literal["open", "playing", "over"], about("`open` while players join.")]
    host: Annotated[str, about("Who has made it.")]
    count: Annotated[int, about("How many have joined.")]
    places: Annotated[int, about("It begins by itself with so many.")]
    round: Annotated[int, about("The one being played, or the last; 0 before it begins.")]
    rounds: Annotated[int | None, about("How many there are to be; null where that isn't known yet.")]
    clock: Annotated[str, about("`3d`, `15+10` …")]
    rated: Annotated[bool, about("Whether its games count for ratings.")]
    expansion: Annotated[Expansion | None, about("The module that is played with; null for base games.")]
    public: Annotated[bool, about("Whether everybody finds it.")]
    word: Annotated[str, about("By which others find it; empty where it is public or isn't yours.")]


class TournamentsObject(Message):
    """Over SSH, to `tournament`: those that you have made or play in, and the others that everybody sees."""

    type: Literal["tournaments"] = "tournaments"
    mine: Annotated[tuple[TournamentLine, ...], about("Yours, also those by invitation.")]
    others: Annotated[tuple[TournamentLine, ...], about("Those that can be joined first.")]


class TournamentPlace(BaseModel):
    """How a player of a tournament stands."""

    place: Annotated[int, about("Shared by players whom nothing parts.")]
    number: Annotated[int, about("The player's, in the order at the start.")]
    name: Annotated[str, about("What they are called.")]
    rating: Annotated[RatingObject | None, about("Null for a player without one.")]
    withdrawn: Annotated[bool, about("Whether they have left.")]
    points: Annotated[float, about("1 for a win or a bye, 0.5 for a draw.")]
    buchholz: Annotated[float, about("The points of all opponents; for a bye, their own.")]
    sonneborn_berger: Annotated[float, about("The points of those beaten, half of those drawn with.")]
    wins: Annotated[int, about("How many games were won, a bye included.")]


class TournamentGameObject(BaseModel):
    """A game of a tournament, or a bye."""

    round: Annotated[int, about("Of the tournament, from 1.")]
    first: Annotated[int, about("The number of who goes first, or has a bye.")]
    second: Annotated[int | None, about("The other player's; null for a bye.")]
    match: Annotated[str | None, about("The id of the game, for `watch`; null where there is none.")]
    scores: Annotated[tuple[float, float] | None, about("1, 0.5 or 0 each; null while it goes on.")]


class TournamentObject(Message):
    """Over SSH, to `tournament NAME`: all of a tournament."""

    type: Literal["tournament"] = "tournament"
    tournament: Annotated[TournamentLine, about("What it is.")]
    standings: Annotated[tuple[TournamentPlace, ...], about("The leader first.")]
    games: Annotated[tuple[TournamentGameObject, ...], about("By round.")]
    commitment: Annotated[str, about("What the deals of the next round are committed to; empty where there is none.")]


Presence = Annotated[
    Literal["here", "away", "gone"], about("`here` at this game, `away` elsewhere on the server, `gone`.")
]


class ClockObject(BaseModel):
    """The time of the players of a game on a server. Moments are seconds since 1970, in universal time."""

    control: Annotated[str, about("`3d`: days for each turn; `15+10`: minutes, and seconds after each turn.")]
    left: Annotated[tuple[float, ...], about("The seconds that the seats have left now.")]
    deadline: Annotated[float | None, about("When the seat to act loses; null while no time counts.")]
    paused_until: Annotated[float | None, about("When the pause ends that all agreed on; else null.")]
    waits: Annotated[bool, about("Whether it starts as soon as all players are at the game.")]


class SaidObject(BaseModel):
    """A phrase of a player's to the others, on a server. One for who is away is kept until they come."""

    number: Annotated[int, about("Counts what is said: a greater number is news.")]
    seat: Annotated[int, about("Who has said it.")]
    phrase: Annotated[str, about("As `say` understands it: `hello`, `luck`, `thanks` …")]


class MatchObject(Message):
    """Over SSH: what there is beside the game, when it is opened and whenever that has changed."""

    type: Literal["match"] = "match"
    seat: Annotated[Seat | None, about("Your seat; null where you watch.")]
    presence: Annotated[tuple[Presence, Presence], about("Where the players of both seats are.")]
    watchers: Annotated[tuple[str, ...], about("The names of those who watch.")]
    offered: Annotated[str, about("What the other player offers or asks for, as a sentence; else empty.")]
    requests: Annotated[
        tuple[str, ...],
        about("What you can ask for or answer now: `draw`, `undo`, `rematch`, `agree draw`, `resign` …"),
    ]
    said: Annotated[tuple[SaidObject, ...], about("What you two have said last, the newest at the end.")] = ()
    plans: Annotated[
        tuple[str, ...], about("What you have planned for the other player's next turn: lines of `when`.")
    ] = ()
    resigned: Annotated[Seat | None, about("The seat that has resigned.")]
    timed_out: Annotated[Seat | None, about("The seat that lost on time.")]
    claimed: Annotated[Seat | None, about("The seat that has claimed the game: the other stayed away.")]
    drawn: Annotated[bool, about("Whether both agreed on a draw.")]
    clock: Annotated[ClockObject | None, about("The time that players have; null for no clock.")]
    commitment: Annotated[str | None, about("The SHA-256 of the secret that the deal was drawn from, or null.")]
    proof: Annotated[DealProof | None, about("Once the game is over: what the deal was drawn from; else null.")]
    rematch_commitment: Annotated[
        str | None, about("Once the game is over, until the rematch begins: what its deal is committed to; else null.")
    ]
    claim_from: Annotated[
        float | None,
        about(
            "From when on the waiting player may `claim` the game, in seconds since 1970; null "
            "where time counts, and against a bot."
        ),
    ]
    warned: Annotated[bool, about("Whether the seat to act was warned of that.")]
    aborted: Annotated[Seat | None, about("The seat that has called the game off.")]
    tournament: Annotated[str, about("The id of the tournament that it belongs to; empty for none.")]
    rated: Annotated[bool, about("Whether it is played for ratings.")]
    ratings: Annotated[tuple[RatingObject | None, RatingObject | None], about("Of both seats; null for one without.")]
    outcome: Annotated[
        Literal["counted", "short", "often", "aborted"] | None,
        about(
            "Whether a rated game that is over has counted: `short` was given up before the tenth action, "
            "`often` came after three of these two within a day."
        ),
    ]
    changes: Annotated[
        tuple[RatedChange, RatedChange] | None, about("By seat, what it has changed; null where nothing.")
    ]


class SeatObject(BaseModel):
    """A seat of a game of another kind than Naishi, on a server."""

    name: Annotated[str, about("Of the player.")]
    kind: Annotated[str, about("`human`, or the kind of a bot; `absent` plays for a player who has left.")]
    presence: Annotated[Presence, about("Where the player is; a bot is always here.")]
    left: Annotated[
        Literal["resigned", "timed out", "claimed"] | None,
        about("How the player has left a game that goes on; null for one who hasn't."),
    ]


class OfferObject(BaseModel):
    """What a player offers to the others at a table of another kind than Naishi's."""

    kind: Annotated[Literal["draw", "undo", "rematch", "pause", "call off"], about("As it stands in `requests`.")]
    seat: Annotated[int, about("Whose offer it is.")]
    days: Annotated[int | None, about("How long a pause would be; else null.")]
    agreed: Annotated[tuple[int, ...], about("The seats that have agreed so far.")]


class ClaimObject(BaseModel):
    """What those who wait may do about an awaited player who stays away, where there is no clock."""

    seat: Annotated[int, about("Who is awaited.")]
    possible_from: Annotated[
        float, about("From when on the others may go on without that player, in seconds since 1970.")
    ]
    warned: Annotated[bool, about("Whether the player was warned of that.")]


class TableMatch(Message):
    """Over SSH: `match` of a game of another kind than Naishi, when it is opened and whenever that has changed."""

    type: Literal["table_match"] = "table_match"
    key: Annotated[str, about("Which game it is, such as `ninjato` or `shogun`.")]
    options: Options
    seat: Annotated[int | None, about("Your seat; null where you watch.")]
    seats: Annotated[tuple[SeatObject, ...], about("Who plays, by seat.")]
    awaited: Annotated[tuple[int, ...], about("The seats that have to decide something now.")]
    watchers: Annotated[tuple[str, ...], about("The names of those who watch.")]
    offers: Annotated[tuple[OfferObject, ...], about("What waits for an answer; nothing where you watch.")]
    requests: Annotated[
        tuple[str, ...],
        about("What you can ask for or answer now: `undo`, `agree call off`, `claim Bruno`, `resign` …"),
    ]
    said: Annotated[tuple[SaidObject, ...], about("What was said at the table last, the newest at the end.")]
    clock: Annotated[ClockObject | None, about("The time that players have; null for no clock.")]
    claims: Annotated[tuple[ClaimObject, ...], about("Empty where time counts, and against bots.")]
    how: Annotated[
        str | None,
        about(
            "What ended it: `finished`, `resigned`, `timed out`, `claimed`, `drawn`, `aborted` or "
            "`unplayed`, all agreed to call it off; null while it goes on."
        ),
    ]
    ranks: Ranks


class Notice(Message):
    """Over SSH: something that no request has asked for, about your account or your tables."""

    type: Literal["notice"] = "notice"
    text: Text
