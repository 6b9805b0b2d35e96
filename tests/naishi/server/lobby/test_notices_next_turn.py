"""Order of the games that await a player."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby, Visitor
from naishi.server.lobby.notices import next_turn
from tests.naishi.server.conftest import Table, player, resign


async def waiting(lobby: Lobby, other: str, control: str = "") -> tuple[Visitor, Table]:
    """Aiko at a table with someone else, where it is her turn."""
    aiko = await player(lobby, "Aiko")
    table = await Table.of(lobby, aiko, await player(lobby, other), control=control)
    if table.people[0].account.id != aiko.account.id:
        await table.play("give 1")
    return aiko, table


@pytest.mark.ci
async def test_where_nothing_waits_one_line_says_so(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    with pytest.raises(NaishiError, match=r"^No game waits for you\.$"):
        await next_turn(aiko)
    aiko, table = await waiting(lobby, "Bruno")
    with pytest.raises(NaishiError, match=r"^No other game waits for you\.$"):
        await next_turn(aiko, table.match.id)
    assert (await next_turn(aiko)).id == table.match.id
    await resign(table.seats[0])
    with pytest.raises(NaishiError, match=r"^No game waits for you\.$"):
        await next_turn(aiko)


async def test_a_turn_of_somebody_else_doesn_t_wait(lobby: Lobby) -> None:
    aiko, table = await waiting(lobby, "Bruno")
    seat = next(seat for seat in table.seats if seat.player == aiko.account.id)
    await seat.play("give 1")
    if seat.view.turn == seat.seat:  # both have given, and Aiko goes first
        await table.play("develop L1", "end")
    with pytest.raises(NaishiError, match="No game waits"):
        await next_turn(aiko)


@pytest.mark.ci
async def test_little_time_comes_before_much_and_that_before_none_and_after_the_last_the_first(lobby: Lobby) -> None:
    _aiko, untimed = await waiting(lobby, "Bruno")
    _aiko, week = await waiting(lobby, "Carol", "7d")
    aiko, day = await waiting(lobby, "Dana", "1d")
    order = [day.match.id, week.match.id, untimed.match.id]
    here, seen = "", []
    for _step in range(4):
        here = (await next_turn(aiko, here)).id
        seen.append(here)
    assert seen == [*order, order[0]]


async def test_after_a_game_where_it_is_no_longer_one_s_turn_the_most_urgent_comes(lobby: Lobby) -> None:
    _aiko, first = await waiting(lobby, "Bruno")
    aiko, _second = await waiting(lobby, "Carol")
    assert (await next_turn(aiko, "gone")).id == first.match.id
