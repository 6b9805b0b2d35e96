"""Export and import of a whole server.

One JSON object a line: a head, the players, the matches, the rated games, the tournaments, and an end with a checksum.
Codes are in it as hashes only, and words of invitations not at all: an import draws new ones. A few matches at a time
are held in memory.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from naishi.server.accounts.players import guest_name
from naishi.server.database.codes import CodeKind, new_code
from naishi.server.database.database import Database
from naishi.server.database.names import is_reserved, skeleton
from naishi.server.database.schema import (
    GONE,
    begun_matches,
    keys,
    matches,
    players,
    rated_matches,
    results,
    seats,
    solved,
)
from naishi.server.maintenance import export_format
from naishi.server.match.clock import clock_of, store_clock
from naishi.server.match.match import (
    NAISHI,
    columns_of,
    columns_of_table,
    every_match,
    people_among,
    read_options,
    results_of,
    written_options,
)
from naishi.server.match.store import is_sound
from naishi.server.match.storing import seat_rows
from naishi.server.ratings.ratings import insert_game, rated_games_of, recompute, sort_games

_PLAYER = ("id", "name", "named", "code", "recovery", "created", "last_seen")
_MATCH = ("id", "revision", "host", "public", "begun_at", "updated", "ended_at")
_PLAYERS_AND_KEYS = (
    select(players, keys.c.fingerprint, keys.c.name.label("key_name"), keys.c.added, keys.c.last_used)
    .outerjoin(keys, keys.c.player == players.c.id)
    .order_by(players.c.id, keys.c.fingerprint)
)


class Imported(NamedTuple):
    """What an import has added, and how many matches were here before."""

    players: int
    matches: int
    known: int


def export(database: Database, damaged: list[str], clock: Callable[[], float] = time.time) -> Iterator[str]:
    """Yield the lines of a server's players and matches, as they are at one moment.

    Args:
        damaged: Takes the ids of matches that are left out, since they can't be played on.
    """
    digest, count = hashlib.sha256(), 0
    for line in _lines(database, damaged, clock()):
        digest.update(line.encode())
        count += 1
        yield line
    yield export_format.written({"end": {"lines": count, "checksum": digest.hexdigest()}})


def import_(
    database: Database, content: Iterable[export_format.Part], clock: Callable[[], float] = time.time
) -> Imported:
    """Add the players and matches of an export, all or none; who and what is here already stays as it is.

    Clocks go on where they stood at the moment of the export.

    Raises NaishiError: something is wrong with the export.
    """
    with database.writing() as connection:
        adding = _Import(connection, clock())
        for part in content:
            if isinstance(part, export_format.PlayerLine):
                adding.add_player(part)
            elif isinstance(part, export_format.RatedGameLine):
                adding.add_rated_game(part)
            elif isinstance(part, export_format.TournamentLine):
                export_format.add_tournament(connection, part, adding.player)
            else:
                adding.add_match(part)
        if adding.has_rated_games:
            sort_games(connection)
            recompute(connection)
    return Imported(adding.players, adding.matches, adding.known)


def _lines(database: Database, damaged: list[str], now: float) -> Iterator[str]:
    with database.reading() as connection:
        yield export_format.written({"format": export_format.FORMAT, "version": export_format.VERSION})
        for player, rows in groupby(connection.execute(_PLAYERS_AND_KEYS), lambda row: row.id):
            tasks = select(solved.c.task).where(solved.c.player == player).order_by(solved.c.task)
            known = [*connection.execute(tasks).scalars()]
            yield export_format.written({"player": _player_line(list(rows)) | {"solved": known}})
        for match, taken in every_match(connection):
            if is_sound(match, taken):
                yield export_format.written({"match": _match_line(match, taken, now)})
            else:
                damaged.append(match.id)
        for game in rated_games_of(connection):
            both = [game.player_0, game.player_1]
            values = {"match": game.match, "players": both, "score": game.score, "ended_at": game.ended_at}
            yield export_format.written({"rated game": values})
        for tournament in export_format.tournament_lines(connection):
            yield export_format.written({"tournament": tournament})


def _player_line(rows: list[Any]) -> dict[str, Any]:
    """Return a player; there is a row for each key, or one without."""
    return {name: getattr(rows[0], name) for name in _PLAYER} | {
        "keys": [
            {"fingerprint": row.fingerprint, "name": row.key_name, "added": row.added, "last_used": row.last_used}
            for row in rows
            if row.fingerprint is not None
        ],
        "settings": json.loads(rows[0].settings),
    }


def _match_line(row: Any, seated: Sequence[Any], now: float) -> dict[str, Any]:
    clock, options = clock_of(row, seated), read_options(row.options)
    kind = {"expansion": options.get("expansion")} if row.game == NAISHI else {"game": row.game, "options": options}
    awaited = [seat.seat for seat in seated if seat.awaited and seat.player is not None]
    return {
        **{name: getattr(row, name) for name in _MATCH},
        **kind,
        "seats": [seat.player for seat in seated],
        "seen": [seat.seen for seat in seated],
        "seen_agreements": [seat.seen_agreements and json.loads(seat.seen_agreements) for seat in seated],
        "agreements": json.loads(row.agreements),
        "clock": clock
        and export_format.ClockLine.of(clock.stopped(awaited, now), awaited, by_turns=row.game == NAISHI).written(),
        "record": row.record and json.loads(row.record),
        "rated": row.rated is not None,
        "rated_outcome": row.rated_outcome,
    }


def _own_name(person: export_format.PlayerLine) -> str:
    """Return the name of a player; a drawn one where it is reserved here, as it may not be where the export is from."""
    return guest_name() if is_reserved(person.name, drawn=not person.named) else person.name


class _Import:
    """An import that is being done."""

    def __init__(self, connection: Connection, now: float) -> None:
        self.players = self.matches = self.known = 0
        self.has_rated_games = False
        self._connection, self._now = connection, now
        self._ids: dict[int | None, int | None] = {None: None}
        """By their numbers in the export, the players here."""
        self._gone: dict[int, export_format.PlayerLine] = {}
        """Players as whom nobody can come back: added only if a match needs them."""

    def add_player(self, person: export_format.PlayerLine) -> None:
        if person.gone:
            self._gone[person.id] = person
            return
        found = self._found(person)
        self._ids[person.id] = self._add(person, *self._free_name(person)) if found is None else found

    def add_match(self, played: export_format.Played) -> None:
        line, game = played
        known = select(matches.c.id).where(matches.c.id == line.id)
        if self._connection.execute(known).first() is not None:
            self.known += 1
            return
        self.matches += 1
        seated = [self.player(player) for player in line.seats]
        columns, awaited = columns_of_table(line.game) if game is None else columns_of(game, line.agreements)
        ended_at = None if columns["result"] is None else line.ended_at or line.updated
        match = {
            **columns,
            **line.model_dump(include={"id", "revision", "public", "updated"}),
            "options": written_options(line.chosen),
            "host": self.player(line.host),
            "invite": new_code(CodeKind.INVITE),
            "ended_at": ended_at,
        }
        self._connection.execute(insert(matches).values(match))
        seen_by = zip(seat_rows(line.id, game, tuple(seated), awaited), line.seen, line.seen_agreements, strict=True)
        rows = [row | {"seen": seen, "seen_agreements": then and then.model_dump_json()} for row, seen, then in seen_by]
        self._connection.execute(insert(seats), rows)
        people = () if game is None else people_among(game, awaited)
        if line.clock is not None:
            store_clock(self._connection, line.id, line.clock.clock(people).resumed(self._now), people)
        if line.begun_at is not None:
            self._connection.execute(insert(begun_matches).values(match=line.id, at=line.begun_at))
        if line.rated:
            self._connection.execute(insert(rated_matches).values(match=line.id, outcome=line.rated_outcome))
        if game is not None and ended_at is not None:
            rows = results_of(line.id, game, line.agreements, seated, ended_at)
            self._connection.execute(insert(results), rows)

    def add_rated_game(self, line: export_format.RatedGameLine) -> None:
        first, second = (self.player(player) for player in line.players)
        if first is not None and second is not None and first != second:
            added = insert_game(self._connection, line.match, (first, second), line.score, line.ended_at)
            self.has_rated_games |= added

    def player(self, number: int | None) -> int | None:
        if number in self._gone:
            person = self._gone.pop(number)
            self._ids[number] = self._add(person, _own_name(person), f"{GONE}{secrets.token_hex(8)}")
        return self._ids[number]

    def _found(self, person: export_format.PlayerLine) -> int | None:
        by_key = select(keys.c.player).where(keys.c.fingerprint.in_([key.fingerprint for key in person.keys]))
        by_code = select(players.c.id).where(players.c.code == person.code, players.c.code.is_not(None))
        by_recovery = select(players.c.id).where(players.c.recovery == person.recovery, players.c.recovery.is_not(None))
        for statement in (by_key, by_code, by_recovery):
            if (found := self._connection.execute(statement).scalars().first()) is not None:
                return int(found)
        return None

    def _free_name(self, person: export_format.PlayerLine) -> tuple[str, str]:
        """Return the name of a player and what it is compared by; a drawn one where someone else has the name."""
        name, same = _own_name(person), select(players.c.id)
        while not (key := skeleton(name)) or self._connection.execute(same.where(players.c.name_key == key)).first():
            name = guest_name()
        return name, key

    def _add(self, person: export_format.PlayerLine, name: str, name_key: str) -> int:
        values = person.model_dump(include={"code", "recovery", "created", "last_seen"}) | {
            "name": name,
            "name_key": name_key,
            "named": person.named and name == person.name,  # whoever has lost it is asked for another one
            "settings": json.dumps(person.settings, sort_keys=True),
        }
        added = self._connection.execute(insert(players).values(values)).inserted_primary_key
        assert added is not None  # noqa: S101 - SQLite always says
        for each in person.keys:
            self._connection.execute(insert(keys).values(player=added[0], **each.model_dump()))
        if person.solved:
            tasks = [{"player": added[0], "task": task} for task in sorted({*person.solved})]
            self._connection.execute(insert(solved), tasks)
        self.players += 1
        return int(added[0])
