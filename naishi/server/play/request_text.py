"""What can be asked of a match, in words."""

from __future__ import annotations

from naishi.common.i18n import N_, _
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.request import OfferKind, Request, Verb

WORDS = {
    (Verb.OFFER, OfferKind.UNDO): N_("Ask to undo your last turn"),
    (Verb.OFFER, OfferKind.DRAW): N_("Offer a draw"),
    (Verb.OFFER, OfferKind.REMATCH): N_("Ask for a rematch"),
    (Verb.AGREE, OfferKind.UNDO): N_("Agree to undo {name}'s last turn"),
    (Verb.AGREE, OfferKind.DRAW): N_("Agree to a draw"),
    (Verb.AGREE, OfferKind.REMATCH): N_("Agree to a rematch"),
    (Verb.DECLINE, OfferKind.UNDO): N_("Don't undo"),
    (Verb.DECLINE, OfferKind.DRAW): N_("Decline the draw"),
    (Verb.DECLINE, OfferKind.REMATCH): N_("Decline the rematch"),
    (Verb.RESIGN, None): N_("Resign"),
}
UNDO_BOTH = {
    Verb.OFFER: N_("Ask to undo your last turn, and {name}'s after it"),
    Verb.AGREE: N_("Agree to undo {name}'s last turn, and yours after it"),
}
"""The same where both players have acted since that turn began."""


def words_of(me: MatchParticipant, request: Request) -> str:
    """Return what a request asks for, or answers."""
    both = request.verb in UNDO_BOTH and request.turn is not None and request.turn.both
    words = UNDO_BOTH[request.verb] if both else WORDS[request.verb, request.kind]
    return _(words).format(name=me.view.names[me.opponent])
