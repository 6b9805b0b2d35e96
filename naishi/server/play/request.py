"""What a player can ask of a match beside the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from naishi.server.play.last_turn import LastTurn
from naishi.server.storage.match import Offer

PAUSES = (3, 14)
"""Days that a pause can have: over a weekend, or a holiday."""


class OfferKind(StrEnum):
    """What a player can offer the other; its value is the name of the field of `Agreements`."""

    DRAW = "draw"
    UNDO = "undo"
    REMATCH = "rematch"
    PAUSE = "pause"


class Verb(StrEnum):
    """What is done about an agreement."""

    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    CONTINUE = "continue"
    """End a pause."""
    CLAIM = "claim"
    """Claim the game, or warn the other player that one will."""
    RESIGN = "resign"
    ABORT = "abort"
    """A rated game is called off before one's own first action."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a player can ask of the match, as it was shown: it can't come to mean something else meanwhile."""

    verb: Verb
    kind: OfferKind | None = None
    """What is offered or answered; None for what needs no answer."""
    offer: Offer | None = None
    """Which offer is answered."""
    turn: LastTurn | None = None
    """Which turn is to be undone, or was asked to be."""
    days: int | None = None
    """How long the clock would stand still, where a pause is offered."""

    @property
    def id(self) -> str:
        """A text that is the same for the same request, and for no other."""
        number = "" if self.offer is None else str(self.offer.number)
        turn = "" if self.turn is None else f"to {self.turn.ply}{' both' if self.turn.both else ''}"
        days = "" if self.days is None else f"for {self.days}"
        return " ".join(filter(None, (self.verb.value, self.kind and self.kind.value, number, turn, days)))
