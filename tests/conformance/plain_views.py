"""Independent knowledge of the other Hand: common to all possible Hands.

Slow, plain, and sharing no code with `naishi`.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from tests.conformance.plain_rules import CHARACTERS, Game

HAND = [f"H{column}" for column in range(1, 6)]
DEVELOPMENT = CHARACTERS | {"ninja", "fort", "torii", "rice", "banner"}

Hand = dict[str, str]


def other_hand(game: Game, actions: list[str], seat: int) -> list[str | None]:
    """Play a game, and return the cards of the other Hand that a seat knows then, with a perfect memory."""
    other, hands = 1 - seat, list[Hand]()
    for action in actions:
        mover, before = game.turn, dict(game.cards[other])
        game.play(action)
        if hands:
            hands = followed(hands, action, before, game.cards[other], is_mover=mover == other)
        elif len(game.gave) == 2:
            hands = first_hands(game.deal["gifts"][seat][game.gave[seat]])
    if game.phase in {"copy", "over"}:
        hands = [game.cards[other]]
    unseen = Counter(card for pile in game.face_down() for card in pile) + Counter(game.cards[other][at] for at in HAND)
    possible = [hand for hand in hands if not Counter(hand[at] for at in HAND) - unseen]
    found = [{hand[at] for hand in possible} for at in HAND]
    return [cards.pop() if len(cards) == 1 else None for cards in found]


def first_hands(given: str) -> list[Hand]:
    """Three mountains, the card that the seat gave and one that it can't know, in any order."""
    cards = [["mountain", "mountain", "mountain", given, kept] for kept in sorted(DEVELOPMENT)]
    return [dict(zip(HAND, each, strict=True)) for hand in cards for each in sorted(set(permutations(hand)))]


def followed(hands: list[Hand], action: str, before: Hand, after: Hand, *, is_mover: bool) -> list[Hand]:
    """Follow what could be in the Hand over an action: what leaves it and what comes is seen, but within the Hand."""
    places = [word for word in action.split() if word in HAND]
    if (action.split(maxsplit=1)[0] in {"develop", "swap", "use"} and not is_mover) or action.startswith("copy"):
        return hands
    if len(places) == 2:
        one, two = places
        return [{**hand, one: hand[two], two: hand[one]} for hand in hands]
    for at in places:
        hands = [{**hand, at: after[at]} for hand in hands if hand[at] == before[at]]
    return hands
