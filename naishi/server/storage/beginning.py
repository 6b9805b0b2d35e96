"""Match creation in the database: seats, rows, clock, rating."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.match.clock import Clock
from naishi.server.storage import listing
from naishi.server.storage.account import check_here
from naishi.server.storage.clocks import store_clock
from naishi.server.storage.match import Match
from naishi.server.storage.match_lists import match_by
from naishi.server.storage.rows import people_among
from naishi.server.storage.schema import rated_matches
from naishi.server.storage.storing import Players, insert_match
from naishi.tabletop.game import Game


def begin_match(
    db: Connection, host: int, game: Game, players: Players, now: float, *, public: bool, control: str
) -> str:
    """Add a match with its clock; return its id.

    Raises:
        NaishiError: Somebody isn't there any more, or would sit there twice.
    """
    check_players(db, players)
    match = insert_match(db, host, game, players, now, public=public)
    begin_clock(db, match, game, players, control, now)
    return match


def begin_clock(db: Connection, match: str, game: Game, players: Players, control: str, now: float) -> None:
    """Store the clock of a game that begins; there is none where one person plays bots."""
    clock = None if players.count(None) == len(players) - 1 else Clock.begun(control, len(players), now)
    store_clock(db, match, clock, people_among(game, game.awaited))


def mark_rated(db: Connection, match: str) -> None:
    """Have a match count for ratings once it is over."""
    db.execute(insert(rated_matches).values(match=match, outcome=None))


def marked(db: Connection, match: str, *, rated: bool) -> Match:
    """Return a match that was just added, marked as rated if it is to be."""
    if rated:
        mark_rated(db, match)
    return match_by(db, listing.BY_ID, {"id": match})


def check_players(db: Connection, players: Players) -> None:
    """Make sure that all who sit down are there, each once: a code may have made one account of two meanwhile.

    Raises:
        NaishiError: They aren't.
    """
    people = [player for player in players if player is not None]
    if len(people) != len(set(people)):
        raise NaishiError(_("This is your own table; someone else has to join."))
    for player in people:
        check_here(db, player)
