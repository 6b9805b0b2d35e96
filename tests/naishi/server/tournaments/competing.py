"""Tournaments of a place: made, joined, and played by resigning."""

from __future__ import annotations

import random
from collections.abc import Sequence

from naishi.server import Lobby, Match, Visitor
from naishi.server.match.match import Terms
from naishi.server.tournaments.tournament import Kind, Setup, Tournament, TournamentPage, standings
from tests.naishi.server.conftest import player, resign

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil", "Fumiko", "Goro", "Hana")


def setup(
    name: str = "Autumn Cup",
    *,
    kind: Kind = Kind.SWISS,
    rounds: int | None = None,
    places: int = 8,
    control: str = "3d",
    rated: bool = False,
    public: bool = True,
) -> Setup:
    return Setup(name, Terms(control=control, rated=rated), kind, rounds, places, public)


async def crowd(lobby: Lobby, count: int) -> list[Visitor]:
    return [await player(lobby, name) for name in NAMES[:count]]


async def joined(people: Sequence[Visitor], chosen: Setup) -> Tournament:
    """A tournament that the first of some people has made and the others have joined."""
    made = await people[0].tournaments.make(chosen)
    for person in people[1:]:
        await person.tournaments.join(made)
    return made


async def page_of(lobby: Lobby, tournament: Tournament) -> TournamentPage:
    await lobby.settled()
    return await lobby.tournaments.page(tournament.id)


async def games_of(lobby: Lobby, page: TournamentPage) -> list[Match]:
    """The matches of the round that are going on."""
    going_on = [game.match for game in page.of_round(page.tournament.round) if game.played.scores is None]
    return [await lobby.matches.get(match or "") for match in going_on]


async def lose(people: Sequence[Visitor], match: Match, seat: int) -> None:
    """Have the player at a seat give a match up."""
    person = next(each for each in people if each.account.id == match.seats[seat])
    participant = await person.attach(match.id)
    await resign(participant)
    await person.detach(participant)


async def play_round(lobby: Lobby, people: Sequence[Visitor], tournament: Tournament, chance: random.Random) -> None:
    for match in await games_of(lobby, await page_of(lobby, tournament)):
        await lose(people, match, chance.randrange(2))
    await lobby.settled()


async def check_results(lobby: Lobby, page: TournamentPage) -> None:
    """Make sure that a tournament says the same as its matches do."""
    for game in page.games:
        if game.match is None:
            continue
        match = await lobby.matches.get(game.match)
        both = tuple(page.entry(number).player for number in game.played.pairing if number is not None)
        assert match.seats == both
        winner = None if match.result is None else match.result.winner
        expected = None if match.result is None else {0: (1.0, 0.0), 1: (0.0, 1.0), None: (0.5, 0.5)}[winner]
        assert game.played.scores == expected
    numbers = [each.number for each in page.entries]
    assert page.standings == standings(numbers, [game.played for game in page.games])
