"""Checks that every match in the database can be played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from naishi.server.storage import records
from naishi.server.storage.clocks import clock_of
from naishi.server.storage.database import Database
from naishi.server.storage.match import Agreements
from naishi.server.storage.rows import columns_of, columns_of_table, every_match
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


def check(database: Database) -> tuple[int, list[str]]:
    """Replay every match, at once; return how many there are, and the ids of those that can't be played on."""
    count, damaged = 0, []
    with database.reading() as db:
        for match, seats in every_match(db):
            count += 1
            if not is_sound(match, seats):
                damaged.append(match.id)
    return count, damaged


def is_sound(match: Any, seats: Sequence[Any]) -> bool:
    """Return whether a match can be replayed, people sit where the game has people, and its rows say what it does."""
    try:
        clock = clock_of(match, seats)
        agreements = Agreements.model_validate_json(match.agreements)
        for seat in seats:
            if seat.seen_agreements is not None:
                Agreements.model_validate_json(seat.seen_agreements)
        game = None if match.record is None else records.read(match.game, match.record)
        options = records.read_options(match.options)
        kind = kind_of(match.game)
        if game is not None and (game.key != match.game or records.options_of(game) != options):
            return False
    except ValueError:
        return False
    numbers = range(len(seats))
    if len(seats) not in kind.seats or [seat.seat for seat in seats] != [*numbers]:
        return False
    if not agreements.seats <= {*numbers} or (clock is not None and len(clock.times) != len(seats)):
        return False
    columns = columns_of_table(match.game) if game is None else columns_of(game, agreements)
    says = all(getattr(match, name) == columns.match[name] for name in ("state", "round", "actions", "result"))
    awaited = tuple(seat.seat for seat in seats if seat.awaited)
    # Earlier versions awaited one of those who may choose at the same time.
    if not says or not {*awaited} <= {*columns.awaited} or bool(awaited) != bool(columns.awaited):
        return False
    if game is None:
        return seats[0].player is not None
    # A player who has left keeps the seat that is played by a bot.
    return all(
        seat.seat in agreements.left or (seat.player is not None) == (player.kind == HUMAN)
        for seat, player in zip(seats, game.players, strict=True)
    )
