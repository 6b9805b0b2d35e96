"""Words for each kind of action: done, planned, advised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naishi.common.formats import listed
from naishi.common.i18n import N_, Noun
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


class ActionWords(NamedTuple):
    """What is said of a kind of action, in English, with the gaps that `gaps` fills."""

    yours: str
    """That the reader has done it."""
    theirs: str
    """That a player has done it."""
    short: str
    """That it is done, in the fewest words: two of them fit into a line of 58 characters."""
    planned: str
    """What it would do."""
    advised: str
    """That it would be good."""
    brief: str = ""
    """What it would do, in fewer words, where there are any."""
    to_you: str = ""
    """That the reader's opponent has done it, where that is another sentence."""


_PLACE = N_("Place {new} at {cell}, discarding {old}: {chance} to win.")
_SWAP = N_("Swap {one} at {first} with {two} at {second}: {chance} to win.")
_RECALL = N_("Recall your emissaries: {chance} to win.")
_COPY = N_("ninja at {cell} copies {card:a}")
_COPY_BY_LEGEND = N_("Legendary Ninja at {cell}: the opponent's {card:bare}")

_WORDS: Mapping[type[Action], ActionWords] = {
    Give: ActionWords(
        N_("You gave {other} {one:a}."),
        N_("{name} gave {other} {one:a}."),
        N_("gift: {one:a}"),
        N_("give {card:a}"),
        N_("Give {card:a} away: {chance} to win."),
    ),
    Develop: ActionWords(
        N_("You placed {two} at {cell}, discarding {one}."),
        N_("{name} placed {two} at {cell}, discarding {one}."),
        N_("{two} to {cell} for {one}"),
        N_("{two} to {cell} for {one}"),
        _PLACE,
    ),
    Swap: ActionWords(
        N_("You swapped {one} at {first} with {two} at {second}."),
        N_("{name} swapped {one} at {first} with {two} at {second}."),
        N_("swap {one} {first}, {two} {second}"),
        N_("swap {one} {first}, {two} {second}"),
        _SWAP,
    ),
    Discard: ActionWords(
        N_("You discarded {one} and {two} from the River."),
        N_("{name} discarded {one} and {two} from the River."),
        N_("discard {one}, {two}"),
        N_("discard {one} {first}, {two} {second}"),
        N_("Discard {one} and {two}: {chance} to win."),
    ),
    Decree: ActionWords(
        N_("You imposed the decree at {cell}, exchanging {one} for {two}."),
        N_("{name} imposed the decree at {cell}, exchanging {one} for {two}."),
        N_("decree at {cell}, {one} for {two}"),
        N_("decree at {cell}, {one} for {two}"),
        N_("Decree at {cell}, giving {card}: {chance} to win."),
    ),
    Copy: ActionWords(
        N_("Your ninja at {cell} copies {card:a}."),
        N_("{name}'s ninja at {cell} copies {card:a}."),
        _COPY,
        _COPY,
        N_("Copy {card:a} at {cell}: {chance} to win."),
    ),
    Recall: ActionWords(
        N_("You recalled your emissaries."),
        N_("{name} recalled their emissaries."),
        N_("recall of emissaries"),
        N_("recall your emissaries"),
        _RECALL,
    ),
    Declare: ActionWords(
        N_("You declared the end."),
        N_("{name} declared the end."),
        N_("declaration of the end"),
        N_("declare the end"),
        N_("Declare the end: {chance} to win."),
    ),
    End: ActionWords(
        N_("You ended your turn."),
        N_("{name} ended their turn."),
        N_("end of turn"),
        N_("end the turn"),
        N_("End your turn: {chance} to win."),
    ),
    Pass: ActionWords(
        N_("You passed."),
        N_("{name} passed."),
        N_("pass"),
        N_("pass"),
        N_("Pass: {chance} to win."),
    ),
    UseExchange: ActionWords(
        N_("{traveller}: you exchanged {one} at {first} and {two} at {second}."),
        N_("{traveller}: {name} exchanged {one} at {first} and {two} at {second}."),
        N_("exchange {one} {first}, {two} {second}"),
        N_("{traveller}: exchange {one} {first}, {two} {second}"),
        _SWAP,
        brief=N_("{traveller}: exchange {first}, {second}"),
    ),
    UseRecall: ActionWords(
        N_("{traveller}: you recalled your emissaries."),
        N_("{traveller}: {name} recalled their emissaries."),
        N_("{traveller}: emissaries recalled"),
        N_("{traveller}: recall your emissaries"),
        _RECALL,
    ),
    UseDevelop: ActionWords(
        N_("{traveller}: you placed {two} at {cell}, discarding {one}."),
        N_("{traveller}: {name} placed {two} at {cell}, discarding {one}."),
        N_("{traveller}: {two} to {cell} for {one}"),
        N_("{traveller}: {two} to {cell} for {one}"),
        _PLACE,
        brief=N_("{traveller}: {card} to {cell}"),
    ),
    Skip: ActionWords(
        N_("You left unused: {effects}."),
        N_("{name} left unused: {effects}."),
        N_("unused: {effects}"),
        N_("use no more effects"),
        N_("Use no effect: {chance} to win."),
    ),
}

_HIDDEN: Mapping[type[Action], ActionWords] = {
    Swap: _WORDS[Swap]._replace(
        yours=N_("You swapped {first} and {second}, face down."),
        theirs=N_("{name} swapped {first} and {second}, face down."),
        short=N_("swap {first} and {second}, face down"),
    ),
    UseExchange: _WORDS[UseExchange]._replace(
        yours=N_("{traveller}: you exchanged {first} and {second}, face down."),
        theirs=N_("{traveller}: {name} exchanged {first} and {second}, face down."),
        short=N_("exchange {first} and {second}, face down"),
    ),
}
"""Where the reader saw neither card."""
_BLIND_DECREE = _WORDS[Decree]._replace(planned=N_("decree at {cell}, giving {card}"))
"""What it brings is hidden."""
_DISCARD_ALIKE = _WORDS[Discard]._replace(
    yours=N_("You discarded two {one:plural} from the River."),
    theirs=N_("{name} discarded two {one:plural} from the River."),
    short=N_("discard two {one:plural}"),
    advised=N_("Discard two {one:plural}: {chance} to win."),
)
_LEGEND = _WORDS[Copy]._replace(
    yours=N_("Your Legendary Ninja at {cell} copies your opponent's {card:bare}."),
    theirs=N_("{name}'s Legendary Ninja at {cell} copies their opponent's {card:bare}."),
    short=_COPY_BY_LEGEND,
    planned=_COPY_BY_LEGEND,
    to_you=N_("{name}'s Legendary Ninja at {cell} copies your {card:bare}."),
)
"""It copies a card of the opponent."""


def words_for(action: Action, cards: Sequence[Noun]) -> ActionWords:
    """Return the words for an action.

    Args:
        action: The action.
        cards: The cards that the reader sees move, as `Event.cards` has them.
    """
    kind = type(action)
    if not cards and kind in _HIDDEN:
        return _HIDDEN[kind]
    if kind is Decree and len(cards) == 1:
        return _BLIND_DECREE
    if kind is Discard and len(cards) == 2 and cards[0] == cards[1]:
        return _DISCARD_ALIKE
    if kind is Copy and Card.LEGENDARY_NINJA.noun in cards:
        return _LEGEND
    return _WORDS[kind]


def gaps(action: Action, cards: Sequence[Noun]) -> dict[str, object]:
    """Return what fills the gaps of these words, but for names and chances; `cards` as for `words_for`."""
    cells = [cell.noun for cell in action.cells]
    named: dict[str, object] = dict(zip(("one", "two"), cards, strict=False))
    named |= zip(("old", "new"), cards, strict=False)
    named |= zip(("card",), cards, strict=False)
    named |= zip(("first", "second"), cells, strict=False)
    named |= zip(("cell",), cells, strict=False)
    if isinstance(action, Use):
        named["traveller"] = action.traveller.noun
    if isinstance(action, Copy):
        named["card"] = action.card.noun
    if isinstance(action, Skip):
        named["effects"] = listed(cards, conjunction=False)
    return named
