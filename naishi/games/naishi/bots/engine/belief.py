"""Weighted beliefs about the other seat's Hand, from its past choices; worlds drawn from them.

Each Hand that it may have is followed back to the start. At each of its choices the network evaluates what else it
could have done with that Hand, and a player is taken to choose by the values, with a temperature (a softmax; McFadden,
"Conditional logit analysis of qualitative choice behavior", 1974). How good a player it is shows in the same way:
several temperatures are tried, and the one under which all of its choices are the likeliest counts for most.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count, permutations
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_sides, observation as o, points as p
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.expansion_sides import their_scores
from naishi.games.naishi.bots.engine.legal_moves import Indices, LegalMoves, legal_moves
from naishi.games.naishi.bots.engine.network import Evaluate, utility
from naishi.games.naishi.bots.engine.ninjas import final_scores
from naishi.games.naishi.game.hiding import FIRST_MOUNTAINS, Memories, Memory, memories_after
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.actions import (
    ACTIONS,
    Action,
    Declare,
    Decree,
    Develop,
    Discard,
    End,
    Give,
    Recall,
    Swap,
)
from naishi.games.naishi.rules.cards import (
    BASE_CARDS,
    HOME,
    LEGENDS,
    PILE_HEIGHT,
    PILES,
    TRAVELLERS,
    Card,
    Deal,
    Phase,
    Zone,
    court,
)
from naishi.games.naishi.rules.notation import Fields
from naishi.games.naishi.rules.position import Position

_TYPES = max(Card) + 1


class World:
    """A position with all its cards, and what both seats remember of it.

    Args:
        position: `push` changes it.
        memories: What the seats remember; None before the gifts are exchanged.
        legends: With the expansion, the Legends in play; None to look for them.
    """

    __slots__ = ("discarded", "legends", "memories", "position")

    def __init__(
        self,
        position: Position,
        memories: Memories | None = None,
        discarded: Sequence[int] | None = None,
        legends: bytes | None = None,
    ) -> None:
        self.position = position
        self.memories = memories
        self.discarded = [0] * _TYPES if discarded is None else list(discarded)
        self.legends = o.legends_in_play(position) if legends is None else legends

    @classmethod
    def dealt(cls, deal: Deal) -> "World":
        return cls(Position(deal))

    def copy(self) -> "World":
        return World(self.position.copy(), self.memories, self.discarded, self.legends)

    def push(self, action: Action) -> None:
        position = self.position
        self.memories = memories_after(self.memories, action, position)
        before = len(position.discards)
        position.push(action)
        for card in position.discards[before:]:
            self.discarded[card] += 1

    def raw_observation(self, seat: int) -> bytes:
        """Return the observation of a seat, to be finished by `finish`."""
        assert self.memories is not None  # noqa: S101 - both gifts are given
        return o.raw_observation(self.position, self.memories, seat, self.discarded, self.legends)

    @property
    def playing(self) -> bool:
        return self.position.phase is Phase.PLAY


def observations(worlds: Sequence[World], seat: int | None = None) -> o.Observations:
    return o.finish([world.raw_observation(world.position.turn if seat is None else seat) for world in worlds])


def revealed_observations(worlds: Sequence[World]) -> o.Observations:
    """Return the observations of the seats to act, as if they had seen the other Hand."""
    rows = o.stack([world.raw_observation(world.position.turn) for world in worlds]).copy()
    rows[:, o.THEIR_HAND] = [world.position.territories[1 - world.position.turn][5:] for world in worlds]
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
        self._discarded = np.bincount(view.discards, minlength=_TYPES).tolist()
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


def worlds_with(view: PlayerView, territories: Indices, chance: random.Random) -> list[World]:
    """Return a determinization for each of some territories that the other side may have."""
    hands = [[o.CARD[card] for card in cards[5:]] for cards in territories.tolist()]
    return list(Determinizer(view).worlds(hands, chance))


def _memories(view: PlayerView) -> Memories:
    """Return what both seats remember: the viewer as in the view, the other one what was exposed to it."""
    unknown = view.theirs.hand.count(None)
    own = Memory(view.seat, view.theirs.hand, view.certain[:unknown], kept=unknown > len(view.certain))
    seen = tuple(card if known else None for card, known in zip(view.mine.hand, view.exposed, strict=True))
    sure = view.exposed_somewhere
    other = Memory(1 - view.seat, seen, sure, kept=seen.count(None) > len(sure))
    return (own, other) if view.seat == 0 else (other, own)


_FIRST = 5, 15
"""The number of the first card of each seat's first Hand."""


def began_with_a_deal(view: PlayerView) -> bool:
    """Return whether a view is of a base game past its gifts, all of whose cards lay as they are dealt."""
    if view.module is not None or view.phase is Phase.GIFT or len(view.events) < 2:
        return False
    gifts, actions = view.events[:2], [event.action for event in view.events[2:]]
    given = all(event.cards and (event.action is None or isinstance(event.action, Give)) for event in gifts)
    taken = sum(isinstance(action, Develop) + 2 * isinstance(action, Discard) for action in actions)
    return given and taken == len(view.discards) == PILES * PILE_HEIGHT - sum(pile.height for pile in view.river)


class Tracks:
    """Where cards lie, each named by a number for where it lay once the first Hands were laid out."""

    def __init__(self) -> None:
        self.territories = [[*range(10)], [*range(10, 20)]]
        self.river = [[*range(20 + PILE_HEIGHT * at, 20 + PILE_HEIGHT * (at + 1))] for at in range(PILES)]
        """Piles, the face-up card last."""
        self.cards: dict[int, Card] = {}
        """The cards by their numbers, as far as they have been seen."""
        self.gifts: dict[int, Card] = {}

    @classmethod
    def of(cls, view: PlayerView) -> Self:
        tracks = cls()
        for gift in view.events[:2]:
            tracks.gifts[gift.seat] = gift.cards[0]
        for event in view.events[2:]:
            tracks.follow(event)
        for seat, side in enumerate(view.sides):
            tracks._see(tracks.territories[seat], [*side.line, *side.hand])
        tracks._see([pile[-1] for pile in tracks.river if pile], [pile.top for pile in view.river if pile.height])
        return tracks

    def _see(self, numbers: Iterable[int], cards: Iterable[Card | None]) -> None:
        self.cards |= {number: card for number, card in zip(numbers, cards, strict=True) if card is not None}

    def follow(self, event: Event) -> None:
        mine, shown = self.territories[event.seat], event.cards
        match event.action:
            case Develop(cell=cell):
                pile = self.river[cell.position]
                self._see([mine[cell], pile[-1]], shown)
                mine[cell] = pile.pop()
            case Swap(first=first, second=second) if first.zone is Zone.RIVER:
                one, other = self.river[first.position], self.river[second.position]
                self._see([one[-1], other[-1]], shown)
                one[-1], other[-1] = other[-1], one[-1]
            case Swap(first=first, second=second):
                self._see([mine[first], mine[second]] if shown else [], shown)
                mine[first], mine[second] = mine[second], mine[first]
            case Discard(first=first, second=second):
                self._see([self.river[first.position].pop(), self.river[second.position].pop()], shown)
            case Decree(cell=cell):
                theirs = self.territories[1 - event.seat]
                self._see([mine[cell], theirs[cell]], shown)
                mine[cell], theirs[cell] = theirs[cell], mine[cell]

    def from_first_hand(self, seat: int) -> tuple[int, ...]:
        """Return, for each place of a territory, the place in the seat's first Hand that its card is from; else -1."""
        first = _FIRST[seat]
        return tuple(number - first if first <= number < first + 5 else -1 for number in self.territories[seat])

    def first_hand(self, seat: int) -> dict[int, Card]:
        first = _FIRST[seat]
        return {at: self.cards[first + at] for at in range(5) if first + at in self.cards}

    def first_hands(self, seat: int, cards: Indices) -> Indices:
        """Return the first Hand of a seat for each territory that it may have now: five cards in each row."""
        hands = np.full((len(cards), 5), Card.MOUNTAIN, dtype=np.intp)
        for place, card in self.first_hand(seat).items():
            hands[:, place] = card
        for cell, place in enumerate(self.from_first_hand(seat)):
            if place >= 0:
                hands[:, place] = cards[:, cell]
        return hands


def world_at_the_start(view: PlayerView, tracks: Tracks, territory: Indices) -> World:
    """Return a game as it may have been once the first Hands were laid out."""
    me, other = view.seat, 1 - view.seat
    theirs = [o.CARD[card] for card in tracks.first_hands(other, territory[None])[0].tolist()]
    hands = {me: [*tracks.first_hand(me).values()], other: theirs}
    kept = [o.CARD[card] for card, seen in zip(territory[5:].tolist(), view.theirs.hand, strict=True) if seen is None]
    for card in view.certain[: len(kept)]:
        kept.remove(card)
    down = [card for card, count in view.unseen.items() for _ in range(count)]
    for card in kept:
        down.remove(card)
    position = Position.from_fields(
        Fields(
            river=[
                [tracks.cards[each] if each in tracks.cards else down.pop() for each in pile] for pile in Tracks().river
            ],
            territories=[[*[Card.MOUNTAIN] * 5, *hands[seat]] for seat in (0, 1)],
            discards=[],
            given=[],
            phase=Phase.PLAY,
            court=court(HOME, HOME),
            copies=({}, {}),
        )
    )
    return World(position, (Memory.of_first_hand(0, tracks.gifts[0]), Memory.of_first_hand(1, tracks.gifts[1])))


Logs = npt.NDArray[np.float64]

TEMPERATURES = np.array([0.01, 0.03, 0.1, np.inf])
"""Of players who choose as the bots do, and of worse ones; at the last, choices say nothing."""
SHARES = np.log([0.4, 0.3, 0.2, 0.1])
"""How many players are thought to be of each temperature, as logarithms."""
SLIP = 0.02
"""How often anybody does just anything."""
FAR = 6.0
"""A Hand that is this much less likely than the best one, as a logarithm, isn't followed any further."""

_WEIGHED = np.array([isinstance(action, Develop | Recall | Declare | End) for action in ACTIONS])
"""The actions that a choice is compared with. To compare it with all takes ten times as long and says no more: many
swaps are nearly as good as each other."""


def likelihoods_of_choices(
    view: PlayerView, cards: Indices, evaluate: Evaluate, check: Callable[[], None] = lambda: None
) -> Logs | None:
    """Return how likely all that the other seat has chosen is, for each territory that it may have.

    Args:
        cards: The territories that the other side may have now, ten cards in each row.
        check: Called often; raises to cancel.

    Returns:
        Logarithms: [territory, temperature]. None where it can't be known: with the expansion, and in a game that was
        begun from a position.
    """
    if not began_with_a_deal(view):
        return None
    tracks = Tracks.of(view)
    firsts = _first_hands(int(tracks.gifts[view.seat]))
    found = np.zeros((len(firsts.hands), len(TEMPERATURES)))
    for choice in choices_of_opponent(view, world_at_the_start(view, tracks, cards[0])):
        check()
        found += _likelihoods(choice, firsts.hands, _followed(choice, firsts, found), evaluate)
    return found[np.searchsorted(firsts.numbers, tracks.first_hands(1 - view.seat, cards) @ _PLACES)]


class FirstHands(NamedTuple):
    """All first Hands with a gift: three mountains, the gift, and some card that was kept."""

    hands: Indices
    """Five cards in each row."""
    kept: Indices
    numbers: Indices
    """By `_PLACES`, in order."""


_PLACES = 16 ** np.arange(5)
"""Factors that make a number of the cards of a Hand."""


@cache
def _first_hands(gift: int) -> FirstHands:
    kept = [int(card) for card in BASE_CARDS if card is not Card.MOUNTAIN]
    places = [(i, j) for i in range(5) for j in range(5) if i != j]
    laid = np.full((len(kept), len(places), 5), Card.MOUNTAIN, dtype=np.intp)
    for number, (i, j) in enumerate(places):
        laid[:, number, i], laid[:, number, j] = gift, kept
    hands = laid.reshape(-1, 5)
    numbers, first = np.unique(hands @ _PLACES, return_index=True)  # two of one type come in one order only
    return FirstHands(hands[first], np.array(kept).repeat(len(places))[first], numbers)


class Choice(NamedTuple):
    """A choice of the other seat in the past, and what the viewer knew of its Hand by then."""

    raw: o.Observations
    """The observation that it chose by, to be finished; the unknown cards of its Hand are `UNKNOWN`."""
    first: Indices
    """For each place of its territory, the place in its first Hand from which the card there comes, or -1."""
    moves: LegalMoves
    code: int
    seen: dict[int, Card]
    """The cards of its first Hand that had been seen, by their places."""
    may_be_kept: npt.NDArray[np.bool_]
    """Which cards it may have kept, by their numbers."""


def choices_of_opponent(view: PlayerView, world: World) -> Iterator[Choice]:
    other, tracks = 1 - view.seat, Tracks()
    for event in view.events[2:]:
        assert event.action is not None  # noqa: S101 - only gifts may be unknown
        if event.seat == other and len((moves := legal_moves(world.position)).codes) > 1:
            first = np.array(tracks.from_first_hand(other))
            raw = np.frombuffer(world.raw_observation(other), dtype=np.uint8).copy()
            raw[np.flatnonzero(first >= 0)] = o.UNKNOWN
            (knew,) = observations([world], view.seat)
            may_be = (knew[o.UNSEEN] > 0) | (knew[o.KEPT] == 0)
            yield Choice(raw, first, moves, event.action.code, tracks.first_hand(other), may_be)
        tracks.follow(event)
        world.push(event.action)


def _followed(choice: Choice, firsts: FirstHands, found: Logs) -> Indices:
    """Return the first Hands that are worked out: what was possible, as far as was known before, and not unlikely."""
    possible = choice.may_be_kept[firsts.kept]
    for place, card in choice.seen.items():
        possible &= firsts.hands[:, place] == card
    likely = np.where(possible, np.logaddexp.reduce(found + SHARES, axis=1), -np.inf)
    return np.flatnonzero(likely > likely.max() - FAR)


remembered: dict[tuple[bytes, bytes, bytes, int], Logs] = {}
"""What has been worked out of choices: the same ones are looked at again at the next action."""
MOST = 1000
"""How many of them are kept."""


def _likelihoods(choice: Choice, hands: Indices, followed: Indices, evaluate: Evaluate) -> Logs:
    """Return how likely a choice is with each first Hand, as logarithms; with one not followed, the others' mean."""
    key = choice.raw.tobytes(), choice.first.tobytes(), followed.tobytes(), choice.code
    if (known := remembered.get(key)) is None:
        if len(remembered) >= MOST:
            remembered.clear()
        rows = choice.raw[None].repeat(len(followed), axis=0)
        cells = np.flatnonzero(choice.first >= 0)
        rows[:, cells] = hands[followed][:, choice.first[cells]]
        known = remembered[key] = _by_temperature(rows, choice, evaluate)
    likely: Logs = np.broadcast_to(known.mean(axis=0), (len(hands), len(TEMPERATURES))).copy()
    likely[followed] = known
    return likely


def _by_temperature(rows: o.Observations, choice: Choice, evaluate: Evaluate) -> Logs:
    """Return the logarithm of how likely a choice is at each temperature, by raw observations."""
    codes = choice.moves.codes
    some = _WEIGHED[codes] | (codes == choice.code)
    moves = LegalMoves(*(part[some] for part in choice.moves))
    after = afterstates(o.finish(rows), [moves] * len(rows))
    worth = utility(after.means(evaluate(after.rows))).reshape(len(rows), -1).astype(np.float64)
    worth -= worth.max(axis=1, keepdims=True)
    shares = np.exp(worth[:, :, None] / TEMPERATURES)
    chosen = shares[:, moves.codes == choice.code][:, 0] / shares.sum(axis=1)
    result: Logs = np.log(chosen * (1 - SLIP) + SLIP / worth.shape[1])
    return result


REASON = 0.18
"""How much likelier a Hand is for each point that it and its Line score, as an exponent. The maximum likelihood of the
true Hands in 1,729 positions of 150 games between learned bots, nearly the same early and late in the game."""
REASONS = np.array([0.1, 0.1, 0.15, REASON])
"""The same beside what choices say, for a player of each temperature (`TEMPERATURES`)."""


class Territories(NamedTuple):
    """The territories that the other side may have."""

    cards: Indices
    """Ten cards in each row."""
    dealt: npt.NDArray[np.float64]
    """How often each is dealt, compared with the others."""


def possible_territories(row: npt.NDArray[np.uint8]) -> Territories:
    """List the territories that the other side may have, from an observation. No card of the expansion is dealt."""
    known = [int(card) for card in row[o.THEIR_LINE.start : o.THEIR_HAND.stop]]
    places = [i for i, card in enumerate(known) if card == o.UNKNOWN]
    certain = [int(Card.MOUNTAIN)] * int(row[o.SURE_MOUNTAINS])
    certain += [int(row[o.SURE_GIFT])] if row[o.SURE_GIFT] != o.UNKNOWN else []
    unseen = {card: int(count) for card, count in enumerate(row[o.UNSEEN]) if count}
    kept = unseen if len(certain) < len(places) else {None: 1}
    orders = [_orders((*certain, card) if card is not None else tuple(certain), len(places)) for card in kept]
    counts = np.array([len(each) for each in orders])
    territories = np.array(known)[None].repeat(counts.sum(), axis=0)
    territories[:, places] = np.concatenate(orders)
    return Territories(territories, (np.array([*kept.values()]) / counts).repeat(counts))


@cache
def _orders(cards: tuple[int, ...], places: int) -> Indices:
    orders = sorted(set(permutations(cards, places)))
    return np.array(orders, dtype=np.intp).reshape(len(orders), places)


def likelihoods(
    view: PlayerView, possible: Territories, evaluate: Evaluate | None = None, check: Callable[[], None] = lambda: None
) -> npt.NDArray[np.float64]:
    """Return how likely each of the possible territories is, compared with the others.

    Args:
        evaluate: Evaluates observations, to weigh what the other seat has chosen; without it, only the points count.
        check: Called often; raises to cancel.
    """
    if view.module is None:
        points = final_scores(p.masks_of(possible.cards)).totals
    else:
        points = their_scores(o.observe(view).repeat(len(possible.cards), axis=0), possible.cards).totals
    said = None
    if evaluate is not None and len(possible.cards) > 1:
        said = likelihoods_of_choices(view, possible.cards, evaluate, check)
    if said is None:
        logs = REASON * points
    else:
        logs = np.logaddexp.reduce(said + SHARES + REASONS * points[:, None], axis=1)
    result: npt.NDArray[np.float64] = possible.dealt * np.exp(logs - logs.max())
    return result


def likely_determinizations(
    view: PlayerView,
    count: int,
    chance: random.Random,
    evaluate: Evaluate | None = None,
    check: Callable[[], None] = lambda: None,
) -> list[World]:
    """Draw determinizations of a view, weighted towards those in which the other seat has played well.

    `determinizations` draws unknown cards uniformly. But the other seat has had the whole game to replace bad cards,
    and chose everything knowing its Hand. The Hands are drawn in even steps through all that are possible, so each
    comes up as often as it is likely, but for one time ("systematic resampling": Kitagawa, "Monte Carlo filter and
    smoother for non-Gaussian nonlinear state space models", 1996).

    Args:
        evaluate: As in `likelihoods`.
        check: Called often; raises to cancel.
    """
    possible = possible_territories(o.observe(view)[0])
    ends = likelihoods(view, possible, evaluate, check).cumsum()
    steps = (np.arange(count) + chance.random()) * (ends[-1] / count)
    drawn = np.searchsorted(ends, steps).tolist()
    chance.shuffle(drawn)
    return worlds_with(view, possible.cards[drawn], chance)
