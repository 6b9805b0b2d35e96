"""Pairings of a round: Swiss and round robin.

What a Swiss pairing costs is a number; the round is the one that costs least in all, which is found exactly, by a
matching of least weight. So a rule gives way only where all rounds that there are would break it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from naishi.server.tournaments.standings import Pairing, Played, points_of


def rounds_of(players: int) -> int:
    """Return how many rounds it takes; where the number is odd, everybody sits out once."""
    return players - 1 + players % 2


def round_robin_pairings(players: int, number: int) -> list[Pairing]:
    """Return who plays whom in a round.

    One player stays where they are while the others walk around the circle; each then meets who stands opposite. Over
    the whole tournament everybody goes first as often as second, give or take one game.

    Args:
        players: How many there are: they are numbered from 1.
        number: Of the round, from 1.
    """
    circle = rounds_of(players)
    at = number - 1
    opposite = [((at + step) % circle + 1, (at - step) % circle + 1, step) for step in range(1, (circle + 1) // 2)]
    pairings = [Pairing(*((one, other) if step % 2 else (other, one))) for one, other, step in opposite]
    if players % 2:
        return pairings  # the one who walks past the empty place sits out
    walker, stays = at + 1, players
    return [Pairing(stays, walker) if number % 2 else Pairing(walker, stays), *pairings]


NOBODY = 0
"""Whoever is paired with that has a bye."""
UNEVEN = 2
"""So many times more often first than second, or the other way round, is as uneven as it should become."""

_BASES = (1000, 1000, 100_000, 100, 100)
"""More than what the rules behind each rule can come to in a round of 32 players: none of them outweighs it."""


@dataclass
class _Past:
    """What a player has had."""

    points: float
    opponents: list[int]
    went_first: list[bool]
    byes: int = 0

    @property
    def balance(self) -> int:
        """How many times more often the player went first than second."""
        return sum(1 if first else -1 for first in self.went_first)


def most_rounds(players: int) -> int:
    """Return after how many rounds there may be no pairing left in which nobody meets twice.

    Until then there always is one, whatever was paired before, for as long as nobody leaves: each has at least half of
    the others left, and that is enough (Dirac's theorem).
    """
    return (players + 1) // 2


def usual_rounds(players: int) -> int:
    """Return how many rounds leave one player at most who has won all games."""
    return min(max(1, (players - 1).bit_length()), most_rounds(players))


def swiss_pairings(numbers: Sequence[int], games: Sequence[Played]) -> list[Pairing]:
    """Return the next round, the leaders first; whoever has a bye comes last.

    Args:
        numbers: Who plays on, in their order at the start.
        games: All games of the rounds before, of those who have left, too.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - it takes 0.3 s, and few servers ever pair

    past = _past(numbers, games)
    ranked = sorted(numbers, key=lambda number: (-past[number].points, numbers.index(number)))
    graph = Graph()
    for place, one in enumerate(ranked):
        for other in ranked[place + 1 :]:
            graph.add_edge(one, other, weight=-_weighed(_cost(past, ranked, one, other)))
        if len(ranked) % 2:
            graph.add_edge(one, NOBODY, weight=-_weighed(_cost_of_bye(past[one], len(ranked) - place)))
    matched = max_weight_matching(graph, maxcardinality=True)
    pairs = [(one, other) if other == NOBODY or _goes_first(past, one, other) else (other, one)
             for one, other in (sorted(pair, key=[*ranked, NOBODY].index) for pair in matched)]  # fmt: skip
    pairs.sort(key=lambda pair: (NOBODY in pair, min(map([*ranked, NOBODY].index, pair))))
    return [Pairing(one, None if other == NOBODY else other) for one, other in _alternating(past, pairs)]


def _past(numbers: Sequence[int], games: Sequence[Played]) -> dict[int, _Past]:
    everybody = {*numbers, *(each for game in games for each in game.pairing if each is not None)}
    points = points_of([*everybody], games)
    past = {number: _Past(points[number], [], []) for number in everybody}
    for (first, second), _scores in games:
        if second is None:
            past[first].byes += 1
            continue
        past[first].opponents.append(second)
        past[second].opponents.append(first)
        past[first].went_first.append(True)
        past[second].went_first.append(False)
    return past


def _cost(past: dict[int, _Past], ranked: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    """Return what a pairing costs by each rule, the weightiest first.

    These are: nobody twice; nobody much more often first than second, or the other way round; no bye for the leaders;
    as many points as each other; first and second in turn; and among those with as many points, the upper half plays
    the lower half.
    """
    mine, theirs = past[one], past[other]
    up, down = (mine, theirs) if _goes_first(past, one, other) else (theirs, mine)
    after = up.balance + 1, down.balance - 1
    gap = abs(mine.points - theirs.points)
    away = abs(ranked.index(one) - ranked.index(other))
    group = sum(past[each].points == mine.points for each in ranked)
    return (
        mine.opponents.count(other),
        int(max(map(abs, after)) > UNEVEN),
        0,
        int(4 * gap * gap),
        sum(each * each for each in after),
        away if gap else abs(away - group // 2),
    )


def _cost_of_bye(past: _Past, places_below: int) -> tuple[int, ...]:
    """Return what a bye costs by the same rules: one each, for those with the fewest points, the last of them."""
    return past.byes, 0, int(2 * past.points), 0, 0, places_below


def _weighed(costs: tuple[int, ...]) -> int:
    """Return costs as one number, in which a rule outweighs all rules behind it."""
    total = 0
    for cost, base in zip(costs, (1, *reversed(_BASES)), strict=True):
        total = total * base + cost
    return total


def _goes_first(past: dict[int, _Past], one: int, other: int) -> bool:
    """Whether the first of two players goes first: who has done so less often, or who hasn't at last."""
    mine, theirs = past[one], past[other]
    if mine.balance != theirs.balance:
        return mine.balance < theirs.balance
    return not _last(mine) or _last(theirs)


def _last(past: _Past) -> bool:
    return bool(past.went_first) and past.went_first[-1]


def _alternating(past: dict[int, _Past], pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Have the higher player of every other pair go second, where both have never played: in the first round."""
    unplayed = [not (past[one].went_first or other == NOBODY or past[other].went_first) for one, other in pairs]
    turned = [sum(unplayed[:place]) % 2 == 1 for place in range(len(pairs))]
    return [
        (other, one) if turns and new else (one, other)
        for (one, other), new, turns in zip(pairs, unplayed, turned, strict=True)
    ]
