"""Deal secrets of open tables.

Both go into the record when the game begins. Of a table, nobody is shown more than the commitment.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from naishi.server.storage.match import MatchStage
from naishi.server.storage.schema import deal_secrets, matches
from naishi.tabletop.commitments import new_secret


class DealSecret(NamedTuple):
    """The secret of a table, and the word of whoever waits there; empty where they gave none."""

    secret: str
    word: str


_THIS = deal_secrets.c.match == bindparam("the_match")
_SELECT = select(deal_secrets.c.secret, deal_secrets.c.word).where(_THIS)
_DELETE = delete(deal_secrets).where(_THIS)
_OWN = exists().where(
    matches.c.id == deal_secrets.c.match,
    matches.c.host == bindparam("the_host"),
    matches.c.state == MatchStage.OPEN,
)
_GIVE_WORD = update(deal_secrets).where(_THIS, _OWN).values(word=bindparam("the_word"))


def add_secret(db: Connection, match: str) -> None:
    """Draw the secret of a new table."""
    db.execute(insert(deal_secrets), {"match": match, "secret": new_secret(), "word": ""})


def find_secret(db: Connection, match: str) -> DealSecret | None:
    """Return what is known of the deal of a table; None where nobody has committed to anything."""
    row = db.execute(_SELECT, {"the_match": match}).first()
    return None if row is None else DealSecret(row.secret, row.word)


def take_secret(db: Connection, match: str) -> DealSecret | None:
    """Return what is known of the deal of a table, and keep it here no more."""
    found = find_secret(db, match)
    db.execute(_DELETE, {"the_match": match})
    return found


def give_word(db: Connection, match: str, host: int, word: str) -> bool:
    """Keep the word of whoever waits at a table; return whether it is theirs and still open."""
    return db.execute(_GIVE_WORD, {"the_match": match, "the_host": host, "the_word": word}).rowcount == 1
