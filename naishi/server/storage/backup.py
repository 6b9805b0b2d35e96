"""Copies and checks of a database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.files import sync_folder
from naishi.common.i18n import _
from naishi.server.storage import rows
from naishi.server.storage.clocks import clock_of
from naishi.server.storage.connection import cause
from naishi.server.storage.database import Database
from naishi.server.storage.folder import check_file
from naishi.server.storage.match import Agreements
from naishi.server.storage.rows import NAISHI, columns_of, columns_of_table, every_match
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


def back_up(database: Path, file: Path) -> None:
    """Write all that is stored at one moment to a new file, which only its owner can read; no server waits for it.

    Args:
        database: The file of a server's database.
        file: Where the copy goes; it is there whole, or not at all.

    Raises:
        NaishiError: There is such a file already, it can't be written, or `database` is none of ours.
    """
    check_file(database)
    if file.exists():
        raise NaishiError(_("{file} is there already; choose a new name.").format(file=file))
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
        sync_folder(file.parent)
    except (OSError, sqlite3.Error) as error:
        if part.parent.is_dir():
            part.unlink(missing_ok=True)
        text = _("{file} can't be written ({why}).")
        raise NaishiError(text.format(file=file, why=_(cause(error)))) from None


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
        game = None if match.record is None else rows.read(match.game, match.record)
        options = rows.read_options(match.options)
        kind = kind_of(match.game)
        if game is not None and (game.key != match.game or rows.options_of(game) != options):
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
    # Earlier versions awaited one of the two who may choose a gift at the same time.
    expected = [columns.awaited, *((seat,) for seat in columns.awaited if match.game == NAISHI)]
    if not says or awaited not in expected:
        return False
    if game is None:
        return seats[0].player is not None
    # A player who has left keeps the seat that is played by a bot.
    return len(game.players) == len(seats) and all(
        seat.seat in agreements.left or (seat.player is not None) == (player.kind == HUMAN)
        for seat, player in zip(seats, game.players, strict=True)
    )
