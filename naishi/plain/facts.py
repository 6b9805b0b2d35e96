"""What a viewer can see, one fact a line, the most important word first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.formats import listed
from naishi.common.i18n import Noun, _, ngettext
from naishi.game import forecast
from naishi.game.events import Event
from naishi.game.view import PlayerView
from naishi.plain.commands import commands
from naishi.rules.actions import Action, Copy, Develop, Discard, Swap
from naishi.rules.cards import Card, counted
from naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, SWAP_SPOTS
from naishi.rules.phase import Phase
from naishi.rules.sheet import ScoreLine, ScoreSheet
from naishi.rules.territory import HAND, LINE, RIVER, Cell, Zone
from naishi.text.card_scores import explanation
from naishi.text.sentences import card as card_name


def place(cell: Cell) -> str:
    """Name a place on the table."""
    number = cell.position + 1
    if cell.zone is Zone.LINE:
        return _("Line {number}").format(number=number)
    if cell.zone is Zone.HAND:
        return _("Hand {number}").format(number=number)
    return _("River {number}").format(number=number)


def points(number: int) -> str:
    """Write a number of points."""
    return ngettext("{count} point", "{count} points", number)


def line_lines(view: PlayerView) -> Iterator[str]:
    """The viewer's Line, with what each card is worth now."""
    yield from _own_row(view, LINE)


def hand_lines(view: PlayerView) -> Iterator[str]:
    """The viewer's Hand, with what each card is worth now."""
    yield from _own_row(view, HAND)


def river_lines(view: PlayerView) -> Iterator[str]:
    """The River: the card that lies face up on each pile, and how many cards are left there."""
    for cell in RIVER:
        yield _river(view, cell.position)


def turned_up_lines(view: PlayerView, events: Sequence[Event]) -> Iterator[str]:
    """The River piles that some events have changed, as they are now."""
    for cell in RIVER:
        if any(cell in river_cells(event.action) for event in events):
            yield _river(view, cell.position)


def river_cells(action: Action | None) -> tuple[Cell, ...]:
    """Return the piles whose face-up card an action changes."""
    match action:
        case Develop(cell=cell):
            return (RIVER[cell.position],)
        case Swap(first=first, second=second) | Discard(first=first, second=second):
            return first, second
        case _:
            return ()


def column_lines(view: PlayerView, position: int) -> Iterator[str]:
    """All cards of one column.

    Args:
        view: The game.
        position: 0 to 4.
    """
    worth = _worth(view)
    yield _river(view, position)
    for row in (LINE, HAND):
        yield _own(view, row[position], worth)
    yield _theirs(view, LINE[position])


def their_lines(view: PlayerView) -> Iterator[str]:
    """The opponent's Line and free emissaries; both Hands are revealed only at the end."""
    for cell in LINE:
        yield _theirs(view, cell)
    if view.phase in {Phase.COPY, Phase.OVER}:
        for cell in HAND:
            yield _theirs(view, cell)
    name = view.names[1 - view.seat]
    free = view.theirs.sent.free
    yield ngettext("{count} free emissary: {name}.", "{count} free emissaries: {name}.", free, name=name)


def court_lines(view: PlayerView) -> Iterator[str]:
    """The spots of the court, and the emissaries at home."""
    sent = [side.sent for side in view.sides]
    spots = (
        (_("Swap: {free} of {spots} spots free."), SWAP_SPOTS, [each.swap for each in sent]),
        (_("Discard: {free} of {spots} spots free."), DISCARD_SPOTS, [each.discard for each in sent]),
        (_("Decree: {free} of {spots} spots free."), DECREE_SPOTS, [each.decree for each in sent]),
    )
    for sentence, total, taken in spots:
        yield sentence.format(free=total - sum(taken), spots=total)
    for seat in (view.seat, 1 - view.seat):
        yield ngettext(
            "{name}: {count} free emissary.", "{name}: {count} free emissaries.", sent[seat].free, name=view.names[seat]
        )


def score_lines(view: PlayerView) -> Iterator[str]:
    """The viewer's points if the game ended now, by type of card; at the end those of both."""
    if view.outcome is not None:
        for name, sheet in zip(view.names, view.outcome.sheets, strict=True):
            yield from _sheet(name, sheet)
        return
    yield from _sheet(_("If the game ended now"), forecast.if_it_ended(view))


def why_lines(view: PlayerView, card: Card) -> Iterator[str]:
    """Why a type of card earns what it does for the viewer, and its rule."""
    sheet = view.outcome.sheets[view.seat] if view.outcome is not None else forecast.if_it_ended(view)
    for line in sheet.lines:
        if line.card is card:
            yield _reasons(line)
    yield _("{card}: {rule}").format(card=card_name(card), rule=explanation(card))


def discard_line(view: PlayerView) -> str:
    """The discarded card that lies on top."""
    if not view.discards:
        return _("Nothing has been discarded.")
    return _("{card} is on top of the discard pile.").format(card=card_name(view.discards[-1]))


def memory_lines(view: PlayerView) -> Iterator[str]:
    """What a perfect memory knows; only for players who want the memory aid."""
    for position, card in enumerate(view.theirs.hand, 1):
        known = card_name(card) if card is not None else Noun.plain(_("unknown"))
        yield _("Their Hand {number}: {card}.").format(number=position, card=known)
    if view.certain:
        yield _("Also in that hand, position unknown: {cards}.").format(cards=_counted(counted(view.certain)))
    yield _("Not seen yet: {cards}.").format(cards=_counted(view.unseen) or _("nothing"))
    yield _("Discarded: {cards}.").format(cards=_counted(counted(view.discards)) or _("nothing"))


def possible_lines(view: PlayerView) -> Iterator[str]:
    """What the viewer can do now, by kind, as it can be typed."""
    words = {id_: command.word for id_, command in commands().items()}
    by_kind: dict[str, list[str]] = {}
    for action in view.legal_actions:
        verb, _space, rest = action.text.partition(" ")
        if isinstance(action, Copy):
            rest = f"{action.cell} {card_name(action.card):bare}"
        by_kind.setdefault(words[verb], []).append(rest)
    for word, choices in by_kind.items():
        alone = not any(choices)
        yield word if alone else _("{verb}: {choices}").format(verb=word, choices=listed(choices, conjunction=False))


def dealt_lines(view: PlayerView) -> Iterator[str]:
    """In the gift phase: the two dealt cards."""
    for number, card in enumerate(view.dealt or (), 1):
        yield _("Dealt {number}: {card}.").format(number=number, card=card_name(card))


def _worth(view: PlayerView) -> dict[Cell, int]:
    """What each own card or group is worth if the game ended now, at its first cell."""
    if view.phase is Phase.GIFT or None in view.mine.hand:
        return {}
    return {line.cells[0]: line.points for line in forecast.if_it_ended(view).lines}


def _own_row(view: PlayerView, row: Sequence[Cell]) -> Iterator[str]:
    worth = _worth(view)
    for cell in row:
        yield _own(view, cell, worth)


def _own(view: PlayerView, cell: Cell, worth: dict[Cell, int]) -> str:
    card = view.mine.card(cell)
    name = card_name(card) if card is not None else Noun.plain(_("unknown"))
    if worth.get(cell):
        return _("{place}: {card}, {points}.").format(place=place(cell), card=name, points=points(worth[cell]))
    return _("{place}: {card}.").format(place=place(cell), card=name)


def _theirs(view: PlayerView, cell: Cell) -> str:
    card = view.theirs.card(cell)
    return _("Their {place}: {card}.").format(
        place=place(cell), card=card_name(card) if card is not None else Noun.plain(_("unknown"))
    )


def _river(view: PlayerView, position: int) -> str:
    pile = view.river[position]
    if pile.top is None:
        return _("{place}: empty.").format(place=place(RIVER[position]))
    return ngettext(
        "{place}: {card}, {count} card left.",
        "{place}: {card}, {count} cards left.",
        pile.height,
        place=place(RIVER[position]),
        card=card_name(pile.top),
    )


def _sheet(title: str, sheet: ScoreSheet) -> Iterator[str]:
    yield ngettext(
        "{title}: {points}, {count} colour.",
        "{title}: {points}, {count} colours.",
        sheet.colours,
        title=title,
        points=points(sheet.total),
    )
    for line in sheet.lines:
        yield _reasons(line)


def _reasons(line: ScoreLine) -> str:
    name: str = card_name(line.card)
    if line.copy_of is not None:
        name = _("{ninja} as {card}").format(ninja=name, card=card_name(line.copy_of))
    told = {"card": name, "cells": " ".join(map(str, line.cells)), "points": points(line.points)}
    if len(line.parts) == 1:
        return _("{card} at {cells}: {points}, {reason}.").format(reason=line.parts[0].reason, **told)
    reasons = listed((f"{part.points:+d} ({part.reason})" for part in line.parts), conjunction=False)
    return _("{card} at {cells}: {points}; {reasons}.").format(reasons=reasons, **told)


def _counted(many: dict[Card, int]) -> str:
    return listed(
        (
            ngettext("{count} {card:bare}", "{count} {card:plural}", count, card=card_name(card))
            for card, count in many.items()
        ),
        conjunction=False,
    )
