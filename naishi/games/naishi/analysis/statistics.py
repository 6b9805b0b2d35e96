"""Statistics of players over all finished games."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, takewhile
from math import log, sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from pydantic import BaseModel

from naishi.bots.arena.ratings import share_at
from naishi.common.i18n import _, day, ngettext, number
from naishi.games.naishi.analysis.exercises import NAME_LENGTH, AnalysisStore
from naishi.games.naishi.analysis.results import GameResult, results
from naishi.games.naishi.game.bot_names import RATINGS, levels, titled
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.saves.last_played import OwnNames
from naishi.saves.listing import Watch
from naishi.tabletop.players import HUMAN, PlayerKind, same_name

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
        return self.games - self.won - self.drawn


class OpponentShare(Share):
    """Games against one opponent."""

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
    seats = (pair for each in results for pair in zip(each.names, each.kinds, strict=True))
    counted = Counter(name for name, kind in seats if kind == HUMAN)
    return tuple(sorted(counted, key=lambda name: (-counted[name], name)))


def statistics(
    results: Sequence[GameResult], name: str, accuracies: Accuracies = lambda _result: None
) -> Statistics | None:
    """Sum up the games of a player; None for someone who has finished none.

    Args:
        name: The player's name; of a person, not of a bot.
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
        missing = sum(score - share_at(rating - other) for other, score in scores)
        low, high = (rating, high) if missing > 0 else (low, rating)
    information = sum(share * (1 - share) for other, _score in scores for share in [share_at(low - other)])
    return BotRating(points=round(low), deviation=round(SCALE / sqrt(information)), games=len(scores) - 1)


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
    return {card: CardPoints(own=own[card] / len(mine), others=others[card] / len(mine)) for card in BASE_CARDS}


def _ryokan_points(mine: Sequence[_Mine]) -> CardPoints:
    return CardPoints(
        own=fmean(each.ryokan[seat] for each, seat in mine), others=fmean(each.ryokan[1 - seat] for each, seat in mine)
    )


LAST = 12
"""How many of the newest accuracies are listed."""


class StatisticsTable(NamedTuple):
    """A heading with the names of the columns, and rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def overview(folder: Path, watch: Watch | None = None) -> tuple[Statistics, ...]:
    """Return the statistics of each person, of the one with most games first.

    A game of two people of one name, which a file may hold, is left out: nobody knows who of them has won.

    Args:
        watch: Hears how many of how many files have been looked at, where they have to be read.
    """
    store, known = AnalysisStore(folder), OwnNames(folder).all()
    found = [
        _called_now(result, known)
        for result in results(folder, watch)
        if result.kinds != (HUMAN, HUMAN) or not same_name(*result.names)
    ]
    analysed = store.names()

    def accuracies(result: GameResult) -> tuple[float | None, float | None] | None:
        analysis = store.find_by_digest(result.game, "quick") if result.game[:NAME_LENGTH] in analysed else None
        return None if analysis is None else analysis.accuracies

    each = (statistics(found, name, accuracies) for name in people(found))
    return tuple(person for person in each if person is not None)


def _called_now(result: GameResult, known: Mapping[str, str]) -> GameResult:
    """Return a result with the names that people have now; not where both would have the same one."""
    one, other = (
        known.get(name, name) if kind == HUMAN else name for name, kind in zip(result.names, result.kinds, strict=True)
    )
    changes = (one, other) != result.names and not same_name(one, other)
    return result.model_copy(update={"names": (one, other)}) if changes else result


def standing(of: Statistics) -> Iterator[str]:
    """Say how strong a player is beside the bots, and how many games were won one after the other."""
    if (rating := of.rating) is not None:
        words = ngettext(
            "Rating against the bots: {points} ± {deviation}, from {count} game.",
            "Rating against the bots: {points} ± {deviation}, from {count} games.",
            rating.games,
            points=rating.points,
            deviation=rating.deviation,
        )
        nearest = min(RATINGS, key=lambda kind: abs(RATINGS[kind] - rating.points))
        bot = _("The nearest bot: {name}, {points}.").format(name=titled(nearest), points=RATINGS[nearest])
        yield f"{words} {bot}"
    if of.most_in_a_row:
        yield _("Games won in a row: {now} at present, {most} at most.").format(
            now=number(of.in_a_row), most=number(of.most_in_a_row)
        )


def shares(of: Statistics) -> Iterator[tuple[str, Share]]:
    yield _("all games"), of.all
    yield _("as first player"), of.by_seat[0]
    yield _("as second player"), of.by_seat[1]
    if of.with_expansion is not None:
        yield _("with Legends & Travellers"), of.with_expansion
    yield from ((_against(share), share) for share in of.by_opponent)


def newest_accuracies(of: Statistics) -> tuple[Accuracy, ...]:
    return of.accuracies[-LAST:]


def tables(of: Statistics) -> Iterator[StatisticsTable]:
    yield StatisticsTable(
        (_("games"), _("played"), _("won"), _("drawn"), _("lost"), "%"),
        tuple((name, *_shares(share)) for name, share in shares(of)),
    )
    yield StatisticsTable(
        (_("points per game"), _("own"), _("opponents'")),
        tuple((name, number(points.own, 1), number(points.others, 1)) for name, points in _points(of)),
    )
    if of.accuracies:
        yield StatisticsTable(
            (_("accuracy"), _("in %"), _("game")),
            tuple((day(each.day), number(each.accuracy, 1), each.id) for each in newest_accuracies(of)),
        )


def _points(of: Statistics) -> Iterator[tuple[str, CardPoints]]:
    for card, points in of.by_card.items():
        copies = card in {Card.NINJA, Card.LEGENDARY_NINJA}  # the score pad has their points with the cards they copy
        yield _("{card} (copies)").format(card=card.noun) if copies else card.noun, points
    if of.ryokan is not None:
        yield _("Ryokan"), of.ryokan


def summary(of: Statistics) -> str:
    if not of.counted:
        return _("{name}: no game played to its end yet, so there are no points.").format(name=of.name)
    told = _("{name}: {mean} points on average, {best} at best.").format(
        name=of.name, mean=number(of.mean_points, 1), best=of.best_points
    )
    if of.counted == of.all.games:
        return told
    words = ngettext("{count} game was played to its end.", "{count} games were played to their end.", of.counted)
    return f"{told} {words}"


def _against(share: OpponentShare) -> str:
    """Name a person by the name, and a bot by its level: a person may be called the same."""
    if share.kind == HUMAN:
        return _("against {name}").format(name=share.name)
    return _("against {level} (bot)").format(level=dict(levels()).get(share.kind, share.kind))


def _shares(share: Share) -> tuple[str, ...]:
    percent = number(100 * share.won / share.games) if share.games else "-"
    return (*map(number, (share.games, share.won, share.drawn, share.lost)), percent)
