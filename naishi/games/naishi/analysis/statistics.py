"""Statistics of one player over all finished games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby, takewhile
from math import exp, log, sqrt
from statistics import fmean

from pydantic import BaseModel

from naishi.games.naishi.analysis.results import GameResult
from naishi.games.naishi.game.bot_names import RATINGS
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.tabletop.players import HUMAN, PlayerKind

RATED = 40
"""How many of the newest games against bots make the rating: it follows who learns."""
MIDDLE = 1500
SCALE = 400 / log(10)
"""Of Elo: points ahead by which the odds of winning are e to 1."""

_Mine = tuple[GameResult, int]
"""A game and the player's seat."""

Accuracies = Callable[[GameResult], tuple[float | None, float | None] | None]
"""Returns the accuracies of both seats in a game, if it was analysed."""


class Share(BaseModel):
    """Games, and how they ended."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        """The games lost."""
        return self.games - self.won - self.drawn


class OpponentShare(Share):
    """Games against one opponent, and how they ended."""

    kind: PlayerKind
    """`human` for a person, else the kind of bot: all bots of a kind are one opponent, whatever they are called."""
    name: str
    """The person's name; empty for bots."""


class CardPoints(BaseModel):
    """The mean points per game that a type of card brought, or the Ryokan."""

    own: float
    others: float
    """The opponents'."""


class Accuracy(BaseModel):
    """How accurately one game was played."""

    id: str
    day: date
    accuracy: float


class BotRating(BaseModel):
    """How strong a player is on the scale of the bots, whose ratings are fixed."""

    points: int
    deviation: int
    """With two chances in three the player is within that of the rating."""
    games: int
    """The newest games against bots, from which it is."""


class Statistics(BaseModel):
    """What a player has to show."""

    name: str
    all: Share
    by_opponent: tuple[OpponentShare, ...]
    """In the order of how many games there are."""
    by_seat: tuple[Share, Share]
    """As the first player, and as the second."""
    with_expansion: Share | None
    """The games with Legends & Travellers; None without any."""
    counted: int
    """The games that were played to their end: only their points count."""
    mean_points: float
    best_points: int
    by_card: dict[Card, CardPoints]
    ryokan: CardPoints | None
    """None without a game with the expansion."""
    accuracies: tuple[Accuracy, ...]
    """Of the games that were analysed, oldest first."""
    rating: BotRating | None = None
    """How strong the player is beside the bots; None without a game against one of them."""
    in_a_row: int = 0
    """How many of the newest games were won, one after the other."""
    most_in_a_row: int = 0
    """How many ever were."""


def people(results: Iterable[GameResult]) -> tuple[str, ...]:
    """Return the names of the people who have finished games, the one with most games first."""
    seats = (pair for each in results for pair in zip(each.names, each.kinds, strict=True))
    counted = Counter(name for name, kind in seats if kind == HUMAN)
    return tuple(sorted(counted, key=lambda name: (-counted[name], name)))


def statistics(
    results: Sequence[GameResult], name: str, accuracies: Accuracies = lambda _result: None
) -> Statistics | None:
    """Sum up the games of a player; None for someone who has finished none.

    Args:
        results: The finished games.
        name: The player's name; of a person, not of a bot.
        accuracies: Returns the accuracies in a game.
    """
    mine = [
        (each, seat) for each in results for seat in (0, 1) if (each.names[seat], each.kinds[seat]) == (name, HUMAN)
    ]
    if not mine:
        return None
    first, second = ([(each, seat) for each, seat in mine if seat == which] for which in (0, 1))
    counted = [(each, seat) for each, seat in mine if each.counted]
    won = [each.winner == seat for each, seat in mine]
    expanded = [(each, seat) for each, seat in mine if each.expansion]
    return Statistics(
        name=name,
        all=_share(mine),
        by_opponent=_by_opponent(mine),
        by_seat=(_share(first), _share(second)),
        with_expansion=_share(expanded) if expanded else None,
        counted=len(counted),
        mean_points=fmean(each.points[seat] for each, seat in counted) if counted else 0.0,
        best_points=max((each.points[seat] for each, seat in counted), default=0),
        by_card=_card_points(counted) if counted else {},
        ryokan=_ryokan_points(counted) if counted and expanded else None,
        accuracies=_accuracies(mine, accuracies),
        rating=_rating(mine),
        in_a_row=len([*takewhile(bool, reversed(won))]),
        most_in_a_row=max((len([*run]) for is_won, run in groupby(won) if is_won), default=0),
    )


def _rating(mine: Sequence[_Mine]) -> BotRating | None:
    """Return the rating at which the newest games against bots would have brought what they did.

    A draw against a player of the middle goes with them, so that whoever has only won or lost has a rating, too.
    """
    scores = [
        (RATINGS[kind], 0.5 if each.winner is None else float(each.winner == seat))
        for each, seat in mine
        if (kind := each.kinds[1 - seat]) in RATINGS
    ][-RATED:]
    if not scores:
        return None
    scores.append((MIDDLE, 0.5))
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        rating = (low + high) / 2
        missing = sum(score - expected(rating - other) for other, score in scores)
        low, high = (rating, high) if missing > 0 else (low, rating)
    information = sum(share * (1 - share) for other, _score in scores for share in [expected(low - other)])
    return BotRating(points=round(low), deviation=round(SCALE / sqrt(information)), games=len(scores) - 1)


def expected(ahead: float) -> float:
    """Return the share of games that a player wins who is so many points ahead."""
    return 1 / (1 + exp(-ahead / SCALE))


def _by_opponent(mine: Sequence[_Mine]) -> tuple[OpponentShare, ...]:
    """Sum up the games against each opponent, the most frequent first; bots of a kind are one."""
    found = defaultdict[tuple[str, str], list[_Mine]](list)
    for each, seat in mine:
        kind = each.kinds[1 - seat]
        found[kind, each.names[1 - seat] if kind == HUMAN else ""].append((each, seat))
    shares = (OpponentShare(kind=kind, name=name, **vars(_share(games))) for (kind, name), games in found.items())
    return tuple(sorted(shares, key=lambda share: -share.games))


def _accuracies(mine: Sequence[_Mine], accuracies: Accuracies) -> tuple[Accuracy, ...]:
    return tuple(
        Accuracy(id=each.id, day=each.played.date(), accuracy=found[seat] or 0.0)
        for each, seat in mine
        if (found := accuracies(each)) is not None and found[seat] is not None
    )


def _share(mine: Sequence[_Mine]) -> Share:
    return Share(
        games=len(mine),
        won=sum(each.winner == seat for each, seat in mine),
        drawn=sum(each.winner is None for each, _seat in mine),
    )


def _card_points(mine: Sequence[_Mine]) -> dict[Card, CardPoints]:
    own, others = Counter[Card](), Counter[Card]()
    for each, seat in mine:
        own.update(each.by_card[seat])
        others.update(each.by_card[1 - seat])
    games = len(mine)
    return {card: CardPoints(own=own[card] / games, others=others[card] / games) for card in BASE_CARDS}


def _ryokan_points(mine: Sequence[_Mine]) -> CardPoints:
    return CardPoints(
        own=fmean(each.ryokan[seat] for each, seat in mine),
        others=fmean(each.ryokan[1 - seat] for each, seat in mine),
    )
