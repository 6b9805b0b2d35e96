"""Odds of a raid, by its raider's knowledge."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from naishi.games.ninjato.actions import play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.effects import redden
from naishi.games.ninjato.knowledge import can_beat, next_guards, unseen
from naishi.games.ninjato.legal import winning_plays
from naishi.games.ninjato.position import MODES, Cards, House, Position, parts, sort_loot, without

MOST_STATES = 1000
"""How many situations of a raid looking ahead may weigh: about a tenth of a second."""

Counts = tuple[tuple[str, int], ...]
"""Cards that may be drawn, each with how many there are, in the order of their texts."""


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """What going on with a raid may bring, counted over all guards and treasures that may come."""

    guards: Mapping[str, tuple[int, bool]]
    """By card: how many of those unseen, and whether it can be beaten."""
    chance: Fraction
    """That the next guard can be beaten."""
    leave: int
    """The worth of the treasures that leaving now brings."""
    go_on: float
    """The worth to be expected of facing the next guard, and then more as long as that is worth more than leaving.

    A failure keeps the dearest treasure. Flags of elite guards count, what a cleared house brings doesn't."""
    guards_ahead: int | None
    """How many guards the worth of going on looks ahead; None if it is as many as can come."""


def raid_odds(view: Position) -> RaidOdds | None:
    """Return the odds of a raid, from what the raider knows; None unless the viewer may call for the next guard."""
    raid = view.raid
    if raid is None or view.stage != "decide" or view.seat is None or (view.masked and view.viewer != view.seat):
        return None
    player, loot = view.players[view.seat], view.houses[raid.house].loot
    _deck, cards = next_guards(view, loot)
    if not cards:
        return None
    guards = {
        card: (count, can_beat(player.hand, player.ready, player.used, raid.mode, parts(card)))
        for card, count in sorted(cards.items())
    }
    beaten, total = sum(count for count, wins in guards.values() if wins), sum(cards.values())
    force = Force(player.hand, player.ready, player.used, raid.mode)
    won = _Won()
    for token in raid.shuriken:
        won = won.with_(_worth(token))
    stand = Stand(force, won, loot, _Decks.of(view))
    go_on, guards_ahead = look_ahead(stand)
    return RaidOdds(guards, Fraction(beaten, total), stand.leave, go_on, guards_ahead)


class Force(NamedTuple):
    """What a raider can use against guards."""

    hand: Cards
    ready: Cards
    used: Cards
    mode: str

    def covers(self, other: "Force") -> bool:
        """Say whether whatever this can beat is all that the other can, so that nobody would rather have the other."""
        if self.mode != other.mode or Counter(other.ready) - Counter(self.ready):
            return False
        if "seishin_teki" in self.ready or ("seishin_teki" in self.used and "mind_over_body" in self.ready):
            return not Counter(other.hand) - Counter(self.hand)
        return _covers(self.hand, other.hand, self.mode)


def _covers(hand: Cards, other: Cards, mode: str) -> bool:
    """Compare hands for one mode: a card further its way is better, but only a 3 can be added."""
    threes = hand.count("3") - other.count("3")
    if threes < 0:
        return False
    sign = 1 if mode == "strength" else -1
    mine = sorted([*(sign * int(card) for card in hand if card != "3"), *[sign * 3] * threes], reverse=True)
    theirs = sorted((sign * int(card) for card in other if card != "3"), reverse=True)
    return len(mine) >= len(theirs) and all(a >= b for a, b in zip(mine, theirs, strict=False))


@lru_cache(4096)
def ways(force: Force, left: Cards) -> tuple[Force, ...]:
    """Return what can be left after beating a guard, or both halves of a double one; none that another covers."""
    found: list[Force] = []
    for each in sorted(set(_ways(force, left)), key=lambda each: -len(each.hand) - len(each.ready)):
        if not any(better.covers(each) for better in found):
            found = [*(worse for worse in found if not each.covers(worse)), each]
    return tuple(found)


def _ways(force: Force, left: Cards) -> Iterator[Force]:
    if not left:
        yield force
        return
    for action in winning_plays(force.hand, force.ready, force.mode, left):
        play = play_of(action)
        hand, ready = without(force.hand, *play.cards), without(force.ready, *play.tiles)
        after = Force(hand, ready, tuple(sorted((*force.used, *play.tiles))), force.mode)
        yield from ways(after, without(left, play.part or left[0]))
    if "seishin_teki" in force.ready:
        used = tuple(sorted((*force.used, "seishin_teki")))
        other = MODES[1 - MODES.index(force.mode)]
        yield from ways(Force(force.hand, without(force.ready, "seishin_teki"), used, other), left)
    if "mind_over_body" in force.ready:
        rest = without(force.ready, "mind_over_body")
        for tile in sorted(set(force.used) - {"mind_over_body", "choho"}):
            used = tuple(sorted((*without(force.used, tile), "mind_over_body")))
            yield from ways(Force(force.hand, tuple(sorted((*rest, tile))), used, force.mode), left)


class _Decks(NamedTuple):
    """What may be drawn in a raid; discards come once a deck is empty."""

    guards: Counts
    elite: Counts
    bag: Counts
    discards: tuple[Counts, ...]
    """Those of the three, in their order."""

    @classmethod
    def of(cls, view: Position) -> "_Decks":
        """Return what the viewer knows of the decks."""
        guards, elite, bag = (_counts(unseen(view, deck)) for deck in cls._fields[:3])
        discards = tuple(_counts(Counter(view.discards[deck])) for deck in cls._fields[:3])
        return cls(guards, elite, bag, discards)


@lru_cache(4096)
def _draws(decks: _Decks, at: int) -> tuple[tuple[str, float, _Decks], ...]:
    """Return what may come from a deck, how likely each is, and what is left then."""
    piles: list[Counts] = [decks.guards, decks.elite, decks.bag]
    cards, discards = piles[at], decks.discards
    if not cards:
        first, second, third = (() if each == at else pile for each, pile in enumerate(discards))
        cards, discards = discards[at], (first, second, third)
    total = sum(count for _card, count in cards)
    found = []
    for place, (card, count) in enumerate(cards):
        piles[at] = (*cards[:place], *(((card, count - 1),) if count > 1 else ()), *cards[place + 1 :])
        found.append((card, count / total, _Decks(piles[0], piles[1], piles[2], discards)))
    return tuple(found)


def _counts(cards: Counter[str]) -> Counts:
    return tuple(sorted((card, count) for card, count in cards.items() if count))


class _Won(NamedTuple):
    """Treasures on a shuriken: what they are worth, and the cheapest and the dearest of them."""

    total: int = 0
    least: int = 0
    most: int = 0

    def with_(self, worth: int) -> "_Won":
        """Return these treasures with one more."""
        return _Won(self.total + worth, min(self.least, worth) if self.most else worth, max(self.most, worth))


class Stand(NamedTuple):
    """A raid whose raider may leave or call for the next guard."""

    force: Force
    won: _Won
    loot: Cards
    """What is left in the house, what comes next first."""
    decks: _Decks

    @property
    def leave(self) -> int:
        """The worth of the treasures that leaving brings. Choho swaps the cheapest for the dearest of the house."""
        if "choho" in self.force.ready and self.loot:
            return self.won.total + max(0, _dearest(self.loot) - self.won.least)
        return self.won.total


def _worth(token: str) -> int:
    return components().worth[token[0]]


@lru_cache(1024)
def _dearest(loot: Cards) -> int:
    return max(map(_worth, loot))


@lru_cache(64)
def look_ahead(stand: Stand) -> tuple[float, int | None]:
    """Return what facing the next guard is worth, and how many guards that looks ahead, None for all.

    Of one guard after the other, those that may come are counted, each met with the play that is best for what may
    come then. Looking ahead stops where there would be too much to weigh: after that guard the raider leaves.
    """
    found, depth = 0.0, 0
    try:
        while True:
            search = _LookAhead()
            found, depth = search.go_on(stand, depth + 1), depth + 1
            if not search.cut:
                return found, None
    except _TooMuchError:
        return found, depth


class _TooMuchError(Exception):
    """There would be too much to weigh."""


class _LookAhead:
    """A raid looked ahead to a depth."""

    def __init__(self) -> None:
        self.cut = False
        """Whether a raider left where going on could have been better still."""
        self._known: dict[tuple[Stand, int], float] = {}

    def go_on(self, stand: Stand, depth: int) -> float:
        """Return what facing the next guard is worth, with so many guards to face at most."""
        if len(self._known) > MOST_STATES:
            raise _TooMuchError
        decks = stand.decks
        for deck in (1, 0) if stand.loot[0].endswith("*") else (0, 1):
            if decks[deck] or decks.discards[deck]:
                return sum(odds * self._face(stand, card, left, depth) for card, odds, left in _draws(decks, deck))
        return float(stand.leave)

    def _face(self, stand: Stand, card: str, decks: _Decks, depth: int) -> float:
        """Return what it is worth to face a guard; it may ring the alarm first."""
        if not card.endswith("!"):
            return self._fight(stand, card, stand.loot, decks, depth)
        if not decks.bag and not decks.discards[2]:
            return self._fight(stand, card, _reddened(stand.loot), decks, depth)
        return sum(
            odds * self._fight(stand, card, _reddened((*stand.loot, kind)), left, depth)
            for kind, odds, left in _draws(decks, 2)
        )

    def _fight(self, stand: Stand, card: str, loot: Cards, decks: _Decks, depth: int) -> float:
        """Return what the best way to beat a guard is worth, or giving up: a failure keeps the dearest treasure."""
        force, won = stand.force, stand.won
        best = float(won.most)
        if "choho" in force.ready and won.total:
            best = max(best, float(_dearest(loot)))
        more = won.with_(_worth(loot[0]))
        for after in ways(force, parts(card)):
            worth = self._decide(Stand(after, more, loot[1:], decks), depth - 1)
            best = max(best, worth + components().flags.get(card, 0))
        return best

    def _decide(self, stand: Stand, depth: int) -> float:
        """Return the worth of leaving or of going on, whichever is more."""
        if not stand.loot or not (stand.force.hand or stand.force.ready):
            return float(stand.leave)
        if depth == 0:
            self.cut = True
            return float(stand.leave)
        key = stand, depth
        if (known := self._known.get(key)) is None:
            known = self._known[key] = max(float(stand.leave), self.go_on(stand, depth))
        return known


@lru_cache(1024)
def _reddened(loot: Cards) -> Cards:
    """Return the treasures of a house after the alarm has turned the dearest neutral one red."""
    house = House("", None, sort_loot(loot))
    redden(house)
    return house.loot
