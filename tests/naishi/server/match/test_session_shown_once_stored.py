"""Secrecy of changes that aren't stored yet."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from naishi.server import Database, Match, OfferKind, Verb
from tests.naishi.server.conftest import Table, answer, offer
from tests.naishi.server.match.shared import being_stored
from tests.naishi.server.running import session_of


async def test_an_answer_is_told_once_it_is_stored(table: Table, database: Database) -> None:
    await offer(table.seats[0], OfferKind.DRAW)
    asker, waiting = table.seats[0], table.seats[0].news.situation
    async with being_stored(table, database, answer(table.seats[1], Verb.DECLINE)):
        assert asker.news.situation == waiting == f"Waiting for {asker.view.names[1]}'s answer."
    assert asker.news.situation == f"{asker.view.names[1]} has declined the draw."


async def test_what_was_declined_is_told_until_the_next_offer_is_stored(table: Table, database: Database) -> None:
    await offer(table.seats[0], OfferKind.DRAW)
    await answer(table.seats[1], Verb.DECLINE)
    declined = table.seats[0].news.situation
    async with being_stored(table, database, offer(table.seats[1], OfferKind.DRAW)):
        assert table.seats[0].news.situation == declined
    assert table.seats[0].news.situation == ""


async def test_what_was_undone_is_told_until_the_next_action_is_stored(table: Table, database: Database) -> None:
    await table.play("give 1", "give 1", "develop L1")
    await offer(table.seats[0], OfferKind.UNDO)
    await answer(table.seats[1], Verb.AGREE)
    async with being_stored(table, database, table.seats[0].play("develop L2")):
        assert table.seats[0].news.situation == "Your last turn is undone."
    assert table.seats[0].news.situation == ""


async def test_whoever_looks_late_sees_nothing_that_is_not_stored(table: Table, database: Database) -> None:
    await table.play("give 1", "give 1")
    async with being_stored(table, database, table.seats[0].play("develop L1")):
        assert [len(seat.view.events) for seat in table.seats] == [2, 2]
    assert [len(seat.view.events) for seat in table.seats] == [3, 3]


async def test_whoever_has_lost_the_seat_sees_nothing_that_is_not_stored(table: Table, database: Database) -> None:
    await table.play("give 1", "give 1")
    lost = table.seats[1]
    async with being_stored(table, database, table.seats[0].play("develop L1")):
        lost.unseat()
        assert len(lost.view.events) == 2
        assert lost.view.public
    assert str(lost.view.events[-1].action) == "develop L1"


async def test_a_new_name_shows_nothing_that_is_not_stored(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.play("give 1", "give 1")
    session, other = session_of(table.lobby, table.match.id), table.seats[1]
    renamed = replace(session.match, stored_names=("Emi", session.match.names[1]))

    async def get(_match: str) -> Match:
        return renamed

    monkeypatch.setattr(table.lobby.matches, "get", get)
    async with being_stored(table, database, table.seats[0].play("develop L1")):
        naming = asyncio.ensure_future(session.seats_changed())
        for _turn in range(5):
            await asyncio.sleep(0)
        assert len(other.view.events) == 2
    await naming
    assert other.view.names[0] == "Emi"


async def test_changes_are_those_of_the_view_that_is_shown(table: Table) -> None:
    """Whoever loses the seat, turns the table or sees the game given up follows the match with what was asked for."""
    await table.play("give 1", "give 1")
    lost, changes = table.seats[1], table.seats[1].changes()
    lost.unseat()
    change = await anext(changes)
    assert change.view is lost.view
    assert change.view.public
    assert change.events == ()
    lost.turn_table()
    await table.play("develop L1")
    change = await anext(changes)
    assert change.view is lost.view
    assert [str(event.action) for event in change.events] == ["develop L1"]
    assert change.events == lost.view.events[-1:]


async def test_a_bot_has_the_pace_of_the_match(table: Table) -> None:
    """Animations are shown at it."""
    assert table.seats[0].pace == session_of(table.lobby, table.match.id).pace > 0
