"""Automatic tournament steps: start, rounds, end.

All of this is done within a transaction, and follows from the rows alone. Whoever looks may ask for it at any time, and
as often as they like: what has been done isn't done again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.match.clock import HOUR, Clock
from naishi.server.storage.beginning import mark_rated
from naishi.server.storage.clocks import store_clock
from naishi.server.storage.match import MatchStage
from naishi.server.storage.rated import have_played_often
from naishi.server.storage.ratings import link
from naishi.server.storage.rows import NAISHI
from naishi.server.storage.schema import is_gone, players, ratings, tournament_games, tournament_players, tournaments
from naishi.server.storage.storing import insert_match
from naishi.server.storage.tournament import FEWEST_PLAYERS, proof_for, take_tournament_words
from naishi.server.storage.tournament_results import DRAWN, LOST, NEITHER, WON, columns_of_scores
from naishi.server.tournament.round_robin import round_robin_pairings, rounds_of
from naishi.server.tournament.standings import Kind, Pairing, Played
from naishi.server.tournament.swiss import most_rounds, swiss_pairings, usual_rounds
from naishi.tabletop.commitments import DealProof
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player

LATEST = HOUR
"""After so many seconds a clock of minutes runs, whether or not both players have come."""

BY_ID = select(tournaments).where(tournaments.c.id == bindparam("id"))
_CHANGE = update(tournaments).where(tournaments.c.id == bindparam("the_tournament"))
ENTRIES = (
    select(
        tournament_players.c.number,
        tournament_players.c.player,
        (tournament_players.c.withdrawn | is_gone(players.c.name_key)).label("withdrawn"),
        players.c.name,
        ratings.c.points,
        ratings.c.deviation,
        ratings.c.games,
        ratings.c.played,
    )
    .join(players, players.c.id == tournament_players.c.player)
    .outerjoin(ratings, ratings.c.player == tournament_players.c.player)
    .where(tournament_players.c.tournament == bindparam("id"))
    .order_by(tournament_players.c.number)
)
GAMES = (
    select(tournament_games)
    .where(tournament_games.c.tournament == bindparam("id"))
    .order_by(tournament_games.c.round, tournament_games.c.board)
)
_SCORE_ON_BOARD = update(tournament_games).where(
    tournament_games.c.tournament == bindparam("the_tournament"),
    tournament_games.c.round == bindparam("the_round"),
    tournament_games.c.board == bindparam("the_board"),
)
_EMPTY = delete(tournament_players).where(tournament_players.c.tournament == bindparam("the_tournament"))


def begin(db: Connection, tournament: str, now: float) -> list[str]:
    """Have an open tournament begin; return the matches of its first round.

    Raises:
        NaishiError: Too few have joined, or it isn't open any more.
    """
    row = db.execute(BY_ID, {"id": tournament}).first()
    if row is None or row.state != MatchStage.OPEN:
        raise NaishiError(_("This tournament has begun already, or is gone."))
    entries = [each for each in db.execute(ENTRIES, {"id": tournament}) if not each.withdrawn]
    if len(entries) < FEWEST_PLAYERS:
        raise NaishiError(_("A tournament takes at least {count} players.").format(count=FEWEST_PLAYERS))
    entries.sort(key=lambda each: (-(each.points or 0.0), each.number))
    db.execute(_EMPTY, {"the_tournament": tournament})
    for number, each in enumerate(entries, 1):
        values = {"tournament": tournament, "number": number, "player": each.player, "withdrawn": False}
        db.execute(insert(tournament_players).values(values))
    rounds = _rounds(row, len(entries))
    db.execute(_CHANGE, {"the_tournament": tournament, "state": MatchStage.PLAYING, "rounds": rounds, "updated": now})
    return go_on(db, tournament, now)


def go_on(db: Connection, tournament: str, now: float) -> list[str]:
    """Begin the next round of a tournament if every game of this one is over, or end it after the last one.

    Returns:
        The matches that have begun.
    """
    row = db.execute(BY_ID, {"id": tournament}).first()
    if row is None or row.state != MatchStage.PLAYING:
        return []
    entries = {each.number: each for each in db.execute(ENTRIES, {"id": tournament})}
    _settle_removed(db, tournament, entries)
    games = db.execute(GAMES, {"id": tournament}).all()
    if any(game.score_0 is None for game in games):
        return []
    played = [played_of(game) for game in games]
    number, begun = row.round, list[str]()
    while not begun and (pairings := _next(row, number, entries, played)):
        number += 1
        words = take_tournament_words(db, tournament, number)
        for board, pairing in enumerate(pairings, 1):
            proof = proof_for(db, row, number, board, _words_of(pairing, entries, words))
            match, scores = _begin_game(db, row, pairing, entries, now, proof)
            at = {
                "tournament": tournament,
                "round": number,
                "board": board,
                "match": match,
                **columns_of_scores(scores),
            }
            db.execute(insert(tournament_games).values(first=pairing.first, second=pairing.second, **at))
            begun += [match] if match is not None else []
    state = MatchStage.PLAYING if begun else MatchStage.OVER
    db.execute(_CHANGE, {"the_tournament": tournament, "state": state, "round": number, "updated": now})
    return begun


def played_of(row: Any) -> Played:
    """Return what has become of a pairing, by its row."""
    scores = None if row.score_0 is None else (row.score_0, row.score_1)
    return Played(Pairing(row.first, row.second), scores)


def _rounds(row: Any, count: int) -> int:
    if row.kind == Kind.ROUND_ROBIN:
        return rounds_of(count)
    return min(row.rounds or usual_rounds(count), most_rounds(count))


def _next(row: Any, number: int, entries: Mapping[int, Any], games: Sequence[Played]) -> Sequence[Pairing]:
    """Return who plays whom in the round after one; nothing where that was the last."""
    staying = [each for each, entry in entries.items() if not entry.withdrawn]
    if number >= row.rounds or not staying:
        return ()
    if row.kind == Kind.ROUND_ROBIN:
        return round_robin_pairings(len(entries), number + 1)
    return swiss_pairings(staying, games) if len(staying) > 1 else ()


def _begin_game(
    db: Connection, row: Any, pairing: Pairing, entries: Mapping[int, Any], now: float, proof: DealProof
) -> tuple[str | None, tuple[float, float] | None]:
    """Begin the game of a pairing; or return what it scores, if nobody can play it."""
    if pairing.second is None:
        return None, WON
    first, second = entries[pairing.first], entries[pairing.second]
    if first.withdrawn or second.withdrawn:
        return None, _unplayed(first, second)
    names = Player(name=first.name), Player(name=second.name)
    game = kind_of(NAISHI).new(names, {"undo": "off", "expansion": row.expansion}, proof=proof)
    both = first.player, second.player
    match = insert_match(db, both[0], game, both, now, public=row.public)
    store_clock(db, match, Clock.begun(row.control, 2, now, now + LATEST), game.awaited)
    if not row.public:
        link(db, *both, now)
    if row.rated and not have_played_often(db, *both, now):
        mark_rated(db, match)
    return match, None


def _words_of(pairing: Pairing, entries: Mapping[int, Any], words: Mapping[int, str]) -> tuple[str, str]:
    first, second = (words.get(entries[each].player, "") if each is not None else "" for each in pairing)
    return first, second


def _unplayed(first: Any, second: Any) -> tuple[float, float]:
    """Return what a game scores that isn't played: a loss for whoever has left, a draw where nobody has."""
    if first.withdrawn and second.withdrawn:
        return NEITHER
    if first.withdrawn == second.withdrawn:
        return DRAWN
    return LOST if first.withdrawn else WON


def _settle_removed(db: Connection, tournament: str, entries: Mapping[int, Any]) -> None:
    """Count games whose match was removed, since a player can't come back or it is damaged."""
    for game in db.execute(GAMES, {"id": tournament}).all():
        if game.match is None and game.score_0 is None:
            scores = _unplayed(entries[game.first], entries[game.second])
            at = {"the_tournament": tournament, "the_round": game.round, "the_board": game.board}
            db.execute(_SCORE_ON_BOARD, at | columns_of_scores(scores))
