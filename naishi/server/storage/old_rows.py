"""The players and matches of a database of version 2, as rows of version 3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from naishi.games.naishi.game.record import GameRecord
from naishi.server.storage.lookalikes import skeletons
from naishi.server.storage.match import Agreements

BATCH = 500
"""Matches that are held in memory at a time."""

Row = dict[str, Any]


def players(connection: Connection) -> Iterator[Row]:
    """Yield players whose names are compared as they are now; of two that look alike, the older one keeps its key.

    Whoever has neither a key nor a code is gone: the name is free.
    """
    old = connection.exec_driver_sql("SELECT * FROM old_players ORDER BY id").all()
    with_key = set(connection.exec_driver_sql("SELECT player FROM old_keys").scalars())
    left = [row for row in old if row.code is not None or row.id in with_key]
    name_keys = dict(zip((row.id for row in left), skeletons(row.name for row in left), strict=True))
    for row in old:
        yield {
            "id": row.id,
            "name": row.name,
            "name_key": name_keys.get(row.id, f"gone {row.id}"),
            "named": row.named,
            "code": row.code,
            "recovery": None,
            "created": row.created,
            "last_seen": row.came,
            "settings": row.settings,
        }


def matches(connection: Connection) -> Iterator[list[Any]]:
    """Yield the matches as they were stored, some at a time, in the order of their ids."""
    last = ""
    some = "SELECT * FROM old_matches WHERE id > ? ORDER BY id LIMIT ?"
    while rows := list(connection.exec_driver_sql(some, (last, BATCH))):
        yield rows
        last = rows[-1].id


def match(old: Any) -> Row:
    """Return a match, without what tables of their own say of its seats."""
    over = old.state == "over"
    same = ("id", "revision", "record", "state", "turn", "round", "actions", "host", "public", "invite", "updated")
    return {name: getattr(old, name) for name in same} | {
        "game": "naishi",
        "rules_version": 1,
        "agreements": _agreements(old.agreed),
        "result": _result(old) if over else None,
        "ended_at": old.updated if over else None,
    }


def seats(old: Any) -> Iterator[Row]:
    """Yield the seats of a match that somebody has taken, a bot too."""
    for seat in (0, 1):
        player = (old.seat_0, old.seat_1)[seat]
        if player is not None or old.record is not None:
            yield {
                "match": old.id,
                "seat": seat,
                "player": player,
                "name": _bot_name(old, seat) if player is None else "",
                "seen": (old.seen_0, old.seen_1)[seat],
                "seen_agreements": _agreements((old.told_0, old.told_1)[seat]),
            }


def results(old: Any) -> Iterator[Row]:
    """Yield how both seats did; nothing where the game isn't over, or can't be replayed."""
    if old.state != "over":
        return
    points: tuple[int | None, int | None] = (None, None)
    if (resigned := _said(old.agreed).get("resigned")) is not None:
        winner = 1 - resigned
    elif _result(old) == "drawn":
        winner = None
    else:
        try:
            points, winner = _outcome(old.record)
        except ValueError:
            return
    for seat in (0, 1):
        yield {
            "match": old.id,
            "seat": seat,
            "player": (old.seat_0, old.seat_1)[seat],
            "result": "drawn" if winner is None else "won" if winner == seat else "lost",
            "points": points[seat],
            "ended_at": old.updated,
        }


def _result(old: Any) -> str:
    """Return what has ended a match."""
    said = _said(old.agreed)
    return "resigned" if said.get("resigned") is not None else "drawn" if said.get("drawn") else "finished"


def _outcome(record: str) -> tuple[tuple[int, int], int | None]:
    """Return the points of a finished game, and the seat that won; None for a draw.

    Raises:
        ValueError: It can't be replayed.
    """
    document = GameRecord.model_validate_json(record)
    position = document.start()
    for action in document.actions[: document.cursor]:
        position.push(action)
    first, second = position.totals()  # points and colours; a third of the time that the whole game takes
    return (first.points, second.points), None if first == second else int(second > first)


def _agreements(agreed: str | None) -> str | None:
    """Return what is agreed on as it is written now; the same text for the same, for texts are compared."""
    said = _said(agreed)
    try:
        return Agreements.model_validate({**said, "undo": said.get("take_back")}).model_dump_json() if said else agreed
    except ValueError:
        return agreed


def _said(agreed: str | None) -> dict[str, Any]:
    """Read what is agreed on; nothing where that can't be read."""
    try:
        said = json.loads(agreed or "{}")
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _bot_name(old: Any, seat: int) -> str:
    try:
        return str(json.loads(old.record)["players"][seat]["name"])
    except (ValueError, LookupError, TypeError):  # it is damaged
        return ""
