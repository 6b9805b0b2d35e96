"""Facts of a view, one a line, and territory points."""

from collections.abc import Iterator, Mapping, Sequence

from naishi.common.i18n import Noun, _, listed, ngettext
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import Event, Pile, PlayerView
from naishi.games.naishi.rules.actions import Action, Develop, Discard, Skip, Swap, Use, UseDevelop
from naishi.games.naishi.rules.cards import DISCARD_SPOTS, HAND, LINE, RIVER, SWAP_SPOTS, Card, Cell, Phase, counted
from naishi.games.naishi.rules.scoring import ScoreLine, ScoreSheet
from naishi.games.naishi.text import expansion
from naishi.games.naishi.text.card_words import explanation
from naishi.plain.naishi.parsing import place, places


def points(number: int) -> str:
    return ngettext("{count} point", "{count} points", number)


def hand_lines(view: PlayerView, *, hints: bool = True) -> Iterator[str]:
    """The viewer's Hand, with what each card is worth now if hints are wanted; before the first turn, what is sure."""
    if view.phase is Phase.GIFT:
        yield _("Your Hand isn't shuffled yet: three mountains, and two cards that depend on the gifts.")
        yield from dealt_lines(view)
        return
    yield from own_row(view, HAND, hints=hints)


def table_lines(view: PlayerView, *, both_hands: bool = False) -> Iterator[str]:
    """The whole table, a row a line.

    Args:
        both_hands: Whether the other Hand is listed too, as far as the view knows it; once it is open, it always is.
    """
    yield _("River: {cards}.").format(cards=listed(map(_pile, view.river), conjunction=False))
    for seat in (view.seat, 1 - view.seat):
        line = _("Your Line: {cards}.") if _is_learner(view, seat) else _("{name}'s Line: {cards}.")
        yield _row(line, view, seat, view.sides[seat].line)
        mine = seat == view.seat and not view.public and view.phase is not Phase.GIFT
        if mine or both_hands or view.phase in {Phase.COPY, Phase.OVER}:
            yield hand_row(view, seat)
    yield from dealt_lines(view)
    yield from court_lines(view)
    yield discard_line(view)
    yield from filter(None, (expansion.ryokan(view), expansion.legends(view), expansion.travellers(view)))


def beginning_lines(view: PlayerView) -> Iterator[str]:
    yield _("River: {cards}.").format(cards=listed(map(_pile, view.river), conjunction=False))
    line = _("Your Line: {cards}.") if _is_learner(view, view.seat) else _("{name}'s Line: {cards}.")
    yield _row(line, view, view.seat, view.mine.line)
    yield hand_row(view, view.seat)


def hand_rows(view: PlayerView) -> Iterator[str]:
    """Both Hands, once they are open, the other one first."""
    return (hand_row(view, seat) for seat in (1 - view.seat, view.seat))


def hand_row(view: PlayerView, seat: int) -> str:
    hand = _("Your Hand: {cards}.") if _is_learner(view, seat) else _("{name}'s Hand: {cards}.")
    return _row(hand, view, seat, view.sides[seat].hand)


def _is_learner(view: PlayerView, seat: int) -> bool:
    """Whether a seat is the viewer's in a lesson, where the name is "You"."""
    return seat == view.seat and not view.public and view.names[seat] == _("You")


def _row(words: str, view: PlayerView, seat: int, cards: Sequence[Card | None]) -> str:
    return words.format(name=view.names[seat], cards=listed(map(_name, cards), conjunction=False))


def _pile(pile: Pile) -> str:
    if not pile.height:
        return _("empty")
    top = pile.top.noun if pile.top is not None else Noun.plain(_("face down"))
    return f"{top} {pile.height}"


def where_lines(view: PlayerView, card: Card) -> Iterator[str]:
    own = LINE if view.phase is Phase.GIFT else (*LINE, *HAND)  # the dealt cards have no place yet
    mine = [cell for cell in own if view.mine.card(cell) is card]
    public = view.phase in {Phase.COPY, Phase.OVER}
    theirs = [cell for cell in ((*LINE, *HAND) if public else LINE) if view.theirs.card(cell) is card]
    river = [cell for cell in RIVER if view.river[cell.position].top is card]
    for words, cells in (
        (_("{name}: {places}."), mine),
        (_("Face up: {places}."), river),
        (_("{other}: {places}."), theirs),
    ):
        if cells:
            yield words.format(name=view.names[view.seat], other=view.names[1 - view.seat], places=places(cells))
    if view.discards and view.discards[-1] is card:
        yield discard_line(view)
    elif not (mine or theirs or river):
        yield _("There is no {card:bare} that you can see.").format(card=card.noun)


def river_lines(view: PlayerView) -> Iterator[str]:
    for cell in RIVER:
        yield _river(view, cell.position)


def turned_up_lines(view: PlayerView, events: Sequence[Event]) -> Iterator[str]:
    settled = not view.pending and any(isinstance(event.action, Use | Skip) for event in events)
    changes = view.events if settled else events
    for cell in RIVER:
        if any(cell in river_cells(event.action) for event in changes if event in events or _waited(event, events[-1])):
            yield _river(view, cell.position)


def _waited(event: Event, last: Event) -> bool:
    """Whether a pile was turned up only with the last event: once all effects of that turn were settled."""
    return isinstance(event.action, Develop | UseDevelop) and (event.seat, event.round) == (last.seat, last.round)


def river_cells(action: Action | None) -> tuple[Cell, ...]:
    match action:
        case Develop(cell=cell) | UseDevelop(cell=cell):
            return (RIVER[cell.position],)
        case Swap(first=first, second=second) | Discard(first=first, second=second):
            return first, second
        case _:
            return ()


def column_lines(view: PlayerView, position: int, *, hints: bool = True) -> Iterator[str]:
    """All cards of one column that the viewer may know.

    Args:
        position: 0 to 4.
    """
    worth = _worth(view, hints=hints)
    yield _river(view, position)
    for row in (LINE, HAND):
        if view.mine.card(row[position]) is not None:
            yield own_line(view, row[position], worth)
    yield _theirs(view, LINE[position])
    if view.public and view.theirs.card(HAND[position]) is not None:
        yield _theirs(view, HAND[position])


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
    sent = [side.sent for side in view.sides]
    swap, discard = sum(each.swap for each in sent), sum(each.discard for each in sent)
    yield _("Court: {swap} of 3 swap spots free, {discard} of 2 discard spots free.").format(
        swap=SWAP_SPOTS - swap, discard=DISCARD_SPOTS - discard
    )
    imposed = [seat for seat, each in enumerate(sent) if each.decree]
    if not imposed:
        yield _("Decree: still possible.")
    elif _is_learner(view, imposed[0]):
        yield _("Decree: imposed by you.")
    else:
        yield _("Decree: imposed by {name}.").format(name=view.names[imposed[0]])
    for seat in (view.seat, 1 - view.seat):
        yield ngettext(
            "{name}: {count} free emissary.", "{name}: {count} free emissaries.", sent[seat].free, name=view.names[seat]
        )


def discard_line(view: PlayerView) -> str:
    if not view.discards:
        return _("Nothing has been discarded.")
    return _("{card} is on top of the discard pile.").format(card=view.discards[-1].noun)


def memory_lines(view: PlayerView) -> Iterator[str]:
    """What a perfect memory knows; only for players who want the memory aid."""
    for position, card in enumerate(view.theirs.hand, 1):
        yield _("Their Hand {number}: {card}.").format(number=position, card=_name(card))
    if view.certain:
        yield _("Also in that hand, position unknown: {cards}.").format(cards=_counted(counted(view.certain)))
    yield _("Not seen yet: {cards}.").format(cards=_counted(view.unseen) or _("nothing"))
    yield _("Discarded: {cards}.").format(cards=_counted(counted(view.discards)) or _("nothing"))


def dealt_lines(view: PlayerView) -> Iterator[str]:
    for number, card in enumerate(view.dealt or (), 1):
        yield _("Dealt {number}: {card}.").format(number=number, card=card.noun)


def _worth(view: PlayerView, *, hints: bool) -> dict[Cell, ScoreLine]:
    """What each own card, or the group that it is in, would earn if the game ended now."""
    if not hints or view.phase is Phase.GIFT or None in view.mine.hand:
        return {}
    return {cell: line for line in turns.if_it_ended(view).lines if line.points for cell in line.cells}


def own_row(view: PlayerView, row: Sequence[Cell], *, hints: bool) -> Iterator[str]:
    worth = _worth(view, hints=hints)
    for cell in row:
        yield own_line(view, cell, worth)


def own_line(view: PlayerView, cell: Cell, worth: Mapping[Cell, ScoreLine]) -> str:
    card, line = view.mine.card(cell), worth.get(cell)
    told = {"place": _place_of(view, view.seat, cell), "card": _name(card)}
    if line is None:
        return _("{place}: {card}.").format(**told)
    earned = points(line.points)
    if len(line.cells) == 1:
        return _("{place}: {card}, {points}.").format(points=earned, **told)
    return ngettext(
        "{place}: {card}, {points} for all {count}.",
        "{place}: {card}, {points} for all {count}.",
        len(line.cells),
        points=earned,
        **told,
    )


def _name(card: Card | None) -> Noun:
    return card.noun if card is not None else Noun.plain(_("unknown"))


def _place_of(view: PlayerView, seat: int, cell: Cell) -> str:
    if view.public:
        return _("{name}'s {place}").format(name=view.names[seat], place=place(cell))
    return place(cell)


def _theirs(view: PlayerView, cell: Cell) -> str:
    if view.public:
        seat, card = 1 - view.seat, view.theirs.card(cell)
        return _("{place}: {card}.").format(place=_place_of(view, seat, cell), card=_name(card))
    return _("Their {place}: {card}.").format(place=place(cell), card=_name(view.theirs.card(cell)))


def _river(view: PlayerView, position: int) -> str:
    pile = view.river[position]
    if not pile.height:
        return _("{place}: empty.").format(place=place(RIVER[position]))
    if pile.top is None:
        return ngettext(
            "{place}: face down, {count} card left.",
            "{place}: face down, {count} cards left.",
            pile.height,
            place=place(RIVER[position]),
        )
    return ngettext(
        "{place}: {card}, {count} card left.",
        "{place}: {card}, {count} cards left.",
        pile.height,
        place=place(RIVER[position]),
        card=pile.top.noun,
    )


def _counted(many: dict[Card, int]) -> str:
    return listed(
        (
            ngettext("{count} {card:bare}", "{count} {card:plural}", count, card=card.noun)
            for card, count in many.items()
        ),
        conjunction=False,
    )


def score_lines(view: PlayerView) -> Iterator[str]:
    """The viewer's points if the game ended now, by type of card; once they are counted those of both.

    A game that was given up, or agreed to be a draw, is over without a count.
    """
    if view.outcome is not None:
        for name, sheet in zip(view.names, view.outcome.sheets, strict=True):
            yield from sheet_lines(name, sheet)
        return
    if view.phase is Phase.GIFT:  # there is no Hand yet to count
        yield from hand_lines(view)
        return
    title = _("At the end") if view.turn is None else _("If the game ended now")
    yield from sheet_lines(title, turns.if_it_ended(view))


def why_lines(view: PlayerView, card: Card, cell: Cell | None = None) -> Iterator[str]:
    """Why a type of card earns what it does for the viewer, or only the one at a cell, and its rule.

    Where no Hand is seen or there is none yet, nothing can be counted, and it is the rule alone.
    """
    lines = () if view.phase is Phase.GIFT or None in view.mine.hand else _sheet_of(view).lines
    for line in lines:
        if line.card is card and (cell is None or cell in line.cells):
            yield _reasons(line)
    yield _("{card}: {rule}").format(card=card.noun, rule=explanation(card, expansion=view.module is not None))


def sheets_of(view: PlayerView) -> tuple[ScoreSheet, ...]:
    """The score sheets of both seats once the game is over; before, what the viewer's would be now, given a Hand."""
    if view.phase is Phase.GIFT:
        return ()
    return view.outcome.sheets if view.outcome is not None else (turns.if_it_ended(view),)


def _sheet_of(view: PlayerView) -> ScoreSheet:
    return view.outcome.sheets[view.seat] if view.outcome is not None else turns.if_it_ended(view)


def sheet_lines(title: str, sheet: ScoreSheet) -> Iterator[str]:
    yield ngettext(
        "{title}: {points}, {count} colour.",
        "{title}: {points}, {count} colours.",
        sheet.colours,
        title=title,
        points=points(sheet.total),
    )
    for line in sheet.lines:
        yield _reasons(line)
    if sheet.ryokan:
        yield _("Ryokan: {points}.").format(points=points(sheet.ryokan))


def _reasons(line: ScoreLine) -> str:
    name: str = line.card.noun
    if line.copy_of is not None:
        name = _("{ninja} as {card}").format(ninja=name, card=line.copy_of.noun)
    told = {"card": name, "cells": places(line.cells), "points": points(line.points)}
    if len(line.parts) == 1:
        return _("{card} at {cells}: {points}, {reason}.").format(reason=line.parts[0].reason, **told)
    reasons = listed((f"{part.points:+d} ({part.reason})" for part in line.parts), conjunction=False)
    return _("{card} at {cells}: {points}; {reasons}.").format(reasons=reasons, **told)
