"""Batched self-play, all afterstates evaluated together."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.belief import World, observations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.network import Evaluate, Floats, utility
from naishi.games.naishi.bots.engine.ninjas import best_of_each
from naishi.games.naishi.bots.engine.observation import finish, raw_observation, stack
from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.game.hiding import FIRST_MOUNTAINS, Memory
from naishi.games.naishi.rules.actions import ACTIONS, Give
from naishi.games.naishi.rules.cards import Card, Deal, Phase


class SelfPlayDecision(NamedTuple):
    """An observation of a seat after its own action."""

    seat: int
    row: bytes
    best: tuple[float, float]
    """The values of the best action: the chance to win, and the margin."""
    tried: bool
    """Whether another action than the best one was played."""


class Played(NamedTuple):
    """A finished game."""

    world: World
    decisions: list[SelfPlayDecision]


def _decide(
    worlds: Sequence[World], evaluate: Evaluate, chance: np.random.Generator, explore: float
) -> list[SelfPlayDecision]:
    """Play an action in each game: the best one, or with probability `explore` any."""
    base = observations(worlds)
    after = afterstates(base, [legal_moves(world.position) for world in worlds], chance)
    values = after.means(evaluate(after.rows))
    row_of = np.zeros(len(after.codes), dtype=np.intp)
    row_of[after.action] = np.where(after.weight == 1, np.arange(len(after.rows)), -1)
    starts = np.searchsorted(after.game, np.arange(len(worlds) + 1))
    tries = chance.random(len(worlds)) < explore
    picks = chance.random(len(worlds))
    decisions = []
    for i, (world, best) in enumerate(zip(worlds, best_of_each(after.game, utility(values)), strict=True)):
        low, high = starts[i], starts[i + 1]
        at = low + int(picks[i] * (high - low)) if tries[i] else best
        seat, pair = world.position.turn, (float(values[best, 0]), float(values[best, 1]))
        world.push(ACTIONS[after.codes[at]])
        row = after.rows[row_of[at]] if row_of[at] >= 0 else observations([world], seat)  # with the card that it took
        decisions.append(SelfPlayDecision(seat, row.tobytes(), pair, at != best))
    return decisions


def give(worlds: Sequence[World], seats: tuple[Evaluate, Evaluate], chance: np.random.Generator) -> None:
    """Have both seats of each game choose their gifts."""
    worth = [gift_values(worlds, seat, seats[seat], chance, samples=2) for seat in (0, 1)]
    for world, *both in zip(worlds, *worth, strict=True):
        for values in both:
            world.push(Give(int(utility(values).argmax()) + 1))


def gift_values(
    worlds: Sequence[World], seat: int, evaluate: Evaluate, chance: np.random.Generator, samples: int
) -> Floats:
    """Evaluate the gifts that a seat can choose from, with random gifts from the other seat.

    Returns:
        [game, first or second dealt card, chance to win or margin].
    """
    rows, hands = [], []
    for world in worlds:
        piles, dealt = world.position.river, world.position.territories[seat][8:]
        down = [card for pile in piles for card in pile[:-1] if card < NO_CARD]  # no other card is dealt
        hidden = down + world.position.territories[1 - seat][8:]
        for _ in range(samples):
            comes, order = hidden[int(chance.integers(len(hidden)))], chance.permutation(5)
            hands += [np.array([*FIRST_MOUNTAINS, dealt[1 - which], comes], dtype=np.uint8)[order] for which in (0, 1)]
        rows += [_first_observation(world, seat, dealt[which]) for which in (0, 1)] * samples
    before = stack(rows).copy()
    before[:, o.OWN_HAND] = hands
    result: Floats = evaluate(finish(before)).reshape(-1, samples, 2, 2).mean(axis=1)
    return result


def _first_observation(world: World, seat: int, gave: Card) -> bytes:
    """Return the observation of a seat at the start of play, after it gave a card, whatever its Hand is by then."""
    position = world.position.copy()
    position.phase, position.turn = Phase.PLAY, 0
    memories = Memory.of_first_hand(0, gave), Memory.of_first_hand(1, gave)
    return raw_observation(position, memories, seat, world.discarded, world.legends)


def play(
    deals: Sequence[Deal], seats: tuple[Evaluate, Evaluate], chance: np.random.Generator, explore: float = 0
) -> list[Played]:
    """Play games to the end, all at once."""
    worlds = [World.dealt(deal) for deal in deals]
    give(worlds, seats, chance)
    games = []
    for world in worlds:
        rows = [observations([world], seat).tobytes() for seat in (0, 1)]
        games.append(Played(world, [SelfPlayDecision(seat, row, (0, 0), tried=True) for seat, row in enumerate(rows)]))
    going = games
    while going:
        for seat in (0, 1):
            acting = [game for game in going if game.world.playing and game.world.position.turn == seat]
            worlds = [game.world for game in acting]
            made = _decide(worlds, seats[seat], chance, explore) if worlds else []
            for game, decision in zip(acting, made, strict=True):
                game.decisions.append(decision)
        going = [game for game in going if game.world.playing]
    return games
