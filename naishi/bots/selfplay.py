"""Many games at once, each deciding one action at a time: every afterstate of every game in one batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.actions import ACTIONS, Action, Copy, Decree, Give
from naishi.bots import facts as f
from naishi.bots import points as p
from naishi.bots.effects import DECREED, HIDDEN_DECREES, Rows, done, menu, received
from naishi.bots.facts import Facts, facts_bytes
from naishi.bots.features import inputs, margin
from naishi.bots.network import POINTS, WORTH, Network
from naishi.cards import COPYABLE, Card
from naishi.deal import Deal
from naishi.legal import Phase
from naishi.memory import Memory
from naishi.position import Position
from naishi.scoring import ScoreSheet
from naishi.territory import Territory

Floats = npt.NDArray[np.float32]
Evaluate = Callable[[Facts], Floats]
"""Says of each row of facts the chance to win and the expected margin in points."""

BLOCK = 1024
"""Rows that are worked on together: their inputs stay in the processor's cache."""


def by_network(network: Network) -> Evaluate:
    """Evaluate with a network."""

    def evaluate(rows: Facts) -> Floats:
        parts = [network.values(inputs(rows[i : i + BLOCK])) for i in range(0, len(rows), BLOCK)]
        return np.concatenate(parts) if parts else np.zeros((0, 2), dtype=np.float32)

    return evaluate


def by_points(rows: Facts) -> Floats:
    """Evaluate by the points as they lie: the frozen opponent that training is measured against."""
    ahead = margin(rows)
    return np.stack([1 / (1 + np.exp(-ahead / 10)), ahead], axis=1).astype(np.float32)


def utility(values: Floats) -> Floats:
    """What is played for: to win, and to win by much."""
    return values[:, 0] + np.float32(WORTH) * values[:, 1]


class Choice(NamedTuple):
    """An action chosen among options."""

    action: Action
    row: Facts | None
    """What the seat knows right after it; None where that depends on the card it takes."""
    best: tuple[float, float]
    """The values of the best action: the chance to win, and the margin."""
    tried: bool
    """It is another action than the best one."""


class Decision(NamedTuple):
    """What a seat came to know after an action of its own, and what it thought of it."""

    seat: int
    row: bytes
    best: tuple[float, float]
    tried: bool
    """See `Choice`."""


class Match:
    """A game in progress between two seats."""

    __slots__ = ("decisions", "discarded", "gifts", "memories", "position")

    def __init__(self, deal: Deal) -> None:
        self.position = Position(deal)
        self.memories: tuple[Memory, Memory] | None = None
        self.discarded = [0] * len(Card)
        self.gifts: list[Card] = []
        self.decisions: list[Decision] = []

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


class Options(NamedTuple):
    """What may be done in many positions."""

    game: Rows
    """For each option, which position it belongs to."""
    codes: Rows
    rows: Facts
    """What the seat knows afterwards."""
    option: Rows
    """For each row, which option it is about: a decree on an unknown card has a row for each card it may be."""
    weight: Floats


def options(matches: Sequence[Match], chance: np.random.Generator) -> Options:
    """List what may be done in each game, and what the seat to act would know after it."""
    base = np.frombuffer(b"".join([m.facts(m.position.turn) for m in matches]), dtype=np.uint8).reshape(-1, f.WIDTH)
    menus = [menu(m.position) for m in matches]
    game = np.repeat(np.arange(len(matches)), [len(each.codes) for each in menus])
    codes = np.concatenate([each.codes for each in menus])
    after = done(base[game], codes, np.concatenate([each.follows for each in menus]))
    every = np.arange(len(codes))
    hidden = np.flatnonzero(HIDDEN_DECREES[codes] & (after[every, 5 + DECREED[codes]] == f.UNKNOWN))
    rows, option, weight = _revealed(after, codes, hidden, chance)
    return Options(game, codes, rows, option, weight)


def _revealed(after: Facts, codes: Rows, hidden: Rows, chance: np.random.Generator) -> tuple[Facts, Rows, Floats]:
    """Give each decree on an unknown card three rows: it is a mountain, the gift, or the kept card, drawn at random."""
    if not hidden.size:
        return after, np.arange(len(codes)), np.ones(len(codes), dtype=np.float32)
    before = after[hidden]
    mountains, gift, kept = before[:, f.SURE_MOUNTAINS], before[:, f.SURE_GIFT], before[:, f.KEPT]
    drawn = _draw(before[:, f.UNSEEN].astype(np.float32), chance)
    ways = (
        (mountains > 0, mountains, np.zeros_like(gift), False),
        (gift != f.UNKNOWN, np.ones_like(gift), gift, True),
        (kept > 0, kept, drawn, False),
    )
    weights = np.stack([np.where(possible, share, 0) for possible, share, _, _ in ways], axis=1).astype(np.float32)
    weights /= weights.sum(axis=1, keepdims=True)
    known = np.setdiff1d(np.arange(len(codes)), hidden, assume_unique=True)
    rows, option, weight = [after[known]], [known], [np.ones(known.size, dtype=np.float32)]
    for i, (possible, _, cards, is_gift) in enumerate(ways):
        some = np.flatnonzero(possible)
        each = before[some]
        received(each, codes[hidden[some]], cards[some], gift=np.full(some.size, is_gift))
        rows.append(each)
        option.append(hidden[some])
        weight.append(weights[some, i])
    return np.concatenate(rows), np.concatenate(option), np.concatenate(weight)


def _draw(counts: Floats, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Draw a card from each row of counts."""
    sums = counts.cumsum(axis=1)
    return (sums <= chance.random(len(counts))[:, None] * sums[:, -1:]).sum(axis=1).clip(0, 11).astype(np.uint8)


def decide(
    matches: Sequence[Match], evaluate: Evaluate, chance: np.random.Generator, explore: float
) -> list[Choice]:
    """Choose an action in each game: the best one, or now and then any."""
    able = options(matches, chance)
    values = option_values(able, evaluate(able.rows))
    worth = utility(values)
    row_of = np.zeros(len(able.codes), dtype=np.intp)
    row_of[able.option] = np.where(able.weight == 1, np.arange(len(able.rows)), -1)
    starts = np.searchsorted(able.game, np.arange(len(matches) + 1))
    tries = chance.random(len(matches)) < explore
    picks = chance.random(len(matches))
    choices = []
    for i in range(len(matches)):
        low, high = starts[i], starts[i + 1]
        best = low + int(worth[low:high].argmax())
        at = low + int(picks[i] * (high - low)) if tries[i] else best
        row = able.rows[row_of[at]] if row_of[at] >= 0 else None
        pair = float(values[best, 0]), float(values[best, 1])
        choices.append(Choice(ACTIONS[able.codes[at]], row, pair, at != best))
    return choices


def option_values(able: Options, values: Floats) -> Floats:
    """Average the values of rows into those of options."""
    if len(able.rows) == len(able.codes):
        return values
    sums = [np.bincount(able.option, able.weight * values[:, i], minlength=len(able.codes)) for i in (0, 1)]
    return np.stack(sums, axis=1).astype(np.float32)


def choose_gifts(
    matches: Sequence[Match], seat: int, evaluate: Evaluate, chance: np.random.Generator, samples: int = 2
) -> list[Give]:
    """Choose what a seat gives in each game, by what it would know where the other's gift is drawn at random."""
    rows = []
    for match in matches:
        piles, dealt = match.position.river, match.position.territories[seat][8:]
        hidden = [card for pile in piles for card in pile[:-1]] + match.position.territories[1 - seat][8:]
        for _ in range(samples):
            comes, order = hidden[int(chance.integers(len(hidden)))], chance.permutation(5).tolist()
            rows += [_first_facts(match, seat, dealt[1 - which], dealt[which], comes, order) for which in (0, 1)]
    worth = utility(evaluate(np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, f.WIDTH)))
    best = worth.reshape(-1, samples, 2).mean(axis=1).argmax(axis=1)
    return [Give(int(which) + 1) for which in best]


def _first_facts(match: Match, seat: int, kept: Card, gave: Card, comes: Card, order: Sequence[int]) -> bytes:
    """Write down what a seat may know at the start of play, having given one card and received another."""
    world = match.position.copy()
    hand = [Card.MOUNTAIN, Card.MOUNTAIN, Card.MOUNTAIN, kept, comes]
    world.territories[seat][5:] = [hand[i] for i in order]
    world.phase, world.turn = Phase.PLAY, 0
    memories = [Memory.of_first_hand(0, comes), Memory.of_first_hand(1, comes)]
    memories[seat] = Memory.of_first_hand(seat, gave)
    return facts_bytes(world, (memories[0], memories[1]), seat, match.discarded)


def settle(match: Match) -> None:
    """Let the ninjas copy what earns most."""
    while match.position.phase is Phase.COPY:
        legal = match.position.legal_actions()
        seat = match.position.turn
        cards = np.array([match.position.territories[seat]])
        faces = p.best_copies(p.masks_of(cards))[0]
        cell = legal[0].cell if isinstance(legal[0], Copy) else None
        best = next(a for a in legal if isinstance(a, Copy) and cell is not None and faces[a.card] >> cell & 1)
        match.push(best)


def result(match: Match) -> tuple[float, int]:
    """Return seat 0's share of the win (1, ½, 0) and its margin in points."""
    sheets = match.position.sheets()
    first, second = ((sheet.total, sheet.colours) for sheet in sheets)
    return (0.5 if first == second else float(first > second)), first[0] - second[0]


def play(
    deals: Sequence[Deal],
    seats: tuple[Evaluate, Evaluate],
    chance: np.random.Generator,
    explore: float = 0,
    *,
    remember: bool = False,
) -> list[Match]:
    """Play games to the end, all in step.

    Args:
        deals: One for each game.
        seats: How each seat evaluates.
        chance: For exploring, and for what is sampled.
        explore: How often any action is tried instead of the best.
        remember: Whether to keep each decision.
    """
    matches = [Match(deal) for deal in deals]
    gifts = [choose_gifts(matches, seat, seats[seat], chance) for seat in (0, 1)]
    for match, first, second in zip(matches, *gifts, strict=True):
        match.push(first)
        match.push(second)
        if remember:
            match.decisions += [Decision(seat, match.facts(seat), (0, 0), tried=True) for seat in (0, 1)]
    going = matches
    while going:
        for seat in (0, 1):
            turn = [match for match in going if match.playing and match.position.turn == seat]
            if not turn:
                continue
            for match, choice in zip(turn, decide(turn, seats[seat], chance, explore), strict=True):
                match.push(choice.action)
                if remember:
                    row = match.facts(seat) if choice.row is None else choice.row.tobytes()
                    match.decisions.append(Decision(seat, row, choice.best, choice.tried))
        going = [match for match in going if match.playing]
    for match in matches:
        settle(match)
    return matches


__all__ = ["COPYABLE", "POINTS", "Decree", "Match", "ScoreSheet", "Territory", "by_network", "by_points", "play"]
