"""The tables of the database."""

import hmac
import json
import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

VERSION = 15
"""Stored in the file as `user_version`; raise it with every change of a table, and add a migration."""

GONE = "gone "
"""How the `name_key` of a player begins as whom nobody can come back; no skeleton of a name has a space in it."""
PAST_GONE = f"{GONE}~"

metadata = sa.MetaData()


def _table(name: str, *parts: sa.schema.SchemaItem, sqlite_with_rowid: bool = True) -> sa.Table:
    return sa.Table(name, metadata, *parts, sqlite_with_rowid=sqlite_with_rowid)


def _match() -> sa.Column[Any]:
    """The match that a row belongs to, and goes with."""
    return sa.Column("match", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _filled(name: str, kind: type[sa.types.TypeEngine[Any]] = sa.String) -> sa.Column[Any]:
    """A column that has a value in each row."""
    return sa.Column(name, kind, nullable=False)


players = _table(
    "players",
    sa.Column("id", sa.Integer, primary_key=True),
    _filled("name"),
    sa.Column("name_key", sa.String, unique=True, nullable=False),
    _filled("named", sa.Boolean),
    sa.Column("code", sa.String, unique=True),
    sa.Column("recovery", sa.String),
    _filled("created", sa.Float),
    _filled("last_seen", sa.Float),
    _filled("settings", sa.Text),
    sa.Index("players_by_last_seen", "last_seen"),
    sa.Index("players_by_recovery", "recovery", unique=True),
)
"""Everybody with a name or a game here. `code` is the hash of the code by which a guest comes back, `recovery` that of
the code by which someone who has lost a key gets the account back."""

keys = _table(
    "keys",
    sa.Column("fingerprint", sa.String, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    _filled("name"),
    _filled("added", sa.Float),
    _filled("last_used", sa.Float),
    sa.Index("keys_by_player", "player"),
)
"""The public keys of players, and what each player calls them."""

link_codes = _table(
    "link_codes",
    sa.Column("code", sa.String, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    _filled("expires", sa.Float),
    sa.Index("link_codes_by_player", "player"),
    sa.Index("link_codes_by_expiry", "expires"),
)
"""Hashes of the codes that add a key to a player."""

matches = _table(
    "matches",
    sa.Column("id", sa.String, primary_key=True),
    _filled("revision", sa.Integer),
    _filled("game"),
    _filled("rules_version", sa.Integer),
    sa.Column("options", sa.String),
    _filled("agreements", sa.Text),
    _filled("state"),
    _filled("round", sa.Integer),
    _filled("actions", sa.Integer),
    sa.Column("result", sa.String),
    sa.Column("ended_at", sa.Float),
    sa.Column("host", sa.ForeignKey("players.id"), nullable=False),
    _filled("public", sa.Boolean),
    _filled("invite"),
    _filled("updated", sa.Float),
    sa.Column("record", sa.Text),  # last: SQLite reads a row only as far as it must, and this is most of it
    sa.Index("matches_listed", "state", "public", "updated"),
    sa.Index("matches_by_host", "host", "state"),
    sa.Index("matches_by_invite", "invite"),
)
"""One row a match; one without a record is a table at which someone waits.

`game` is the key of its kind. `round` and `actions` (how many) repeat what the record says, as `seats.awaited` does, so
that the lobby replays nothing. `result` says what ended the match: `finished`, `resigned`, `timed out`, `claimed`,
`drawn`, `aborted` or `unplayed`. `options` are those of its kind, as JSON, NULL for the usual ones; they are chosen
with the table, and never change.
"""

seats = _table(
    "seats",
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id")),
    _filled("name"),
    _filled("seen", sa.Integer),
    sa.Column("seen_agreements", sa.Text),
    sa.Column("awaited", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Index("seats_by_player", "player", "match"),
    sqlite_with_rowid=False,
)
"""Who sits where, a row for each seat. A bot has no `player`, but a name; a seat that nobody has taken yet has neither.

`seen` counts the actions that the player has seen, and `seen_agreements` is what was agreed then; NULL before the first
look. `awaited` says whether the seat has to decide something now.
"""

results = _table(
    "results",
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id")),
    _filled("result"),
    sa.Column("points", sa.Integer),
    _filled("ended_at", sa.Float),
    sa.Column("rank", sa.Integer),
    sa.Index("results_by_player", "player", "ended_at"),
    sqlite_with_rowid=False,
)
"""How each seat of a match that is over did: `won`, `lost` or `drawn`, its place, and its points where they count.

The places count from 1, and are shared by equals. Of a match that was called off, the seat that has done so `aborted`,
and for the others it was `unplayed`; nobody has a place.
"""

rated_matches = _table("rated_matches", _match(), sa.Column("outcome", sa.String))
"""Tables and matches that were made to count for ratings; whether they did is the `outcome` of those that are over.

That is `counted`, `short` (given up before the tenth action), `often` (the two had played enough of each other that
day) or `aborted`. It is settled once, with the write that ends the match.
"""

rated_games = _table(
    "rated_games",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("match", sa.String, unique=True, nullable=False),
    sa.Column("player_0", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("player_1", sa.ForeignKey("players.id"), nullable=False),
    _filled("score", sa.Float),
    _filled("ended_at", sa.Float),
    *(
        sa.Column(f"{name}_{seat}", sa.Float, nullable=False)
        for seat in (0, 1)
        for name in ("before", "points", "deviation")
    ),
    _filled("first_seat", sa.Float),
    _filled("first_seat_deviation", sa.Float),
    sa.Index("rated_games_by_player_0", "player_0", "ended_at"),
    sa.Index("rated_games_by_player_1", "player_1", "ended_at"),
)
"""The games that ratings follow from, in the order in which they ended; a row stays when its match is removed.

What counts is who played, the `score` of the first seat, and when the game ended. The columns behind those are worked
out from these in all rows up to this one: the points of both players before it and after it, and what the first seat
was worth after it.
"""

ratings = _table(
    "ratings",
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    _filled("points", sa.Float),
    _filled("deviation", sa.Float),
    _filled("games", sa.Integer),
    _filled("played", sa.Float),
    sa.Index("ratings_by_points", "points"),
)
"""The rating of each player after their last rated game, which was `played` then: worked out from `rated_games`."""

linked_players = _table(
    "linked_players",
    sa.Column("one", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("other", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    _filled("until", sa.Float),
    sa.Index("linked_players_by_other", "other"),
    sa.Index("linked_players_by_until", "until"),
    sqlite_with_rowid=False,
)
"""Pairs, the lower number first, that have shared a key, an address or an invitation; which of these isn't stored."""

challenges = _table(
    "challenges",
    _match(),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Index("challenges_by_player", "player"),
)
"""The one player for whom a table was made, until it is filled; nobody else may sit down there."""

blocked_players = _table(
    "blocked_players",
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("blocked", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Index("blocked_players_by_blocked", "blocked"),
    sqlite_with_rowid=False,
)
"""Whom a player doesn't want to be challenged by, nor to find at their tables."""

muted_players = _table(
    "muted_players",
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("muted", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Index("muted_players_by_muted", "muted"),
    sqlite_with_rowid=False,
)
"""Whose phrases a player doesn't want to be shown."""

left_phrases = _table(
    "left_phrases",
    _match(),
    sa.Column("reader", sa.Integer, primary_key=True),
    sa.Column("speaker", sa.Integer, primary_key=True),
    _filled("phrase"),
    sqlite_with_rowid=False,
)
"""What one player of a match has said last to another one who was away, by seat, until that one comes."""

reports = _table(
    "reports",
    sa.Column("number", sa.Integer, primary_key=True),
    _filled("at", sa.Float),
    _filled("match"),
    _filled("revision", sa.Integer),
    _filled("reason"),
    sa.Column("reporter", sa.ForeignKey("players.id", ondelete="SET NULL")),
    _filled("reporter_name"),
    sa.Column("reported", sa.ForeignKey("players.id", ondelete="SET NULL")),
    _filled("reported_name"),
    sa.UniqueConstraint("match", "reporter", "reported"),
    sa.Index("reports_by_at", "at"),
    sa.Index("reports_by_reporter", "reporter"),
    sa.Index("reports_by_reported", "reported"),
)
"""What a player has reported of another one to whoever runs the server; a row stays when its match is removed.

Both names and the match's revision are those of that moment.
"""

deal_secrets = _table("deal_secrets", _match(), _filled("secret"), _filled("word"), sqlite_with_rowid=False)
"""What the deal of a table at which someone waits will be drawn from; once it has begun, the record has it."""

deal_key = _table("deal_key", sa.Column("id", sa.Integer, primary_key=True), _filled("key"))
"""One row: what the secrets of rematches and of the games of tournaments follow from, see `deal_key.DealKey`."""

rematch_words = _table(
    "rematch_words", _match(), sa.Column("seat", sa.Integer, primary_key=True), _filled("word"), sqlite_with_rowid=False
)
"""What the player at a seat of a finished match adds to the deal of the rematch, until that begins."""

tournament_words = _table(
    "tournament_words",
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    _filled("round", sa.Integer),
    _filled("word"),
    sa.Index("tournament_words_by_player", "player"),
    sqlite_with_rowid=False,
)
"""What a player adds to the deal of their game in the next round of a tournament, until that round begins."""

begun_matches = _table("begun_matches", _match(), _filled("at", sa.Float), sqlite_with_rowid=False)
"""When the game of a match began; nothing of those from before this was noted."""

clocks = _table(
    "clocks",
    _match(),
    _filled("control"),
    sa.Column("since", sa.Float),
    _filled("waits", sa.Boolean),
    sa.Column("deadline", sa.Float),
    sa.Index("clocks_by_deadline", "deadline"),
    sqlite_with_rowid=False,
)
"""The clocks of matches, see `clock.Clock`; none against a bot, nor in a match from before there were any.

`deadline` is when the time of the first of the awaited seats runs out, NULL while none counts.
"""

times = _table(
    "times",
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True),
    _filled("left", sa.Float),
    _filled("turned", sa.Float),
    sa.Column("warned", sa.Float),
    sa.Column("spare", sa.Float),
    sqlite_with_rowid=False,
)
"""The time of each seat of a match with a clock: the seconds that were `left` at `clocks.since`.

`turned` is when the seat was asked what it has to decide, and `warned` when it was warned that it may be taken to have
left. `spare` is what was left when it decided last, which is all that it has if that decision is withdrawn.
"""

alive = _table("alive", sa.Column("id", sa.Integer, primary_key=True), _filled("at", sa.Float))
"""One row: when the server was known to be running last, while a clock was; the time of all processes, of several."""

plans = _table(
    "plans",
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True),
    _filled("plan", sa.Text),
    sqlite_with_rowid=False,
)
"""What the player at a seat wants to do if the other player does something, and what became of it last."""

analyses = _table("analyses", _match(), _filled("document", sa.LargeBinary))
"""What an analysis of a finished match has found, without the names of its players, compressed."""

exercises = _table(
    "exercises",
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    _match(),
    sa.Column("ply", sa.Integer, primary_key=True),
    _filled("decision", sa.Text),
    _filled("box", sa.Integer),
    sa.Column("due", sa.String),
    sa.Index("exercises_by_match", "match"),
    sa.Index("exercises_due", "player", "due"),
    sqlite_with_rowid=False,
)
"""Mistakes that a player learns from: after how many actions of which match, and the day on which each comes again;
NULL once it is done with, so that it isn't added again."""

solved = _table(
    "solved",
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sqlite_with_rowid=False,
)
"""The tasks of lessons and the puzzles that a player has solved here."""

tournaments = _table(
    "tournaments",
    sa.Column("id", sa.String, primary_key=True),
    _filled("name"),
    _filled("kind"),
    sa.Column("rounds", sa.Integer),
    _filled("places", sa.Integer),
    _filled("control"),
    sa.Column("expansion", sa.String),
    _filled("rated", sa.Boolean),
    _filled("public", sa.Boolean),
    _filled("invite"),
    sa.Column("host", sa.ForeignKey("players.id"), nullable=False),
    _filled("state"),
    _filled("round", sa.Integer),
    _filled("updated", sa.Float),
    sa.Index("tournaments_listed", "state", "public", "updated"),
    sa.Index("tournaments_by_host", "host", "state"),
    sa.Index("tournaments_by_invite", "invite"),
)
"""One row a tournament: `open` until it begins, then `playing`, then `over`.

`rounds` is how many there are to be; NULL before it begins for as many as are usual. `round` is the one being played, 0
before the first.
"""

tournament_players = _table(
    "tournament_players",
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    _filled("withdrawn", sa.Boolean),
    sa.Index("tournament_players_by_player", "player"),
    sqlite_with_rowid=False,
)
"""Who plays in a tournament, by numbers: in the order in which they joined, from the first round on by strength."""

tournament_games = _table(
    "tournament_games",
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True),
    _filled("first", sa.Integer),
    sa.Column("second", sa.Integer),
    sa.Column("match", sa.ForeignKey("matches.id", ondelete="SET NULL")),
    sa.Column("score_0", sa.Float),
    sa.Column("score_1", sa.Float),
    sa.Index("tournament_games_by_match", "match"),
    sqlite_with_rowid=False,
)
"""Who plays whom in each round, by their numbers; `second` is NULL for a bye, and `match` where nothing is played.

The scores are NULL until the match is over: they are stored with the write that ends it. All else of a tournament, such
as its standings and the next round, follows from these rows.
"""


bans = _table(
    "bans",
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("subject", sa.String, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE")),
    _filled("at", sa.Float),
    _filled("until", sa.Float),
    _filled("why"),
    sa.Index("bans_by_player", "player"),
    sa.Index("bans_by_until", "until"),
    sqlite_with_rowid=False,
)
"""Who may not come in: a `key` by its fingerprint, a `network` as it is written, or a `player` by their number."""

silences = _table(
    "silences",
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    _filled("at", sa.Float),
    _filled("until", sa.Float),
    _filled("why"),
    sa.Index("silences_by_until", "until"),
)
"""The players whom the operator has muted for everybody."""

former_names = _table(
    "former_names",
    sa.Column("name_key", sa.String, primary_key=True),
    _filled("name"),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="SET NULL")),
    _filled("told", sa.Boolean),
    _filled("until", sa.Float),
    sa.Index("former_names_by_player", "player"),
    sa.Index("former_names_by_told", "told", "until"),
    sqlite_with_rowid=False,
)
"""The names that the operator has taken from players, until when nobody may have them, and whether they know."""

audit = _table(
    "audit",
    sa.Column("number", sa.Integer, primary_key=True),
    _filled("at", sa.Float),
    _filled("who"),
    _filled("what"),
    _filled("whom"),
    _filled("detail"),
    sa.Column("until", sa.Float),
    _filled("why"),
    sa.Index("audit_by_at", "at"),
)
"""Each change that an operator has made: which user of the system, when, what, about whom, until when and why."""


def is_gone(name_key: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Whether nobody can come back as the player with this `name_key`."""
    return name_key.between(GONE, PAST_GONE)


_KEY = sa.select(deal_key.c.key).where(deal_key.c.id == 1)
THE_DEAL_KEY = _KEY.scalar_subquery().label("deal_key")
"""The key, as a column of another statement."""


class DealKey(NamedTuple):
    """What secrets of deals follow from, and as secret as all of them: a key that is drawn once for a server.

    So each is committed to long before it is needed, at any time and by any process, and nothing of it is stored.
    """

    key: str

    def of_rematch(self, match: str) -> str:
        return self._secret("rematch", match)

    def of_round(self, tournament: str, number: int, boards: int) -> list[str]:
        """Return the secrets of a round of a tournament, board by board."""
        return [self._secret("tournament", tournament, number, board) for board in range(1, boards + 1)]

    def _secret(self, *what: str | int) -> str:
        return hmac.new(self.key.encode(), json.dumps(what).encode(), "sha256").hexdigest()[:32]


def make_deal_key(db: sa.Connection) -> None:
    if db.execute(_KEY).first() is None:
        db.execute(sa.insert(deal_key).values(id=1, key=secrets.token_hex(32)))


def find_deal_key(db: sa.Connection) -> DealKey:
    return DealKey(db.execute(_KEY).scalar_one())
