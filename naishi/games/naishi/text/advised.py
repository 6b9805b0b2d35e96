"""Advice and planned actions in sentences."""

from __future__ import annotations

from naishi.common.formats import percent
from naishi.common.i18n import Noun, _
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
    Pass,
    Recall,
    Skip,
    Swap,
    Use,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import RIVER, Cell, Zone
from naishi.games.naishi.text.sentences import copy_in_short


def planned(view: PlayerView, action: Action, *, brief: bool = False) -> str:
    """Say what a legal action of the viewer would do.

    Args:
        view: What the viewer knows.
        action: The action.
        brief: Whether there is too little room for all cards that an effect moves, and for the Traveller's whole name.
    """
    match action:
        case Develop(cell=cell):
            return _("{two} to {cell} for {one}").format(
                two=name_at(view, RIVER[cell.position]), cell=cell.noun, one=name_at(view, cell)
            )
        case Swap(first=first, second=second):
            return _("swap {one} {first}, {two} {second}").format(
                one=name_at(view, first), first=first.noun, two=name_at(view, second), second=second.noun
            )
        case Discard(first=first, second=second):
            return _("discard {one} {first}, {two} {second}").format(
                one=name_at(view, first), first=first.noun, two=name_at(view, second), second=second.noun
            )
        case Decree(cell=cell):
            return _decree(view, cell)
        case Give(which=which):
            return _("give {card:a}").format(card=(view.dealt or ())[which - 1].noun)
        case Copy(cell=cell, card=card):
            legendary = view.sides[view.seat].card(cell) is Card.LEGENDARY_NINJA
            return copy_in_short(legendary=legendary).format(cell=cell.noun, card=card.noun)
        case Use():
            return _effect_in_short(view, action) if brief else _effect(view, action, action.traveller.noun)
        case _:
            return without_cards(action)


def _effect(view: PlayerView, action: Use, traveller: Noun) -> str:
    match action:
        case UseExchange(first=first, second=second):
            return _("{traveller}: exchange {one} {first}, {two} {second}").format(
                traveller=traveller,
                one=name_at(view, first),
                first=first.noun,
                two=name_at(view, second),
                second=second.noun,
            )
        case UseDevelop(cell=cell):
            return _("{traveller}: {two} to {cell} for {one}").format(
                traveller=traveller, two=name_at(view, RIVER[cell.position]), cell=cell.noun, one=name_at(view, cell)
            )
        case _:
            return _("{traveller}: recall your emissaries").format(traveller=traveller)


def _effect_in_short(view: PlayerView, action: Use) -> str:
    """Name as few cards as tell one use of an effect from another."""
    traveller = action.traveller.noun.short
    match action:
        case UseExchange(first=first, second=second):
            return _("{traveller}: exchange {first}, {second}").format(
                traveller=traveller, first=first.noun, second=second.noun
            )
        case UseDevelop(cell=cell):
            return _("{traveller}: {card} to {cell}").format(
                traveller=traveller, card=name_at(view, RIVER[cell.position]), cell=cell.noun
            )
        case _:
            return _effect(view, action, traveller)


def _decree(view: PlayerView, cell: Cell) -> str:
    theirs, mine = view.theirs.card(cell), name_at(view, cell)
    if theirs is None:
        return _("decree at {cell}, giving {card}").format(cell=cell.noun, card=mine)
    return _("decree at {cell}, {one} for {two}").format(cell=cell.noun, one=mine, two=theirs.noun)


def without_cards(action: Action) -> str:
    """Say what an action would do wherever it is done; the text of one that needs cards to say so."""
    match action:
        case Recall():
            return _("recall your emissaries")
        case Declare():
            return _("declare the end")
        case End():
            return _("end the turn")
        case Pass():
            return _("pass")
        case Skip():
            return _("use no more effects")
        case _:
            return action.text


def name_at(view: PlayerView, cell: Cell) -> Noun:
    """Name the card at a place of the River or of the viewer's own."""
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card.noun if card is not None else Noun.plain(_("empty"))


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
