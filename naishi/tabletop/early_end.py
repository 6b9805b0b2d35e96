"""How two players ended a game before its end, as a server lets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _


class EarlyEnd(BaseModel):
    """Why a game is over of which not all was played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    how: Literal["resigned", "timed out", "claimed", "drawn", "aborted"]
    """`claimed`: by the other player, as one stayed away."""
    seat: Annotated[int, Field(ge=0, le=1)] | None = None
    """Who lost by that, or called the game off; None where both agreed on a draw."""

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw, and for a game that was called off."""
        return None if self.seat is None or self.how == "aborted" else 1 - self.seat

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.seat is None) != (self.how == "drawn"):
            raise NaishiError(_("Either one player ends a game early, or both agree on a draw."))
        return self


SENTENCES = {
    "resigned": N_("{loser} resigned; {winner} wins."),
    "timed out": N_("{loser} lost on time; {winner} wins."),
    "claimed": N_("{loser} stayed away; {winner} has claimed the game."),
    "drawn": N_("The players agreed on a draw."),
    "aborted": N_("{name} has called the game off."),
}
LOST = {
    "resigned": N_("{name} has resigned"),
    "timed out": N_("{name} lost on time"),
    "claimed": N_("{name} stayed away and lost"),
}
"""How a player can lose before the end of a game."""


def describe(end: EarlyEnd | None, names: Sequence[str]) -> str:
    """Say in a sentence how the players ended a game before its end; empty where they haven't."""
    if end is None:
        return ""
    loser = end.seat or 0
    return _(SENTENCES[end.how]).format(name=names[loser], loser=names[loser], winner=names[1 - loser])


def in_a_list(end: EarlyEnd, names: Sequence[str]) -> str:
    """Say it in a list of games."""
    if end.how in LOST and end.seat is not None:
        return _(LOST[end.how]).format(name=names[end.seat])
    return _("called off") if end.how == "aborted" else _("a draw was agreed")
