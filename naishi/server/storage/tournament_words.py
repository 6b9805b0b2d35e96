"""What players add to the deals of the next round of a tournament, and what these are committed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from naishi.games.naishi.game.deal_proof import DealProof
from naishi.server.storage.deal_key import find_deal_key
from naishi.server.storage.schema import tournament_words

_OF_ROUND = select(tournament_words.c.player, tournament_words.c.word).where(
    tournament_words.c.tournament == bindparam("the_tournament"), tournament_words.c.round == bindparam("the_round")
)
_DROP = delete(tournament_words).where(
    tournament_words.c.tournament == bindparam("the_tournament"), tournament_words.c.round <= bindparam("the_round")
)


def give_tournament_word(db: Connection, tournament: str, player: int, round_: int, word: str) -> None:
    """Keep the word of a player for a round that has not begun; an older one goes."""
    added = insert(tournament_words).values(tournament=tournament, player=player, round=round_, word=word)
    changed = {name: added.excluded[name] for name in ("round", "word")}
    db.execute(added.on_conflict_do_update(index_elements=["tournament", "player"], set_=changed))


def take_tournament_words(db: Connection, tournament: str, round_: int) -> Mapping[int, str]:
    """Return the words of players for a round that begins, and keep them here no more."""
    asked = {"the_tournament": tournament, "the_round": round_}
    words = {row.player: row.word for row in db.execute(_OF_ROUND, asked)}
    db.execute(_DROP, asked)
    return words


def round_commitments(db: Connection, row: Any, round_: int) -> tuple[str, ...]:
    """Return the commitments to all deals of a round of the tournament in a row.

    There are as many as there could be games: how many there will be isn't known before.
    """
    return find_deal_key(db).commitments(row.id, round_, _boards(row))


def proof_for(db: Connection, row: Any, round_: int, board: int, words: tuple[str, str]) -> DealProof:
    """Return what the deal at a board is drawn from, with the words by seat."""
    secret = find_deal_key(db).of_round(row.id, round_, _boards(row))[board - 1]
    return DealProof.seated(secret, words, round_commitments(db, row, round_))


def _boards(row: Any) -> int:
    return (int(row.places) + 1) // 2
