"""Order and cleanup of open tables."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.server import Lobby, MatchStage, Request, Verb
from naishi.server.match.clock import MINUTE
from naishi.server.match.match import Terms
from tests.naishi.server.conftest import Now, player

pytestmark = pytest.mark.usefixtures("now")


async def listed(lobby: Lobby) -> list[str]:
    """The tables that everybody sees."""
    await lobby.settled()
    await lobby.public.look()
    return [match.id for match in lobby.public.open]


async def test_tables_of_players_who_are_here_come_first_and_one_a_player(lobby: Lobby, now: Now) -> None:
    aiko, bruno = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    first = await bruno.tables.open(public=True)
    now.wait(1)
    tables = []
    for _table in range(2):
        tables.append(await aiko.tables.open(public=True))
        now.wait(1)
    assert await listed(lobby) == [tables[1].id, first.id], "the newest of each"
    lobby.leave(aiko)
    assert await listed(lobby) == [first.id, tables[1].id]
    await player(lobby, "Aiko")
    assert await listed(lobby) == [tables[1].id, first.id]


async def test_many_tables_of_people_who_have_gone_dont_bury_those_of_the_others(lobby: Lobby, now: Now) -> None:
    aiko = await player(lobby, "Aiko")
    mine = await aiko.tables.open(public=True)
    for number in range(60):
        now.wait(1)
        visitor = await lobby.visit(f"SHA256:{number}", f"192.0.2.{number}", "en")
        await visitor.tables.open(public=True)
        lobby.leave(visitor)
    assert (await listed(lobby))[0] == mine.id


async def test_a_live_table_ends_when_its_maker_leaves(lobby: Lobby) -> None:
    aiko, bruno = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    kept = [await aiko.tables.open(Terms(control="3d"), public=True)]
    kept.append(await aiko.tables.open(Terms(control="10+5"), public=False))
    await aiko.tables.open(Terms(control="10+5"), public=True)
    await aiko.tables.challenge("Bruno", Terms(control="10+5"))
    assert (await bruno.refresh()).open[0].challenged == bruno.account.id
    lobby.leave(aiko)
    assert await listed(lobby) == [kept[0].id]
    assert [match.id for match in (await bruno.refresh()).open] == [kept[0].id]
    back = await player(lobby, "Aiko")
    assert {match.id for match in (await back.refresh()).mine} == {match.id for match in kept}


async def test_a_live_table_stays_while_its_maker_has_another_terminal_here(lobby: Lobby) -> None:
    one, _other = await player(lobby, "Aiko"), await player(lobby, "Aiko")
    table = await one.tables.open(Terms(control="10+5"), public=True)
    lobby.leave(one)
    assert await listed(lobby) == [table.id]


async def test_a_live_table_that_a_crash_left_is_listed_only_while_its_maker_is_here(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    lobby.leave(aiko)
    await lobby.settled()
    table = await lobby.tables.store.open(aiko.account.id, Terms(control="10+5"), public=True)
    assert await listed(lobby) == []
    await player(lobby, "Aiko")
    assert await listed(lobby) == [table.id]


@pytest.mark.parametrize("acted", [False, True])
async def test_a_live_game_to_which_nobody_comes_can_be_called_off_after_five_minutes(
    lobby: Lobby, now: Now, acted: bool
) -> None:
    aiko, bruno = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await bruno.tables.join(await aiko.tables.open(Terms(control="10+5"), public=False))
    me = await bruno.attach(match.id)
    if acted and me.seat == 0:
        await me.play("give 1")
    now.wait(5 * MINUTE - 1)
    assert Request(Verb.ABORT) not in me.requests
    with pytest.raises(IllegalActionError, match="resign instead"):
        await me.request(Request(Verb.ABORT))
    assert me.time is not None
    assert me.time.until_it_reads_differently(me.seat) == pytest.approx(1, abs=0.1)
    now.wait(2)
    assert me.news.situation == "Aiko has not come. The game can be called off."
    assert me.words_of(Request(Verb.ABORT)) == "Call the game off: nobody loses"
    assert Request(Verb.ABORT) in me.requests
    await me.request(Request(Verb.ABORT))
    over = await lobby.matches.get(match.id)
    assert over.state is MatchStage.OVER
    assert over.result is not None
    assert (over.result.how, over.result.winner) == ("aborted", None)


async def test_a_game_that_has_started_cant_be_called_off_later(lobby: Lobby, now: Now) -> None:
    aiko, bruno = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await bruno.tables.join(await aiko.tables.open(Terms(control="10+5"), public=True))
    me, other = await bruno.attach(match.id), await aiko.attach(match.id)
    await lobby.settled()
    await aiko.detach(other)
    now.wait(6 * MINUTE)
    assert Request(Verb.ABORT) not in me.requests
