"""Steps from each older version of the tables to the next.

Each step knows the tables before and after it by itself, not from `schema`, which says what they are today.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

Migration = Callable[[Connection], None]

FIRST = 12
"""The oldest version that can be brought up to date: that of Naishi 1.0."""

MIGRATIONS: Mapping[int, Migration] = {}
"""For each older version of the tables, what turns it into the next one, in a file as on PostgreSQL."""
