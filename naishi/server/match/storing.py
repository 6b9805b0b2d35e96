"""Prepared SQL for storing a match."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.codes import LETTERS, CodeKind, new_code
from naishi.server.database.schema import begun_matches, matches, results, seats
from naishi.server.match.match import (
    Agreements,
    Columns,
    MatchStage,
    Terms,
    columns_of,
    columns_of_table,
    options_of,
    written_options,
)
from naishi.tabletop.game import Game

Players = tuple[int | None, ...]
"""By seat, who sits there; None for a bot, and for nobody yet."""


class EndedMatch(NamedTuple):
    """A match that is over, for those who count its end."""

    id: str
    result: str
    """What ended it: see `rows.result_of`."""
    actions: int
    record: str
    """Of its game, as JSON."""
    seats: Sequence[Mapping[str, Any]]
    """Its rows of `results`."""
    at: float


Settler = Callable[[Connection, EndedMatch], None]
"""Counts the end of a match within the write that stores it: that happens with it, or not at all.

It is called again if the same match is stored again.
"""

_SEEN_REVISION = update(matches).where(
    matches.c.id == bindparam("the_match"), matches.c.revision == bindparam("seen_revision")
)
_GOES_ON = _SEEN_REVISION.values(ended_at=None)
_IS_OVER = _SEEN_REVISION.values(ended_at=func.coalesce(matches.c.ended_at, bindparam("now")))
_LOOK = update(seats).where(
    seats.c.match == bindparam("the_match"), seats.c.seat.in_(bindparam("seats_here", expanding=True))
)
_PLAYERS = select(seats.c.seat, seats.c.player).where(seats.c.match == bindparam("the_match"))
_INSERT_RESULTS = insert_or(results)
_ADD_RESULTS = _INSERT_RESULTS.on_conflict_do_update(
    # What was stored as over may have been undone, and have ended in another way, while the disk refused.
    index_elements=["match", "seat"],
    set_={name: _INSERT_RESULTS.excluded[name] for name in ("result", "points", "rank")},
)
_REMOVE_RESULTS = delete(results).where(results.c.match == bindparam("the_match"))
_BEGIN = (
    update(matches)
    .where(matches.c.id == bindparam("the_match"), matches.c.state == MatchStage.OPEN)
    .values(revision=matches.c.revision + 1)
)
_AWAIT = (
    update(seats)
    .where(seats.c.match == bindparam("the_match"))
    .where(seats.c.awaited != seats.c.seat.in_(bindparam("the_awaited", expanding=True)))
    .values(awaited=~seats.c.awaited)
)
_AWAIT_NOBODY = update(seats).where(seats.c.match == bindparam("the_match"), seats.c.awaited).values(awaited=False)
_EMPTY = delete(seats).where(seats.c.match == bindparam("the_match"))


def insert_match(db: Connection, host: int, game: Game, players: Players, now: float, *, public: bool) -> str:
    columns = columns_of(game, Agreements())
    match = _insert(db, host, columns, options_of(game), now, public=public)
    db.execute(insert(seats), seat_rows(match, game, players, columns.awaited))
    db.execute(insert(begun_matches), {"match": match, "at": now})
    return match


def insert_table(db: Connection, host: int, terms: Terms, now: float, *, public: bool) -> str:
    """Add a table at which its host sits, and nobody else yet; return its id."""
    match = _insert(db, host, columns_of_table(terms.game), terms.chosen, now, public=public)
    db.execute(insert(seats), seat_rows(match, None, (host, *(None,) * (terms.places - 1)), ()))
    return match


def _insert(
    db: Connection, host: int, columns: Columns, options: Mapping[str, str], now: float, *, public: bool
) -> str:
    values = {
        **columns.match,
        "id": "".join(secrets.choice(LETTERS) for _letter in range(8)),
        "revision": 0,
        "ended_at": None,
        "host": host,
        "public": public,
        "options": written_options(options),
        "invite": new_code(CodeKind.INVITE),
        "updated": now,
    }
    db.execute(insert(matches), values)
    return str(values["id"])


def begin_game(db: Connection, match: str, game: Game, now: float) -> bool:
    """Begin the game at a table; return whether that was still open."""
    columns = columns_of(game, Agreements()).match
    begun = db.execute(_BEGIN, {"the_match": match, "updated": now, **columns}).rowcount == 1
    if begun:
        db.execute(insert(begun_matches), {"match": match, "at": now})
    return begun


def seat_players(db: Connection, match: str, game: Game, players: Players) -> None:
    db.execute(_EMPTY, {"the_match": match})
    db.execute(insert(seats), seat_rows(match, game, players, game.awaited))


def update_match(
    db: Connection,
    match: str,
    revision: int,
    columns: Columns,
    ended: Sequence[Mapping[str, Any]],
    now: float,
    settlers: Sequence[Settler],
) -> bool:
    """Store a match on top of a revision; return whether it had that one.

    Args:
        columns: How it stands: see `rows.columns_of`.
        ended: How each seat did, if it is over: see `rows.results_of`. Who sits there, and when it ended, is put in.
    """
    values = {**columns.match, "revision": revision + 1, "updated": now, "the_match": match, "seen_revision": revision}
    changed = db.execute(_IS_OVER, values | {"now": now}) if ended else db.execute(_GOES_ON, values)
    if changed.rowcount != 1:
        return False
    if columns.awaited:
        db.execute(_AWAIT, {"the_match": match, "the_awaited": list(columns.awaited)})
    else:
        db.execute(_AWAIT_NOBODY, {"the_match": match})
    if ended:
        players = {row.seat: row.player for row in db.execute(_PLAYERS, {"the_match": match})}
        rows = [{**row, "player": players.get(row["seat"]), "ended_at": now} for row in ended]
        db.execute(_ADD_RESULTS, rows)
        stands = columns.match
        over = EndedMatch(match, stands["result"], stands["actions"], stands["record"], rows, now)
        for settle in settlers:
            settle(db, over)
    else:
        db.execute(_REMOVE_RESULTS, {"the_match": match})  # of a game that was over, before an undo
    return True


def look_at_match(db: Connection, match: str, here: Sequence[int], columns: Columns) -> None:
    seen = {"seen": columns.match["actions"], "seen_agreements": columns.match["agreements"]}
    db.execute(_LOOK, seen | {"the_match": match, "seats_here": list(here)})


def seat_rows(match: str, game: Game | None, players: Players, awaited: Collection[int]) -> list[dict[str, Any]]:
    """Return the rows of the seats: a person has an account, a bot has a name, and an empty seat neither."""
    return [
        {
            "match": match,
            "seat": seat,
            "player": player,
            "name": game.players[seat].name if player is None and game is not None else "",
            "seen": 0,
            "seen_agreements": None,
            "awaited": seat in awaited,
        }
        for seat, player in enumerate(players)
    ]
