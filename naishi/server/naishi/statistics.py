"""Statistics of a player at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.results import GameResult, result_of
from naishi.games.naishi.analysis.statistics import Statistics, statistics
from naishi.games.naishi.game.record import GameRecord
from naishi.server.lobby.lobby import Visitor
from naishi.server.match.match_lists import PastMatch

MOST = 500
"""How many games are looked at, the newest first."""
PAGE = 50
"""How many at a time, beside the loop: each takes two milliseconds."""


async def own_statistics(visitor: Visitor) -> Statistics | None:
    """Return how a visitor's player has done; None without a finished game.

    Raises:
        NaishiError: It was asked for too often.
    """
    games, lobby, found = visitor.past_games, visitor.lobby, list[GameResult]()
    if not await games.page(count=1):
        return None
    await visitor.check_pace()
    name, last = visitor.account.name, None
    while len(found) < MOST and (page := await games.page(last, PAGE)):
        records = await lobby.past.records([past.match.id for past in page])
        found += await asyncio.to_thread(_results, page, records)
        last = page[-1]
    accuracies = dict(await lobby.learning.newest_analyses(visitor.account.id))
    by_match = await asyncio.to_thread(_accuracies, accuracies)
    return statistics(found[::-1], name, lambda result: by_match.get(result.id))


def _results(page: Sequence[PastMatch], records: Mapping[str, str]) -> list[GameResult]:
    return [result for past in page for result in _result(past, records.get(past.match.id, ""))]


def _result(past: PastMatch, record: str) -> Sequence[GameResult]:
    """Return the result of a match under the names of now; nothing for one that is damaged or was called off."""
    match, ended_at = past.match, datetime.fromtimestamp(past.ended_at, UTC)
    if match.agreements.aborted is not None:
        return []
    with suppress(ValueError):
        document = GameRecord.model_validate_json(record)
        played = None if match.agreements.ended else result_of(document, match.id, ended_at)
        if played is None:
            played = _given_up(past, document, ended_at)
        return [played.model_copy(update={"names": match.names})]
    return []


def _given_up(past: PastMatch, record: GameRecord, ended_at: datetime) -> GameResult:
    """Return the result of a match whose points weren't counted."""
    first, second = record.players
    return GameResult.model_construct(
        id=past.match.id,
        names=past.match.names,
        kinds=(first.kind, second.kind),
        winner=None if past.match.result is None else past.match.result.winner,
        points=(0, 0),
        by_card=({}, {}),
        expansion=past.match.expansion is not None,
        played=ended_at,
        game="",
        counted=False,
    )


def _accuracies(documents: Mapping[str, bytes]) -> Mapping[str, tuple[float | None, float | None]]:
    found = {}
    for match, document in documents.items():
        with suppress(ValueError):
            found[match] = Analysis.model_validate_json(document).accuracies
    return found
