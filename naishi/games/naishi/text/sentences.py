"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from naishi.common.formats import listed
from naishi.common.i18n import Noun, _
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.turns import without_turn_ends
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
from naishi.games.naishi.rules.outcome import Outcome, Termination


def card(of: Card) -> Noun:
    """Return the name of a card, in the forms that sentences ask for."""
    return of.noun


def sentence(event: Event, names: Sequence[str], viewer: int | None = None) -> str:
    """Return a sentence about what happened.

    Args:
        event: What happened, as far as the reader may know it.
        names: The names of both seats.
        viewer: The seat of the reader, who is addressed as "you"; None for the public.
    """
    if event.action is None:
        return _gift_of_opponent(event, names, viewer)
    cards = [card(each) for each in event.cards]
    if Card.LEGENDARY_NINJA in event.cards and isinstance(event.action, Copy):
        words = _copy_by_legend(event.seat, viewer)
    else:
        yours, theirs = _SENTENCES[type(event.action)]
        words = (yours if event.seat == viewer else theirs)(cards)
    told = words.format(name=names[event.seat], other=names[1 - event.seat], **_gaps(event.action, cards))
    return f"{told} {_ryokan(event, names, viewer)}".rstrip()


def _ryokan(event: Event, names: Sequence[str], viewer: int | None) -> str:
    """Say where a Traveller has brought the Ryokan."""
    if not event.ryokan:
        return ""
    if event.seat == viewer:
        return _("You now have the Ryokan, worth {points}.").format(points=event.ryokan)
    return _("{name} now has the Ryokan, worth {points}.").format(name=names[event.seat], points=event.ryokan)


def sentences(view: PlayerView, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each event, addressed to the viewer; the end of a turn goes without saying."""
    viewer = None if view.public else view.seat
    return (sentence(event, view.names, viewer) for event in without_turn_ends(events))


def in_short(event: Event) -> str:
    """Say what was done without saying by whom, for where there is little room."""
    if event.action is None:
        return _("gift: {card:a}").format(card=card(event.cards[0])) if event.cards else _("gift chosen")
    told = action_in_short(event, [card(each) for each in event.cards])
    return _("{what}, Ryokan {points}").format(what=told, points=event.ryokan) if event.ryokan else told


def action_in_short(event: Event, cards: Sequence[Noun]) -> str:
    """Say what an action does, or did, with some cards."""
    action = event.action
    if action is None:
        return ""
    words = _SHORT.get(type(action))
    return words(cards).format(**_gaps(action, cards)) if words is not None else action.text


def result(view: PlayerView, viewer: int | None = None) -> str:
    """Return what ended a finished game, who won and by how much; nothing while the game goes on.

    Args:
        view: The game.
        viewer: The seat of the reader, who is addressed as "you"; None where both players read it, or the public.
    """
    if view.outcome is None:
        return ""
    return f"{_what_ended(view, view.outcome, viewer)} {_who_won(view.names, view.outcome, viewer)}"


def _what_ended(view: PlayerView, outcome: Outcome, viewer: int | None) -> str:
    if outcome.termination is Termination.PILES or view.last is None:
        return _("Two River piles ran out.")
    declarer = 1 - view.last
    return (
        _("You declared the end.")
        if declarer == viewer
        else _("{name} declared the end.").format(name=view.names[declarer])
    )


def _who_won(names: Sequence[str], outcome: Outcome, viewer: int | None) -> str:
    winner = outcome.winner
    if winner is None:
        return _("A draw at {points} each. Play again!").format(points=outcome.sheets[0].total)
    won, lost = outcome.sheets[winner], outcome.sheets[1 - winner]
    if outcome.by_colours:
        words = (
            _("You win on colours, {more}–{fewer}.")
            if winner == viewer
            else _("{name} wins on colours, {more}–{fewer}.")
        )
    elif lost.total < 0:  # a dash before a minus can't be read
        words = _("You win, {won} to {lost}.") if winner == viewer else _("{name} wins, {won} to {lost}.")
    else:
        words = _("You win {won}–{lost}.") if winner == viewer else _("{name} wins {won}–{lost}.")
    return words.format(name=names[winner], won=won.total, lost=lost.total, more=won.colours, fewer=lost.colours)


def _gift_of_opponent(event: Event, names: Sequence[str], viewer: int | None) -> str:
    name, other = names[event.seat], names[1 - event.seat]
    if event.cards and viewer is None:
        return _("{name} gave {other} {one:a}.").format(name=name, other=other, one=card(event.cards[0]))
    if event.cards:
        return _("{name} gave you {card:a}.").format(name=name, card=card(event.cards[0]))
    return _("{name} has chosen a gift.").format(name=name)


def _gaps(action: Any, cards: Sequence[Noun]) -> dict[str, object]:
    """Return the cards and cells that a sentence names."""
    named: dict[str, object] = dict(zip(("one", "two"), cards, strict=False))
    if isinstance(action, Use):
        named["traveller"] = card(action.traveller)
    match action:
        case Develop(cell=cell) | Decree(cell=cell) | UseDevelop(cell=cell):
            return {**named, "cell": cell.noun}
        case Copy(cell=cell, card=copied):
            return {"cell": cell.noun, "card": card(copied)}
        case Swap(first=first, second=second) | UseExchange(first=first, second=second):
            return {**named, "first": first.noun, "second": second.noun}
        case Skip():
            return {"effects": listed(cards, conjunction=False)}
        case _:
            return named


def _swap_of_yours(cards: Sequence[Noun]) -> str:
    if not cards:
        return _("You swapped {first} and {second}, face down.")
    return _("You swapped {one} at {first} with {two} at {second}.")


def _swap_of_theirs(cards: Sequence[Noun]) -> str:
    if not cards:
        return _("{name} swapped {first} and {second}, face down.")
    return _("{name} swapped {one} at {first} with {two} at {second}.")


def _exchange_of_yours(cards: Sequence[Noun]) -> str:
    if not cards:
        return _("{traveller}: you exchanged {first} and {second}, face down.")
    return _("{traveller}: you exchanged {one} at {first} and {two} at {second}.")


def _exchange_of_theirs(cards: Sequence[Noun]) -> str:
    if not cards:
        return _("{traveller}: {name} exchanged {first} and {second}, face down.")
    return _("{traveller}: {name} exchanged {one} at {first} and {two} at {second}.")


def _exchange_in_short(cards: Sequence[Noun]) -> str:
    if not cards:
        return _("exchange {first} and {second}, face down")
    return _("exchange {one} {first}, {two} {second}")


def _copy_by_legend(seat: int, viewer: int | None) -> str:
    """Say whose card a Legendary Ninja copies: always one of the other player."""
    if seat == viewer:
        return _("Your Legendary Ninja at {cell} copies your opponent's {card:bare}.")
    if viewer is not None:
        return _("{name}'s Legendary Ninja at {cell} copies your {card:bare}.")
    return _("{name}'s Legendary Ninja at {cell} copies their opponent's {card:bare}.")


def copy_in_short(*, legendary: bool) -> str:
    """Return the fewest words for a copy: by a ninja, or by the `legendary` one, which copies of the opponent."""
    if legendary:
        return _("Legendary Ninja at {cell}: the opponent's {card:bare}")
    return _("ninja at {cell} copies {card:a}")


def _alike(cards: Sequence[Noun]) -> bool:
    return len(cards) == 2 and cards[0] == cards[1]


_Words = Callable[[Sequence[Noun]], str]

_SENTENCES: Mapping[type[Action], tuple[_Words, _Words]] = {
    Give: (lambda _cards: _("You gave {other} {one:a}."), lambda _cards: _("{name} gave {other} {one:a}.")),
    Develop: (
        lambda _cards: _("You placed {two} at {cell}, discarding {one}."),
        lambda _cards: _("{name} placed {two} at {cell}, discarding {one}."),
    ),
    Swap: (_swap_of_yours, _swap_of_theirs),
    Discard: (
        lambda cards: (
            _("You discarded two {one:plural} from the River.")
            if _alike(cards)
            else _("You discarded {one} and {two} from the River.")
        ),
        lambda cards: (
            _("{name} discarded two {one:plural} from the River.")
            if _alike(cards)
            else _("{name} discarded {one} and {two} from the River.")
        ),
    ),
    Decree: (
        lambda _cards: _("You imposed the decree at {cell}, exchanging {one} for {two}."),
        lambda _cards: _("{name} imposed the decree at {cell}, exchanging {one} for {two}."),
    ),
    Copy: (
        lambda _cards: _("Your ninja at {cell} copies {card:a}."),
        lambda _cards: _("{name}'s ninja at {cell} copies {card:a}."),
    ),
    Recall: (lambda _cards: _("You recalled your emissaries."), lambda _cards: _("{name} recalled their emissaries.")),
    Declare: (lambda _cards: _("You declared the end."), lambda _cards: _("{name} declared the end.")),
    End: (lambda _cards: _("You ended your turn."), lambda _cards: _("{name} ended their turn.")),
    Pass: (lambda _cards: _("You passed."), lambda _cards: _("{name} passed.")),
    UseExchange: (_exchange_of_yours, _exchange_of_theirs),
    UseRecall: (
        lambda _cards: _("{traveller}: you recalled your emissaries."),
        lambda _cards: _("{traveller}: {name} recalled their emissaries."),
    ),
    UseDevelop: (
        lambda _cards: _("{traveller}: you placed {two} at {cell}, discarding {one}."),
        lambda _cards: _("{traveller}: {name} placed {two} at {cell}, discarding {one}."),
    ),
    Skip: (lambda _cards: _("You left unused: {effects}."), lambda _cards: _("{name} left unused: {effects}.")),
}
"""For each kind of action, the sentence about the reader and the one about anybody else."""

_SHORT: Mapping[type[Action], _Words] = {
    Give: lambda _cards: _("gift: {one:a}"),
    Develop: lambda _cards: _("{two} to {cell} for {one}"),
    Swap: lambda cards: _("swap {one} {first}, {two} {second}") if cards else _("swap {first} and {second}, face down"),
    Discard: lambda cards: _("discard two {one:plural}") if _alike(cards) else _("discard {one}, {two}"),
    Decree: lambda _cards: _("decree at {cell}, {one} for {two}"),
    Copy: lambda cards: copy_in_short(legendary=Card.LEGENDARY_NINJA.noun in cards),
    Recall: lambda _cards: _("emissaries recalled"),
    Declare: lambda _cards: _("end declared"),
    End: lambda _cards: _("turn ended"),
    Pass: lambda _cards: _("passed"),
    UseExchange: _exchange_in_short,
    UseRecall: lambda _cards: _("{traveller}: emissaries recalled"),
    UseDevelop: lambda _cards: _("{traveller}: {two} to {cell} for {one}"),
    Skip: lambda _cards: _("unused: {effects}"),
}
"""For each kind of action what was done, in the fewest words: two of them fit into a line of 58 characters."""
