"""Server TV: choice and replacement of its game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from naishi.server import Lobby, Visitor
from naishi.server.lobby.tv import ENDING, QUIET, Tv, interest
from naishi.server.match.glicko import Rating, Standing
from tests.naishi.server.conftest import Now, Table, player, resign

pytestmark = pytest.mark.usefixtures("now")


@pytest.fixture
async def viewer(lobby: Lobby) -> Visitor:
    return await lobby.visit(None, "192.0.2.9", "en")


async def shown(tv: Tv, lobby: Lobby) -> str:
    """Look at the public games, and return the one that is on by now."""
    await lobby.public.look()
    match = tv.switch()
    return "" if match is None else match.id


async def test_a_game_in_which_something_happens_comes_before_a_better_one_that_stands_still(
    lobby: Lobby, now: Now, viewer: Visitor
) -> None:
    still = await Table.sit_down(lobby)
    now.wait(QUIET)
    lively = await Table.sit_down(lobby, ("Carol", "Dana"))
    tv = Tv(viewer)
    assert await shown(tv, lobby) == lively.match.id
    now.wait(QUIET)
    assert await shown(tv, lobby) == lively.match.id, "nothing better runs"
    await still.play("give 1")
    assert await shown(tv, lobby) == still.match.id
    await lively.play("give 1")
    assert await shown(tv, lobby) == still.match.id, "something happens in it"


async def test_people_who_are_here_and_good_are_interesting(lobby: Lobby, now: Now) -> None:
    match = (await Table.sit_down(lobby)).match
    here, at = {*match.seats} - {None}, now()
    strong = Standing(Rating(1700.0, 40.0), 90, at)
    unsure = Standing(Rating(1700.0, 340.0), 1, at)
    bot = replace(match, seats=(match.seats[0], None))
    order = [
        interest(replace(match, standings=(strong, strong)), here, at),
        interest(replace(match, standings=(strong, unsure)), here, at),
        interest(match, here, at),
        interest(bot, here, at),
        interest(replace(match, standings=(strong, strong)), set(), at),
        interest(match, here, at + QUIET),
    ]
    assert order == sorted(order, reverse=True)


async def test_the_end_of_a_game_is_shown_for_a_while_and_then_the_next_one(
    lobby: Lobby, now: Now, viewer: Visitor
) -> None:
    first = await Table.sit_down(lobby)
    tv = Tv(viewer)
    assert await shown(tv, lobby) == first.match.id
    second = await Table.sit_down(lobby, ("Carol", "Dana"))
    await resign(first.seats[0])
    await lobby.public.look()
    assert not tv.is_outdated
    now.wait(ENDING)
    assert tv.is_outdated
    assert await shown(tv, lobby) == second.match.id


async def test_nothing_is_on_where_no_public_game_goes_on_but_the_viewer_s_own(lobby: Lobby, now: Now) -> None:
    table = await Table.sit_down(lobby)
    one = table.people[0]
    await one.refresh()
    assert await shown(Tv(one), lobby) == ""
    host, other = await player(lobby, "Carol"), await player(lobby, "Dana")
    await other.tables.join(await host.tables.open(public=False))
    assert await shown(Tv(one), lobby) == ""


async def test_a_game_that_cannot_be_opened_is_passed_over(lobby: Lobby, viewer: Visitor) -> None:
    table = await Table.sit_down(lobby)
    tv = Tv(viewer)
    assert await shown(tv, lobby) == table.match.id
    tv.skip(table.match)
    assert await shown(tv, lobby) == ""
