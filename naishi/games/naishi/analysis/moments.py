"""Changes between two moments: points, cards, emissaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from naishi.games.naishi.analysis.lines import Earner, Move, Points, Turn, differences, total, with_ryokan
from naishi.games.naishi.analysis.reasons import FEW
from naishi.games.naishi.rules.base_cards import NINJAS
from naishi.games.naishi.rules.cards import DEVELOPING, EXCHANGING, Card
from naishi.games.naishi.rules.court import Sent
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.territory import Territory
from naishi.games.naishi.rules.totals import best_copies, points_by_card


class Moment(NamedTuple):
    """A world at one moment, as far as reasons need it: first what is the seat's, then what is the other one's."""

    mine: Mapping[Earner, int]
    theirs: Mapping[Earner, int]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    sent: tuple[Sent, Sent]
    river: tuple[Card | None, ...]
    """What lies face up on its piles."""
    pending: tuple[Card, ...]
    """The Travellers whose effects may be used now."""
    ends: bool
    """Whether the game is over, or the last turn has come."""

    @classmethod
    def of(cls, position: Position, seat: int) -> Moment:
        """Return what a seat's reasons need of a position."""
        other = 1 - seat
        mine, theirs = position.territory(seat), position.territory(other)
        return cls(
            mine=_points(mine, theirs),
            theirs=_points(theirs, mine),
            cards=(mine.cards, theirs.cards),
            river=tuple(pile[-1] if pile else None for pile in position.river),
            sent=(position.court[seat], position.court[other]),
            pending=position.expansion.pending if position.expansion is not None else (),
            ends=position.phase is not Phase.PLAY or position.last is not None,
        )


def _points(territory: Territory, opponent: Territory) -> Mapping[Earner, int]:
    copying = any(ninja in territory.cards for ninja in NINJAS)
    return _earned(territory, opponent if copying else None)


@lru_cache(maxsize=1000)
def _earned(territory: Territory, copied_from: Territory | None) -> Mapping[Earner, int]:
    """Remembered, since most actions leave a territory as it was."""
    copies = None if copied_from is None else best_copies(territory, copied_from)
    return with_ryokan(points_by_card(territory.cards, copies, territory.ryokan), territory.ryokan)


def turn_of(moments: Sequence[Moment], *, mine: bool) -> Turn:
    """Sum up a turn, named by the action that it was about."""
    made = [(_move(*pair, 0 if mine else 1), changes(*pair)) for pair in pairwise(moments)]
    named = [(move, round(total(change[0 if mine else 1]))) for move, change in made]
    move, brings = max(named, key=lambda each: _tells(*each), default=(Move("other"), 0))
    return Turn(move, *changes(moments[0], moments[-1]), brings)


def changes(before: Moment, now: Moment) -> tuple[Points, Points]:
    """Return the points that came and went: the seat's, and the other one's."""
    return differences(before.mine, now.mine), differences(before.theirs, now.theirs)


def _tells(move: Move, brings: int) -> tuple[int, int]:
    """Return how much an action tells of its turn: a swap only where the card that is taken brings little."""
    if move.kind in {"swap", "exchange"}:
        return (2 if brings >= FEW else 0), brings
    if move.kind in {"take", "again"}:
        return (3 if brings >= FEW else 1), brings
    return {"decree": 6, "end": 5, "recall": 4}.get(move.kind, 0), brings


def _move(before: Moment, now: Moment, side: int) -> Move:
    """Return what an action was about, from what it has changed."""
    came = [*(Counter(now.cards[side]) - Counter(before.cards[side])).elements()]
    card = came[0] if len(came) == 1 else None
    sent, then = before.sent[side], now.sent[side]
    if then.decree > sent.decree:
        return Move("decree", card)
    if now.ends and not before.ends:
        return Move("end")
    if card is not None:
        return Move("again" if DEVELOPING in before.pending else "take", card)
    if then.swap > sent.swap:
        return Move("swap")
    if now.cards[side] != before.cards[side] and any(card in before.pending for card in EXCHANGING):
        return Move("exchange")
    return Move("recall" if then.free > sent.free else "other")


def mean_change(before: Sequence[Moment], now: Sequence[Moment], *, theirs: bool = False) -> dict[Earner, float]:
    """Return the points that came and went of the seat, or of the other one, as means over all worlds."""
    means: dict[Earner, float] = {}
    for one, other in zip(before, now, strict=True):
        change = differences(one.theirs, other.theirs) if theirs else differences(one.mine, other.mine)
        for card, points in change.items():
            means[card] = means.get(card, 0.0) + points / len(now)
    return means
