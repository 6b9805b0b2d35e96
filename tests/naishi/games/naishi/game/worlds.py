"""Indistinguishable deals, made without `naishi.games.naishi.game.hiding`."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import chain
from typing import NamedTuple

from naishi import Card, Deal, Game, GameRecord, Phase, Position
from naishi.games.naishi.rules.actions import Give
from naishi.games.naishi.rules.cards import BASE_CARDS, DECK, LEGENDS, REPLACED, TRAVELLERS

MOUNTAINS = (Card.MOUNTAIN,) * 3


class Moved(NamedTuple):
    """What everyone saw happen to a Hand: two of its cards changed places, or one left and another came."""

    one: int
    other: int | None
    left: Card
    came: Card


def story(game: Game, watched: int) -> list[Moved]:
    """Tell what happened to the Hand of a seat since it was laid out."""
    position, told = Position(game.deal), []
    for action in game.actions:
        seat, before = position.turn, position.territories[watched][5:]
        position.push(action)
        after = position.territories[watched][5:]
        text = action.text.split()
        if text[0] == "swap" and text[1][0] == text[2][0] == "H" and seat == watched:
            told.append(Moved(int(text[1][1]) - 1, int(text[2][1]) - 1, Card.MOUNTAIN, Card.MOUNTAIN))
        elif text[0] in {"develop", "swap"} and text[-1][0] == "H" and seat == watched:
            at = int(text[-1][1]) - 1
            told.append(Moved(at, None, before[at], after[at]))
        elif text[0] == "use" and seat == watched:
            told += used(text[2:], before, after)
        elif text[0] == "decree" and text[1][0] == "H":
            at = int(text[1][1]) - 1
            told.append(Moved(at, None, before[at], after[at]))
    return told


def used(cells: list[str], before: list[Card], after: list[Card]) -> list[Moved]:
    """What an effect of a Traveller did to the Hand of its user, by the cells that it names."""
    at = [int(cell[1]) - 1 for cell in cells if cell[0] == "H"]
    if len(at) == 2:
        return [Moved(at[0], at[1], Card.MOUNTAIN, Card.MOUNTAIN)]
    return [Moved(place, None, before[place], after[place]) for place in at]


def unseen_slots(told: list[Moved]) -> list[int]:
    """The places (0-4) in the first Hand of the cards that have not been seen since."""
    slots: list[int | None] = [0, 1, 2, 3, 4]
    for moved in told:
        if moved.other is None:
            slots[moved.one] = None
        else:
            slots[moved.one], slots[moved.other] = slots[moved.other], slots[moved.one]
    return sorted(slot for slot in slots if slot is not None)


def gift(game: Game, seat: int) -> tuple[Card, Card]:
    """What a seat gave, and what it kept."""
    action = game.actions[seat]
    assert isinstance(action, Give)
    dealt = game.deal.gifts[seat]
    return dealt[action.which - 1], dealt[2 - action.which]


def first_hand(game: Game, seat: int) -> list[Card]:
    cards = [*MOUNTAINS, gift(game, seat)[1], gift(game, 1 - seat)[0]]
    return [cards[which] for which in game.deal.shuffles[seat]]


def shuffle_for(hand: list[Card], kept: Card, received: Card, draw: random.Random) -> list[int]:
    """A shuffle that lays out this Hand."""
    numbers: dict[Card, list[int]] = {}
    for number, card in enumerate((*MOUNTAINS, kept, received)):
        numbers.setdefault(card, []).append(number)
    for each in numbers.values():
        draw.shuffle(each)
    return [numbers[card].pop() for card in hand]


def river_seen(game: Game) -> list[list[Card]]:
    """Of each pile the cards that have been face up, first to last."""
    left, expansion = game.position.river, game.position.expansion
    down = [
        len(pile) if expansion and expansion.unturned >> at & 1 else max(0, len(pile) - 1)
        for at, pile in enumerate(left)
    ]  # fmt: skip
    return [list(pile[: len(pile) - below]) for pile, below in zip(game.deal.river, down, strict=True)]


def basic(pool: list[Card], draw: random.Random) -> Card:
    """Draw a card that may have been dealt to a player: none of the expansion."""
    card = draw.choice([card for card in pool if card in BASE_CARDS])
    pool.remove(card)
    return card


def change_box(pool: list[Card], game: Game, draw: random.Random) -> None:
    """Put the Traveller in the box among the unseen cards, and another one into the box."""
    if game.deal.expansion:
        dealt = {card for pile in game.deal.river for card in pile}
        pool += [card for card in TRAVELLERS if card not in dealt]
        pool.remove(draw.choice([card for card in pool if card in TRAVELLERS]))


def resampled(game: Game, seat: int, draw: random.Random) -> GameRecord:
    """Draw another deal and record that the seat can't tell from this game by now, to be replayed from the start."""
    other = 1 - seat
    seen = river_seen(game)
    pool = [card for pile, up in zip(game.deal.river, seen, strict=True) for card in pile[len(up) :]]
    change_box(pool, game, draw)
    gifts, shuffles, actions = [*game.deal.gifts], [list(each) for each in game.deal.shuffles], [*game.actions]
    if len(actions) < 2:
        pool += gifts[other]
        gifts[other] = basic(pool, draw), basic(pool, draw)
        draw.shuffle(pool)
        for each in shuffles:
            draw.shuffle(each)
        actions = [Give(draw.choice([1, 2])) if other == 0 else action for action in actions]
    else:
        gave, kept = gift(game, other)
        slots = unseen_slots(story(game, other)) if game.phase is Phase.PLAY else []
        hand = first_hand(game, other)
        hidden = [hand[slot] for slot in slots]
        if game.deal.shuffles[other].index(3) in slots:
            hidden.remove(kept)
            pool.append(kept)
            kept = basic(pool, draw)
            hidden.append(kept)
        draw.shuffle(pool)
        draw.shuffle(hidden)
        for slot in slots:
            hand[slot] = hidden.pop()
        shuffles[other] = shuffle_for(hand, kept, gift(game, seat)[0], draw)
        shuffles[seat] = shuffle_for(first_hand(game, seat), gift(game, seat)[1], gave, draw)
        which = draw.choice([1, 2])
        gifts[other] = (gave, kept) if which == 1 else (kept, gave)
        actions[other] = Give(which)
    height = len(game.deal.river[0])
    river = [[*up, *(pool.pop() for _card in range(height - len(up)))] for up in seen]
    assert not pool
    deal = Deal.model_validate({"river": river, "gifts": gifts, "shuffles": shuffles})
    return GameRecord(players=game.players, options=game.options, deal=deal, actions=tuple(actions), cursor=0)


def hand_in_all_worlds(game: Game, seat: int) -> list[Card | None]:
    """Enumerate every first Hand the other seat may have had, and say which cards are in its Hand now in all of them.

    Unknown are the kept card, which is one that the seat has not seen elsewhere, and the order.
    """
    other = 1 - seat
    pool = Counter(DECK)
    pool.subtract(REPLACED[card] for pile in game.deal.river for card in pile if card in LEGENDS)
    pool.subtract([*game.deal.gifts[seat], gift(game, other)[0], *chain(*river_seen(game))])
    told = story(game, other)
    worlds = []
    for kept in (card for card, left in pool.items() if left > 0):
        for hand in arrangements((*MOUNTAINS, gift(game, seat)[0], kept)):
            now = retold(hand, told)
            if now is not None:
                worlds.append(now)
    return [cards[0] if len(set(cards)) == 1 else None for cards in zip(*worlds, strict=True)]


@cache
def arrangements(cards: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    if not cards:
        return {()}
    return {
        (card, *rest) for i, card in enumerate(cards) for rest in arrangements((*cards[:i], *cards[i + 1 :]))
    }  # fmt: skip


def retold(first: tuple[Card, ...], told: list[Moved]) -> list[Card] | None:
    """The Hand now, had it been this one at first; None where that is not what was seen."""
    hand = [*first]
    for moved in told:
        if moved.other is not None:
            hand[moved.one], hand[moved.other] = hand[moved.other], hand[moved.one]
        elif hand[moved.one] is moved.left:
            hand[moved.one] = moved.came
        else:
            return None
    return hand
