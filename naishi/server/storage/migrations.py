"""What brings the tables of an older version up to the next one.

Each step knows the tables before and after it by itself, not from `schema`, which says what they are today.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from naishi.game.record import GameRecord
from naishi.server.storage.lookalikes import skeletons
from naishi.server.storage.match import Agreements

Migration = Callable[[Connection], None]

FIRST_FOR_BOTH = 12
"""The version that databases on PostgreSQL began with: each migration from here on is made for both."""
BATCH = 500
"""Matches that are held in memory at a time."""

Row = dict[str, Any]


def _add_settings_and_news(connection: Connection) -> None:
    """Keep settings with players, when they came last, and what they have seen of agreements."""
    for statement in (
        "ALTER TABLE players ADD COLUMN came FLOAT NOT NULL DEFAULT 0",
        "ALTER TABLE players ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
        "UPDATE players SET came = CAST(strftime('%s', 'now') AS FLOAT)",
        "ALTER TABLE matches ADD COLUMN told_0 TEXT",
        "ALTER TABLE matches ADD COLUMN told_1 TEXT",
        "UPDATE matches SET told_0 = agreed, told_1 = agreed WHERE record IS NOT NULL",
    ):
        connection.exec_driver_sql(statement)


def _make_seats_a_table(connection: Connection) -> None:
    """Keep seats and results in tables of their own, and with keys what they are called."""
    for index in ("state", "seat_0", "seat_1", "host"):
        connection.exec_driver_sql(f"DROP INDEX matches_by_{index}")
    connection.exec_driver_sql("DROP TABLE link_codes")  # they are good for ten minutes
    for table in ("players", "keys", "matches"):
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO old_{table}")
    _create(connection, 3)
    _insert(connection, "players", _players(connection))
    connection.exec_driver_sql(
        "INSERT INTO keys SELECT fingerprint, player, '', created, last_seen FROM old_keys"
        " JOIN players ON players.id = old_keys.player"
    )
    for rows in _batches(connection):
        _insert(connection, "matches", map(_match, rows))
        _insert(connection, "seats", (seat for row in rows for seat in _seats(row)))
        _insert(connection, "results", (result for row in rows for result in _results(row)))
    for table in ("keys", "matches", "players"):
        connection.exec_driver_sql(f"DROP TABLE old_{table}")


def _add_expansion(connection: Connection) -> None:
    """Keep with each match the module that it is played with: none so far."""
    for index in ("matches_listed", "matches_by_host", "matches_by_invite", "results_by_player", "seats_by_player"):
        connection.exec_driver_sql(f"DROP INDEX {index}")
    for table in ("matches", "results", "seats"):  # all that know of matches: else seats would go with the old table
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO old_{table}")
    _create(connection, 4)
    columns = (
        "id, revision, game, rules_version, agreements, state, turn, round, actions, result, ended_at, host, public,"
        " invite, updated, record"
    )
    connection.exec_driver_sql(f"INSERT INTO matches ({columns}) SELECT {columns} FROM old_matches")  # noqa: S608
    for table in ("results", "seats"):
        connection.exec_driver_sql(f"INSERT INTO {table} SELECT * FROM old_{table}")  # noqa: S608
    for table in ("results", "seats", "matches"):
        connection.exec_driver_sql(f"DROP TABLE old_{table}")


def _add_deal_secrets(connection: Connection) -> None:
    """Keep with each open table the secret of its deal: those that are open have none, and their deals no proof."""
    connection.exec_driver_sql(
        "CREATE TABLE deal_secrets (match VARCHAR NOT NULL, secret VARCHAR NOT NULL, word VARCHAR NOT NULL,"
        " PRIMARY KEY (match), FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID"
    )


def _add_ratings(connection: Connection) -> None:
    """Keep rated games, and the ratings that follow from them: none so far."""
    _create(connection, 6)


def _add_clocks(connection: Connection) -> None:
    """Keep the time that players have, and when the server was known to be running."""
    for statement in (
        "CREATE TABLE clocks (match VARCHAR NOT NULL, control VARCHAR NOT NULL, left_0 FLOAT NOT NULL,"
        " left_1 FLOAT NOT NULL, turned FLOAT NOT NULL, since FLOAT, waits BOOLEAN NOT NULL, warned FLOAT,"
        " deadline FLOAT, PRIMARY KEY (match),"
        " FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID",
        "CREATE INDEX clocks_by_deadline ON clocks (deadline)",
        "CREATE TABLE alive (id INTEGER NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (id))",
    ):
        connection.exec_driver_sql(statement)


def _add_plans(connection: Connection) -> None:
    """Keep what players want to do if the other player does something."""
    connection.exec_driver_sql(
        'CREATE TABLE plans ("match" VARCHAR NOT NULL, seat INTEGER NOT NULL, "plan" TEXT NOT NULL,'
        ' PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID'
    )


def _add_own_games(connection: Connection) -> None:
    """Keep analyses of matches, what players learn from them, and which lessons and puzzles they have solved."""
    for statement in (
        'CREATE TABLE analyses ("match" VARCHAR NOT NULL, document BLOB NOT NULL, PRIMARY KEY ("match"),'
        ' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE)',
        'CREATE TABLE exercises (player INTEGER NOT NULL, "match" VARCHAR NOT NULL, ply INTEGER NOT NULL,'
        " decision TEXT NOT NULL, box INTEGER NOT NULL, due VARCHAR,"
        ' PRIMARY KEY (player, "match", ply), FOREIGN KEY(player) REFERENCES players (id),'
        ' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID',
        'CREATE INDEX exercises_by_match ON exercises ("match")',
        "CREATE INDEX exercises_due ON exercises (player, due)",
        "CREATE TABLE solved (player INTEGER NOT NULL, task VARCHAR NOT NULL, PRIMARY KEY (player, task),"
        " FOREIGN KEY(player) REFERENCES players (id)) WITHOUT ROWID",
    ):
        connection.exec_driver_sql(statement)


def _add_muting_and_reports(connection: Connection) -> None:
    """Keep who is shown no phrases of whom, and what players have reported: nothing so far."""
    for statement in (
        "CREATE TABLE muted_players (player INTEGER NOT NULL, muted INTEGER NOT NULL, PRIMARY KEY (player, muted),"
        " FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE,"
        " FOREIGN KEY(muted) REFERENCES players (id) ON DELETE CASCADE) WITHOUT ROWID",
        "CREATE INDEX muted_players_by_muted ON muted_players (muted)",
        'CREATE TABLE reports (number INTEGER NOT NULL, at FLOAT NOT NULL, "match" VARCHAR NOT NULL,'
        " revision INTEGER NOT NULL, reason VARCHAR NOT NULL, reporter INTEGER, reporter_name VARCHAR NOT NULL,"
        ' reported INTEGER, reported_name VARCHAR NOT NULL, PRIMARY KEY (number), UNIQUE ("match", reporter),'
        " FOREIGN KEY(reporter) REFERENCES players (id) ON DELETE SET NULL,"
        " FOREIGN KEY(reported) REFERENCES players (id) ON DELETE SET NULL)",
        "CREATE INDEX reports_by_at ON reports (at)",
        "CREATE INDEX reports_by_reporter ON reports (reporter)",
        "CREATE INDEX reports_by_reported ON reports (reported)",
    ):
        connection.exec_driver_sql(statement)


def _add_tournaments(connection: Connection) -> None:
    """Keep tournaments: who plays in each, and the games of its rounds."""
    for statement in (
        "CREATE TABLE tournaments (id VARCHAR NOT NULL, name VARCHAR NOT NULL, kind VARCHAR NOT NULL, rounds INTEGER,"
        " places INTEGER NOT NULL, control VARCHAR NOT NULL, expansion VARCHAR, rated BOOLEAN NOT NULL,"
        " public BOOLEAN NOT NULL, invite VARCHAR NOT NULL, host INTEGER NOT NULL, state VARCHAR NOT NULL,"
        " round INTEGER NOT NULL, updated FLOAT NOT NULL, PRIMARY KEY (id),"
        " FOREIGN KEY(host) REFERENCES players (id))",
        "CREATE INDEX tournaments_listed ON tournaments (state, public, updated)",
        "CREATE INDEX tournaments_by_host ON tournaments (host, state)",
        "CREATE INDEX tournaments_by_invite ON tournaments (invite)",
        "CREATE TABLE tournament_players (tournament VARCHAR NOT NULL, number INTEGER NOT NULL,"
        " player INTEGER NOT NULL, withdrawn BOOLEAN NOT NULL, PRIMARY KEY (tournament, number),"
        " FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE,"
        " FOREIGN KEY(player) REFERENCES players (id)) WITHOUT ROWID",
        "CREATE INDEX tournament_players_by_player ON tournament_players (player)",
        "CREATE TABLE tournament_games (tournament VARCHAR NOT NULL, round INTEGER NOT NULL, board INTEGER NOT NULL,"
        ' first INTEGER NOT NULL, second INTEGER, "match" VARCHAR, score_0 FLOAT, score_1 FLOAT,'
        " PRIMARY KEY (tournament, round, board),"
        " FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE,"
        ' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE SET NULL) WITHOUT ROWID',
        'CREATE INDEX tournament_games_by_match ON tournament_games ("match")',
    ):
        connection.exec_driver_sql(statement)


def _add_deals_that_follow(connection: Connection) -> None:
    """Keep what the deals of rematches and tournaments are drawn from, and when games began."""
    for statement in (
        "CREATE TABLE deal_key (id INTEGER NOT NULL, key VARCHAR NOT NULL, PRIMARY KEY (id))",
        'CREATE TABLE rematch_words ("match" VARCHAR NOT NULL, seat INTEGER NOT NULL, word VARCHAR NOT NULL,'
        ' PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID',
        "CREATE TABLE tournament_words (tournament VARCHAR NOT NULL, player INTEGER NOT NULL, round INTEGER NOT NULL,"
        " word VARCHAR NOT NULL, PRIMARY KEY (tournament, player),"
        " FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE,"
        " FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE) WITHOUT ROWID",
        "CREATE INDEX tournament_words_by_player ON tournament_words (player)",
        'CREATE TABLE begun_matches ("match" VARCHAR NOT NULL, at FLOAT NOT NULL, PRIMARY KEY ("match"),'
        ' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE) WITHOUT ROWID',
    ):
        connection.exec_driver_sql(statement)


def _create(connection: Connection, version: int) -> None:
    """Make the tables that a version began with."""
    for statement in Path(__file__).with_name(f"version_{version}.sql").read_text("utf-8").strip().split(";\n"):
        connection.exec_driver_sql(statement)


def _insert(connection: Connection, table: str, rows: Iterator[Row]) -> None:
    if found := list(rows):
        columns = ", ".join(f'"{column}"' for column in found[0])
        values = ", ".join(f":{column}" for column in found[0])
        connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({values})", found)  # noqa: S608


def _players(connection: Connection) -> Iterator[Row]:
    """Return players whose names are compared as they are now; of two that look alike, the older one keeps its key.

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


def _batches(connection: Connection) -> Iterator[list[Any]]:
    last = ""
    some = "SELECT * FROM old_matches WHERE id > ? ORDER BY id LIMIT ?"
    while rows := list(connection.exec_driver_sql(some, (last, BATCH))):
        yield rows
        last = rows[-1].id


def _match(old: Any) -> Row:
    over = old.state == "over"
    same = ("id", "revision", "record", "state", "turn", "round", "actions", "host", "public", "invite", "updated")
    return {name: getattr(old, name) for name in same} | {
        "game": "naishi",
        "rules_version": 1,
        "agreements": _agreements(old.agreed),
        "result": _result(old) if over else None,
        "ended_at": old.updated if over else None,
    }


def _seats(old: Any) -> Iterator[Row]:
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


def _results(old: Any) -> Iterator[Row]:
    """Return how both seats did; nothing where the game isn't over, or can't be replayed."""
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


MIGRATIONS: Mapping[int, Migration] = {
    1: _add_settings_and_news,
    2: _make_seats_a_table,
    3: _add_expansion,
    4: _add_deal_secrets,
    5: _add_ratings,
    6: _add_clocks,
    7: _add_plans,
    8: _add_own_games,
    9: _add_muting_and_reports,
    10: _add_tournaments,
    11: _add_deals_that_follow,
}
"""For each older version of the tables, what turns it into the next one."""
