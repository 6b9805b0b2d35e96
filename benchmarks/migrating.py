"""Migration time from version 12: `python benchmarks/migrating.py [MATCHES]`.

The matches are copies of those in the database that the tests migrate.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import count
from pathlib import Path

from clients import load

from naishi.server import Database
from naishi.server.database.database import DATABASE

SCRIPT = Path(__file__).parents[1] / "tests" / "naishi" / "server" / "database" / "version_12.sql"
OF_MATCHES = ("seats", "results", "clocks", "begun_matches", "rated_matches")


def make(path: Path, wanted: int) -> None:
    """Write a database with so many matches."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SCRIPT.read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
        ids = [row[0] for row in connection.execute("SELECT id FROM matches")]
        columns = [row[1] for row in connection.execute("PRAGMA table_info(matches)")]
        copied = ", ".join("? || id" if name in {"id", "invite"} else name for name in columns)
        rest = {
            table: ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})"))
            for table in OF_MATCHES
        }
        for number in count():
            if len(ids) * (number + 1) >= wanted:
                break
            copy = f"INSERT INTO matches SELECT {copied} FROM matches WHERE length(id) = 8"  # noqa: S608
            connection.execute(copy, (number,) * 2)
            for table, names in rest.items():
                chosen = names.replace('"match"', '? || "match"')
                copy = f"INSERT INTO {table} ({names}) SELECT {chosen} FROM {table}"  # noqa: S608
                connection.execute(f'{copy} WHERE length("match") = 8', (number,))
        connection.commit()


def main() -> None:
    """Measure it."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / DATABASE
        make(path, wanted)
        size = path.stat().st_size / 2**20
        began = time.perf_counter()
        Database(path).close()
        seconds = time.perf_counter() - began
        with closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("SELECT count(*) FROM matches").fetchone()
        print(f"{found} matches, {size:.0f} MB: {seconds:.1f} s; {load()}")


if __name__ == "__main__":
    main()
