"""Stored tournaments: created, joined, left, listed.

All of this is done within a transaction, and follows from the rows alone. Whoever looks may ask for it at any time, and
as often as they like: what has been done isn't done again.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, delete, func, insert, select, update

from naishi.common.i18n import NaishiError, _
from naishi.server.database.codes import LETTERS, CodeKind, meanings, new_code
from naishi.server.database.names import skeleton
from naishi.server.database.schema import is_gone, players, ratings, tournament_games, tournament_players, tournaments
from naishi.server.match.clock import HOUR, Clock, store_clock
from naishi.server.match.match import NAISHI, MatchStage, Terms, game_from
from naishi.server.match.store import mark_rated
from naishi.server.match.storing import EndedMatch, insert_match
from naishi.server.presence.presence import check_here
from naishi.server.ratings.ratings import have_played_often, link, standing_of
from naishi.server.tournaments.tournament import (
    FEWEST_PLAYERS,
    Entry,
    Kind,
    Pairing,
    Played,
    Setup,
    Tournament,
    TournamentGame,
    TournamentPage,
    give_tournament_word,
    most_rounds,
    proof_for,
    round_commitments,
    round_robin_pairings,
    rounds_of,
    swiss_pairings,
    take_tournament_words,
    usual_rounds,
)
from naishi.tabletop.chance import DealProof, commitment_to_all
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player

WON, LOST, DRAWN, NEITHER = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)
"""What both seats score."""


def settle(db: Connection, over: EndedMatch) -> None:
    """Count a match that has just been stored as over, if it belongs to a tournament.

    A player who let the time run out without having done anything stays away: they are out of the tournament. Where
    that is both, neither has won.
    """
    its = tournament_games.c.match == over.id
    if (game := db.execute(select(tournament_games).where(its)).first()) is None:
        return
    absent = _absent(over.record) if over.result == "timed out" else ()
    score = NEITHER if len(absent) == 2 else {"won": WON, "lost": LOST}.get(over.seats[0]["result"], DRAWN)
    db.execute(update(tournament_games).where(its).values(columns_of_scores(score)))
    for seat in absent:
        withdraw(db, game.tournament, (game.first, game.second)[seat])


def withdraw(db: Connection, tournament: str, number: int) -> None:
    theirs = tournament_players.c.tournament == tournament, tournament_players.c.number == number
    db.execute(update(tournament_players).where(*theirs).values(withdrawn=True))


def columns_of_scores(scores: tuple[float, float] | None) -> dict[str, float | None]:
    """Return the columns that say what a game scores; None while it goes on."""
    first, second = scores or (None, None)
    return {"score_0": first, "score_1": second}


def _absent(record: str) -> Sequence[int]:
    """Return the seats that were to act in a game and have never done anything in it; a sealed gift is something."""
    game = game_from(NAISHI, record)
    return [seat for seat in game.awaited if not any(event.seat == seat for event in game.events(seat))]


LATEST = HOUR
"""After so many seconds a clock of minutes runs, whether or not both players have come."""

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


def begin(db: Connection, tournament: str, now: float) -> list[str]:
    """Have an open tournament begin; return the matches of its first round.

    Raises NaishiError: too few have joined, or it isn't open any more.
    """
    row = db.execute(_BY_ID, {"id": tournament}).first()
    if row is None or row.state != MatchStage.OPEN:
        raise NaishiError(_("This tournament has begun already, or is gone."))
    entries = [each for each in db.execute(ENTRIES, {"id": tournament}) if not each.withdrawn]
    if len(entries) < FEWEST_PLAYERS:
        raise NaishiError(_("A tournament takes at least {count} players.").format(count=FEWEST_PLAYERS))
    entries.sort(key=lambda each: (-(each.points or 0.0), each.number))
    db.execute(delete(tournament_players).where(tournament_players.c.tournament == tournament))
    for number, each in enumerate(entries, 1):
        _enter(db, tournament, each.player, number)
    rounds = _rounds(row, len(entries))
    db.execute(_CHANGE, {"the_tournament": tournament, "state": MatchStage.PLAYING, "rounds": rounds, "updated": now})
    return go_on(db, tournament, now)


def go_on(db: Connection, tournament: str, now: float) -> list[str]:
    """Begin the next round of a tournament if every game of this one is over, or end it after the last one.

    Returns:
        The matches that have begun.
    """
    row = db.execute(_BY_ID, {"id": tournament}).first()
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
            at = {"tournament": tournament, "round": number, "board": board, "match": match}
            db.execute(insert(tournament_games).values(at | pairing._asdict() | columns_of_scores(scores)))
            begun += [match] if match is not None else []
    state = MatchStage.PLAYING if begun else MatchStage.OVER
    db.execute(_CHANGE, {"the_tournament": tournament, "state": state, "round": number, "updated": now})
    return begun


def played_of(row: Any) -> Played:
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
            columns = tournament_games.c
            at = columns.tournament == tournament, columns.round == game.round, columns.board == game.board
            db.execute(update(tournament_games).where(*at).values(columns_of_scores(scores)))


LISTED = 30
"""How many tournaments of a state are listed."""

_host = players.alias("host")
_joined = (
    select(func.count())
    .select_from(tournament_players)
    .where(tournament_players.c.tournament == tournaments.c.id)
    .scalar_subquery()
)
_LISTED = select(tournaments, _host.c.name.label("host_name"), _joined.label("joined")).join(
    _host, _host.c.id == tournaments.c.host
)
_BY_ID = _LISTED.where(tournaments.c.id == bindparam("id"))
_PUBLIC = (
    _LISTED.where(tournaments.c.state == bindparam("state"), tournaments.c.public.is_(True))
    .order_by(tournaments.c.updated.desc())
    .limit(LISTED)
)
_UNFINISHED = tournaments.c.state.in_((MatchStage.OPEN, MatchStage.PLAYING))
_going_on = select(tournament_games.c.match).where(
    tournament_games.c.tournament == tournaments.c.id,
    tournament_games.c.round == tournaments.c.round,
    tournament_games.c.score_0.is_(None),
    tournament_games.c.match.is_not(None),
)
_DUE = select(tournaments.c.id).where(tournaments.c.state == MatchStage.PLAYING, ~_going_on.exists())
"""Those with no game that goes on, in which the next round has not begun."""


def make(db: Connection, host: int, setup: Setup, now: float) -> Tournament:
    """Make a tournament, in which its maker plays.

    Raises NaishiError: it is public, and another one that isn't over has its name.
    """
    check_here(db, host)
    check_name(db, setup)
    tournament = "".join(secrets.choice(LETTERS) for _letter in range(8))
    values = {
        "id": tournament,
        "name": setup.name,
        "kind": setup.kind,
        "rounds": setup.rounds,
        "places": setup.places,
        "control": setup.terms.control,
        "expansion": setup.terms.expansion,
        "rated": setup.terms.rated,
        "public": setup.public,
        "invite": new_code(CodeKind.INVITE),
        "host": host,
        "state": MatchStage.OPEN,
        "round": 0,
        "updated": now,
    }
    db.execute(insert(tournaments), values)
    _enter(db, tournament, host, 1)
    return _one(db, tournament)


def join(db: Connection, tournament: str, player: int, now: float) -> Sequence[str]:
    """Have someone play in a tournament; the last one has it begin.

    Returns:
        The matches that have begun by that.

    Raises NaishiError: it has begun, is full or gone, or they are in it already.
    """
    check_here(db, player)
    found = joinable(db, tournament, player)
    last = select(func.max(tournament_players.c.number)).where(tournament_players.c.tournament == tournament)
    _enter(db, tournament, player, (db.execute(last).scalar() or 0) + 1)
    return begin(db, tournament, now) if found.count + 1 == found.setup.places else ()


def leave(db: Connection, tournament: str, player: int, *, begun: bool) -> None:
    """Have someone be in a tournament no more.

    Args:
        begun: Whether they know that it has begun: then they lose what is left of it.

    Raises NaishiError: they aren't in it, it is over, or it has just begun.
    """
    found = _one(db, tournament)
    theirs = _is_entry_of(tournament, player)
    if (number := db.execute(select(tournament_players.c.number).where(theirs)).scalar()) is None:
        raise NaishiError(_("You aren't in this tournament."))
    if found.state is MatchStage.OVER:
        raise NaishiError(_("This tournament is over."))
    if found.state is MatchStage.PLAYING and not begun:
        raise NaishiError(_("It has just begun. Whoever leaves now loses the games that are left."))
    if found.state is MatchStage.OPEN:
        db.execute(delete(tournament_players).where(theirs))
    else:
        withdraw(db, tournament, number)


def close(db: Connection, tournament: str, host: int) -> bool:
    """Remove a tournament of one's own that has not begun; return whether that was so."""
    own = tournaments.c.id == tournament, tournaments.c.host == host, tournaments.c.state == MatchStage.OPEN
    return db.execute(delete(tournaments).where(*own)).rowcount == 1


def due(db: Connection) -> Sequence[str]:
    """Return the tournaments in which the next round can begin, or that can end."""
    return db.execute(_DUE).scalars().all()


def public(db: Connection) -> Sequence[Tournament]:
    """List the tournaments that everybody sees: those that can be joined, those being played, and those over."""
    states = MatchStage.OPEN, MatchStage.PLAYING, MatchStage.OVER
    return [each for state in states for each in _all(db, _PUBLIC, state=state)]


def of_player(db: Connection, player: int) -> Sequence[Tournament]:
    joined = select(tournament_players.c.tournament).where(tournament_players.c.player == player)
    either = joined.union(select(tournaments.c.id).where(tournaments.c.host == player))
    return _all(db, _LISTED.where(tournaments.c.id.in_(either)).order_by(tournaments.c.updated.desc()).limit(LISTED))


def find(db: Connection, word: str) -> Tournament | None:
    """Return the public tournament with an id, or the private one with the word of its invitation."""
    found = [each for each in _all(db, _BY_ID, id=word.strip().casefold()[:32]) if each.setup.public]
    if (invite := dict(meanings(word)).get(CodeKind.INVITE)) is not None:
        found += _all(db, _LISTED.where(tournaments.c.invite == invite, tournaments.c.public.is_(False)))
    return next(iter(found), None)


def page(db: Connection, tournament: str) -> TournamentPage:
    """Return all there is to read of a tournament. Raises NaishiError: it is gone."""
    found = _one(db, tournament)
    games = [TournamentGame(row.round, played_of(row), row.match) for row in db.execute(GAMES, {"id": tournament})]
    commitments = round_commitments(db, tournament, found.setup.places, found.round + 1)
    return TournamentPage(
        found, _entries(db, tournament), games, commitment_to_all(commitments) if _goes_on(found) else ""
    )


def give_word(db: Connection, tournament: str, player: int, round_: int, word: str) -> None:
    """Keep the word that someone adds to the deal of their game in the next round.

    Raises NaishiError: they don't play in it, or the round has begun, or the tournament is gone.
    """
    found = _one(db, tournament)
    if not any(each.player == player and not each.withdrawn for each in _entries(db, tournament)):
        raise NaishiError(_("You aren't playing in {name}.").format(name=found.setup.name))
    if found.round + 1 != round_ or not _goes_on(found):
        raise NaishiError(_("That round has begun already."))
    give_tournament_word(db, tournament, player, round_, word)


def count_made(db: Connection, player: int) -> int:
    made = select(func.count()).select_from(tournaments).where(tournaments.c.host == player, _UNFINISHED)
    return int(db.execute(made).scalar_one())


def count_joined(db: Connection, player: int) -> int:
    them = tournament_players.c.player == player, tournament_players.c.withdrawn.is_(False)
    both = tournament_players.join(tournaments, tournaments.c.id == tournament_players.c.tournament)
    return int(db.execute(select(func.count()).select_from(both).where(*them, _UNFINISHED)).scalar_one())


def _goes_on(tournament: Tournament) -> bool:
    rounds = tournament.setup.rounds
    return tournament.state is not MatchStage.OVER and (rounds is None or tournament.round < rounds)


def _enter(db: Connection, tournament: str, player: int, number: int) -> None:
    values = {"tournament": tournament, "number": number, "player": player, "withdrawn": False}
    db.execute(insert(tournament_players).values(values))


def _is_entry_of(tournament: str, player: int) -> ColumnElement[bool]:
    return and_(tournament_players.c.tournament == tournament, tournament_players.c.player == player)


def _all(db: Connection, statement: Select[Any], **asked: object) -> list[Tournament]:
    return [_tournament(row) for row in db.execute(statement, asked)]


def joinable(db: Connection, tournament: str, player: int) -> Tournament:
    """Return a tournament that someone can join.

    Raises NaishiError: it has begun, is full or gone, or they are in it already.
    """
    found = _one(db, tournament)
    if found.state is not MatchStage.OPEN:
        raise NaishiError(_("This tournament has begun already."))
    if db.execute(select(tournament_players.c.number).where(_is_entry_of(tournament, player))).first() is not None:
        raise NaishiError(_("You are in this tournament already."))
    if found.count >= found.setup.places:  # some are gone, or it would have begun
        raise NaishiError(_("This tournament is full."))
    return found


def check_name(db: Connection, setup: Setup) -> None:
    """Make sure that no other public tournament has a name. Raises NaishiError: one that isn't over has it."""
    names = select(tournaments.c.name).where(tournaments.c.public.is_(True), _UNFINISHED)
    if setup.public and skeleton(setup.name) in map(skeleton, db.execute(names).scalars()):
        raise NaishiError(_("The name {name}, or one very like it, is already taken.").format(name=setup.name))


def _one(db: Connection, tournament: str) -> Tournament:
    if not (found := _all(db, _BY_ID, id=tournament)):
        raise NaishiError(_("There is no such tournament."))
    return found[0]


def _tournament(row: Any) -> Tournament:
    terms = Terms(row.expansion, row.control, row.rated)
    return Tournament(
        id=row.id,
        setup=Setup(row.name, terms, Kind(row.kind), row.rounds, row.places, row.public),
        host=row.host,
        stored_host_name=row.host_name,
        invite=row.invite,
        state=MatchStage(row.state),
        round=row.round,
        count=row.joined,
    )


def _entries(db: Connection, tournament: str) -> Sequence[Entry]:
    found = ((row, None if row.points is None else standing_of(row)) for row in db.execute(ENTRIES, {"id": tournament}))
    return [Entry(row.number, row.player, row.name, standing, bool(row.withdrawn)) for row, standing in found]
