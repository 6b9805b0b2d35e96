"""What a player can ask of a match beside the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from naishi.server.play.last_turn import LastTurn
from naishi.server.storage.match import Offer


class OfferKind(StrEnum):
    """What a player can offer the other; its value is the name of the field of `Agreements`."""

    DRAW = "draw"
    UNDO = "undo"
    REMATCH = "rematch"


class Verb(StrEnum):
    """What is done about an agreement."""

    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Request:
    """What a player can ask of the match, as it was shown: it can't come to mean something else meanwhile."""

    verb: Verb
    kind: OfferKind | None = None
    """What is offered or answered; None for resigning."""
    offer: Offer | None = None
    """Which offer is answered."""
    turn: LastTurn | None = None
    """Which turn is to be undone, or was asked to be."""

    @property
    def id(self) -> str:
        """A text that is the same for the same request, and for no other."""
        number = "" if self.offer is None else str(self.offer.number)
        turn = "" if self.turn is None else f"to {self.turn.ply}{' both' if self.turn.both else ''}"
        return " ".join(filter(None, (self.verb.value, self.kind and self.kind.value, number, turn)))
