"""Advice in a sentence: what to do, and the chance to win once it is done."""

from __future__ import annotations

from naishi.common.formats import percent
from naishi.common.i18n import Noun, _
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Recall, Swap
from naishi.rules.territory import RIVER, Cell, Zone


def advised(view: PlayerView, action: Action, chance: float) -> str:
    """Advise the viewer to do an action.

    Args:
        view: What the viewer knows.
        action: The action.
        chance: How likely it is then that the viewer wins, from 0 to 1.
    """
    words, gaps = _sentence(view, action)
    return words.format(chance=percent(chance), **gaps)


def _sentence(view: PlayerView, action: Action) -> tuple[str, dict[str, object]]:
    match action:
        case Develop(cell=cell):
            gaps: dict[str, object] = {"new": _name(view, RIVER[cell.position]), "old": _name(view, cell), "cell": cell}
            return _("Place {new} at {cell}, discarding {old}: {chance} to win."), gaps
        case Swap(first=first, second=second):
            gaps = {"one": _name(view, first), "first": first, "two": _name(view, second), "second": second}
            return _("Swap {one} at {first} with {two} at {second}: {chance} to win."), gaps
        case Discard(first=first, second=second):
            return _("Discard {one} and {two}: {chance} to win."), {
                "one": _name(view, first),
                "two": _name(view, second),
            }
        case Decree(cell=cell):
            return _("Decree at {cell}, giving {card}: {chance} to win."), {"card": _name(view, cell), "cell": cell}
        case Give(which=which):
            return _("Give {card:a} away: {chance} to win."), {"card": (view.dealt or ())[which - 1].noun}
        case Copy(cell=cell, card=card):
            return _("Copy {card:a} at {cell}: {chance} to win."), {"card": card.noun, "cell": cell}
        case _:
            return _without_cards(action), {}


def _without_cards(action: Action) -> str:
    match action:
        case Recall():
            return _("Recall your emissaries: {chance} to win.")
        case Declare():
            return _("Declare the end: {chance} to win.")
        case End():
            return _("End your turn: {chance} to win.")
        case _:
            return _("Pass: {chance} to win.")


def _name(view: PlayerView, cell: Cell) -> Noun:
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card.noun if card is not None else Noun.plain("")
