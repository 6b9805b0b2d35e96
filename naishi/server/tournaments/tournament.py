"""A tournament as stored, its games and standings.

What a Swiss pairing costs is a number; the round is the one that costs least in all, which is found exactly, by a
matching of least weight. So a rule gives way only where all rounds that there are would break it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert

from naishi.server.database.names import NAMELESS, shown_name
from naishi.server.database.schema import find_deal_key, tournament_words
from naishi.server.match.glicko import Standing
from naishi.server.match.match import MatchStage, Terms
from naishi.tabletop.chance import DealProof, commitment_to


class Kind(StrEnum):
    """How opponents are found."""

    SWISS = "swiss"
    """Everybody meets someone with about as many points, nobody twice."""
    ROUND_ROBIN = "round robin"
    """Everybody meets everybody once."""


class Pairing(NamedTuple):
    """Two players who are to play, or one who has a bye."""

    first: int
    second: int | None
    """None for a bye."""


class Played(NamedTuple):
    """What has become of a pairing."""

    pairing: Pairing
    scores: tuple[float, float] | None
    """What both have for it, 1, 0.5 or 0; None while they play. A bye scores as a win."""


class Row(NamedTuple):
    """How one player stands."""

    place: int
    """Shared by players whom nothing parts."""
    number: int
    points: float
    buchholz: float
    """The points of all opponents; for a bye, one's own points."""
    sonneborn_berger: float
    """The points of those who were beaten, and half of those with whom it was a draw."""
    wins: int

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """What places are given by: the points, then each tie-break, the higher the better."""
        return self.points, self.buchholz, self.sonneborn_berger, self.wins


def points_of(numbers: Sequence[int], games: Iterable[Played]) -> dict[int, float]:
    points = dict.fromkeys(numbers, 0.0)
    for (first, second), scores in games:
        if scores is not None:
            points[first] += scores[0]
            if second is not None:
                points[second] += scores[1]
    return points


def standings(numbers: Sequence[int], games: Sequence[Played]) -> list[Row]:
    """Return how all players stand, the leader first; of those whom nothing parts, the lower number.

    Args:
        games: All games so far; those that go on count for nothing yet.
    """
    points = points_of(numbers, games)
    buchholz, sonneborn_berger = dict.fromkeys(numbers, 0.0), dict.fromkeys(numbers, 0.0)
    wins = dict.fromkeys(numbers, 0)
    for (first, second), scores in games:
        if scores is None:
            continue
        seats = ((first, first if second is None else second, scores[0]), (second, first, scores[1]))
        for player, opponent, score in seats:
            if player is not None:
                buchholz[player] += points[opponent]
                sonneborn_berger[player] += score * points[opponent]
                wins[player] += score == 1
    rows = [Row(0, each, points[each], buchholz[each], sonneborn_berger[each], wins[each]) for each in numbers]
    rows.sort(key=lambda row: (*(-value for value in row.rank), row.number))
    ranks = [row.rank for row in rows]
    return [row._replace(place=ranks.index(row.rank) + 1) for row in rows]


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
    """Return the next round, the leaders first; whoever has a bye comes last."""
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


MOST_PLAYERS = 32
FEWEST_PLAYERS = 3


@dataclass(frozen=True)
class Setup:
    """What whoever makes a tournament chooses."""

    name: str
    terms: Terms
    """There always is a clock."""
    kind: Kind = Kind.SWISS
    rounds: int | None = None
    """Of a Swiss; None for as many as are usual."""
    places: int = MOST_PLAYERS
    """It begins by itself once so many have joined."""
    public: bool = True
    """Whether everybody finds it, or only whoever has the word."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is listed."""

    id: str
    setup: Setup
    host: int
    stored_host_name: str
    invite: str
    """The word by which others find it, if it isn't public."""
    state: MatchStage
    """`open` while players join, then `playing`, then `over`."""
    round: int
    """The one being played, or the last; 0 before it begins."""
    count: int
    """How many have joined."""

    @property
    def host_name(self) -> str:
        return shown_name(self.stored_host_name)


@dataclass(frozen=True, slots=True)
class Entry:
    """Someone who plays in a tournament."""

    number: int
    player: int
    stored_name: str
    standing: Standing | None
    withdrawn: bool
    """Whether they have left it, or this server."""

    @property
    def name(self) -> str:
        return shown_name(self.stored_name)

    @property
    def has_left(self) -> bool:
        return self.withdrawn and self.stored_name != NAMELESS


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game of a round."""

    round: int
    played: Played
    match: str | None
    """None for a bye, and where one or both had left."""


@dataclass(frozen=True)
class TournamentPage:
    """All there is to read of a tournament."""

    tournament: Tournament
    entries: Sequence[Entry]
    games: Sequence[TournamentGame]
    """By round and board."""
    commitment: str = ""
    """To the deals of the round after this one; empty where there is none."""

    @cached_property
    def standings(self) -> Sequence[Row]:
        return standings([each.number for each in self.entries], [game.played for game in self.games])

    def entry(self, number: int) -> Entry:
        return next(each for each in self.entries if each.number == number)

    def entry_of(self, player: int) -> Entry | None:
        """Return the entry of a player who is still in it; None for anybody else."""
        return next((each for each in self.entries if each.player == player and not each.withdrawn), None)

    def of_round(self, number: int) -> Sequence[TournamentGame]:
        return [game for game in self.games if game.round == number]


def give_tournament_word(db: Connection, tournament: str, player: int, round_: int, word: str) -> None:
    """Keep the word of a player for a round that has not begun; an older one goes."""
    added = insert(tournament_words).values(tournament=tournament, player=player, round=round_, word=word)
    changed = {name: added.excluded[name] for name in ("round", "word")}
    db.execute(added.on_conflict_do_update(index_elements=["tournament", "player"], set_=changed))


def take_tournament_words(db: Connection, tournament: str, round_: int) -> Mapping[int, str]:
    until = tournament_words.c.tournament == tournament, tournament_words.c.round <= round_
    words = {row.player: row.word for row in db.execute(select(tournament_words).where(*until)) if row.round == round_}
    db.execute(delete(tournament_words).where(*until))
    return words


def round_commitments(db: Connection, tournament: str, places: int, round_: int) -> tuple[str, ...]:
    """Return the commitments to all deals of a round of a tournament.

    There are as many as there could be games: how many there will be isn't known before.
    """
    return tuple(map(commitment_to, find_deal_key(db).of_round(tournament, round_, (places + 1) // 2)))


def proof_for(db: Connection, row: Any, round_: int, board: int, words: tuple[str, str]) -> DealProof:
    secret = find_deal_key(db).of_round(row.id, round_, board)[-1]
    return DealProof.seated(secret, words, round_commitments(db, row.id, row.places, round_))
