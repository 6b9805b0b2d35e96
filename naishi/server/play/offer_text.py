"""What is said of offers between two players, from either side."""

from __future__ import annotations

from naishi.common.i18n import N_, _, ngettext
from naishi.server.play.last_turn import LastTurn
from naishi.server.play.request import OfferKind

_OFFERED = {
    OfferKind.DRAW: N_("{name} offers a draw."),
    OfferKind.REMATCH: N_("{name} asks for a rematch."),
}
_WAITING = {
    OfferKind.PAUSE: N_("Your offer of a pause waits for {name}'s answer."),
    OfferKind.DRAW: N_("Your offer of a draw waits for {name}'s answer."),
    OfferKind.UNDO: N_("Your request to undo waits for {name}'s answer."),
    OfferKind.REMATCH: N_("Your request for a rematch waits for {name}'s answer."),
}
_DECLINED = {
    OfferKind.PAUSE: N_("{name} has declined the pause."),
    OfferKind.DRAW: N_("{name} has declined the draw."),
    OfferKind.UNDO: N_("{name} has declined to undo your last turn."),
    OfferKind.REMATCH: N_("{name} has declined the rematch."),
}
_CLOSED = {
    OfferKind.PAUSE: N_("Your offer of a pause is no longer open."),
    OfferKind.DRAW: N_("Your offer of a draw is no longer open."),
    OfferKind.UNDO: N_("Your request to undo is no longer open."),
    OfferKind.REMATCH: N_("Your request for a rematch is no longer open."),
}
_GONE = {
    OfferKind.PAUSE: N_("{name}'s offer of a pause is no longer open."),
    OfferKind.DRAW: N_("{name}'s offer of a draw is no longer open."),
    OfferKind.UNDO: N_("{name}'s request to undo is no longer open."),
    OfferKind.REMATCH: N_("{name}'s request for a rematch is no longer open."),
}


def waiting(kind: OfferKind, name: str) -> str:
    """Say what the other player, of this name, has yet to answer."""
    return _(_WAITING[kind]).format(name=name)


def declined(kind: OfferKind, name: str) -> str:
    """Say what the other player, of this name, has declined."""
    return _(_DECLINED[kind]).format(name=name)


def not_again(kind: OfferKind, name: str) -> str:
    """Say that the other player, of this name, has declined what one would offer again at once."""
    why = declined(kind, name)
    if kind is OfferKind.REMATCH:  # nothing more happens in this game
        return why
    return _("{why} You can ask again after the next action.").format(why=why)


def closed(kind: OfferKind) -> str:
    """Say that an offer of one's own can't be answered any more."""
    return _(_CLOSED[kind])


def gone(kind: OfferKind, name: str) -> str:
    """Say that what the other player, of this name, has offered can't be answered any more."""
    return _(_GONE[kind]).format(name=name)


def offered(kind: OfferKind, name: str, last_turn: LastTurn | None, days: int | None = None) -> str:
    """Say what the other player offers.

    Args:
        kind: What it is.
        name: Of the other player.
        last_turn: Theirs, where they ask to undo it.
        days: Of the pause that they offer.
    """
    if days is not None:
        return ngettext(
            "{name} offers a pause of {count} day.", "{name} offers a pause of {count} days.", days, name=name
        )
    if last_turn is None:
        return _(_OFFERED[kind]).format(name=name)
    if last_turn.both:
        return _("{name} asks to undo their last turn; yours after it goes too.").format(name=name)
    return _("{name} asks to undo their last turn.").format(name=name)


def undone(turn: LastTurn, viewer: int, name: str) -> str:
    """Say what the players have agreed to undo.

    Args:
        turn: What was undone.
        viewer: The seat of whoever reads it.
        name: Of the other player.
    """
    if turn.seat == viewer:
        words = _("Your last turn is undone, and {name}'s after it.") if turn.both else _("Your last turn is undone.")
    elif turn.both:
        words = _("{name}'s last turn is undone, and yours after it.")
    else:
        words = _("{name}'s last turn is undone.")
    return words.format(name=name)
