"""Requests of players at a match, as shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from naishi.server.match import state
from naishi.server.match.state import PAUSES, LastTurn, Offer, OfferKind

__all__ = ["PAUSES", "OfferKind", "Request", "Verb", "meant", "shown"]


class Verb(StrEnum):
    """What is done about an agreement."""

    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    RETRACT = "retract"
    """Withdraw an offer of one's own."""
    CONTINUE = "continue"
    """End a pause."""
    CLAIM = "claim"
    """Claim the game, or warn the player who stays away that one will."""
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
    """Which offer is answered or withdrawn."""
    turn: LastTurn | None = None
    """Which turn is to be undone, or was asked to be."""
    days: int | None = None
    """How long the clock would stand still, where a pause is offered."""
    against: int | None = None
    """Who stays away, of more than one who may be."""

    @property
    def id(self) -> str:
        """A text that is the same for the same request, and for no other."""
        number = "" if self.offer is None else str(self.offer.number)
        turn = "" if self.turn is None else f"to {self.turn.ply}{' both' if self.turn.both else ''}"
        days = "" if self.days is None else f"for {self.days}"
        against = "" if self.against is None else str(self.against)
        return " ".join(filter(None, (self.verb.value, self.kind and self.kind.value, number, turn, days, against)))


_ALONE: dict[Verb, type[state.Request]] = {
    Verb.RESIGN: state.Resign,
    Verb.ABORT: state.Abort,
    Verb.CONTINUE: state.EndPause,
}
"""What needs no answer."""


def shown(request: state.Request) -> Request:
    match request:
        case state.Propose(kind=kind, turn=turn, days=days):
            return Request(Verb.OFFER, kind, turn=turn, days=days)
        case state.Answer(kind=kind, offer=offer, agree=agree, turn=turn):
            return Request(Verb.AGREE if agree else Verb.DECLINE, kind, offer, turn)
        case state.Retract(kind=kind, offer=offer):
            return Request(Verb.RETRACT, kind, offer)
        case state.ClaimGame(against=against):
            return Request(Verb.CLAIM, against=against)
        case _:
            return Request(next(verb for verb, kind in _ALONE.items() if isinstance(request, kind)))


def meant(request: Request, seat: int) -> state.Request | None:
    """Return what a request of the player at a seat asks of a match; None for one that means nothing."""
    match request:
        case Request(Verb.OFFER, OfferKind() as kind):
            return state.Propose(seat, kind, request.turn, request.days)
        case Request(Verb.AGREE | Verb.DECLINE as verb, OfferKind() as kind, Offer() as offer):
            return state.Answer(seat, kind, offer, verb is Verb.AGREE, request.turn)
        case Request(Verb.RETRACT, OfferKind() as kind, Offer() as offer):
            return state.Retract(seat, kind, offer)
        case Request(Verb.CLAIM):
            return state.ClaimGame(seat, request.against)
        case Request(verb) if verb in _ALONE:
            return _ALONE[verb](seat)
        case _:
            return None
