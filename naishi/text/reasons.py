"""Why a turn is worth playing, in a sentence. It says only what the seat's own knowledge shows, else nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from naishi.common.i18n import _, ngettext
from naishi.game.forecast import if_it_ended
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Recall, Swap
from naishi.rules.cards import BASE_CARDS, Card
from naishi.rules.court import EMISSARIES
from naishi.rules.scoring import score
from naishi.rules.sheet import ScoreSheet
from naishi.rules.territory import Territory, Zone
from naishi.rules.totals import best_copies


class _Planned(NamedTuple):
    """The viewer's territory after a planned turn, as far as it is known, and the River cards that are gone by then."""

    territory: Territory | None
    gone: tuple[Card, ...]


def reason(view: PlayerView, turn: Sequence[Action]) -> str:
    """Say what speaks for a whole turn of the viewer; empty where nothing is sure."""
    planned = _plan(view, turn)
    return next((words for words in _reasons(view, turn, planned) if words), "")


def _reasons(view: PlayerView, turn: Sequence[Action], planned: _Planned) -> Iterator[str]:
    """Yield what can be said, the strongest first; an empty text where a reason doesn't hold."""
    before = if_it_ended(view)
    after = _scored(planned.territory) if planned.territory is not None else None
    if after is not None and after.total - before.total >= _MUCH:
        yield _gained(view, before, after)
    yield _denied(view, planned)
    if after is not None and after.total > before.total:
        yield _gained(view, before, after)
    first = turn[0]
    if isinstance(first, Declare):
        yield _lead(view, before)
    elif isinstance(first, Recall):
        yield _("Your emissaries are free again for a bonus.")
    elif isinstance(first, End) and sum(view.mine.sent) < EMISSARIES:
        yield _("It keeps an emissary free for a later turn.")
    if after is not None and _torii(planned.territory) == 2 and _more_torii(view):
        yield _("It keeps two torii for the third.")


_MUCH = 5
"""Points from which on a gain is the first thing to be said."""


def _plan(view: PlayerView, turn: Sequence[Action]) -> _Planned:
    mine: list[Card | None] = [*view.mine.line, *view.mine.hand]
    tops = [pile.top for pile in view.river]
    gone: list[Card | None] = []
    for action in turn:
        match action:
            case Develop(cell=cell):
                mine[cell], tops[cell.position] = tops[cell.position], None
                gone.append(mine[cell])
            case Discard(first=first, second=second):
                gone += tops[first.position], tops[second.position]
                tops[first.position] = tops[second.position] = None
            case Swap(first=first, second=second) if first.zone is Zone.RIVER:
                one, other = first.position, second.position
                tops[one], tops[other] = tops[other], tops[one]
            case Swap(first=first, second=second):
                mine[first], mine[second] = mine[second], mine[first]
            case Decree(cell=cell):
                mine[cell] = view.theirs.card(cell)
    known = tuple(card for card in mine if card is not None)
    territory = Territory(known) if len(known) == len(mine) else None
    return _Planned(territory, tuple(card for card in gone if card is not None))


def _scored(territory: Territory) -> ScoreSheet:
    return score(territory, best_copies(territory))


def _gained(view: PlayerView, before: ScoreSheet, after: ScoreSheet) -> str:
    """Name the type of card that gains most."""
    gains = {card: after.points.get(card, 0) - before.points.get(card, 0) for card in BASE_CARDS}
    card = max(gains, key=lambda each: gains[each])
    points = after.points.get(card, 0)
    if gains[card] <= 0:
        return ""
    if card is Card.MOUNTAIN:
        return _("A single mountain is worth 5.")
    if card is Card.TORII and points <= 0:
        return _("One more torii will make three: 30 points.") if points == 0 and _more_torii(view) else ""
    words = {
        Card.TORII: _("That makes three torii: {points} points."),
        Card.RICE: _("Your rice is then worth {points} points."),
        Card.NAISHI: _("Naishi in the centre: {points} points."),
        Card.RONIN: _("With this many types, your ronin is worth {points}."),
        Card.BANNER: ngettext("Banners in the Line: {count} point.", "Banners in the Line: {count} points.", points),
    }
    if card in words:
        return words[card].format(points=points)
    return ngettext("{card} gains you {count} point.", "{card} gains you {count} points.", gains[card], card=card.noun)


def _denied(view: PlayerView, planned: _Planned) -> str:
    """Say so where the opponent is known to have two torii, and a third is taken away."""
    theirs = [*view.theirs.line, *view.theirs.hand]
    if Card.TORII in planned.gone and theirs.count(Card.TORII) == 2:
        return _("This keeps {name} from a third torii.").format(name=view.names[1 - view.seat])
    return ""


def _lead(view: PlayerView, mine: ScoreSheet) -> str:
    if None in view.theirs.hand:
        return ""
    lead = mine.total - _scored(view.theirs.territory()).total
    return ngettext("You lead by {count} point.", "You lead by {count} points.", lead) if lead > 1 else ""


def _torii(territory: Territory | None) -> int:
    return territory.cards.count(Card.TORII) if territory is not None else 0


def _more_torii(view: PlayerView) -> bool:
    """Whether the viewer can still come by a torii: one that lies in the River, or has not been seen."""
    return Card.TORII in [pile.top for pile in view.river] or bool(view.unseen.get(Card.TORII))
