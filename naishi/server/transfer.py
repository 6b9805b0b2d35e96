"""All players and matches of a server as text, to back them up or to move them to another one.

One JSON object a line: a head, the players, the matches, and an end with a checksum. Codes of guests are in it as
hashes only, and words of invitations not at all: an import draws new ones.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from naishi.i18n import _
from naishi.server.codes import new_code
from naishi.server.database import Database
from naishi.server.export_format import FORMAT, VERSION, Content, MatchLine, PlayerLine, written
from naishi.server.names import skeleton
from naishi.server.schema import keys, matches, players


class Imported(NamedTuple):
    """What an import has added, and how many matches were here before."""

    players: int
    matches: int
    known: int


def export(database: Database, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the lines of a server's players and matches, as they are at one moment.

    Args:
        database: The server's.
        without: Matches to leave out, because they are damaged.
    """
    digest, count = hashlib.sha256(), 0
    for line in _lines(database, without):
        digest.update(line.encode())
        count += 1
        yield line
    yield written({"end": {"lines": count, "checksum": digest.hexdigest()}})


def import_(database: Database, content: Content) -> Imported:
    """Add the players and matches of an export; who and what is here already stays as it is."""
    people, games = content
    with database.transaction() as connection:
        known = set(connection.execute(select(matches.c.id)).scalars())
        new = [game for game in games if game.id not in known]
        needed = {player for game in new for player in (game.host, *game.seats)}
        here: dict[int | None, int | None] = {None: None}
        added = 0
        for person in people:
            found = _found(connection, person)
            if found is None and (person.id in needed or person.code or person.keys):
                found, added = _add(connection, person), added + 1
            if found is not None:
                here[person.id] = found
        for game in new:
            connection.execute(insert(matches).values(_row(game, here)))
    return Imported(added, len(new), len(games) - len(new))


def _lines(database: Database, without: Collection[str]) -> Iterator[str]:
    with database.transaction() as connection:
        fingerprints: dict[int, list[str]] = {}
        for row in connection.execute(select(keys).order_by(keys.c.fingerprint)):
            fingerprints.setdefault(row.player, []).append(row.fingerprint)
        people = connection.execute(select(players).order_by(players.c.id)).all()
        all_games = select(matches).where(matches.c.id.not_in(without))
        games = connection.execute(all_games.order_by(matches.c.updated, matches.c.id)).all()
    yield written({"format": FORMAT, "version": VERSION})
    for row in people:
        person = {name: getattr(row, name) for name in ("id", "name", "named", "code", "created", "came")}
        more = {"keys": fingerprints.get(row.id, []), "settings": json.loads(row.settings)}
        yield written({"player": person | more})
    for row in games:
        match = {name: getattr(row, name) for name in ("id", "revision", "host", "public", "updated")}
        more = {
            "seats": [row.seat_0, row.seat_1],
            "seen": [row.seen_0, row.seen_1],
            "told": [each and json.loads(each) for each in (row.told_0, row.told_1)],
            "agreed": json.loads(row.agreed),
            "record": row.record and json.loads(row.record),
        }
        yield written({"match": match | more})


def _found(connection: Connection, person: PlayerLine) -> int | None:
    """Find a player who is here already, by a key or the code."""
    by_key = select(keys.c.player).where(keys.c.fingerprint.in_(person.keys))
    found = connection.execute(by_key).scalars().first()
    if found is None and person.code is not None:
        found = connection.execute(select(players.c.id).where(players.c.code == person.code)).scalars().first()
    return found


def _add(connection: Connection, person: PlayerLine) -> int:
    """Add a player; where somebody else has the name, the player has to choose another one."""
    name, named, key = person.name, person.named, skeleton(person.name)
    while not key or connection.execute(select(players.c.id).where(players.c.name_key == key)).first() is not None:
        name, named = _("Guest {number}").format(number=secrets.randbelow(10**6)), False
        key = skeleton(name)
    values = person.model_dump(include={"code", "created", "came"}) | {
        "name": name,
        "name_key": key,
        "named": named,
        "settings": json.dumps(person.settings, sort_keys=True),
    }
    added = int(connection.execute(insert(players).values(values)).inserted_primary_key[0])  # type: ignore[index]
    for fingerprint in person.keys:
        connection.execute(insert(keys).values(fingerprint=fingerprint, player=added))
    return added


def _row(game: MatchLine, here: dict[int | None, int | None]) -> dict[str, Any]:
    told = [None if each is None else each.model_dump_json() for each in game.told]
    return game.columns() | {
        "id": game.id,
        "revision": game.revision,
        "host": here[game.host],
        **{f"seat_{seat}": here[player] for seat, player in enumerate(game.seats)},
        **{f"seen_{seat}": seen for seat, seen in enumerate(game.seen)},
        **{f"told_{seat}": text for seat, text in enumerate(told)},
        "public": game.public,
        "invite": new_code(),
        "updated": game.updated,
    }
