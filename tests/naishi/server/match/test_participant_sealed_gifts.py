"""Sealed gifts at a match between two people."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.server import Database, Lobby
from naishi.sessions import Ask
from tests.naishi.server.conftest import Table


async def test_both_are_asked_and_the_second_waits_once_it_has_chosen(lobby: Lobby, table: Table) -> None:
    first, second = table.seats
    for person in table.people:
        (listed,) = (await person.refresh()).mine
        assert listed.is_turn_of(person.account.id)
    assert all(Ask.PLAY in seat.allowed for seat in table.seats)
    before = first.view
    await second.play("give 2")
    assert first.view == before, "nothing of it is seen"
    assert (second.view.legal_actions, Ask.PLAY in second.allowed) == ((), False)
    with pytest.raises(IllegalActionError, match="turn"):
        await second.play("give 1")
    await table.people[1].refresh()
    (listed,) = (await table.people[1].refresh()).mine
    assert not listed.is_turn_of(table.people[1].account.id)
    (listed,) = (await table.people[0].refresh()).mine
    assert listed.news[0] is None or listed.is_turn_of(table.people[0].account.id)
    await first.play("give 1")
    game = await table.game()
    assert [action.text for action in game.actions] == ["give 1", "give 2"]
    assert (game.turn, len(first.view.events)) == (0, 2)


async def test_a_sealed_gift_is_stored(database: Database) -> None:
    before = Lobby(database)
    table = await Table.sit_down(before)
    await table.seats[1].play("give 2")
    await before.close()
    lobby = Lobby(database)
    assert lobby.matches.check() == (1, [])
    people = [await lobby.visit(f"SHA256:{person.account.name}", "192.0.2.7", "en") for person in table.people]
    seats = [await person.attach(table.match.id) for person in people]
    assert Ask.PLAY not in seats[1].allowed
    await seats[0].play("give 1")
    assert [action.text for action in (await lobby.matches.load(table.match.id)).game.actions] == ["give 1", "give 2"]
    await lobby.close()


async def test_both_may_give_at_the_same_moment_however_it_comes(table: Table) -> None:
    shown = table.seats[1].view
    assert shown.legal_actions
    await table.seats[0].play("give 1")
    await table.seats[1].play(shown.legal_actions[1])
    assert [action.text for action in (await table.game()).actions] == ["give 1", "give 2"]


async def test_against_a_bot_one_gives_after_the_other(lobby: Lobby, table: Table) -> None:
    person = table.people[0]
    match = await person.tables.play_bot("beginner")
    me = await person.attach(match.id)
    assert (await lobby.matches.load(match.id)).game.awaited in {(0,), (1,)}
    await person.detach(me)
