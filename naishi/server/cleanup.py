"""What is removed after a long time: tables at which nobody joined, games that nobody goes on with, guests."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from naishi.server.database import Database
from naishi.server.match import MatchState
from naishi.server.schema import keys, link_codes, matches, players

DAY = 24 * 3600.0

TABLE_AGE = 30 * DAY
"""How long a table waits for somebody to join."""
GAME_AGE = 365 * DAY
"""How long an unfinished game waits for its next action."""
GUEST_AGE = 60 * DAY
"""How long a guest's code is good after the last visit; the guest's unfinished games go with it."""


def clean_up(
    database: Database,
    *,
    online: Collection[int] = (),
    live: Collection[str] = (),
    clock: Callable[[], float] = time.time,
) -> None:
    """Remove what nobody will come back to.

    Args:
        database: What to clean up.
        online: Players who are here, and so don't count as gone.
        live: Matches that somebody is at.
        clock: Tells the time.
    """
    now = clock()
    here, busy = players.c.id.in_(online), matches.c.id.in_(live)
    with database.transaction() as connection:
        connection.execute(delete(link_codes).where(link_codes.c.expires < now))
        gone = and_(players.c.code.is_not(None), players.c.came < now - GUEST_AGE, ~here)
        # The name is free again; no other skeleton has a space in it.
        free_key = "gone " + players.c.id.cast(players.c.name_key.type)
        connection.execute(update(players).where(gone).values(code=None, name_key=free_key))
        too_old = or_(
            and_(matches.c.state == MatchState.OPEN, matches.c.updated < now - TABLE_AGE),
            and_(matches.c.state == MatchState.PLAYING, matches.c.updated < now - GAME_AGE),
        )
        connection.execute(delete(matches).where(~busy, or_(too_old, _is_abandoned())))
        in_matches = select(matches.c.id).where(
            or_(*(column == players.c.id for column in (matches.c.host, matches.c.seat_0, matches.c.seat_1)))
        )
        connection.execute(delete(players).where(~_can_come_back(players.c.id), ~in_matches.exists(), ~here))


def _can_come_back(player: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether somebody has a key or a code of a player."""
    guest = players.alias()
    has_key = select(keys.c.player).where(keys.c.player == player).exists()
    return or_(has_key, select(guest.c.id).where(guest.c.id == player, guest.c.code.is_not(None)).exists())


def _is_abandoned() -> ColumnElement[bool]:
    """Whether a player of an unfinished game can't come back, or none of a finished one can."""
    first, second = (and_(seat.is_not(None), _can_come_back(seat)) for seat in (matches.c.seat_0, matches.c.seat_1))
    one_left = or_(
        and_(matches.c.seat_0.is_not(None), ~_can_come_back(matches.c.seat_0)),
        and_(matches.c.seat_1.is_not(None), ~_can_come_back(matches.c.seat_1)),
    )
    return or_(and_(matches.c.state != MatchState.OVER, one_left), ~or_(first, second))
