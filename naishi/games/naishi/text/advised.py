"""Advice in a sentence: what to do, and the chance to win once it is done."""

from __future__ import annotations

from naishi.common.formats import percent
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import (
    Action,
    Copy,
    Declare,
    Decree,
    Develop,
    Discard,
    End,
    Give,
    Recall,
    Skip,
    Swap,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi.games.naishi.rules.territory import RIVER
from naishi.games.naishi.text.planned import name_at


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
        case Develop(cell=cell) | UseDevelop(cell=cell):
            words = _("Place {new} at {cell}, discarding {old}: {chance} to win.")
            return words, {"new": name_at(view, RIVER[cell.position]), "old": name_at(view, cell), "cell": cell.noun}
        case Swap(first=first, second=second) | UseExchange(first=first, second=second):
            cells = {"first": first.noun, "second": second.noun}
            words = _("Swap {one} at {first} with {two} at {second}: {chance} to win.")
            return words, {"one": name_at(view, first), "two": name_at(view, second), **cells}
        case Discard(first=first, second=second):
            one, two = name_at(view, first), name_at(view, second)
            words = _("Discard {one} and {two}: {chance} to win.")
            return _("Discard two {one:plural}: {chance} to win.") if one == two else words, {"one": one, "two": two}
        case Decree(cell=cell):
            words = _("Decree at {cell}, giving {card}: {chance} to win.")
            return words, {"card": name_at(view, cell), "cell": cell.noun}
        case Give(which=which):
            return _("Give {card:a} away: {chance} to win."), {"card": (view.dealt or ())[which - 1].noun}
        case Copy(cell=cell, card=card):
            return _("Copy {card:a} at {cell}: {chance} to win."), {"card": card.noun, "cell": cell.noun}
        case _:
            return _without_cards(action), {}


def _without_cards(action: Action) -> str:
    match action:
        case Recall() | UseRecall():
            return _("Recall your emissaries: {chance} to win.")
        case Declare():
            return _("Declare the end: {chance} to win.")
        case End():
            return _("End your turn: {chance} to win.")
        case Skip():
            return _("Use no effect: {chance} to win.")
        case _:
            return _("Pass: {chance} to win.")
