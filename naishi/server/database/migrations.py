"""Schema migrations, version by version.

Each step knows the tables before and after it by itself, not from `schema`, which says what they are today, and is made
for a file as for PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

Migration = Callable[[Connection], None]

FIRST = 12
"""The oldest version that can be brought up to date: that of Naishi 1.0."""


def _seat_any_number(connection: Connection) -> None:
    """Keep by seat who is awaited, the place in the end and the time; a table has a row for each of its seats."""
    cascading = 'FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE'
    text, end = ("VARCHAR", " WITHOUT ROWID") if connection.dialect.name == "sqlite" else ('VARCHAR COLLATE "C"', "")
    table = f'"match" {text} NOT NULL, %s, PRIMARY KEY ("match", seat), {cascading}'
    times = 'seat INTEGER NOT NULL, "left" FLOAT NOT NULL, turned FLOAT NOT NULL, warned FLOAT, spare FLOAT'
    turn = 'SELECT turn FROM matches WHERE matches.id = clocks."match"'
    for statement in (
        "ALTER TABLE matches RENAME COLUMN expansion TO options",
        """UPDATE matches SET options = '{"expansion": "' || options || '"}' WHERE options IS NOT NULL""",
        "ALTER TABLE seats ADD COLUMN awaited BOOLEAN DEFAULT false NOT NULL",
        'UPDATE seats SET awaited = true WHERE seat = (SELECT turn FROM matches WHERE matches.id = seats."match")',
        'INSERT INTO seats ("match", seat, name, seen)'
        " SELECT id, 1, '', 0 FROM matches WHERE state = 'open'",  # nobody has sat down there yet
        "ALTER TABLE results ADD COLUMN rank INTEGER",
        "UPDATE results SET rank = CASE result WHEN 'lost' THEN 2 ELSE 1 END WHERE result IN ('won', 'drawn', 'lost')",
        f"CREATE TABLE times ({table % times}){end}",
        *(
            f'INSERT INTO times SELECT "match", {seat}, left_{seat}, turned,'  # noqa: S608
            f" CASE WHEN ({turn}) = {seat} THEN warned END, NULL FROM clocks"
            for seat in (0, 1)
        ),
        *(f"ALTER TABLE clocks DROP COLUMN {column}" for column in ("left_0", "left_1", "turned", "warned")),
        "ALTER TABLE matches DROP COLUMN turn",
    ):
        connection.exec_driver_sql(statement)
    _report_several(connection)


def _report_several(connection: Connection) -> None:
    """Let a player report more than one other of a match."""
    unique = 'UNIQUE ("match", reporter, reported)'
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(f"ALTER TABLE reports DROP CONSTRAINT reports_match_reporter_key, ADD {unique}")
        return
    numbers = 'number INTEGER NOT NULL, at FLOAT NOT NULL, "match" VARCHAR NOT NULL, revision INTEGER NOT NULL'
    names = "reporter INTEGER, reporter_name VARCHAR NOT NULL, reported INTEGER, reported_name VARCHAR NOT NULL"
    players = (f"FOREIGN KEY({who}) REFERENCES players (id) ON DELETE SET NULL" for who in ("reporter", "reported"))
    columns = ", ".join((numbers, "reason VARCHAR NOT NULL", names, "PRIMARY KEY (number)", unique, *players))
    for statement in (
        "ALTER TABLE reports RENAME TO reports_before",
        f"CREATE TABLE reports ({columns})",
        "INSERT INTO reports SELECT * FROM reports_before",
        "DROP TABLE reports_before",
        *(f"CREATE INDEX reports_by_{each} ON reports ({each})" for each in ("at", "reporter", "reported")),
    ):
        connection.exec_driver_sql(statement)


def _let_operators_act(connection: Connection) -> None:
    """Keep whom an operator has banned, muted or renamed, and each change that an operator has made."""
    sqlite = connection.dialect.name == "sqlite"
    text, rowless = ("VARCHAR", " WITHOUT ROWID") if sqlite else ('VARCHAR COLLATE "C"', "")
    number = "INTEGER NOT NULL" if sqlite else "SERIAL NOT NULL"
    times = f"at FLOAT NOT NULL, until FLOAT NOT NULL, why {text} NOT NULL"
    cascading = "FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE"
    for statement in (
        f"CREATE TABLE bans (kind {text} NOT NULL, subject {text} NOT NULL, player INTEGER, {times},"
        f" PRIMARY KEY (kind, subject), {cascading}){rowless}",
        "CREATE INDEX bans_by_player ON bans (player)",
        "CREATE INDEX bans_by_until ON bans (until)",
        f"CREATE TABLE silences (player INTEGER NOT NULL, {times}, PRIMARY KEY (player), {cascading})",
        "CREATE INDEX silences_by_until ON silences (until)",
        f"CREATE TABLE former_names (name_key {text} NOT NULL, name {text} NOT NULL, player INTEGER,"
        " told BOOLEAN NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (name_key),"
        f" FOREIGN KEY(player) REFERENCES players (id) ON DELETE SET NULL){rowless}",
        "CREATE INDEX former_names_by_player ON former_names (player)",
        "CREATE INDEX former_names_by_told ON former_names (told, until)",
        f"CREATE TABLE audit (number {number}, at FLOAT NOT NULL, who {text} NOT NULL, what {text} NOT NULL,"
        f" whom {text} NOT NULL, detail {text} NOT NULL, until FLOAT, why {text} NOT NULL, PRIMARY KEY (number))",
        "CREATE INDEX audit_by_at ON audit (at)",
    ):
        connection.exec_driver_sql(statement)


def _leave_phrases(connection: Connection) -> None:
    """Keep what a player says to another one who is away."""
    sqlite = connection.dialect.name == "sqlite"
    text, end = ("VARCHAR", " WITHOUT ROWID") if sqlite else ('VARCHAR COLLATE "C"', "")
    connection.exec_driver_sql(
        f'CREATE TABLE left_phrases ("match" {text} NOT NULL, reader INTEGER NOT NULL, speaker INTEGER NOT NULL,'
        f' phrase {text} NOT NULL, PRIMARY KEY ("match", reader, speaker),'
        f' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE){end}'
    )


MIGRATIONS: Mapping[int, Migration] = {12: _seat_any_number, 13: _let_operators_act, 14: _leave_phrases}
"""For each older version of the tables, what turns it into the next one."""
