"""Everything that a refused request must leave as it is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from naishi.server import Lobby
from naishi.server.database import schema
from naishi.server.presence.limits import Buckets, CodeTries, CountsInMemory, WordsInMemory

OF_REQUESTS = frozenset({"verbs", "pages"})
"""What counts the requests themselves, refused or not: how many may be made."""


def rows(lobby: Lobby) -> dict[str, list[str]]:
    """All that is stored."""
    with lobby._database.reading() as connection:
        return {
            name: sorted(map(repr, connection.execute(select(table)))) for name, table in schema.metadata.tables.items()
        }


def counted(lobby: Lobby) -> dict[str, dict[str, float]]:
    """What has been counted of everybody, by what it is and who; nothing of those who have all that is allowed.

    For what comes back with time it is when all of it is there again: that stays the same while nothing is taken.
    """
    return {name: _used(each) for name, each in vars(lobby.allowances).items() if isinstance(each, Buckets | CodeTries)}


def _used(counts: Buckets | CodeTries) -> dict[str, float]:
    memory = counts._counts
    assert isinstance(memory, CountsInMemory)
    if isinstance(counts, CodeTries):
        return {who: float(count) for who, (count, _at) in memory._counts.items()}
    all_again = {who: at + (counts._most - left) / counts._rate for who, (left, at) in memory._counts.items()}
    return {who: round(when, 2) for who, when in all_again.items() if when > memory._clock()}


def forget_guesses(lobby: Lobby) -> None:
    """Count no wrong word or code any more: or everything with a word would be refused after a few."""
    memory = lobby.allowances.tries._counts
    assert isinstance(memory, CountsInMemory)
    memory._counts.clear()


def promised(lobby: Lobby) -> dict[str, object]:
    """What lies in memory and is good for something: links, tickets, requests to add a key, an announced stop."""
    words = [lobby.web_links._words, lobby.web_tickets]
    links, tickets = [dict(each._words) for each in words if isinstance(each, WordsInMemory)]
    return {
        "links": links,
        "tickets": tickets,
        "requests": len(lobby.link_requests),
        "stop": lobby.closing.at,
    }


def kept(lobby: Lobby, *, guesses: bool = False) -> dict[str, Any]:
    """All that a refused request leaves as it is.

    Args:
        lobby: Where it is asked for.
        guesses: Whether it may hold a wrong word or code, which is counted so that nobody tries them all.
    """
    counts = {name: each for name, each in counted(lobby).items() if name not in OF_REQUESTS}
    if guesses:
        del counts["tries"]
    return {**rows(lobby), **promised(lobby), "counts": counts}
