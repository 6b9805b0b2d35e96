"""Tournaments as objects for programs."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.plain.server.rating_objects import rating_object
from naishi.plain.server_protocol import (
    TournamentGameObject,
    TournamentLine,
    TournamentObject,
    TournamentPlace,
    TournamentsObject,
)
from naishi.server.storage.tournament import Tournament, TournamentPage


def tournaments_object(mine: Sequence[Tournament], others: Sequence[Tournament]) -> TournamentsObject:
    """Return the tournaments that a visitor sees."""
    own = tuple(_line(each, own=True) for each in mine)
    return TournamentsObject(mine=own, others=tuple(_line(each) for each in others))


def tournament_object(page: TournamentPage, player: int) -> TournamentObject:
    """Return all of a tournament, as a player sees it."""
    own = page.tournament.host == player or page.entry_of(player) is not None
    games = [
        TournamentGameObject(
            round=game.round,
            first=game.played.pairing.first,
            second=game.played.pairing.second,
            match=game.match,
            scores=game.played.scores,
        )
        for game in page.games
    ]
    places = []
    for row in page.standings:
        entry = page.entry(row.number)
        known = {"name": entry.name, "rating": rating_object(entry.standing), "withdrawn": entry.withdrawn}
        places.append(TournamentPlace.model_validate(row._asdict() | known))
    return TournamentObject(
        tournament=_line(page.tournament, own=own),
        standings=tuple(places),
        games=tuple(games),
        commitment=page.commitment,
    )


def _line(tournament: Tournament, *, own: bool = False) -> TournamentLine:
    setup = tournament.setup
    return TournamentLine(
        id=tournament.id,
        name=setup.name,
        kind=setup.kind.value,
        state=tournament.state.value,
        host=tournament.host_name,
        count=tournament.count,
        places=setup.places,
        round=tournament.round,
        rounds=setup.rounds,
        clock=setup.terms.control,
        rated=setup.terms.rated,
        expansion=setup.terms.expansion,
        public=setup.public,
        word=tournament.invite if own and not setup.public else "",
    )
