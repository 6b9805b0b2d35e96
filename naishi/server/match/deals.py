"""Secrets and words that deals are drawn from.

Both go into the record when the game begins. Of a table, nobody is shown more than the commitment.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.schema import deal_secrets, matches, rematch_words
from naishi.server.match.match import MatchStage
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


_OF_REMATCH = rematch_words.c.match == bindparam("the_match")
_WORDS = select(rematch_words.c.seat, rematch_words.c.word).where(_OF_REMATCH)
_DROP = delete(rematch_words).where(_OF_REMATCH)


def give_rematch_word(db: Connection, match: str, seat: int, word: str) -> None:
    """Keep the word of the player at a seat of a match; an older one goes."""
    added = insert_or(rematch_words).values(match=match, seat=seat, word=word)
    db.execute(added.on_conflict_do_update(index_elements=["match", "seat"], set_={"word": added.excluded.word}))


def take_rematch_words(db: Connection, match: str) -> tuple[str, str]:
    """Return the words for the rematch of a match by its seats, empty for none, and keep them here no more."""
    words = {row.seat: row.word for row in db.execute(_WORDS, {"the_match": match})}
    db.execute(_DROP, {"the_match": match})
    return words.get(0, ""), words.get(1, "")
