"""Player statistics over finished server games."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.naishi.studies import MatchStudies, own_statistics
from naishi.server.presence.limits import Limits
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi.playing import EXPANSION
from tests.naishi.server.conftest import Table, guest, player
from tests.naishi.server.past import finished, game_of


async def test_games_that_were_given_up_count_but_their_points_do_not(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    played = await finished(lobby, people)
    await finished(lobby, people, resigned=1)
    assert played.result is not None
    assert played.result.points is not None
    for seat, person in enumerate(people):
        found = await own_statistics(person)
        assert found is not None
        assert found.all.games == 2
        assert found.all.won == (played.result.winner == seat) + (seat == 0)
        assert found.mean_points == played.result.points[seat]
        (against,) = found.by_opponent
        assert (against.name, against.games) == (people[1 - seat].account.name, 2)


async def test_nothing_but_given_up_games_has_no_points(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    await finished(lobby, people, resigned=0)
    found = await own_statistics(people[0])
    assert found is not None
    assert (found.all.lost, found.mean_points, found.by_card) == (1, 0.0, {})


async def test_the_expansion_and_analyses_are_told_of(lobby: Lobby) -> None:
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await finished(lobby, people, game=game_of("Aiko", "Bruno", options=EXPANSION))
    study = await MatchStudies(people[0], match.id).open()
    await study.keep(analysis := made_up(study.game))
    await people[0].rename("Akiko")
    found = await own_statistics(people[0])
    assert found is not None
    assert found.name == "Akiko"
    assert found.with_expansion is not None
    assert [(each.id, each.accuracy) for each in found.accuracies] == [(match.id, analysis.accuracies[0])]


async def test_without_a_finished_game_there_is_nothing_to_tell(lobby: Lobby, table: Table) -> None:
    for person in (*table.people, await guest(lobby)):
        assert await own_statistics(person) is None


async def test_they_are_not_asked_for_all_the_time(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(analyses_burst=1.0, analyses_rate=1e-9))
    visitor = await player(lobby, "Aiko")
    await finished(lobby, [visitor, await player(lobby, "Bruno")])
    await own_statistics(visitor)
    with pytest.raises(NaishiError, match="many requests"):
        await own_statistics(visitor)
    await lobby.close()
