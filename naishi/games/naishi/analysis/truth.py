"""True value of a game with the players' cards open.

One value function is behind both: the network's evaluation of the best action, for the seat to act, of someone who
sees both Hands; what lies face down in the River is unknown to it. Once the game is over it is the result.

The ledger accounts for every point of the final margin. What an action changes is the difference between the value
before it and the mean value over all cards that it may turn up; the rest, up to the value with the card that was turned
up, is luck, and so are the deal and the order of the first Hands. These differences add up to the result, whatever the
value function is. Since that is an estimate, a good action may seem to win some points.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict

from naishi.games.naishi.analysis.results import Chance, Points
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import World, observations
from naishi.games.naishi.bots.engine.network import Evaluate, both_ways
from naishi.games.naishi.bots.engine.ninjas import OpenSide, best_of_each, best_sheet
from naishi.games.naishi.bots.engine.observation import legends_in_play
from naishi.games.naishi.bots.engine.turns import exact_at_end, list_turns
from naishi.games.naishi.envs.encoded_game import Table
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.hiding import boxed, face_down, first_memories
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import TRAVELLERS, Card, Phase
from naishi.games.naishi.rules.position import Position


class Ways(NamedTuple):
    """The cards that an action may turn up, each way a position, and how likely each is."""

    positions: list[Position]
    shares: list[float]


def ways_to_turn_up(before: Position, action: Action) -> Ways:
    """Return what an action may turn up; nothing where it turns up no card, or none that matters any more."""
    table = Table(before.copy())
    shown, after = table.push(action), table.position
    if not shown or after.phase is not Phase.PLAY:
        return Ways([], [])
    piles = [pile for pile in range(5) if shown >> pile & 1]
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
        unseen: Those that lie face down, and the Traveller in the box: any that has not been seen may be that one.
    """
    left, travellers, ways = Counter(unseen), sum(unseen[card] for card in TRAVELLERS if card in unseen), 1.0
    for card in cards:
        if card in TRAVELLERS:
            ways *= in_river / max(travellers, 1)
            travellers, in_river = travellers - 1, in_river - 1
        ways *= left[card]
        left[card] -= 1
    return ways


Values = npt.NDArray[np.float64]
"""Seat 0's chance to win, and its margin in points."""

SHUFFLES = 16
"""How many orders of the first Hands are sampled for each choice of gifts."""
BATCH = 400
"""Positions that are evaluated together."""


class Truth(BaseModel):
    """The values of a game with both Hands open, from the side of seat 0."""

    model_config = ConfigDict(frozen=True)

    chances: tuple[Chance, ...]
    """Its chance to win before each action, and at the end."""
    deal: Points
    """The points of luck in the deal, or what the position was worth that the game began at."""
    changes: tuple[Points, ...]
    """For each action, by how many points it changed the expected margin."""
    lucks: tuple[Points, ...]
    """For each action, the points of luck in the cards that it turned up, or in the order of the first Hands."""
    bests: tuple[Action, ...]
    """For each action the one that was best."""

    @property
    def final(self) -> float:
        return self.deal + sum(self.changes) + sum(self.lucks)


def truth(game: Game, evaluate: Evaluate | None = None) -> Truth:
    """Value a finished game at every moment.

    Args:
        evaluate: The evaluation; by default that of the shipped weights.
    """
    evaluate = exact_at_end(both_ways(evaluate or weights.shipped_evaluation()))
    positions = _positions(game)
    begun = sum(position.phase is Phase.GIFT for position in positions)
    played = positions[begun:]
    ways = [ways_to_turn_up(before, action) for before, action in zip(played, game.actions[begun:], strict=False)]
    legends = legends_in_play(positions[0])
    found, best = _values([*played, *(each for way in ways for each in way.positions)], legends, evaluate)
    actual, rest = found[: len(played)], found[len(played) :]
    expected = []
    for number, way in enumerate(ways):
        some, rest = rest[: len(way.positions)], rest[len(way.positions) :]
        expected.append(np.array(way.shares) @ some if way.shares else actual[number + 1])
    gifts = _gifts(positions[begun - 1], positions[begun].given, evaluate) if begun else _Gifts()
    before = [*gifts.before[2 - begun :], *actual]
    after = [*gifts.after[2 - begun :], *expected]
    good = [*gifts.bests[2 - begun :], *best]
    return Truth(
        chances=tuple(float(value[0]) for value in before),
        deal=_margin(before[0]),
        changes=tuple(_margin(late) - _margin(early) for early, late in zip(before, after, strict=False)),
        lucks=tuple(_margin(came) - _margin(late) for late, came in zip(after, before[1:], strict=True)),
        bests=tuple(one or played for one, played in zip(good, game.actions, strict=False)),
    )


class _Gifts(NamedTuple):
    """For both gifts, the values before and after it, and which one was best."""

    before: tuple[Values, ...] = ()
    after: tuple[Values, ...] = ()
    bests: tuple[Action, ...] = ()


def _gifts(dealt: Position, given: Sequence[int], evaluate: Evaluate) -> _Gifts:
    values, (first, second) = _gift_values(dealt, evaluate), given
    answered = [min(values[one], key=_margin) for one in (0, 1)]
    return _Gifts(
        before=(max(answered, key=_margin), answered[first]),
        after=(answered[first], values[first, second]),
        bests=(
            Give(1 + (_margin(answered[1]) > _margin(answered[0]))),
            Give(1 + (_margin(values[first, 1]) < _margin(values[first, 0]))),
        ),
    )


def _margin(value: Values) -> float:
    return float(value[1])


def _positions(game: Game) -> list[Position]:
    position = game.record.start()
    positions = [position.copy()]
    for action in game.actions:
        position.push(action)
        positions.append(position.copy())
    return positions


def _gift_values(dealt: Position, evaluate: Evaluate) -> Values:
    draw = np.random.default_rng(SHUFFLES)
    orders = [[tuple(draw.permutation(5).tolist()) for _seat in (0, 1)] for _sample in range(SHUFFLES)]
    positions = []
    for one, two in product((1, 2), repeat=2):
        for first, second in orders:
            position = dealt.copy()
            position.given, position.turn, position.shuffles = [], 0, (first, second)
            position.push(Give(one))
            position.push(Give(two))
            positions.append(position)
    values, _best = _values(positions, legends_in_play(dealt), evaluate)
    means: Values = values.reshape(2, 2, SHUFFLES, 2).mean(axis=2)
    return means


def _values(positions: Sequence[Position], legends: bytes, evaluate: Evaluate) -> tuple[Values, list[Action | None]]:
    """Return seat 0's chance to win and margin in positions in play or over, if both play well from there.

    Args:
        legends: The Legends in play (see `World`).

    Returns:
        The values; and the best action in each position in play.
    """
    values = np.empty((len(positions), 2), dtype=np.float64)
    best: list[Action | None] = [None] * len(positions)
    playing = [number for number, position in enumerate(positions) if position.phase is Phase.PLAY]
    for at in range(0, len(playing), BATCH):
        some = playing[at : at + BATCH]
        batch = [positions[each] for each in some]
        turns = list_turns(observations([_open(position, legends) for position in batch]), batch, evaluate)
        for turn in best_of_each(turns.game, turns.worth):
            number, (chance, margin) = some[turns.game[turn]], turns.values[turn].tolist()
            values[number] = (chance, margin) if positions[number].turn == 0 else (1 - chance, -margin)
            best[number] = turns.actions(int(turn))[0]
    for number in {*range(len(positions))} - {*playing}:
        values[number] = _result(positions[number])
    return values, best


def _open(position: Position, legends: bytes) -> World:
    """Return a world in which both seats know both Hands."""
    discarded = np.bincount(position.discards, minlength=max(Card) + 1).tolist()
    return World(position, first_memories(position), discarded, legends)


def _result(position: Position) -> tuple[float, float]:
    """Return the result of a position whose Hands are open, ninjas that have yet to choose making the best copies."""
    sides = [OpenSide(position.territory(seat), position.copies[seat]) for seat in (0, 1)]
    first, second = (best_sheet(sides[seat], sides[1 - seat].territory) for seat in (0, 1))
    one, other = (first.total, first.colours), (second.total, second.colours)
    share = 0.5 if one == other else float(one > other)
    return share, first.total - second.total
