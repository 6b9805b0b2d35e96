"""The finished games of a player as an object for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from naishi.plain.server_protocol import HistoryObject, PastGame
from naishi.server.storage.past_matches import PastMatch


def history_object(games: Sequence[PastMatch], *, more: bool) -> HistoryObject:
    """Return some finished games.

    Args:
        games: The newest first.
        more: Whether there are older ones.
    """
    return HistoryObject(games=tuple(map(_past_game, games)), more=more)


def _past_game(past: PastMatch) -> PastGame:
    result = past.match.result
    return PastGame(
        id=past.match.id,
        names=past.match.names,
        seat=0 if past.seat == 0 else 1,
        ended=datetime.fromtimestamp(past.ended_at, UTC),
        how=result.how if result is not None else "finished",
        winner=None if result is None or result.winner is None else 0 if result.winner == 0 else 1,
        points=None if result is None else result.points,
        expansion=past.match.expansion,
        tournament="" if past.match.tournament is None else past.match.tournament.id,
    )
