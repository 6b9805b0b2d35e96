"""What brings the tables of an older version up to the next one.

Each step knows the tables before and after it by itself, not from `schema`, which says what they are today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sqlalchemy import Connection

from naishi.server.storage import old_rows
from naishi.server.storage.old_rows import Row

Migration = Callable[[Connection], None]

FIRST_FOR_BOTH = 12
"""The version that databases on PostgreSQL began with: each migration from here on is made for both."""


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
    _insert(connection, "players", old_rows.players(connection))
    connection.exec_driver_sql(
        "INSERT INTO keys SELECT fingerprint, player, '', created, last_seen FROM old_keys"
        " JOIN players ON players.id = old_keys.player"
    )
    for rows in old_rows.matches(connection):
        _insert(connection, "matches", map(old_rows.match, rows))
        _insert(connection, "seats", (seat for row in rows for seat in old_rows.seats(row)))
        _insert(connection, "results", (result for row in rows for result in old_rows.results(row)))
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
