"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

VERSION = 2
"""Stored in the file as `user_version`; raise it with every change of a table, and add a migration."""

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("name_key", String, unique=True, nullable=False),
    Column("named", Boolean, nullable=False),
    Column("code", String, unique=True),
    Column("created", Float, nullable=False),
    Column("came", Float, nullable=False),
    Column("settings", Text, nullable=False),
)
"""Everybody who was ever here, and when they came last. `code` is the hash of the code by which a guest comes back."""

keys = Table(
    "keys",
    metadata,
    Column("fingerprint", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
)
"""The public keys of players."""

link_codes = Table(
    "link_codes",
    metadata,
    Column("code", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
"""Hashes of the codes that add a key to a player."""

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("record", Text),
    Column("agreed", Text, nullable=False),
    Column("state", String, nullable=False),
    Column("turn", Integer),
    Column("round", Integer, nullable=False),
    Column("actions", Integer, nullable=False),
    Column("host", ForeignKey("players.id"), nullable=False),
    Column("seat_0", ForeignKey("players.id")),
    Column("seat_1", ForeignKey("players.id")),
    Column("seen_0", Integer, nullable=False),
    Column("seen_1", Integer, nullable=False),
    Column("told_0", Text),
    Column("told_1", Text),
    Column("public", Boolean, nullable=False),
    Column("invite", String, nullable=False),
    Column("updated", Float, nullable=False),
    Index("matches_by_state", "state", "public"),
    Index("matches_by_seat_0", "seat_0"),
    Index("matches_by_seat_1", "seat_1"),
    Index("matches_by_host", "host"),
)
"""One row a match; one without a record is a table at which somebody waits.

`turn`, `round` and `actions` (how many) repeat what the record says, so that the lobby replays nothing. `seen_0` counts
the actions that the player at seat 0 has seen, and `told_0` is what was agreed then; NULL before the first look.
"""
