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
from naishi.server.database.schema import is_gone, players, ratings, tournament_games, tournament_players, tournaments
from naishi.server.match.clock import HOUR, Clock
from naishi.server.match.clock_store import store_clock
from naishi.server.match.match import MatchStage
from naishi.server.match.rows import NAISHI, read
from naishi.server.match.store import mark_rated
from naishi.server.match.storing import EndedMatch, insert_match
from naishi.server.ratings.rated import have_played_often
from naishi.server.ratings.ratings import link
from naishi.server.tournaments.pairing import most_rounds, round_robin_pairings, rounds_of, swiss_pairings, usual_rounds
from naishi.server.tournaments.standings import Kind, Pairing, Played
from naishi.server.tournaments.tournament import FEWEST_PLAYERS, proof_for, take_tournament_words
from naishi.tabletop.commitments import DealProof
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player

WON, LOST, DRAWN, NEITHER = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)
"""What both seats score."""

_OF_MATCH = select(tournament_games.c.tournament, tournament_games.c.first, tournament_games.c.second).where(
    tournament_games.c.match == bindparam("the_match")
)
_SCORE = update(tournament_games).where(tournament_games.c.match == bindparam("the_match"))
_WITHDRAW = (
    update(tournament_players)
    .where(
        tournament_players.c.tournament == bindparam("the_tournament"),
        tournament_players.c.number == bindparam("the_number"),
    )
    .values(withdrawn=True)
)


def settle(db: Connection, over: EndedMatch) -> None:
    """Count a match that has just been stored as over, if it belongs to a tournament.

    A player who let the time run out without having done anything stays away: they are out of the tournament. Where
    that is both, neither has won.
    """
    if (game := db.execute(_OF_MATCH, {"the_match": over.id}).first()) is None:
        return
    absent = _absent(over.record) if over.result == "timed out" else ()
    score = NEITHER if len(absent) == 2 else {"won": WON, "lost": LOST}.get(over.seats[0]["result"], DRAWN)
    db.execute(_SCORE, {"the_match": over.id, **columns_of_scores(score)})
    for seat in absent:
        withdraw(db, game.tournament, (game.first, game.second)[seat])


def withdraw(db: Connection, tournament: str, number: int) -> None:
    """Have a player be in a tournament no more that has begun."""
    db.execute(_WITHDRAW, {"the_tournament": tournament, "the_number": number})


def columns_of_scores(scores: tuple[float, float] | None) -> dict[str, float | None]:
    """Return the columns that say what a game scores; None while it goes on."""
    first, second = scores or (None, None)
    return {"score_0": first, "score_1": second}


def _absent(record: str) -> Sequence[int]:
    """Return the seats that were to act in a game and have never done anything in it; a sealed gift is something."""
    game = read(NAISHI, record)
    return [seat for seat in game.awaited if not any(event.seat == seat for event in game.events(seat))]


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
