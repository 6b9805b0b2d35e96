"""Expansion texts: the Ryokan, and the Legends and Travellers in play."""

from naishi.common.i18n import _, listed
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import TRAVELLERS, Card


def ryokan(view: PlayerView, *, you: bool = True) -> str:
    """Say where the Ryokan is and what it is worth; nothing in a base game."""
    if view.ryokan is None:
        return ""
    owner, side = view.ryokan
    if owner is None:
        return _("Ryokan: nobody has it yet.")
    if you and owner == view.seat and not view.public:
        return _("Ryokan: yours, worth {points}.").format(points=side)
    return _owned(view.names[owner], side)


def _owned(name: str, side: int) -> str:
    return _("Ryokan: {name} has it, worth {points}.").format(name=name, points=side)


def ryokan_earned(view: PlayerView) -> str:
    """Say what the Ryokan earned, and what brought it to its owner, as far as events tell; nothing if nobody has it."""
    moved = next((event for event in reversed(view.events) if event.ryokan), None)
    if moved is None:
        owner, side = view.ryokan or (None, 0)
        return "" if owner is None else _owned(view.names[owner], side)
    if moved.ryokan == 4:
        words = _("Ryokan: a Traveller brought it in round {round} +4.")
    elif moved.cards[-1] is Card.SAMURAI:
        words = _("Ryokan: the samurai brought it in round {round} +7.")
    else:
        words = _("Ryokan: another Traveller turned it to 7 in round {round} +7.")
    return words.format(round=moved.round)


def legends(view: PlayerView) -> str:
    if not view.legends:
        return ""
    return _("Legends in play: {cards}.").format(cards=listed((each.noun for each in view.legends), conjunction=False))


def travellers(view: PlayerView) -> str:
    """Name the Travellers that may be in play: all six, for nobody knows which one stayed in the box."""
    if view.ryokan is None:
        return ""
    names = listed((each.noun for each in TRAVELLERS), conjunction=False)
    return _("Travellers, all but one of these, nobody knows which: {cards}.").format(cards=names)
