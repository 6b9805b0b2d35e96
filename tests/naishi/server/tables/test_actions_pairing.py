"""Pairing by rating: partners and waiting players."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby, MatchStage, Visitor
from naishi.server.database.schema import ratings
from naishi.server.match.match import Terms
from tests.naishi.server.conftest import Now, guest, player

POINTS = {"Aiko": 1500.0, "Bruno": 1600.0, "Carol": 1680.0, "Dora": 2300.0}


pytestmark = pytest.mark.usefixtures("now")


async def rated(lobby: Lobby, database: Database, name: str) -> Visitor:
    visitor = await player(lobby, name)
    row = {
        "player": visitor.account.id,
        "points": POINTS[name],
        "deviation": 60.0,
        "games": 30,
        "played": lobby.matches.now(),
    }
    await database.write(lambda db: db.execute(insert(ratings), row))
    return visitor


async def test_the_nearest_who_waits_is_found(lobby: Lobby, database: Database) -> None:
    aiko, bruno, carol = [await rated(lobby, database, name) for name in ("Aiko", "Bruno", "Carol")]
    waiting = await aiko.tables.pair()
    assert (waiting.state, waiting.public, waiting.control, waiting.rated) == (MatchStage.OPEN, True, "10+5", True)
    away = await carol.tables.pair()
    assert away.state is MatchStage.OPEN, "180 apart"
    match = await bruno.tables.pair()
    assert (match.id, match.state) == (away.id, MatchStage.PLAYING), "80 apart, not 100"
    await lobby.pairing.look()
    assert [each.id for each in (await aiko.refresh()).mine] == [waiting.id]


async def test_who_waits_long_enough_is_paired_with_anyone(lobby: Lobby, database: Database, now: Now) -> None:
    aiko, dora = [await rated(lobby, database, name) for name in ("Aiko", "Dora")]
    waiting = await aiko.tables.pair()
    now.wait(5)
    own = await dora.tables.pair()
    now.wait(55)
    await lobby.pairing.look()
    assert own.state is MatchStage.OPEN
    assert [each.state for each in (await aiko.refresh()).mine] == [MatchStage.OPEN], "800 apart, after a minute"
    now.wait(10)
    await lobby.pairing.look()
    (match,) = (await dora.refresh()).mine
    assert (match.id, match.state, dora.paired) == (waiting.id, MatchStage.PLAYING, waiting.id)
    assert {*match.seats} == {aiko.account.id, dora.account.id}
    assert [each.id for each in (await aiko.refresh()).mine] == [match.id]
    await lobby.pairing.look()
    assert len((await dora.refresh()).mine) == 1


async def test_whoever_goes_is_not_waited_for(lobby: Lobby) -> None:
    aiko, bruno = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    waiting = await aiko.tables.pair()
    lobby.leave(aiko)
    await lobby.settled()
    assert await lobby.matches.lists.some([waiting.id]) == []
    await lobby.pairing.look()
    assert (await bruno.tables.pair()).state is MatchStage.OPEN


async def test_a_guest_finds_no_rated_table_and_others_find_theirs(lobby: Lobby) -> None:
    someone, bruno = await guest(lobby), await player(lobby, "Bruno")
    waiting = await someone.tables.pair()
    assert not waiting.rated
    assert (await bruno.tables.pair()).id == waiting.id
    carol, other = await player(lobby, "Carol"), await guest(lobby)
    table = await carol.tables.pair()
    assert (await other.tables.pair()).id != table.id


async def test_other_terms_and_blocked_players_are_left_alone(lobby: Lobby) -> None:
    aiko, bruno, carol = [await player(lobby, name) for name in ("Aiko", "Bruno", "Carol")]
    await aiko.tables.open(Terms(control="10+5"), public=True)
    assert (await bruno.tables.pair(Terms(control="3+2"))).state is MatchStage.OPEN
    await aiko.block(carol.account)
    assert (await carol.tables.pair()).state is MatchStage.OPEN
    with pytest.raises(NaishiError, match="a clock of minutes"):
        await carol.tables.pair(Terms(control="3d"))
