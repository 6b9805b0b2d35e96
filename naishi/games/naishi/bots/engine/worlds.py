"""Worlds and determinizations: games with all cards known."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_sides
from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.ninjas import final_scores
from naishi.games.naishi.bots.engine.observation import Observations, finish, legends_in_play, raw_observation
from naishi.games.naishi.game.hiding import FIRST_MOUNTAINS, Memory
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, TRAVELLERS, Card, Phase
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.position import Position

_TYPES = max(Card) + 1


class World:
    """A position with all its cards, and what both seats remember of it.

    Args:
        position: The position; `push` changes it.
        memories: What the seats remember; None before the gifts are exchanged.
        legends: With the expansion, the Legends in play; None to look for them.
    """

    __slots__ = ("discarded", "gifts", "legends", "memories", "position")

    def __init__(
        self,
        position: Position,
        memories: tuple[Memory, Memory] | None = None,
        discarded: Sequence[int] | None = None,
        legends: bytes | None = None,
    ) -> None:
        self.position = position
        self.memories = memories
        self.discarded = [0] * _TYPES if discarded is None else list(discarded)
        self.legends = legends_in_play(position) if legends is None else legends
        self.gifts: list[Card] = []

    @classmethod
    def dealt(cls, deal: Deal) -> "World":
        return cls(Position(deal))

    def copy(self) -> "World":
        twin = World(self.position.copy(), self.memories, self.discarded, self.legends)
        twin.gifts = self.gifts.copy()
        return twin

    def push(self, action: Action) -> None:
        position = self.position
        if self.memories is not None:
            self.memories = self.memories[0].after(action, position), self.memories[1].after(action, position)
        elif isinstance(action, Give):
            self.gifts.append(position.territories[position.turn][7 + action.which])
        before = len(position.discards)
        position.push(action)
        for card in position.discards[before:]:
            self.discarded[card] += 1
        if self.memories is None and len(self.gifts) == 2:
            first, second = self.gifts
            self.memories = Memory.of_first_hand(0, first), Memory.of_first_hand(1, second)

    def raw_observation(self, seat: int) -> bytes:
        """Return the observation of a seat, to be finished by `finish`."""
        assert self.memories is not None  # noqa: S101 - both gifts are given
        return raw_observation(self.position, self.memories, seat, self.discarded, self.legends)

    @property
    def playing(self) -> bool:
        return self.position.phase is Phase.PLAY


def observations(worlds: Sequence[World], seat: int | None = None) -> Observations:
    seats = [world.position.turn if seat is None else seat for world in worlds]
    return finish([world.raw_observation(each) for world, each in zip(worlds, seats, strict=True)])


def revealed_observations(worlds: Sequence[World]) -> Observations:
    """Return the observations of the seats to act, as if they had seen the other Hand."""
    seats = [world.position.turn for world in worlds]
    rows = o.stack([world.raw_observation(seat) for world, seat in zip(worlds, seats, strict=True)]).copy()
    rows[:, o.THEIR_HAND] = [
        world.position.territories[1 - seat][5:] for world, seat in zip(worlds, seats, strict=True)
    ]
    rows[:, [o.SURE_MOUNTAINS, o.KEPT]] = 0
    rows[:, o.SURE_GIFT] = o.UNKNOWN
    return o.finish(rows)


def results(worlds: Sequence[World]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return seat 0's shares of the win (1, ½, 0) and its margins in points, where the game is over.

    Ninjas that have not been settled yet make the best copies.
    """
    cards = np.array([cards for world in worlds for cards in world.position.territories]).reshape(-1, p.CELLS)
    if worlds and worlds[0].legends:
        ryokan = [world.position.ryokan(seat) for world in worlds for seat in (0, 1)]
        other = cards[np.arange(len(cards)) ^ 1]
        totals, ranks = expansion_sides.final_scores(cards, np.array(ryokan, dtype=np.float32), other)
    else:
        totals, ranks = final_scores(p.masks_of(cards))
    shares = ((np.sign(ranks[::2] - ranks[1::2]) + 1) / 2).astype(np.float32)
    return shares, totals[::2] - totals[1::2]


class Determinizer:
    """Makes random determinizations of a view: worlds that look the same to the viewer as the real one.

    The face-down cards and the unknown cards of the other Hand are dealt from those that the viewer has not seen;
    everything else is as in the view.
    """

    def __init__(self, view: PlayerView) -> None:
        self._view = view
        self._unseen = [card for card, count in view.unseen.items() for _ in range(count)]
        self._dealt = [card for card in self._unseen if card in BASE_CARDS]
        self._travellers = [card for card in self._unseen if card in TRAVELLERS]
        self._legends = b"" if view.module is None else bytes(card in view.legends for card in LEGENDS)
        self._certain = view.certain[: view.theirs.hand.count(None)]
        self._discarded = [0] * _TYPES
        for card in view.discards:
            self._discarded[card] += 1
        self._memories = None if view.phase is Phase.GIFT else _memories(view)
        self._position = view.position()

    def deal(self, chance: random.Random) -> list[Card]:
        """Deal the other Hand at random: known cards stay, the others get random places."""
        hand = self._view.theirs.hand
        if self._view.phase is Phase.GIFT:
            return [*FIRST_MOUNTAINS, *chance.sample(self._dealt, 2)]
        cards = [*self._certain, *chance.sample(self._dealt, hand.count(None) - len(self._certain))]
        chance.shuffle(cards)
        return [cards.pop() if card is None else card for card in hand]

    def worlds(self, hands: Iterable[Sequence[Card]], chance: random.Random) -> Iterator[World]:
        """Yield a world for each of some other Hands, with the face-down cards in random order.

        The cards are shuffled once, and move on by one place from world to world: so each comes up as often as any
        other at every place of the River, which takes half as many worlds as chance to tell as much about a turn.
        """
        deck = self._unseen.copy()
        for number, hand in enumerate(hands):
            place = number % len(deck) if deck else 0
            if place == 0:
                chance.shuffle(deck)
                chance.shuffle(self._travellers)
            cards = deck[place:] + deck[:place]
            if self._travellers:  # any of those that have not been seen may be the one that stayed in the box
                cards.remove(self._travellers[number % len(self._travellers)])
            yield self._world(hand, cards)

    def _world(self, hand: Sequence[Card], face_down: list[Card]) -> World:
        drawn = [card for card, known in zip(hand, self._view.theirs.hand, strict=True) if known is None]
        for card in self._certain:
            drawn.remove(card)
        for card in drawn:
            face_down.remove(card)
        position = self._position.copy()
        position.territories[1 - self._view.seat][5:] = hand
        turn_up_later = position.expansion.unturned if position.expansion is not None else 0
        for at, pile in enumerate(position.river):
            down = len(pile) if turn_up_later >> at & 1 else len(pile) - 1
            pile[:down] = [face_down.pop() for _ in pile[:down]]
        return World(position, self._memories, self._discarded, self._legends)


def determinizations(view: PlayerView, chance: random.Random) -> Iterator[World]:
    """Return random determinizations of a view, without end (see `Determinizer`)."""
    determinizer = Determinizer(view)
    return determinizer.worlds((determinizer.deal(chance) for _ in count()), chance)


def _memories(view: PlayerView) -> tuple[Memory, Memory]:
    """Return what both seats remember: the viewer as in the view, the other one what was exposed to it."""
    unknown = view.theirs.hand.count(None)
    own = Memory(view.seat, view.theirs.hand, view.certain[:unknown], kept=unknown > len(view.certain))
    seen = tuple(card if known else None for card, known in zip(view.mine.hand, view.exposed, strict=True))
    sure = view.exposed_somewhere
    other = Memory(1 - view.seat, seen, sure, kept=seen.count(None) > len(sure))
    return (own, other) if view.seat == 0 else (other, own)
