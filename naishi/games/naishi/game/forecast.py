"""Current worth of the viewer's territory, and changes by actions."""

from __future__ import annotations

from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Decree, Develop, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.outcome import ScoreSheet
from naishi.games.naishi.rules.scoring import score, sheet
from naishi.games.naishi.rules.territory import HAND, Cell, Territory, Zone
from naishi.games.naishi.rules.totals import best_copies


def if_it_ended(view: PlayerView) -> ScoreSheet:
    """Score the viewer's territory as it is, as far as the viewer can see.

    A ninja copies what was chosen for it, else what scores most.
    """
    territory, theirs = Territory(view.mine.territory().cards, _ryokan_points(view)), _theirs(view)
    return score(territory, {**best_copies(territory, theirs), **view.mine.copies}, opponent=theirs)


def open_points(view: PlayerView) -> int:
    """Score the opponent's Line by itself, with the Ryokan where that lies beside it.

    What the Hand below would add or take isn't known, nor what a ninja will copy: neither counts.
    """
    # A ninja without a copy is no type, has no colour and is nobody's neighbour: as good as an empty place.
    shown = Territory((*view.theirs.line, *(Card.NINJA,) * len(HAND)), view.ryokan_of(1 - view.seat))
    return sheet(shown, shown).total


def change(view: PlayerView, action: Action) -> int | None:
    """Return by how many points an action would change the viewer's territory at once.

    Returns:
        The difference; None if it depends on a card the viewer can't see, or the action moves none of its cards.
    """
    found = sheets(view, action)
    return None if found is None else found[1].total - found[0].total


def sheets(view: PlayerView, action: Action) -> tuple[ScoreSheet, ScoreSheet] | None:
    """Score the viewer's territory before an action and after it; None as in `change`."""
    moved = _moved(view, action)
    if moved is None:
        return None
    cards, theirs = list(view.mine.territory().cards), _theirs(view)
    for cell, card in moved.items():
        cards[cell] = card
    if isinstance(action, Decree):
        theirs = Territory(
            (*theirs.cards[: action.cell], view.mine.line[action.cell], *theirs.cards[action.cell + 1 :])
        )
    came = moved[action.cell] if isinstance(action, Develop | UseDevelop) else None
    return if_it_ended(view), _at_best(Territory(tuple(cards), _ryokan_points(view, came)), theirs)


def _moved(view: PlayerView, action: Action) -> dict[Cell, Card] | None:
    """The own cells that an action fills, and with what; None where that isn't known."""
    match action:
        case Develop(cell=cell) | UseDevelop(cell=cell):
            filled = {cell: view.river[cell.position].top}
        case Swap(first=first, second=second) if first.zone is not Zone.RIVER:
            filled = {first: view.mine.card(second), second: view.mine.card(first)}
        case UseExchange(first=first, second=second):
            filled = {first: view.mine.card(second), second: view.mine.card(first)}
        case Decree(cell=cell) if cell.zone is Zone.LINE:
            filled = {cell: view.theirs.card(cell)}
        case _:
            return None
    known = {cell: card for cell, card in filled.items() if card is not None}
    return known if len(known) == len(filled) else None


def _ryokan_points(view: PlayerView, came: Card | None = None) -> int:
    """The points that the viewer has of the Ryokan, after it has taken a card if one is given. (Expansion: Ryokan.)"""
    if view.ryokan is None:
        return 0
    ryokan = Expansion(*view.ryokan)
    if came is not None:
        ryokan = ryokan.developed(view.seat, Card.MOUNTAIN, came, 0)
    return ryokan.ryokan(view.seat)


def _theirs(view: PlayerView) -> Territory:
    """The other territory as the viewer knows it, with mountains for hidden cards: no ninja copies one."""
    return Territory(tuple(card or Card.MOUNTAIN for card in (*view.theirs.line, *view.theirs.hand)))


def _at_best(territory: Territory, theirs: Territory) -> ScoreSheet:
    return score(territory, best_copies(territory, theirs), opponent=theirs)
