"""The tables of the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

VERSION = 5
"""Stored in the file as `user_version`; raise it with every change of a table, and add a migration."""

GONE = "gone "
"""How the `name_key` of a player begins as whom nobody can come back; no skeleton of a name has a space in it."""
PAST_GONE = f"{GONE}~"

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("name_key", String, unique=True, nullable=False),
    Column("named", Boolean, nullable=False),
    Column("code", String, unique=True),
    Column("recovery", String),
    Column("created", Float, nullable=False),
    Column("last_seen", Float, nullable=False),
    Column("settings", Text, nullable=False),
    Index("players_by_last_seen", "last_seen"),
    Index("players_by_recovery", "recovery", unique=True),
)
"""Everybody with a name or a game here. `code` is the hash of the code by which a guest comes back, `recovery` that of
the code by which somebody who has lost a key gets the account back."""

keys = Table(
    "keys",
    metadata,
    Column("fingerprint", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("added", Float, nullable=False),
    Column("last_used", Float, nullable=False),
    Index("keys_by_player", "player"),
)
"""The public keys of players, and what each player calls them."""

link_codes = Table(
    "link_codes",
    metadata,
    Column("code", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("expires", Float, nullable=False),
    Index("link_codes_by_player", "player"),
    Index("link_codes_by_expiry", "expires"),
)
"""Hashes of the codes that add a key to a player."""

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("expansion", String),
    Column("agreements", Text, nullable=False),
    Column("state", String, nullable=False),
    Column("turn", Integer),
    Column("round", Integer, nullable=False),
    Column("actions", Integer, nullable=False),
    Column("result", String),
    Column("ended_at", Float),
    Column("host", ForeignKey("players.id"), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invite", String, nullable=False),
    Column("updated", Float, nullable=False),
    Column("record", Text),  # last: SQLite reads a row only as far as it must, and this is most of it
    Index("matches_listed", "state", "public", "updated"),
    Index("matches_by_host", "host", "state"),
    Index("matches_by_invite", "invite"),
)
"""One row a match; one without a record is a table at which somebody waits.

`turn`, `round` and `actions` (how many) repeat what the record says, so that the lobby replays nothing. `result` says
what ended the match: `finished`, `resigned` or `drawn`. `expansion` is the module that is played with, NULL for a base
game; it is chosen with the table, and never changes.
"""

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id")),
    Column("name", String, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("seen_agreements", Text),
    PrimaryKeyConstraint("match", "seat"),
    Index("seats_by_player", "player", "match"),
    sqlite_with_rowid=False,
)
"""Who sits where. At a table with one seat taken the second row is missing; a bot has no `player`, but a name.

`seen` counts the actions that the player has seen, and `seen_agreements` is what was agreed then; NULL before the first
look.
"""

results = Table(
    "results",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id")),
    Column("result", String, nullable=False),
    Column("points", Integer),
    Column("ended_at", Float, nullable=False),
    PrimaryKeyConstraint("match", "seat"),
    Index("results_by_player", "player", "ended_at"),
    sqlite_with_rowid=False,
)
"""How each seat of a match that is over did: `won`, `lost` or `drawn`, and the points where they were counted."""

deal_secrets = Table(
    "deal_secrets",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", String, nullable=False),
    Column("word", String, nullable=False),
    sqlite_with_rowid=False,
)
"""What the deal of a table at which somebody waits will be drawn from; once it has begun, the record has it."""


def is_gone(name_key: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether nobody can come back as the player with this `name_key`."""
    return name_key.between(GONE, PAST_GONE)
