"""Events as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.i18n import Noun, _
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.outcome import Outcome, Termination
from naishi.games.naishi.text.action_words import gaps, words_for


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
    words, mine = words_for(event.action, cards), event.seat == viewer
    said = words.yours if mine else (viewer is not None and words.to_you) or words.theirs
    told = _(said).format(name=names[event.seat], other=names[1 - event.seat], **gaps(event.action, cards))
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
    cards = [card(each) for each in event.cards]
    told = _(words_for(event.action, cards).short).format(**gaps(event.action, cards))
    return _("{what}, Ryokan {points}").format(what=told, points=event.ryokan) if event.ryokan else told


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


def hand_stays_hidden() -> str:
    """Refuse to show a Hand before the end of the game."""
    return _("The game isn't over, so that Hand stays hidden.")
