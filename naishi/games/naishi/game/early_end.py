"""How two players ended a game before its end, as a server lets them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from naishi.common.errors import NaishiError
from naishi.common.i18n import _


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
