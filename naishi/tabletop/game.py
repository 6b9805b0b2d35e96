"""Contracts of games, views and rules; the result of a game, and how one ends early."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from naishi.common.i18n import N_, NaishiError, _, listed
from naishi.tabletop.chance import Chance
from naishi.tabletop.players import Player


class Result(NamedTuple):
    """How a game ended."""

    ranks: tuple[int, ...]
    """The place of each seat, from 1; seats that share a place have the same number."""
    points: tuple[int, ...] = ()
    """The points of each seat; none where the players ended the game before its end."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def winner(self) -> int | None:
        """The one seat in first place; None where several share it."""
        return self.winners[0] if len(self.winners) == 1 else None


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat: the greatest key is first, equal keys share a place."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


Seat = Annotated[int, Field(ge=0, le=9)]


class EarlyEnd(BaseModel):
    """Why a game is over of which not all was played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    how: Literal["resigned", "timed out", "claimed", "drawn", "aborted", "unplayed"]
    """`claimed`: by another player, as one stayed away; `unplayed`: called off, as all agreed or by the operator."""
    seat: Seat | None = None
    """Who lost by that, or was the last to leave, or called the game off; None where all agreed."""
    first: tuple[Seat, ...] | None = None
    """At a table of more than two, the seats that share the first place; None at one of two."""

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw, and for a game that was called off."""
        if self.seat is None or self.how == "aborted":
            return None
        if self.first is None:
            return 1 - self.seat
        return self.first[0] if len(self.first) == 1 else None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.seat is None) != (self.how in {"drawn", "unplayed"}):
            raise NaishiError(_("Either one player ends a game early, or all agree to."))
        if self.first is None and self.seat not in {None, 0, 1}:
            raise NaishiError(_("Of a table of more than two it must be said who is first."))
        return self

    @model_serializer(mode="wrap")
    def _as_between_two(self, serialise: SerializerFunctionWrapHandler) -> dict[str, object]:
        fields: dict[str, object] = serialise(self)
        if self.first is None:  # as it was before there were larger tables
            fields.pop("first", None)
        return fields


SENTENCES = {
    "resigned": N_("{loser} resigned; {winner} wins."),
    "timed out": N_("{loser} lost on time; {winner} wins."),
    "claimed": N_("{loser} stayed away; {winner} has claimed the game."),
    "drawn": N_("The players agreed on a draw."),
    "aborted": N_("{name} has called the game off."),
    "unplayed": N_("The game was called off."),
}
TO_THE_PLAYER = {
    "resigned": N_("You resigned; {winner} wins."),
    "timed out": N_("You lost on time; {winner} wins."),
    "claimed": N_("You stayed away; {winner} has claimed the game."),
    "aborted": N_("You have called the game off."),
}
"""The same to the player who did so."""
LOST_TO_SEVERAL = {
    "resigned": N_("{loser} resigned; {winners} share the first place."),
    "timed out": N_("{loser} lost on time; {winners} share the first place."),
    "claimed": N_("{loser} stayed away; {winners} share the first place."),
}
"""Where bots are left."""
LOST_TO_SEVERAL_BY_THE_PLAYER = {
    "resigned": N_("You resigned; {winners} share the first place."),
    "timed out": N_("You lost on time; {winners} share the first place."),
    "claimed": N_("You stayed away; {winners} share the first place."),
}
LOST = {
    "resigned": N_("{name} has resigned"),
    "timed out": N_("{name} lost on time"),
    "claimed": N_("{name} stayed away and lost"),
}
"""How a player can lose before the end of a game."""


def describe(end: EarlyEnd | None, names: Sequence[str], viewer: int | None = None) -> str:
    """Say in a sentence how the players ended a game before its end; empty where they haven't.

    Args:
        viewer: The seat of the reader; None for nobody in particular.
    """
    if end is None:
        return ""
    loser = names[end.seat or 0]
    if end.how in LOST and end.winner is None:
        if end.first and end.seat not in end.first:
            sentences = LOST_TO_SEVERAL_BY_THE_PLAYER if viewer is not None and viewer == end.seat else LOST_TO_SEVERAL
            return _(sentences[end.how]).format(loser=loser, winners=listed(names[seat] for seat in end.first))
        return _("{name} was the last to leave; nobody has won.").format(name=loser)
    sentences = TO_THE_PLAYER if viewer is not None and viewer == end.seat else SENTENCES
    return _(sentences[end.how]).format(name=loser, loser=loser, winner=names[end.winner or 0])


def in_a_list(end: EarlyEnd, names: Sequence[str]) -> str:
    if end.how in LOST and end.seat is not None:
        return _(LOST[end.how]).format(name=names[end.seat])
    return _("a draw was agreed") if end.how == "drawn" else _("called off")


P = TypeVar("P")
"""A position: a value that never changes once it is made."""


class Action(Protocol):
    """One decision of a seat."""

    @property
    def text(self) -> str:
        """Its text in the log, the record, the command line and tests."""


class View(Protocol):
    """A game as one seat may know it, or everybody at the table."""

    @property
    def seat(self) -> int:
        """The viewer; for the public, the seat that is drawn nearest."""

    @property
    def public(self) -> bool:
        """Whether it is the view of everybody at the table: nothing hidden is shown, nothing can be done."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def round(self) -> int: ...

    @property
    def awaited(self) -> tuple[int, ...]: ...

    @property
    def events(self) -> Sequence[Any]:
        """What happened, as far as the viewer may know it; each event has its `seat` and its `round`."""

    @property
    def legal_actions(self) -> Sequence[Any]:
        """The legal actions of the viewer, sorted; empty where it isn't awaited, or where there are too many."""

    @property
    def result(self) -> Result | None: ...

    def refusal(self, action: Any) -> str | None:
        """Return why the viewer can't do an action now, or None if it can."""

    def unable(self) -> Self:
        """Return the view of someone who only watches: nothing to choose."""

    def in_company(self, public: Self) -> Self:
        """Return the view of a seat that acts where others look on: nothing that the public's view hasn't got.

        It is asked for only while the seat needn't be alone to act.
        """

    def spoken(self) -> Self:
        """Return the view with all its texts in the language of the moment."""

    def shown_as(self, names: tuple[str, ...], nearest: int) -> Self:
        """Return the view with other names for the players, the public's with another seat drawn nearest."""

    def position_text(self) -> str:
        """Return the position as far as the viewer may know it, in one line."""

    def model_dump(self, *, mode: str = "python") -> dict[str, Any]:
        """Return the view as a document, which its kind reads again."""


class Options(Protocol):
    """What the players agreed on: undo, and whatever else a kind of game offers."""

    @property
    def undo(self) -> str:
        """`free` where actions may be undone, else `off`."""


class Game(Protocol):
    """A game being played: all that sessions, saves, servers and fronts know of it."""

    @property
    def key(self) -> str: ...

    @property
    def players(self) -> tuple[Player, ...]: ...

    @property
    def options(self) -> Options: ...

    @property
    def round(self) -> int:
        """The number of the round, from 1."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have to decide now, in secret and in any order where there are several; none: it is over."""

    @property
    def result(self) -> Result | None:
        """Ranks and points; None while the game goes on."""

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the players ended the game before its end; None where they haven't."""

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden any more, so that everybody may look from every seat."""

    @property
    def is_paced(self) -> bool:
        """Whether bots should take their time now, so that people can follow what they do."""

    @property
    def is_advised(self) -> bool:
        """Whether a bot can judge the decision that is awaited now."""

    @property
    def actions(self) -> Sequence[Any]:
        """The played actions, without the undone ones."""

    @property
    def can_undo(self) -> bool: ...

    @property
    def can_redo(self) -> bool: ...

    def ply(self) -> int:
        """Return how many actions have been played, without the undone ones."""

    def seats(self) -> Sequence[int]:
        """Return which seat played each action, those that were undone included."""

    def revealed_since(self, ply: int) -> bool:
        """Return whether anything hidden was seen since a ply that stays seen where actions are undone.

        A card drawn, a throw, a choice that was secret.
        """

    def play(self, action: Any, seat: int | None = None) -> None:
        """Play an action, or its text, for a seat. What was undone before can then not be redone.

        Args:
            seat: Who acts; by default the one seat that is awaited.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """

    def undo(self) -> Any:
        """Undo the last action, and return it. Raises IllegalActionError: there is none."""

    def redo(self) -> Any:
        """Redo the action undone last, and return it. Raises IllegalActionError: there is none."""

    def withdraw(self, seat: int) -> Any:
        """Take a seat's own choice out of the record that nobody else has seen yet, and return it.

        Raises IllegalActionError: it has none.
        """

    def can_withdraw(self, seat: int) -> bool:
        """Return whether a seat has a choice that nobody else has seen yet."""

    def copy(self) -> Self:
        """Copy the game with its whole history. The copies are independent of each other."""

    def at(self, ply: int) -> Self:
        """Copy the game as it stood after its first `ply` actions.

        Raises NaishiError: there are not that many actions, those that were undone included.
        """

    def rematch(self, players: Any = None) -> Self:
        """Begin again with new chance; the seats move on by one."""

    def view(self, seat: int | None = None) -> Any:
        """Return the game as a seat may know it; for None, as everybody at the table may.

        Raises NaishiError: there is no such seat.
        """

    def laid_open(self, view: Any) -> Any:
        """Return a view of it as it is shown once the players have ended it early: nothing to choose any more."""

    def events(self, seat: int | None = None) -> Sequence[Any]:
        """Return what happened, as a seat may know it; for None, as everybody at the table may.

        Raises NaishiError: there is no such seat.
        """

    def choices(self, seat: int) -> int:
        """Return how many different decisions a seat could make now; 0 where it isn't awaited."""

    def is_private(self, seat: int) -> bool:
        """Return whether a seat must be alone at the screen to act now."""

    def change_player(self, seat: int, **changes: str | None) -> None:
        """Change fields of a player, such as the bot that plays a seat.

        Raises NaishiError: a player can't have these.
        """

    def position_text(self) -> str:
        """Return the whole truth in one line; for tests and records, never for a player."""

    def document(self) -> Mapping[str, Any]:
        """Return what a save keeps of the game, field by field in its order."""

    def to_json(self) -> str:
        """Return the document as text, as servers keep it; `GameKind.read` reads it once it is parsed."""


class Step(NamedTuple):
    """An action of the record."""

    seat: int
    action: Any
    round: int


class Rules(Protocol[P]):
    """The rules of a game, as functions on an unchanging position; `RecordedGame` makes a `Game` of them."""

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int:
        """Raised whenever a record could play differently."""

    @property
    def seats(self) -> range: ...

    def options(self, fields: Mapping[str, Any]) -> Any:
        """Read what the players agreed on; with no fields, what is usual.

        Raises NaishiError: there is no such option or value.
        """

    def begin(self, seats: int, options: Any, chance: Chance) -> P: ...

    def parse(self, text: str) -> P:
        """Read a position text, the whole truth. Raises InvalidPositionError: it isn't one that makes sense."""

    def position_text(self, position: P) -> str: ...

    def round(self, position: P) -> int: ...

    def awaited(self, position: P) -> tuple[int, ...]: ...

    def action(self, text: str) -> Any:
        """Read an action. Raises InvalidActionError: it isn't one."""

    def refusal(self, position: P, seat: int, action: Any) -> str | None:
        """Return why an awaited seat can't do an action, or None if it can."""

    def choices(self, position: P, seat: int) -> int:
        """Return how many different decisions an awaited seat could make."""

    def play(self, position: P, seat: int, action: Any, chance: Chance) -> P:
        """Return the position after a legal action."""

    def seen(self, position: P, step: Step, viewer: int | None) -> Any | None:
        """Return an action of the record as a viewer may know it in this later position; None where it is hidden."""

    def facts(self, before: P, step: Step, after: P, viewer: int | None) -> Mapping[str, Any]:
        """Return what came of an action that a viewer may see: what was drawn, thrown, gained, for the log."""

    def reveals(self, before: P, step: Step, after: P) -> bool:
        """Return whether anybody sees after an action what was hidden before; what chance draws needn't be named."""

    def result(self, position: P) -> Result | None: ...

    def is_private(self, position: P, seat: int) -> bool: ...

    def is_open(self, position: P) -> bool: ...

    def view(self, position: P, seat: int | None, *, names: tuple[str, ...], steps: Iterable[Step], events: Any) -> Any:
        """Return the game as a seat may know it; for None, as everybody at the table may.

        Args:
            steps: The record, for what a perfect memory knows; not to be shown.
        """
