"""Stored agreements of a match's players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from naishi.server.match.clock import Clock
from naishi.server.match.state import (
    Ending,
    EndKind,
    Held,
    MatchState,
    Offer,
    OfferKind,
    Terms,
    begun,
    holders,
)
from naishi.server.storage.match import Agreements
from naishi.server.storage.match import Offer as StoredOffer


def state_from(
    game: Any,
    agreements: Agreements,
    accounts: Sequence[int | None],
    terms: Terms | None = None,
    clock: Clock | None = None,
    revision: int = 0,
) -> MatchState:
    """Return a match as one value, from what is stored of it.

    Args:
        game: Its game.
        agreements: What its players have offered and agreed on.
        accounts: Who sits there; None for a bot.
        terms: What was agreed on with the table.
        clock: The time of its players.
        revision: The one that was loaded.
    """
    seats = list(holders(game.players, accounts))
    for seat, how in agreements.vacated:
        seats[seat] = seats[seat]._replace(held=Held.VACATED, left=EndKind(how))
    found = {kind: getattr(agreements, kind.name.lower()) for kind in OfferKind}
    return begun(
        MatchState(
            game,
            tuple(seats),
            terms or Terms(),
            clock,
            offers={
                kind: Offer(offer.seat, offer.number, offer.days, offer.agreed)
                for kind, offer in found.items()
                if offer is not None
            },
            offered=agreements.offers,
            ending=agreements.ending,
            next=agreements.next,
            revision=revision,
            vacated=tuple(seat for seat, _how in agreements.vacated),
        )
    )


def agreements_of(state: MatchState) -> Agreements:
    """Return what the players have offered and agreed on, to be stored."""
    offers = {
        kind.name.lower(): StoredOffer(seat=offer.seat, number=offer.number, days=offer.days, agreed=offer.agreed)
        for kind, offer in state.offers.items()
    }
    left = ((seat, state.seats[seat].left) for seat in state.vacated)
    fields = {
        **offers,
        **_ended(state.ending),
        "offers": state.offered,
        "next": state.next,
        "vacated": tuple((seat, how.value) for seat, how in left if how is not None),
    }
    return Agreements.model_validate(fields)


def _ended(ending: Ending | None) -> dict[str, Any]:
    match ending:
        case Ending(EndKind.RESIGNED, seat):
            return {"resigned": seat}
        case Ending(EndKind.FLAG, seat):
            return {"timed_out": seat}
        case Ending(EndKind.CLAIMED, _, by):
            return {"claimed": by}
        case Ending(EndKind.ABORTED, seat):
            return {"aborted": seat}
        case Ending(EndKind.AGREED):
            return {"drawn": True}
        case Ending(EndKind.UNPLAYED):
            return {"called_off": True}
        case _:  # none, or by score, which the game says
            return {}
