"""Games in progress, with what both seats remember: true ones, and worlds that a seat can't tell from the true one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from naishi.bots.engine import points as p
from naishi.bots.engine.observation import facts_bytes
from naishi.game.memory import FIRST_MOUNTAINS, Memory
from naishi.game.view import PlayerView
from naishi.rules import notation
from naishi.rules.actions import Action, Copy, Give
from naishi.rules.cards import Card
from naishi.rules.court import court
from naishi.rules.deal import Deal
from naishi.rules.legal import Phase
from naishi.rules.position import Position


class Match:
    """A position and what both seats know of it."""

    __slots__ = ("discarded", "gifts", "memories", "position")

    def __init__(
        self, position: Position, memories: tuple[Memory, Memory] | None = None, discarded: Sequence[int] | None = None
    ) -> None:
        """Begin somewhere.

        Args:
            position: Where; it is changed by `push`.
            memories: What the seats remember; None before the gifts are exchanged.
            discarded: How many of each card have been discarded.
        """
        self.position = position
        self.memories = memories
        self.discarded = [0] * len(Card) if discarded is None else list(discarded)
        self.gifts: list[Card] = []

    @classmethod
    def dealt(cls, deal: Deal) -> Match:
        """Begin a game."""
        return cls(Position(deal))

    def copy(self) -> Match:
        """Copy the match; memories never change, and are shared."""
        twin = Match(self.position.copy(), self.memories, self.discarded)
        twin.gifts = self.gifts.copy()
        return twin

    def push(self, action: Action) -> None:
        """Do an action."""
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

    def facts(self, seat: int) -> bytes:
        """Write down what a seat knows."""
        assert self.memories is not None  # noqa: S101 - both gifts are given
        return facts_bytes(self.position, self.memories, seat, self.discarded)

    @property
    def playing(self) -> bool:
        """Whether a seat has to decide on its turn."""
        return self.position.phase is Phase.PLAY

    def settle(self) -> None:
        """Let the ninjas copy what earns most."""
        position = self.position
        while position.phase is Phase.COPY:
            faces = p.best_copies(p.masks_of(np.array([position.territories[position.turn]])))[0]
            legal = [action for action in position.legal_actions() if isinstance(action, Copy)]
            self.push(next(action for action in legal if faces[action.card] >> action.cell & 1))

    def result(self) -> tuple[float, int]:
        """Return seat 0's share of the win (1, ½, 0) and its margin in points, all being over."""
        first, second = ((sheet.total, sheet.colours) for sheet in self.position.sheets())
        return (0.5 if first == second else float(first > second)), first[0] - second[0]


def worlds(view: PlayerView, chance: random.Random) -> Iterator[Match]:
    """Draw worlds for ever: each is a match that the seat can't tell from the true one.

    The face-down cards and the unknown cards of the other Hand are dealt anew from those that the seat has not seen;
    everything else is as the view shows it.
    """
    template = shown(view)
    discarded = [0] * len(Card)
    for card in view.discards:
        discarded[card] += 1
    unseen = [card for card, count in view.unseen.items() for _ in range(count)]
    other = 1 - view.seat
    while True:
        position = template.copy()
        pool = chance.sample(unseen, len(unseen))
        hand = _their_hand(view, pool, chance)
        position.territories[other][5:] = hand
        for pile in position.river:
            pile[:-1] = [pool.pop() for _ in pile[:-1]]
        memories = None if view.phase is Phase.GIFT else _memories(view)
        yield Match(position, memories, discarded)


def redealt(world: Match, chance: random.Random) -> Match:
    """Copy a world, with the face-down cards of its River dealt anew."""
    twin = world.copy()
    hidden = [card for pile in twin.position.river for card in pile[:-1]]
    chance.shuffle(hidden)
    for pile in twin.position.river:
        pile[:-1] = [hidden.pop() for _ in pile[:-1]]
    return twin


def _their_hand(view: PlayerView, pool: list[Card], chance: random.Random) -> list[Card]:
    """Deal the other Hand: known cards stay, sure ones and the kept one lie anywhere else."""
    if view.phase is Phase.GIFT:
        return [*FIRST_MOUNTAINS, pool.pop(), pool.pop()]
    hand = list(view.theirs.hand)
    unknown = hand.count(None)
    cards = list(view.certain[:unknown])
    cards += [pool.pop() for _ in range(unknown - len(cards))]
    chance.shuffle(cards)
    return [cards.pop() if card is None else card for card in hand]


def shown(view: PlayerView) -> Position:
    """Make a position of all that the view shows; mountains stand for what is hidden."""
    territories = [[*side.line, *(card or Card.MOUNTAIN for card in side.hand)] for side in view.sides]
    if view.dealt is not None:
        for cards in territories:
            cards[5:8] = FIRST_MOUNTAINS
        territories[view.seat][8:] = view.dealt
    gift = view.phase is Phase.GIFT
    fields = notation.Fields(
        river=[[Card.MOUNTAIN] * (pile.height - 1) + [pile.top] if pile.top is not None else [] for pile in view.river],
        territories=territories,
        court=court(view.sides[0].sent, view.sides[1].sent),
        turn=view.seat if view.turn is None else view.turn,
        phase=view.phase,
        developed=view.developed,
        bonus=view.bonus,
        last=view.last,
        discards=list(view.discards),
        copies=(dict(view.sides[0].copies), dict(view.sides[1].copies)),
        given=[0] if gift and view.turn == 1 else [],
        shuffles=((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)) if gift else None,
    )
    return Position.from_text(notation.write(fields))


def _memories(view: PlayerView) -> tuple[Memory, Memory]:
    """Work out what both seats remember: the viewer as the view says, the other one by what was exposed to it."""
    hand, exposed = view.mine.hand, view.exposed
    unknown = view.theirs.hand.count(None)
    own = Memory(view.seat, view.theirs.hand, view.certain[:unknown], kept=unknown > len(view.certain))
    unexposed = [card for card, known in zip(hand, exposed, strict=True) if card is not None and not known]
    sure: list[Card] = [card for card in unexposed if card is Card.MOUNTAIN]
    dealt = [card for card in unexposed if card is not Card.MOUNTAIN]
    gift = _received(view)
    if gift in dealt:
        dealt.remove(gift)
        sure.append(gift)
    seen = tuple(card if known else None for card, known in zip(hand, exposed, strict=True))
    other = Memory(1 - view.seat, seen, tuple(sure), kept=bool(dealt))
    return (own, other) if view.seat == 0 else (other, own)


def _received(view: PlayerView) -> Card | None:
    """Find the card that the viewer was given at the start, if the history still tells."""
    for event in view.events[:2]:
        if event.seat != view.seat and event.action is None and event.cards:
            return event.cards[0]
    return None
