"""Server TV: the most interesting public game."""

import asyncio
from collections.abc import AsyncIterator, Container

from naishi.common.i18n import _
from naishi.server.lobby.lobby import Visitor
from naishi.server.match.glicko import Rating
from naishi.server.match.match import Match

QUIET = 120.0
"""Seconds after the last action in which a game still counts as one where something happens."""
ENDING = 15.0
"""Seconds in which the end of a game is shown before the next one."""
LOOK = 5.0
"""Seconds between two looks at what else is on."""


class Tv:
    """What one visitor watches, from game to game; never a game of their own."""

    def __init__(self, visitor: Visitor) -> None:
        self.shown: Match | None = None
        self._visitor = visitor
        self._ended: float | None = None
        self._damaged: set[str] = set()

    def switch(self) -> Match | None:
        """Show what should be on now, and return it; None where no game goes on."""
        self.shown = self.next()
        self._ended = None
        return self.shown

    def skip(self, match: Match) -> None:
        self._damaged.add(match.id)
        self.shown = None

    @property
    def is_outdated(self) -> bool:
        following, shown = self.next(), self.shown
        return (following and following.id) != (shown and shown.id)

    async def changes(self) -> AsyncIterator[None]:
        """Yield whenever something else should be on."""
        while True:
            await asyncio.sleep(LOOK)
            await self._visitor.refresh()
            if self.is_outdated:
                yield

    def next(self) -> Match | None:
        """Return what should be on now: another game once the one shown is over, or stands still while others don't."""
        games, now = self._games(), self._visitor.lobby.matches.now()
        here = self._visitor.lobby.everybody
        best = max(games.values(), key=lambda match: interest(match, here, now), default=None)
        if self.shown is None:
            return best
        if (shown := games.get(self.shown.id)) is None:
            self._ended = self._ended or now
            return self.shown if now - self._ended < ENDING else best
        self._ended = None
        return best if best is not None and is_lively(best, now) > is_lively(shown, now) else shown

    def _games(self) -> dict[str, Match]:
        listed = self._visitor.listing.watchable
        return {match.id: match for match in listed if match.id not in self._damaged}


def nothing_on() -> str:
    return _("No game is on. The next one to begin appears here by itself.")


def interest(match: Match, here: Container[int | None], now: float) -> tuple[bool, int, float]:
    """Return how interesting a game is, compared with others.

    What counts is whether something happens in it, then how many of its players are here, then how good they are.
    """
    present = sum(player in here for player in match.seats)
    return is_lively(match, now), present, sum(_strength(match, seat, now) for seat in range(len(match.seats)))


def is_lively(match: Match, now: float) -> bool:
    return now - match.updated < QUIET


def _strength(match: Match, seat: int, now: float) -> float:
    """Return how good a player is at least; a bot, whom everybody can play at any time, counts for nothing."""
    if match.seats[seat] is None:
        return 0.0
    standing = match.standings[seat]
    rating = Rating() if standing is None else standing.at(now)
    return rating.points - rating.deviation
