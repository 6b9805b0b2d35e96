"""Steps from each older version of the tables to the next.

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


MIGRATIONS: Mapping[int, Migration] = {12: _seat_any_number}
"""For each older version of the tables, what turns it into the next one."""
