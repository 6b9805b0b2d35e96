"""What can be asked of a match, in words."""

from __future__ import annotations

from naishi.common.i18n import N_, _, ngettext
from naishi.server.match.words import moment
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
    (Verb.DECLINE, OfferKind.PAUSE): N_("Decline the pause"),
    (Verb.CONTINUE, None): N_("End the pause"),
    (Verb.RESIGN, None): N_("Resign"),
    (Verb.ABORT, None): N_("Call the game off: it isn't rated"),
}
UNDO_BOTH = {
    Verb.OFFER: N_("Ask to undo your last turn, and {name}'s after it"),
    Verb.AGREE: N_("Agree to undo {name}'s last turn, and yours after it"),
}
"""The same where both players have acted since that turn began."""


def words_of(me: MatchParticipant, request: Request) -> str:
    """Return what a request asks for, or answers."""
    name = me.view.names[me.opponent]
    if request.verb is Verb.CLAIM:
        return _claim(me, name)
    if request.kind is OfferKind.PAUSE and request.verb is not Verb.DECLINE:
        return _pause(request)
    if request.verb is Verb.ABORT and not me.match.rated:
        return _("Call the game off: nobody loses")
    both = request.verb in UNDO_BOTH and request.turn is not None and request.turn.both
    words = UNDO_BOTH[request.verb] if both else WORDS[request.verb, request.kind]
    return _(words).format(name=name)


def _pause(request: Request) -> str:
    days = (request.days if request.offer is None else request.offer.days) or 0
    if request.verb is Verb.OFFER:
        return ngettext("Offer a pause of {count} day", "Offer a pause of {count} days", days)
    return ngettext("Agree to a pause of {count} day", "Agree to a pause of {count} days", days)


def _claim(me: MatchParticipant, name: str) -> str:
    if (claim := me.claim) is None or claim.is_possible:
        return _("Claim the game")
    if claim.can_warn:
        return _("Warn {name} that you will claim the game").format(name=name)
    return _("Claim the game, from {moment} on").format(moment=moment(claim.possible_from))
