"""Checks that every match in the database can be played on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.expansion import MODULES
from naishi.server.storage.clocks import clock_of
from naishi.server.storage.database import Database
from naishi.server.storage.match import Agreements
from naishi.server.storage.rows import columns_of, every_match
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


def is_sound(match: Any, seats: Mapping[int, Any]) -> bool:
    """Return whether a match can be replayed, people sit where the game has people, and its columns are the game's."""
    try:
        clock_of(match)
        agreements = Agreements.model_validate_json(match.agreements)
        for seat in seats.values():
            if seat.seen_agreements is not None:
                Agreements.model_validate_json(seat.seen_agreements)
        game = None if match.record is None else Game(GameRecord.model_validate_json(match.record))
    except ValueError:
        return False
    people = {0: True} if game is None else {seat: each.kind == HUMAN for seat, each in enumerate(game.players)}
    if match.expansion not in {None, *MODULES} or (game is not None and game.module != match.expansion):
        return False
    columns = columns_of(game, agreements)
    said = all(getattr(match, name) == columns[name] for name in ("state", "turn", "round", "actions", "result"))
    return said and {number: seat.player is not None for number, seat in seats.items()} == people
