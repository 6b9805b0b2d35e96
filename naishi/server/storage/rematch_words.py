"""Players' words for the deal of a rematch."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage.schema import rematch_words

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
