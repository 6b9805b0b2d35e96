"""Many games at once, each deciding one action at a time: every afterstate of every game in one batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naishi.bots.engine import observation as f
from naishi.bots.engine.effects import menu
from naishi.bots.engine.evaluation import Evaluate, utility
from naishi.bots.engine.legal_moves import options
from naishi.bots.engine.matches import Match
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import Facts, facts_bytes
from naishi.game.memory import Memory
from naishi.rules.actions import ACTIONS, Action, Give
from naishi.rules.cards import Card
from naishi.rules.deal import Deal
from naishi.rules.legal import Phase


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


class Played(NamedTuple):
    """A finished game."""

    match: Match
    decisions: list[Decision]


def decide(
    matches: Sequence[Match], evaluate: Evaluate, chance: np.random.Generator, explore: float = 0
) -> list[Choice]:
    """Choose an action in each game: the best one, or now and then any."""
    base = table([match.facts(match.position.turn) for match in matches])
    able = options(base, [menu(match.position) for match in matches], chance)
    values = able.means(evaluate(able.rows))
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


def choose_gifts(matches: Sequence[Match], seat: int, evaluate: Evaluate, chance: np.random.Generator) -> list[Give]:
    """Choose what a seat gives in each game."""
    worth = gift_values(matches, seat, evaluate, chance, samples=2)
    return [Give(int(utility(each).argmax()) + 1) for each in worth]


def gift_values(
    matches: Sequence[Match], seat: int, evaluate: Evaluate, chance: np.random.Generator, samples: int
) -> Floats:
    """Evaluate what a seat may give, by what it would know where the other's gift is drawn at random.

    Args:
        matches: Games in the gift phase.
        seat: The seat that gives.
        evaluate: Says what knowledge is worth.
        chance: Draws the other's gift, and the order of the Hand.
        samples: How often.

    Returns:
        [game, first or second dealt card, chance to win or margin].
    """
    rows = []
    for match in matches:
        piles, dealt = match.position.river, match.position.territories[seat][8:]
        hidden = [card for pile in piles for card in pile[:-1]] + match.position.territories[1 - seat][8:]
        for _ in range(samples):
            comes, order = hidden[int(chance.integers(len(hidden)))], chance.permutation(5).tolist()
            rows += [_first_facts(match, seat, dealt[1 - which], dealt[which], comes, order) for which in (0, 1)]
    values: Floats = evaluate(table(rows)).reshape(-1, samples, 2, 2).mean(axis=1)
    return values


def _first_facts(match: Match, seat: int, kept: Card, gave: Card, comes: Card, order: Sequence[int]) -> bytes:
    """Write down what a seat may know at the start of play, having given one card and received another."""
    world = match.position.copy()
    hand = [Card.MOUNTAIN, Card.MOUNTAIN, Card.MOUNTAIN, kept, comes]
    world.territories[seat][5:] = [hand[i] for i in order]
    world.phase, world.turn = Phase.PLAY, 0
    memories = [Memory.of_first_hand(0, comes), Memory.of_first_hand(1, comes)]
    memories[seat] = Memory.of_first_hand(seat, gave)
    return facts_bytes(world, (memories[0], memories[1]), seat, match.discarded)


def table(rows: Sequence[bytes]) -> Facts:
    """Put rows of facts together."""
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, f.WIDTH)


def play(
    deals: Sequence[Deal], seats: tuple[Evaluate, Evaluate], chance: np.random.Generator, explore: float = 0
) -> list[Played]:
    """Play games to the end, all in step.

    Args:
        deals: One for each game.
        seats: How each seat evaluates.
        chance: For exploring, and for what is sampled.
        explore: How often any action is tried instead of the best.
    """
    matches = [Match.dealt(deal) for deal in deals]
    gifts = [choose_gifts(matches, seat, seats[seat], chance) for seat in (0, 1)]
    games = []
    for match, first, second in zip(matches, *gifts, strict=True):
        match.push(first)
        match.push(second)
        games.append(Played(match, [Decision(seat, match.facts(seat), (0, 0), tried=True) for seat in (0, 1)]))
    going = games
    while going:
        for seat in (0, 1):
            _act([game for game in going if game.match.playing and game.match.position.turn == seat],
                 seats[seat], chance, explore)  # fmt: skip
        going = [game for game in going if game.match.playing]
    for match in matches:
        match.settle()
    return games


def _act(games: Sequence[Played], evaluate: Evaluate, chance: np.random.Generator, explore: float) -> None:
    """Do one action in each game, and write the decision down."""
    if not games:
        return
    matches = [game.match for game in games]
    for (match, decisions), choice in zip(games, decide(matches, evaluate, chance, explore), strict=True):
        seat = match.position.turn
        match.push(choice.action)
        row = match.facts(seat) if choice.row is None else choice.row.tobytes()
        decisions.append(Decision(seat, row, choice.best, choice.tried))
