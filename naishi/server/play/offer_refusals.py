"""Why players can't agree on something now, in words; empty if they can."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.server.play.request import OfferKind
from naishi.server.storage.match import Agreements, Match, Offer


def of_rematch(match: Match, agreements: Agreements, *, over: bool) -> str:
    """Return why there can be no rematch now, whoever asks for it.

    Args:
        match: As the lobby lists it.
        agreements: What its players have agreed on.
        over: Whether nothing can be played in it any more.
    """
    first, second = match.seats
    if not over:
        return _("You can ask for a rematch once the game is over.")
    if agreements.next is not None:
        return _("The rematch has begun already.")
    if any(match.gone):
        return _("The other player has left this server.")
    if first == second:
        return _("Both seats are yours now, so there can be no rematch.")
    return ""


def of_aborting(match: Match, *, has_acted: bool, unmet: bool) -> str:
    """Return why a player can't call a game off while it goes on.

    Args:
        match: As the lobby lists it.
        has_acted: Whether the player has acted in it.
        unmet: Whether it waits for a player who has not come.
    """
    if match.tournament is not None:
        return _("A game of a tournament can't be called off; resign instead.")
    if unmet:
        return ""
    if not match.rated:
        return _("Only a rated game can be called off; resign instead.")
    return _("You have acted already; resign instead.") if has_acted else ""


def of_asking_twice(standing: Offer | None, seat: int) -> str:
    """Return why a seat can't ask for what it has asked for already.

    Args:
        standing: What was offered last and is still open, of the kind.
        seat: Who would ask.
    """
    return _("You have asked already; wait for the answer.") if standing is not None and standing.seat == seat else ""


def of_undoing_alone(standing: Offer | None, seat: int, *, has_acted: bool) -> str:
    """Return why a seat can't undo a turn at once, against a person.

    Args:
        standing: What was asked of this kind last and is still open.
        seat: Who would undo.
        has_acted: Whether the seat has done anything that could be undone.
    """
    if refusal := of_asking_twice(standing, seat):
        return refusal
    if not has_acted:
        return _("You have nothing to undo yet.")
    return _("Against a person, undo takes an agreement (x).")


def of_offer(kind: OfferKind, standing: Offer | None, seat: int, *, has_acted: bool, pause: str) -> str:
    """Return why a seat can't offer a draw or a pause to a person, or ask them to undo, while the game goes on.

    Args:
        kind: What would be offered.
        standing: What was offered last and is still open, of the kind.
        seat: Who would offer it.
        has_acted: Whether the seat has done anything that could be undone.
        pause: Why there can be no pause; empty if there can be one.
    """
    if refusal := of_asking_twice(standing, seat):
        return refusal
    if standing is not None:
        return _("The other player was quicker; answer that offer first.")
    if kind is OfferKind.UNDO and not has_acted:
        return _("You have nothing to undo yet.")
    return pause if kind is OfferKind.PAUSE else ""


def declined_between(before: Agreements, after: Agreements, *, paused: bool) -> tuple[tuple[OfferKind, Offer], ...]:
    """Return which offers were declined, though no action was played, by what was agreed on before and after.

    Args:
        before: What was agreed on before.
        after: And after.
        paused: Whether a pause has begun in between.
    """
    if after.ended and not before.ended:
        return ()
    agreed = {OfferKind.PAUSE: paused, OfferKind.REMATCH: after.next is not None}
    stood = {kind: getattr(before, kind.value) for kind in OfferKind if getattr(after, kind.value) is None}
    return tuple((kind, offer) for kind, offer in stood.items() if offer is not None and not agreed.get(kind))
