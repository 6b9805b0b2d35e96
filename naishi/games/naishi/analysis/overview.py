"""Tables of statistics for every player of a saves folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from naishi.common.formats import day, number
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.analysis.results import GameResult, results
from naishi.games.naishi.analysis.statistics import (
    Accuracy,
    CardPoints,
    OpponentShare,
    Share,
    Statistics,
    people,
    statistics,
)
from naishi.games.naishi.analysis.store import NAME_LENGTH, AnalysisStore
from naishi.games.naishi.game.bot_names import RATINGS, levels, titled
from naishi.saves.listing import Watch
from naishi.saves.own_names import OwnNames
from naishi.tabletop.players import HUMAN, same_name

LAST = 12
"""How many of the newest accuracies are listed."""


class StatisticsTable(NamedTuple):
    """A heading with the names of the columns, and rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def overview(folder: Path, watch: Watch | None = None) -> tuple[Statistics, ...]:
    """Return the statistics of each person, of the one with most games first.

    Args:
        folder: The saves.
        watch: Hears how many of how many files have been looked at, where they have to be read.
    """
    store, known = AnalysisStore(folder), OwnNames(folder).all()
    found = [_called_now(result, known) for result in results(folder, watch)]
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
    """Return the games of a player: all, those at each seat, with the expansion if any, against each opponent."""
    yield _("all games"), of.all
    yield _("as first player"), of.by_seat[0]
    yield _("as second player"), of.by_seat[1]
    if of.with_expansion is not None:
        yield _("with Legends & Travellers"), of.with_expansion
    yield from ((_against(share), share) for share in of.by_opponent)


def newest_accuracies(of: Statistics) -> tuple[Accuracy, ...]:
    """Return the accuracies that are listed."""
    return of.accuracies[-LAST:]


def tables(of: Statistics) -> Iterator[StatisticsTable]:
    """Lay statistics out in tables."""
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
    yield from ((card.noun, points) for card, points in of.by_card.items())
    if of.ryokan is not None:
        yield _("Ryokan"), of.ryokan


def summary(of: Statistics) -> str:
    """Tell a player's points in a sentence."""
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
