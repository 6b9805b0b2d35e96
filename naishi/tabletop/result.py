"""Result of a game, and how one ends early."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from naishi.common.i18n import N_, NaishiError, _, listed


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
