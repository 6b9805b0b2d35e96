"""Turns of a view, and what the viewer's territory is worth by now."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile, groupby, takewhile
from typing import Any, NamedTuple

from naishi.games.naishi.game.view import Event, Pile, PlayerView, Ryokan
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import HAND, Card, Cell, Expansion, Territory, Zone
from naishi.games.naishi.rules.scoring import ScoreSheet, score, sheet
from naishi.games.naishi.rules.totals import best_copies, total


def last_turn(view: PlayerView) -> tuple[Event, ...]:
    """List what the other seat has done in its newest turn; for the public, what the newest turn of either was."""
    return newest_turn(view) if view.public else _turn_of(1 - view.seat, view)


def newest_turn(view: PlayerView) -> tuple[Event, ...]:
    """List what the seat that acted last has done since the other one acted."""
    return _turn_of(view.events[-1].seat, view) if view.events else ()


def _turn_of(seat: int, view: PlayerView) -> tuple[Event, ...]:
    since = dropwhile(lambda event: event.seat != seat, reversed(view.events))
    events = [*takewhile(lambda event: event.seat == seat, since)]
    return tuple(without_turn_ends(events[::-1]))


def without_turn_ends(events: Sequence[Event]) -> list[Event]:
    """Leave out the end of a turn, which goes without saying."""
    return [event for event in events if not isinstance(event.action, actions.End)]


def copies_in(view: PlayerView) -> tuple[Event, ...]:
    return tuple(event for event in view.events if isinstance(event.action, actions.Copy))


def without_copies(view: PlayerView) -> PlayerView:
    """Return a view in which no ninja has copied yet, as far as its events go."""
    copies = copies_in(view)
    kept = tuple(event for event in view.events if event not in copies)
    return view.model_copy(update={"events": kept}) if copies else view


def before(view: PlayerView, events: Sequence[Event]) -> PlayerView:
    """Return a view with the cards where they lay before its newest events.

    It is made to be drawn: emissaries, what the viewer may do and what it remembers stay as they are. So does a pile
    that was turned up since.

    Args:
        view: The view now.
        events: The last of its events, in the order in which they happened; ends of turns may be left out.
    """
    river, discards = list(view.river), list(view.discards)
    territories: list[list[Card | None]] = [[*side.line, *side.hand] for side in view.sides]
    for event in reversed(events):
        _take_back(event, territories)
        back: list[tuple[Cell, Card]] = []
        match event.action, event.cards:
            case actions.Develop(cell=cell) | actions.UseDevelop(cell=cell), (_discarded, taken):
                back = [(cell, taken)]
            case actions.Discard(first=first, second=second), (one, other):
                back = [(second, other), (first, one)]
            case actions.Swap(first=first, second=second), (one, other) if first.zone is Zone.RIVER:
                for cell, card in ((first, one), (second, other)):
                    river[cell.position] = river[cell.position]._replace(top=card)
        for cell, card in back:
            river[cell.position] = Pile(card, river[cell.position].height + 1)
            discards.pop()
    sides = tuple(
        side.model_copy(update={"line": tuple(cards[:5]), "hand": tuple(cards[5:])})
        for side, cards in zip(view.sides, territories, strict=True)
    )
    return view.model_copy(update={"river": tuple(river), "sides": sides, "discards": tuple(discards)})


Pair = tuple[float, float]


def points_so_far(view: PlayerView, seat: int) -> tuple[int, ...]:
    """Return what a seat's territory was worth before each event, and what it is worth now.

    Nothing where the viewer can't see all ten cards, or, in a game that began at a position, where the events don't say
    who had the Ryokan before.
    """
    if None in view.sides[seat].hand or (ryokan := _ryokan(view, seat)) is None:
        return ()
    cards = [[*side.line, *(card or Card.MOUNTAIN for card in side.hand)] for side in view.sides]
    now = _worth(cards[seat], cards[1 - seat], ryokan[-1])
    found = [view.outcome.sheets[seat].total if view.outcome is not None else now]
    for event, points in zip(reversed(view.events), reversed(ryokan[:-1]), strict=True):
        _take_back(event, cards)
        done = isinstance(event.action, actions.Copy)
        found.append(found[-1] if done else _worth(cards[seat], cards[1 - seat], points))
    return tuple(reversed(found))


def _worth(cards: Sequence[Card], theirs: Sequence[Card], ryokan: int) -> int:
    return _total(tuple(cards), tuple(theirs) if Card.LEGENDARY_NINJA in cards else (), ryokan)


@lru_cache(4096)
def _total(cards: tuple[Card, ...], theirs: tuple[Card, ...], ryokan: int) -> int:
    opponent = Territory(theirs) if theirs else None
    return total(cards, best_copies(Territory(cards, ryokan), opponent), ryokan).points


def _take_back(event: Event, territories: Sequence[list[Any]]) -> None:
    """Put back what an event has moved in both territories."""
    mine, theirs = territories[event.seat], territories[1 - event.seat]
    match event.action:
        case actions.Decree(cell=cell):
            mine[cell], theirs[cell] = theirs[cell], mine[cell]
        case actions.Develop(cell=cell) | actions.UseDevelop(cell=cell):
            mine[cell] = event.cards[0]
        case actions.Swap(first=first, second=second) | actions.UseExchange(first=first, second=second) if (
            first.zone is not Zone.RIVER
        ):
            mine[first], mine[second] = event.cards or (mine[second], mine[first])


def _ryokan(view: PlayerView, seat: int) -> list[int] | None:
    """Return the points of the Ryokan that a seat had before each event, and has now; None if that isn't known."""
    if view.ryokan is None:
        return [0] * (len(view.events) + 1)
    if (lay := _first_ryokan(view)) is None:
        return None
    found = [lay]
    for event in view.events:
        found.append(Ryokan(event.seat, event.ryokan) if event.ryokan else found[-1])
    return [side if owner == seat else 0 for owner, side in found]


def _first_ryokan(view: PlayerView) -> Ryokan | None:
    """Return where the Ryokan lay before all events; None if that isn't known."""
    if view.events and isinstance(view.events[0].action, actions.Give | None):
        return Ryokan(None, 4)
    moved = next((event for event in view.events if event.ryokan), None)
    if moved is None:
        return view.ryokan
    turned_over = moved.ryokan == 7 and moved.cards[-1] is not Card.SAMURAI
    return Ryokan(moved.seat, 4) if turned_over else None


class TurningPoint(NamedTuple):
    """The turn that changed a game most."""

    turn: tuple[Event, ...]
    before: Pair
    """What both seats had before it: points, or chances to win in percent."""
    after: Pair
    chances: bool = False


def by_points(view: PlayerView) -> TurningPoint | None:
    """Return the turn of a finished game that brought the winner most points on the loser."""
    points = [points_so_far(view, seat) for seat in (0, 1)]
    return turning_point(view, list(zip(*points, strict=True)))


def turning_point(view: PlayerView, balance: Sequence[Pair], *, chances: bool = False) -> TurningPoint | None:
    """Return the turn that moved a balance most, towards the winner where there is one; None where none did.

    Args:
        view: A finished game.
        balance: What both seats had before each event, and at the end.
        chances: Whether these are chances to win.
    """
    found: TurningPoint | None = None
    most, winner, start = 0.0, None if view.outcome is None else view.outcome.winner, 0
    for _seat, events in groupby(view.events, key=lambda event: event.seat):
        turn = tuple(events)
        done = tuple(
            event
            for event in turn
            if not isinstance(event.action, actions.Give | actions.End | actions.Skip | actions.Copy)
        )
        before, after = balance[start : start + len(turn) + 1 : len(turn)] if balance else ((0, 0), (0, 0))
        gained = (after[0] - after[1]) - (before[0] - before[1])
        moved = abs(gained) if winner is None else -gained if winner else gained
        if done and moved > most:
            most, found = moved, TurningPoint(done, before, after, chances)
        start += len(turn)
    return found


def if_it_ended(view: PlayerView) -> ScoreSheet:
    """Score the viewer's territory as it is, as far as the viewer can see.

    A ninja copies what was chosen for it, else what scores most.
    """
    territory, theirs = view.territory(view.seat), _theirs(view)
    return score(territory, {**best_copies(territory, theirs), **view.mine.copies}, opponent=theirs)


def open_points(view: PlayerView) -> int:
    """Score the opponent's Line by itself, with the Ryokan where that lies beside it.

    What the Hand below would add or take isn't known, nor what a ninja will copy: neither counts.
    """
    # A ninja without a copy is no type, has no colour and is nobody's neighbour: as good as an empty place.
    shown = Territory((*view.theirs.line, *(Card.NINJA,) * len(HAND)), view.ryokan_of(1 - view.seat))
    return sheet(shown, shown).total


def change(view: PlayerView, action: actions.Action) -> int | None:
    """Return by how many points an action would change the viewer's territory at once.

    None if that depends on a card the viewer can't see, or the action moves none of its cards.
    """
    return None if (found := sheets(view, action)) is None else found[1].total - found[0].total


def sheets(view: PlayerView, action: actions.Action) -> tuple[ScoreSheet, ScoreSheet] | None:
    """Score the viewer's territory before an action and after it; None as in `change`."""
    if (moved := _moved(view, action)) is None:
        return None
    cards, theirs = list(view.mine.territory().cards), _theirs(view)
    for cell, card in moved.items():
        cards[cell] = card
    if isinstance(action, actions.Decree):
        theirs = Territory(
            (*theirs.cards[: action.cell], view.mine.line[action.cell], *theirs.cards[action.cell + 1 :])
        )
    ryokan = Expansion(*(view.ryokan or ()))
    if isinstance(action, actions.Develop | actions.UseDevelop):
        ryokan = ryokan.developed(view.seat, Card.MOUNTAIN, moved[action.cell], 0)
    mine = Territory(tuple(cards), ryokan.ryokan(view.seat))
    return if_it_ended(view), score(mine, best_copies(mine, theirs), opponent=theirs)


def _moved(view: PlayerView, action: actions.Action) -> dict[Cell, Card] | None:
    """The own cells that an action fills, and with what; None where that isn't known."""
    match action:
        case actions.Develop(cell=cell) | actions.UseDevelop(cell=cell):
            filled = {cell: view.river[cell.position].top}
        case actions.Swap(first=first, second=second) | actions.UseExchange(first=first, second=second) if (
            first.zone is not Zone.RIVER
        ):
            filled = {first: view.mine.card(second), second: view.mine.card(first)}
        case actions.Decree(cell=cell) if cell.zone is Zone.LINE:
            filled = {cell: view.theirs.card(cell)}
        case _:
            return None
    known = {cell: card for cell, card in filled.items() if card is not None}
    return known if len(known) == len(filled) else None


def _theirs(view: PlayerView) -> Territory:
    """The other territory as the viewer knows it, with mountains for hidden cards: no ninja copies one."""
    return Territory(tuple(card or Card.MOUNTAIN for card in (*view.theirs.line, *view.theirs.hand)))
