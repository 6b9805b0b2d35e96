"""Statistics of all finished games, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from naishi.common.errors import NaishiError
from naishi.common.formats import day, listed, number
from naishi.common.i18n import _
from naishi.games.naishi.analysis.overview import newest_accuracies, overview, shares, summary, tables
from naishi.games.naishi.analysis.statistics import Share, Statistics


def statistics_lines(folder: Path, name: str = "") -> Iterator[str]:
    """Tell the statistics of a person, or of everybody; each number with what it counts.

    Raises:
        NaishiError: Nobody of this name has finished a game.
    """
    found = [each for each in overview(folder) if not name or each.name == name]
    if not found and name:
        raise NaishiError(_("{name} hasn't finished a game in {folder} yet.").format(name=name, folder=folder))
    if not found:
        raise NaishiError(_("No one has finished a game in {folder} yet.").format(folder=folder))
    for each in found:
        yield from lines_of(each)


def lines_of(each: Statistics) -> Iterator[str]:
    """Tell the statistics of a person."""
    yield summary(each)
    for games, share in shares(each):
        yield _share(games, share)
    _games, points, *_accuracies = tables(each)
    for first, *cells in points.rows:
        counted = (
            _("{what} {value}").format(what=head, value=cell) for head, cell in zip(points.head[1:], cells, strict=True)
        )
        yield _("{name}: {values}.").format(name=first, values=listed(counted, conjunction=False))
    for game in newest_accuracies(each):
        yield _("{date}: accuracy {accuracy} percent, game {id}.").format(
            date=day(game.day), accuracy=number(game.accuracy, 1), id=game.id
        )


def _share(name: str, share: Share) -> str:
    if not share.games:
        return _("{name}: no game yet.").format(name=name)
    return _("{name}: played {played}, won {won}, drawn {drawn}, lost {lost}; won {percent} percent.").format(
        name=name,
        played=number(share.games),
        won=number(share.won),
        drawn=number(share.drawn),
        lost=number(share.lost),
        percent=number(100 * share.won / share.games),
    )
