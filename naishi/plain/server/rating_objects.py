"""Ratings as objects for programs."""

from __future__ import annotations

import time

from naishi.games.naishi.game.bot_names import rating_of_name
from naishi.plain.server_protocol import RatedChange, RatingObject
from naishi.server import Match, MatchState
from naishi.server.rating.glicko import Rating
from naishi.server.rating.standing import Standing


def rating_object(standing: Standing | None) -> RatingObject | None:
    """Return the rating of a player as of now."""
    return None if standing is None else _object(standing.at(time.time()))


def ratings_of(match: Match) -> tuple[RatingObject | None, RatingObject | None]:
    """Return the ratings of both seats."""
    return _of_seat(match, 0), _of_seat(match, 1)


def changes_of(match: Match) -> tuple[RatedChange, RatedChange] | None:
    """Return what a match has changed, if anything."""
    if (change := match.change) is None:
        return None
    first, second = (
        RatedChange(before=before, after=_object(after))
        for before, after in zip(change.before, change.after, strict=True)
    )
    return first, second


def _of_seat(match: Match, seat: int) -> RatingObject | None:
    if match.seats[seat] is None and match.state is not MatchState.OPEN:
        fixed = rating_of_name(match.names[seat])
        return None if fixed is None else RatingObject(points=fixed, deviation=0, provisional=False)
    return rating_object(match.standings[seat])


def _object(rating: Rating) -> RatingObject:
    return RatingObject(points=rating.points, deviation=rating.deviation, provisional=rating.provisional)
