"""Objects of JSON line mode."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema

from naishi.common import i18n
from naishi.common.i18n import UnknownCommandError
from naishi.tabletop.chance import DealProof

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

Tag = Annotated[JsonValue, Field(description="The tag of the request; null where it had none.")]
Text = Annotated[str, Field(description="The sentence for people, in the language of the settings.")]
Seat = Literal[0, 1]
Expansion = Annotated[str, WithJsonSchema({"const": "legends-travellers", "type": "string"})]


class Request(BaseModel):
    """What a program asks for. A line that is no object is taken as `do`, without a tag."""

    model_config = ConfigDict(extra="forbid")

    do: Annotated[str, Field(description="A command of line mode, as in `develop L4`; or the answer to a question.")]
    tag: Annotated[JsonValue, Field(description="Comes back in the reply or the error.")] = None


class Fault(BaseModel):
    """Something that is wrong with the game, though it goes on."""

    code: Code
    text: Text


class Message(BaseModel):
    """What all objects have that are written."""

    version: Annotated[Literal[1], Field(description="The version of this protocol.")] = VERSION
    game: Annotated[str, Field(description="The id of the game that is open; empty for none.")] = ""


class Hello(Message):
    """The first object."""

    type: Literal["hello"] = "hello"
    program: Annotated[str, Field(description="The version of Naishi.")]
    language: Annotated[str, Field(description="The code of the language of all texts.")]


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
    return next(code for kind, code in CODES.items() if isinstance(error, kind))


class RatingObject(BaseModel):
    """How strong a player seems to be, by their rated games."""

    points: Annotated[float, Field(description="1500 for a newcomer.")]
    deviation: Annotated[float, Field(description="With two chances in three the true value is that near.")]
    provisional: Annotated[bool, Field(description="Whether it says little: people see a `?` behind it.")]


class RatedChange(BaseModel):
    """What a rated game has changed for the player of a seat."""

    before: Annotated[float, Field(description="The points before it.")]
    after: Annotated[RatingObject, Field(description="The rating after it.")]


class Table(BaseModel):
    """A game or a table, as the lobby of a server lists it."""

    id: Annotated[str, Field(description="For `go`, `join` and `watch`.")]
    state: Annotated[Literal["open", "playing", "over"], Field(description="`open` while nobody has joined.")]
    game: Annotated[str, Field(description="Which one: `naishi`, `ninjato` or `shogun`.")]
    names: Annotated[tuple[str, ...], Field(description="Of the seats; empty where nobody has joined.")]
    seat: Annotated[int | None, Field(description="Your seat; null where you have none.")]
    turn: Annotated[
        int | None, Field(description="The seat to act; null once the game is over, and where several decide.")
    ]
    awaited: Annotated[tuple[int, ...], Field(description="The seats that have to decide something now.")]
    round: int
    public: Annotated[bool, Field(description="Whether everybody sees it.")]
    expansion: Annotated[Expansion | None, Field(description="The module that is played with; null for a base game.")]
    clock: Annotated[str, Field(description="`3d`, `15+10` …; empty for no clock.")]
    deadline: Annotated[
        float | None, Field(description="When the seat to act loses, in seconds since 1970; null while no time counts.")
    ]
    rated: Annotated[bool, Field(description="Whether it is played for ratings.")]
    ratings: Annotated[
        tuple[RatingObject | None, ...],
        Field(description="Of the seats; null for a player without one. A bot's never changes."),
    ]
    challenged: Annotated[str, Field(description="Who alone may sit down; empty where anybody may.")]
    tournament: Annotated[str, Field(description="The id of the tournament that it belongs to; empty for none.")]
    word: Annotated[str, Field(description="By which friends join and watch; empty where it isn't yours to pass on.")]
    news: Annotated[
        str | None,
        Field(description="What another player has done since you looked last: `moved`, `joined`, `draw` …"),
    ]


class KindTable(Table):
    """A game or a table of another kind than Naishi; it has more than those of Naishi."""

    options: Annotated[
        dict[str, str], Field(description="Options of the game that aren't the usual ones, by name, with their values.")
    ]
    ranks: Annotated[
        tuple[int, ...] | None,
        Field(description="The places by seat once it is over, from 1; null before, and where it was called off."),
    ]


class LobbyObject(Message):
    """Over SSH: what there is in the lobby, on arrival, whenever it has changed, and to `games`."""

    type: Literal["lobby"] = "lobby"
    name: Annotated[str, Field(description="What you are called.")]
    named: Annotated[bool, Field(description="Whether you have chosen that name; if not, do so by `name Aiko`.")]
    rating: Annotated[RatingObject | None, Field(description="Yours; null before your first rated game.")]
    code: Annotated[str, Field(description="By which a guest comes back; empty for a player with a key.")]
    mine: Annotated[tuple[KindTable | Table, ...], Field(description="Your games and tables.")]
    open: Annotated[tuple[KindTable | Table, ...], Field(description="Tables at which others wait.")]
    watchable: Annotated[tuple[KindTable | Table, ...], Field(description="Games to watch.")]


class PastGame(BaseModel):
    """A finished game of yours at a server."""

    id: Annotated[str, Field(description="For `replay` and `analyse`.")]
    names: Annotated[tuple[str, ...], Field(description="Of the seats, as the players are called now.")]
    seat: Annotated[int, Field(description="Your seat.")]
    ended: Annotated[AwareDatetime, Field(description="When it ended.")]
    how: Annotated[
        str, Field(description="What ended it: `finished`, `resigned`, `timed out`, `claimed`, `drawn` or `aborted`.")
    ]
    winner: Annotated[int | None, Field(description="The seat that won; null for a draw, and where it was called off.")]
    points: Annotated[tuple[int, ...] | None, Field(description="Of the seats; null where they weren't counted.")]
    expansion: Annotated[Expansion | None, Field(description="The module that was played with; null for a base game.")]
    tournament: Annotated[str, Field(description="The id of the tournament that it belonged to; empty for none.")]


class PastKindGame(PastGame):
    """A finished game of another kind than Naishi; it has more than one of Naishi."""

    key: Annotated[str, Field(description="Which game it is, such as `ninjato` or `shogun`.")]
    options: Annotated[
        dict[str, str],
        Field(description="Options of the game that weren't the usual ones, by name, with their values."),
    ]
    ranks: Annotated[
        tuple[int, ...] | None,
        Field(description="The places by seat, from 1; equal ones are shared; null where it was called off."),
    ]


class HistoryObject(Message):
    """Over SSH: to `history`, some of your finished games, the newest first."""

    type: Literal["history"] = "history"
    games: Annotated[tuple[PastKindGame | PastGame, ...], Field(description="The newest first.")]
    more: Annotated[bool, Field(description="Whether `history more` brings older ones.")]


class PersonObject(BaseModel):
    """Someone who is here, or in the ranking."""

    name: Annotated[str, Field(description="What they are called.")]
    rating: Annotated[RatingObject | None, Field(description="Null for a player without one.")]
    games: Annotated[int, Field(description="How many rated games this follows from.")]
    playing: Annotated[bool, Field(description="Whether a game is on their screen; false in a ranking.")]


class TallyObject(BaseModel):
    """Games against someone, or against all."""

    name: Annotated[str, Field(description="Of whom; in `all`, of the player.")]
    won: Annotated[int, Field(description="By the player of the page.")]
    drawn: Annotated[int, Field(description="By neither.")]
    lost: Annotated[int, Field(description="By the player of the page.")]


class PeopleObject(Message):
    """Over SSH, to `who` and `ranking`: players, in the order in which people read them."""

    type: Literal["people"] = "people"
    people: Annotated[tuple[PersonObject, ...], Field(description="By name; in a ranking, the highest first.")]


class PlayerObject(Message):
    """Over SSH, to `player`: how someone has done, as far as you may know."""

    type: Literal["player"] = "player"
    player: Annotated[PersonObject, Field(description="Who it is.")]
    here: Annotated[bool, Field(description="Whether they are at the server.")]
    curve: Annotated[tuple[float, ...], Field(description="Their points after each of their newest rated games.")]
    aborted: Annotated[
        int,
        Field(
            description="How many rated games they have called off, or given up before action 10, in the last 30 days."
        ),
    ]
    all: Annotated[TallyObject, Field(description="All games: public ones, and those with you.")]
    opponents: Annotated[tuple[TallyObject, ...], Field(description="Those they have met most.")]


class TournamentLine(BaseModel):
    """A tournament of a server, as a list has it."""

    id: Annotated[str, Field(description="For `tournament join` and the rest.")]
    name: Annotated[str, Field(description="What its maker calls it.")]
    kind: Annotated[
        Literal["swiss", "round robin"], Field(description="How opponents are found; of the other, all meet once.")
    ]
    state: Annotated[Literal["open", "playing", "over"], Field(description="`open` while players join.")]
    host: Annotated[str, Field(description="Who has made it.")]
    count: Annotated[int, Field(description="How many have joined.")]
    places: Annotated[int, Field(description="It begins by itself with so many.")]
    round: Annotated[int, Field(description="The one being played, or the last; 0 before it begins.")]
    rounds: Annotated[int | None, Field(description="How many there are to be; null where that isn't known yet.")]
    clock: Annotated[str, Field(description="`3d`, `15+10` …")]
    rated: Annotated[bool, Field(description="Whether its games count for ratings.")]
    expansion: Annotated[Expansion | None, Field(description="The module that is played with; null for base games.")]
    public: Annotated[bool, Field(description="Whether everybody finds it.")]
    word: Annotated[str, Field(description="By which others find it; empty where it is public or isn't yours.")]


class TournamentsObject(Message):
    """Over SSH, to `tournament`: those that you have made or play in, and the others that everybody sees."""

    type: Literal["tournaments"] = "tournaments"
    mine: Annotated[tuple[TournamentLine, ...], Field(description="Yours, also those by invitation.")]
    others: Annotated[tuple[TournamentLine, ...], Field(description="Those that can be joined first.")]


class TournamentPlace(BaseModel):
    """How a player of a tournament stands."""

    place: Annotated[int, Field(description="Shared by players whom nothing parts.")]
    number: Annotated[int, Field(description="The player's, in the order at the start.")]
    name: Annotated[str, Field(description="What they are called.")]
    rating: Annotated[RatingObject | None, Field(description="Null for a player without one.")]
    withdrawn: Annotated[bool, Field(description="Whether they have left.")]
    points: Annotated[float, Field(description="1 for a win or a bye, 0.5 for a draw.")]
    buchholz: Annotated[float, Field(description="The points of all opponents; for a bye, their own.")]
    sonneborn_berger: Annotated[float, Field(description="The points of those beaten, half of those drawn with.")]
    wins: Annotated[int, Field(description="How many games were won, a bye included.")]


class TournamentGameObject(BaseModel):
    """A game of a tournament, or a bye."""

    round: Annotated[int, Field(description="Of the tournament, from 1.")]
    first: Annotated[int, Field(description="The number of who goes first, or has a bye.")]
    second: Annotated[int | None, Field(description="The other player's; null for a bye.")]
    match: Annotated[str | None, Field(description="The id of the game, for `watch`; null where there is none.")]
    scores: Annotated[tuple[float, float] | None, Field(description="1, 0.5 or 0 each; null while it goes on.")]


class TournamentObject(Message):
    """Over SSH, to `tournament NAME`: all of a tournament."""

    type: Literal["tournament"] = "tournament"
    tournament: Annotated[TournamentLine, Field(description="What it is.")]
    standings: Annotated[tuple[TournamentPlace, ...], Field(description="The leader first.")]
    games: Annotated[tuple[TournamentGameObject, ...], Field(description="By round.")]
    commitment: Annotated[
        str, Field(description="What the deals of the next round are committed to; empty where there is none.")
    ]


Presence = Annotated[
    Literal["here", "away", "gone"],
    Field(description="`here` at this game, `away` elsewhere on the server, `gone`."),
]


class ClockObject(BaseModel):
    """The time of the players of a game on a server. Moments are seconds since 1970, in universal time."""

    control: Annotated[
        str, Field(description="`3d`: days for each turn; `15+10`: minutes, and seconds after each turn.")
    ]
    left: Annotated[tuple[float, ...], Field(description="The seconds that the seats have left now.")]
    deadline: Annotated[float | None, Field(description="When the seat to act loses; null while no time counts.")]
    paused_until: Annotated[float | None, Field(description="When the pause ends that all agreed on; else null.")]
    waits: Annotated[bool, Field(description="Whether it starts as soon as all players are at the game.")]


class SaidObject(BaseModel):
    """A phrase of a player's to the others, on a server. One for who is away is kept until they come."""

    number: Annotated[int, Field(description="Counts what is said: a greater number is news.")]
    seat: Annotated[int, Field(description="Who has said it.")]
    phrase: Annotated[str, Field(description="As `say` understands it: `hello`, `luck`, `thanks` …")]


class MatchObject(Message):
    """Over SSH: what there is beside the game, when it is opened and whenever that has changed."""

    type: Literal["match"] = "match"
    seat: Annotated[Seat | None, Field(description="Your seat; null where you watch.")]
    presence: Annotated[tuple[Presence, Presence], Field(description="Where the players of both seats are.")]
    watchers: Annotated[tuple[str, ...], Field(description="The names of those who watch.")]
    offered: Annotated[str, Field(description="What the other player offers or asks for, as a sentence; else empty.")]
    requests: Annotated[
        tuple[str, ...],
        Field(description="What you can ask for or answer now: `draw`, `undo`, `rematch`, `agree draw`, `resign` …"),
    ]
    said: Annotated[
        tuple[SaidObject, ...], Field(description="What you two have said last, the newest at the end.")
    ] = ()
    plans: Annotated[
        tuple[str, ...], Field(description="What you have planned for the other player's next turn: lines of `when`.")
    ] = ()
    resigned: Annotated[Seat | None, Field(description="The seat that has resigned.")]
    timed_out: Annotated[Seat | None, Field(description="The seat that lost on time.")]
    claimed: Annotated[Seat | None, Field(description="The seat that has claimed the game: the other stayed away.")]
    drawn: Annotated[bool, Field(description="Whether both agreed on a draw.")]
    clock: Annotated[ClockObject | None, Field(description="The time that players have; null for no clock.")]
    commitment: Annotated[
        str | None,
        Field(description="The SHA-256 of the secret that the deal was drawn from, or null."),
    ]
    proof: Annotated[
        DealProof | None, Field(description="Once the game is over: what the deal was drawn from; else null.")
    ]
    rematch_commitment: Annotated[
        str | None,
        Field(description="Once the game is over, until the rematch begins: what its deal is committed to; else null."),
    ]
    claim_from: Annotated[
        float | None,
        Field(
            description="From when on the waiting player may `claim` the game, in seconds since 1970; null "
            "where time counts, and against a bot."
        ),
    ]
    warned: Annotated[bool, Field(description="Whether the seat to act was warned of that.")]
    aborted: Annotated[Seat | None, Field(description="The seat that has called the game off.")]
    tournament: Annotated[str, Field(description="The id of the tournament that it belongs to; empty for none.")]
    rated: Annotated[bool, Field(description="Whether it is played for ratings.")]
    ratings: Annotated[
        tuple[RatingObject | None, RatingObject | None],
        Field(description="Of both seats; null for one without."),
    ]
    outcome: Annotated[
        Literal["counted", "short", "often", "aborted"] | None,
        Field(
            description="Whether a rated game that is over has counted: `short` was given up before the tenth action, "
            "`often` came after three of these two within a day."
        ),
    ]
    changes: Annotated[
        tuple[RatedChange, RatedChange] | None, Field(description="By seat, what it has changed; null where nothing.")
    ]


class SeatObject(BaseModel):
    """A seat of a game of another kind than Naishi, on a server."""

    name: Annotated[str, Field(description="Of the player.")]
    kind: Annotated[str, Field(description="`human`, or the kind of a bot; `absent` plays for a player who has left.")]
    presence: Annotated[Presence, Field(description="Where the player is; a bot is always here.")]
    left: Annotated[
        Literal["resigned", "timed out", "claimed"] | None,
        Field(description="How the player has left a game that goes on; null for one who hasn't."),
    ]


class OfferObject(BaseModel):
    """What a player offers to the others at a table of another kind than Naishi's."""

    kind: Annotated[
        Literal["draw", "undo", "rematch", "pause", "call off"], Field(description="As it stands in `requests`.")
    ]
    seat: Annotated[int, Field(description="Whose offer it is.")]
    days: Annotated[int | None, Field(description="How long a pause would be; else null.")]
    agreed: Annotated[tuple[int, ...], Field(description="The seats that have agreed so far.")]


class ClaimObject(BaseModel):
    """What those who wait may do about an awaited player who stays away, where there is no clock."""

    seat: Annotated[int, Field(description="Who is awaited.")]
    possible_from: Annotated[
        float, Field(description="From when on the others may go on without that player, in seconds since 1970.")
    ]
    warned: Annotated[bool, Field(description="Whether the player was warned of that.")]


class TableMatch(Message):
    """Over SSH: `match` of a game of another kind than Naishi, when it is opened and whenever that has changed."""

    type: Literal["table_match"] = "table_match"
    key: Annotated[str, Field(description="Which game it is, such as `ninjato` or `shogun`.")]
    options: Annotated[
        dict[str, str], Field(description="Options of the game that aren't the usual ones, by name, with their values.")
    ]
    seat: Annotated[int | None, Field(description="Your seat; null where you watch.")]
    seats: Annotated[tuple[SeatObject, ...], Field(description="Who plays, by seat.")]
    awaited: Annotated[tuple[int, ...], Field(description="The seats that have to decide something now.")]
    watchers: Annotated[tuple[str, ...], Field(description="The names of those who watch.")]
    offers: Annotated[tuple[OfferObject, ...], Field(description="What waits for an answer; nothing where you watch.")]
    requests: Annotated[
        tuple[str, ...],
        Field(description="What you can ask for or answer now: `undo`, `agree call off`, `claim Bruno`, `resign` …"),
    ]
    said: Annotated[
        tuple[SaidObject, ...], Field(description="What was said at the table last, the newest at the end.")
    ]
    clock: Annotated[ClockObject | None, Field(description="The time that players have; null for no clock.")]
    claims: Annotated[tuple[ClaimObject, ...], Field(description="Empty where time counts, and against bots.")]
    how: Annotated[
        str | None,
        Field(
            description="What ended it: `finished`, `resigned`, `timed out`, `claimed`, `drawn`, `aborted` or "
            "`unplayed`, all agreed to call it off; null while it goes on."
        ),
    ]
    ranks: Annotated[
        tuple[int, ...] | None,
        Field(description="The places by seat once it is over, from 1; null before, and where it was called off."),
    ]


class Notice(Message):
    """Over SSH: something that no request has asked for, about your account or your tables."""

    type: Literal["notice"] = "notice"
    text: Text
