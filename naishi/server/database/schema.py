"""The tables of the database.

They follow from a key that is drawn once for a server. So each is committed to long before it is needed, at any time
and by any process, and nothing has to be stored of it.
"""

import hmac
import json
import secrets
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
    text,
)

from naishi.tabletop.chance import commitment_to

VERSION = 15
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
the code by which someone who has lost a key gets the account back."""

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
    Column("options", String),
    Column("agreements", Text, nullable=False),
    Column("state", String, nullable=False),
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
"""One row a match; one without a record is a table at which someone waits.

`game` is the key of its kind. `round` and `actions` (how many) repeat what the record says, as `seats.awaited` does, so
that the lobby replays nothing. `result` says what ended the match: `finished`, `resigned`, `timed out`, `claimed`,
`drawn`, `aborted` or `unplayed`. `options` are those of its kind, as JSON, NULL for the usual ones; they are chosen
with the table, and never change.
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
    Column("awaited", Boolean, nullable=False, server_default=text("false")),
    PrimaryKeyConstraint("match", "seat"),
    Index("seats_by_player", "player", "match"),
    sqlite_with_rowid=False,
)
"""Who sits where, a row for each seat. A bot has no `player`, but a name; a seat that nobody has taken yet has neither.

`seen` counts the actions that the player has seen, and `seen_agreements` is what was agreed then; NULL before the first
look. `awaited` says whether the seat has to decide something now.
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
    Column("rank", Integer),
    PrimaryKeyConstraint("match", "seat"),
    Index("results_by_player", "player", "ended_at"),
    sqlite_with_rowid=False,
)
"""How each seat of a match that is over did: `won`, `lost` or `drawn`, its place, and its points where they count.

The places count from 1, and are shared by equals. Of a match that was called off, the seat that has done so `aborted`,
and for the others it was `unplayed`; nobody has a place.
"""

rated_matches = Table(
    "rated_matches",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("outcome", String),
)
"""Tables and matches that were made to count for ratings; whether they did is the `outcome` of those that are over.

That is `counted`, `short` (given up before the tenth action), `often` (the two had played enough of each other that
day) or `aborted`. It is settled once, with the write that ends the match.
"""

rated_games = Table(
    "rated_games",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("match", String, unique=True, nullable=False),
    Column("player_0", ForeignKey("players.id"), nullable=False),
    Column("player_1", ForeignKey("players.id"), nullable=False),
    Column("score", Float, nullable=False),
    Column("ended_at", Float, nullable=False),
    *(Column(f"{name}_{seat}", Float, nullable=False) for seat in (0, 1) for name in ("before", "points", "deviation")),
    Column("first_seat", Float, nullable=False),
    Column("first_seat_deviation", Float, nullable=False),
    Index("rated_games_by_player_0", "player_0", "ended_at"),
    Index("rated_games_by_player_1", "player_1", "ended_at"),
)
"""The games that ratings follow from, in the order in which they ended; a row stays when its match is removed.

What counts is who played, the `score` of the first seat, and when the game ended. The columns behind those are worked
out from these in all rows up to this one: the points of both players before it and after it, and what the first seat
was worth after it.
"""

ratings = Table(
    "ratings",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("points", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("played", Float, nullable=False),
    Index("ratings_by_points", "points"),
)
"""The rating of each player after their last rated game, which was `played` then: worked out from `rated_games`."""

linked_players = Table(
    "linked_players",
    metadata,
    Column("one", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("other", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("one", "other"),
    Index("linked_players_by_other", "other"),
    Index("linked_players_by_until", "until"),
    sqlite_with_rowid=False,
)
"""Pairs, the lower number first, that have shared a key, an address or an invitation; which of these isn't stored."""

challenges = Table(
    "challenges",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Index("challenges_by_player", "player"),
)
"""The one player for whom a table was made, until it is filled; nobody else may sit down there."""

blocked_players = Table(
    "blocked_players",
    metadata,
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("blocked", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("player", "blocked"),
    Index("blocked_players_by_blocked", "blocked"),
    sqlite_with_rowid=False,
)
"""Whom a player doesn't want to be challenged by, nor to find at their tables."""

muted_players = Table(
    "muted_players",
    metadata,
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("muted", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("player", "muted"),
    Index("muted_players_by_muted", "muted"),
    sqlite_with_rowid=False,
)
"""Whose phrases a player doesn't want to be shown."""

left_phrases = Table(
    "left_phrases",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("reader", Integer, nullable=False),
    Column("speaker", Integer, nullable=False),
    Column("phrase", String, nullable=False),
    PrimaryKeyConstraint("match", "reader", "speaker"),
    sqlite_with_rowid=False,
)
"""What one player of a match has said last to another one who was away, by seat, until that one comes."""

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("match", String, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("reason", String, nullable=False),
    Column("reporter", ForeignKey("players.id", ondelete="SET NULL")),
    Column("reporter_name", String, nullable=False),
    Column("reported", ForeignKey("players.id", ondelete="SET NULL")),
    Column("reported_name", String, nullable=False),
    UniqueConstraint("match", "reporter", "reported"),
    Index("reports_by_at", "at"),
    Index("reports_by_reporter", "reporter"),
    Index("reports_by_reported", "reported"),
)
"""What a player has reported of another one to whoever runs the server; a row stays when its match is removed.

Both names and the match's revision are those of that moment.
"""

deal_secrets = Table(
    "deal_secrets",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", String, nullable=False),
    Column("word", String, nullable=False),
    sqlite_with_rowid=False,
)
"""What the deal of a table at which someone waits will be drawn from; once it has begun, the record has it."""

deal_key = Table("deal_key", metadata, Column("id", Integer, primary_key=True), Column("key", String, nullable=False))
"""One row: what the secrets of rematches and of the games of tournaments follow from, see `deal_key.DealKey`."""

rematch_words = Table(
    "rematch_words",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("word", String, nullable=False),
    PrimaryKeyConstraint("match", "seat"),
    sqlite_with_rowid=False,
)
"""What the player at a seat of a finished match adds to the deal of the rematch, until that begins."""

tournament_words = Table(
    "tournament_words",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("word", String, nullable=False),
    PrimaryKeyConstraint("tournament", "player"),
    Index("tournament_words_by_player", "player"),
    sqlite_with_rowid=False,
)
"""What a player adds to the deal of their game in the next round of a tournament, until that round begins."""

begun_matches = Table(
    "begun_matches",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)
"""When the game of a match began; nothing of those from before this was noted."""

clocks = Table(
    "clocks",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("control", String, nullable=False),
    Column("since", Float),
    Column("waits", Boolean, nullable=False),
    Column("deadline", Float),
    Index("clocks_by_deadline", "deadline"),
    sqlite_with_rowid=False,
)
"""The clocks of matches, see `clock.Clock`; none against a bot, nor in a match from before there were any.

`deadline` is when the time of the first of the awaited seats runs out, NULL while none counts.
"""

times = Table(
    "times",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("left", Float, nullable=False),
    Column("turned", Float, nullable=False),
    Column("warned", Float),
    Column("spare", Float),
    PrimaryKeyConstraint("match", "seat"),
    sqlite_with_rowid=False,
)
"""The time of each seat of a match with a clock: the seconds that were `left` at `clocks.since`.

`turned` is when the seat was asked what it has to decide, and `warned` when it was warned that it may be taken to have
left. `spare` is what was left when it decided last, which is all that it has if that decision is withdrawn.
"""

alive = Table("alive", metadata, Column("id", Integer, primary_key=True), Column("at", Float, nullable=False))
"""One row: when the server was known to be running last, while a clock was; the time of all processes, of several."""

plans = Table(
    "plans",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("plan", Text, nullable=False),
    PrimaryKeyConstraint("match", "seat"),
    sqlite_with_rowid=False,
)
"""What the player at a seat wants to do if the other player does something, and what became of it last."""

analyses = Table(
    "analyses",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("document", LargeBinary, nullable=False),
)
"""What an analysis of a finished match has found, without the names of its players, compressed."""

exercises = Table(
    "exercises",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("decision", Text, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", String),
    PrimaryKeyConstraint("player", "match", "ply"),
    Index("exercises_by_match", "match"),
    Index("exercises_due", "player", "due"),
    sqlite_with_rowid=False,
)
"""Mistakes that a player learns from: after how many actions of which match, and the day on which each comes again;
NULL once it is done with, so that it isn't added again."""

solved = Table(
    "solved",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("task", String, nullable=False),
    PrimaryKeyConstraint("player", "task"),
    sqlite_with_rowid=False,
)
"""The tasks of lessons and the puzzles that a player has solved here."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("rounds", Integer),
    Column("places", Integer, nullable=False),
    Column("control", String, nullable=False),
    Column("expansion", String),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invite", String, nullable=False),
    Column("host", ForeignKey("players.id"), nullable=False),
    Column("state", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("updated", Float, nullable=False),
    Index("tournaments_listed", "state", "public", "updated"),
    Index("tournaments_by_host", "host", "state"),
    Index("tournaments_by_invite", "invite"),
)
"""One row a tournament: `open` until it begins, then `playing`, then `over`.

`rounds` is how many there are to be; NULL before it begins for as many as are usual. `round` is the one being played, 0
before the first.
"""

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    PrimaryKeyConstraint("tournament", "number"),
    Index("tournament_players_by_player", "player"),
    sqlite_with_rowid=False,
)
"""Who plays in a tournament, by numbers: in the order in which they joined, from the first round on by strength."""

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("match", ForeignKey("matches.id", ondelete="SET NULL")),
    Column("score_0", Float),
    Column("score_1", Float),
    PrimaryKeyConstraint("tournament", "round", "board"),
    Index("tournament_games_by_match", "match"),
    sqlite_with_rowid=False,
)
"""Who plays whom in each round, by their numbers; `second` is NULL for a bye, and `match` where nothing is played.

The scores are NULL until the match is over: they are stored with the write that ends it. All else of a tournament, such
as its standings and the next round, follows from these rows.
"""


bans = Table(
    "bans",
    metadata,
    Column("kind", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("player", ForeignKey("players.id", ondelete="CASCADE")),
    Column("at", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("why", String, nullable=False),
    PrimaryKeyConstraint("kind", "subject"),
    Index("bans_by_player", "player"),
    Index("bans_by_until", "until"),
    sqlite_with_rowid=False,
)
"""Who may not come in: a `key` by its fingerprint, a `network` as it is written, or a `player` by their number."""

silences = Table(
    "silences",
    metadata,
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("why", String, nullable=False),
    Index("silences_by_until", "until"),
)
"""The players whom the operator has muted for everybody."""

former_names = Table(
    "former_names",
    metadata,
    Column("name_key", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("player", ForeignKey("players.id", ondelete="SET NULL")),
    Column("told", Boolean, nullable=False),
    Column("until", Float, nullable=False),
    Index("former_names_by_player", "player"),
    Index("former_names_by_told", "told", "until"),
    sqlite_with_rowid=False,
)
"""The names that the operator has taken from players, until when nobody may have them, and whether they know."""

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("who", String, nullable=False),
    Column("what", String, nullable=False),
    Column("whom", String, nullable=False),
    Column("detail", String, nullable=False),
    Column("until", Float),
    Column("why", String, nullable=False),
    Index("audit_by_at", "at"),
)
"""Each change that an operator has made: which user of the system, when, what, about whom, until when and why."""


def is_gone(name_key: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether nobody can come back as the player with this `name_key`."""
    return name_key.between(GONE, PAST_GONE)


_KEY = select(deal_key.c.key).where(deal_key.c.id == 1)
THE_DEAL_KEY = _KEY.scalar_subquery().label("deal_key")
"""The key, as a column of another statement."""


class DealKey(NamedTuple):
    """What they follow from; as secret as all of them."""

    key: str

    def of_rematch(self, match: str) -> str:
        return self._secret("rematch", match)

    def of_round(self, tournament: str, number: int, boards: int) -> list[str]:
        """Return the secrets of a round of a tournament, board by board."""
        return [self._secret("tournament", tournament, number, board) for board in range(1, boards + 1)]

    def commitments(self, tournament: str, number: int, boards: int) -> tuple[str, ...]:
        """Return the commitments to the secrets of a round."""
        return tuple(map(commitment_to, self.of_round(tournament, number, boards)))

    def _secret(self, *what: str | int) -> str:
        return hmac.new(self.key.encode(), json.dumps(what).encode(), "sha256").hexdigest()[:32]


def make_deal_key(db: Connection) -> None:
    if db.execute(_KEY).first() is None:
        db.execute(insert(deal_key).values(id=1, key=secrets.token_hex(32)))


def find_deal_key(db: Connection) -> DealKey:
    return DealKey(db.execute(_KEY).scalar_one())
