"""Games of three to five in the lobby: notices, TV, and what is for Naishi alone."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.naishi.rules.actions import Action
from naishi.server import Lobby, Presence
from naishi.server.lobby.notices import TurnNotice, next_turn
from naishi.server.lobby.tv import QUIET, Tv
from naishi.server.naishi.studies import MatchStudies
from tests.naishi.server.conftest import Now, Table, resign
from tests.naishi.server.match.shared import Five, unison_is_played  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("now")


async def test_a_game_waits_for_every_seat_that_has_to_decide_and_for_no_other(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 5)
    await table.choose("0 1", "1 1")
    for person in table.people[2:]:
        assert (await next_turn(person)).id == table.match
    for person in table.people[:2]:
        with pytest.raises(NaishiError, match="No game waits for you"):
            await next_turn(person)


async def test_a_new_round_is_told_to_all_who_have_to_decide_in_it(lobby: Lobby, now: Now) -> None:
    table = await Five.sit_down(lobby, 4)
    await table.choose("0 3", "1 3", "2 3")
    for person in table.people:
        await person.refresh()
    notices = [TurnNotice(person) for person in table.people]
    now.wait(1.0)
    await table.choose("3 3")
    for person in table.people:
        await person.refresh()
    assert [notice.look() for notice in notices] == [
        "It is your turn against Bruno, Chiyo and Dora.",
        "It is your turn against Aiko, Chiyo and Dora.",
        "It is your turn against Aiko, Bruno and Dora.",
        "It is your turn against Aiko, Bruno and Chiyo.",
    ]


async def test_whoever_has_left_is_told_of_no_turn_and_named_in_none(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 4)
    await table.choose("0 3", "1 3", "2 3")
    for person in table.people:
        await person.refresh()
    notices = [TurnNotice(person) for person in table.people]
    await resign(table.seats[3])  # the round ends with what is played in that seat
    for person in table.people:
        await person.refresh()
    assert notices[0].look() == "It is your turn against Bruno and Chiyo."
    assert notices[3].look() == ""


async def test_a_larger_game_is_on_tv(lobby: Lobby, now: Now) -> None:
    await Table.sit_down(lobby, ("Carol", "Dana"))  # where nothing happens any more
    now.wait(QUIET)
    table = await Five.sit_down(lobby, 4)
    tv = Tv(await lobby.visit(None, "192.0.2.9", "en"))
    await lobby.public.look()
    on = tv.switch()
    assert on is not None
    assert on.id == table.match


async def test_presence_is_known_of_every_seat(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 5)
    await table.people[1].detach(table.seats[1])
    lobby.leave(table.people[2])
    await table.people[2].detach(table.seats[2])
    assert [table.seats[0].presence(seat) for seat in range(5)] == [
        Presence.HERE, Presence.AWAY, Presence.GONE, Presence.HERE, Presence.HERE,
    ]  # fmt: skip


async def test_plans_and_analysis_are_for_naishi_and_that_is_said(lobby: Lobby) -> None:
    table = await Five.sit_down(lobby, 3)
    with pytest.raises(NaishiError, match="Conditional moves are for games of Naishi"):
        await lobby.plans.add(table.seats[0], Action.from_text("recall"), [Action.from_text("recall")])
    for number in (3, 2, 1):
        await table.choose(*(f"{seat} {number}" for seat in range(3)))
    assert table.seats[0].over
    with pytest.raises(NaishiError, match="Only games of Naishi can be analysed"):
        await MatchStudies(table.people[0], table.match).open()
