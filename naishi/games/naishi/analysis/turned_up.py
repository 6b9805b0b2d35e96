"""Cards an action may turn up, with both Hands known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from naishi.games.naishi.game.memory import boxed, face_down
from naishi.games.naishi.rules.actions import Action, Develop, Discard, UseDevelop
from naishi.games.naishi.rules.cards import TRAVELLERS, Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position


class Ways(NamedTuple):
    """The cards that an action may turn up, each way a position, and how likely each is."""

    positions: list[Position]
    shares: list[float]


def ways_to_turn_up(before: Position, action: Action) -> Ways:
    """Return what an action may turn up; nothing where it turns up no card, or none that matters any more."""
    after = before.copy()
    after.push(action)
    piles = _turned_up(before, action, after)
    if not piles or after.phase is not Phase.PLAY:
        return Ways([], [])
    down = face_down(before)
    unseen, in_river = Counter([*down, *boxed(before)]), sum(card in TRAVELLERS for card in down)
    positions, counts = [], []
    for cards in product(unseen, repeat=len(piles)):
        if (count := _ways_to_draw(cards, unseen, in_river)) > 0:
            position = after.copy()
            for pile, card in zip(piles, cards, strict=True):
                position.river[pile][-1] = card
            positions.append(position)
            counts.append(count)
    return Ways(positions, [count / sum(counts) for count in counts])


def _ways_to_draw(cards: Sequence[Card], unseen: Mapping[Card, int], in_river: int) -> float:
    """Return in how many ways cards can be drawn one after the other, compared with others.

    Args:
        cards: The cards.
        unseen: Those that lie face down, and the Traveller in the box: any that has not been seen may be that one.
        in_river: How many Travellers lie face down.
    """
    left, travellers, ways = Counter(unseen), sum(unseen[card] for card in TRAVELLERS if card in unseen), 1.0
    for card in cards:
        if card in TRAVELLERS:
            ways *= in_river / max(travellers, 1)
            travellers, in_river = travellers - 1, in_river - 1
        ways *= left[card]
        left[card] -= 1
    return ways


def _turned_up(before: Position, action: Action, after: Position) -> list[int]:
    """Return the piles whose next card an action turns up: all that have waited for it, if it settles the effects."""
    waited, wait = (0 if each.expansion is None else each.expansion.unturned for each in (before, after))
    taken = {pile for pile in range(5) if waited >> pile & 1}
    match action:
        case Develop(cell=cell) | UseDevelop(cell=cell):
            taken.add(cell.position)
        case Discard(first=first, second=second):
            taken |= {first.position, second.position}
    return [pile for pile in sorted(taken) if after.river[pile] and not wait >> pile & 1]
