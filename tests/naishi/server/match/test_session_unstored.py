"""Matches whose newest state the disk refused."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection

from naishi.common.i18n import SaveNotWrittenError
from naishi.server import Database, Lobby
from naishi.server.database.connection import StorageError
from naishi.server.match import actor
from naishi.server.match.session import MatchSession
from naishi.server.match.state import MatchState
from tests.naishi.server.conftest import Table, player, resign
from tests.naishi.server.match.obedient_bots import ObedientBots
from tests.naishi.server.match.truth import results_in
from tests.naishi.server.running import session_of

TOO_LONG = 30.0
"""Seconds after which something is taken never to happen."""


class Disk:
    """Where one lobby stores matches; it lets writes through or refuses them."""

    def __init__(self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refuses = False
        self._write = lobby.matches.write
        monkeypatch.setattr(lobby.matches, "write", self.write)
        monkeypatch.setattr(actor, "RETRY", 0.01)

    async def write(self, match: str, state: MatchState, seen: int, here: Collection[int] = ()) -> None:
        if self.refuses:
            raise StorageError("No space left on device")
        await self._write(match, state, seen, here)


async def test_what_could_not_be_stored_is_stored_later_though_everybody_has_left(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(table.lobby, monkeypatch)
    disk.refuses = True
    await table.play("give 1")
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    assert (await table.game()).actions == ()
    session = session_of(table.lobby, table.match.id)
    disk.refuses = False
    await asyncio.wait_for(closed(session), TOO_LONG)
    assert len((await table.game()).actions) == 1
    assert not table.lobby.sessions


async def test_everybody_hears_of_what_is_stored_only_when_the_last_one_leaves(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, lobby = Disk(table.lobby, monkeypatch), table.lobby
    monkeypatch.setattr(actor, "RETRY", 3600.0)
    await lobby.public.look()
    assert [match.id for match in lobby.public.watchable] == [table.match.id]
    disk.refuses = True
    await resign(table.seats[0])
    await table.people[0].detach(table.seats[0])
    disk.refuses = False
    await table.people[1].detach(table.seats[1])
    await lobby.public.refresh()
    assert not lobby.public.watchable


async def closed(session: MatchSession) -> None:
    while not session.closed:
        await asyncio.sleep(0.001)


async def test_what_was_stored_elsewhere_meanwhile_is_shown_instead_of_what_never_was(
    table: Table, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(table.lobby, monkeypatch)
    disk.refuses = True
    await table.play("give 1")
    assert table.seats[0].trouble
    rival = Lobby(database)
    theirs = await rival.attach(table.match.id, table.people[0].account)
    await theirs.play("give 2")
    disk.refuses = False
    changes = table.seats[1].changes()
    while table.seats[0].trouble:
        await asyncio.wait_for(anext(changes), TOO_LONG)
    for mine, stored in zip(
        table.seats, (theirs, await rival.attach(table.match.id, table.people[1].account)), strict=True
    ):
        assert mine.view == stored.view
    await table.seats[1].play("give 1")
    assert [action.text for action in (await table.game()).actions] == ["give 2", "give 1"]


async def test_the_result_is_how_it_ended_in_the_end(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """An end may be undone and another one come about while the disk refuses: both are stored with one write."""
    bots = ObedientBots()
    lobby = Lobby(database, bots)
    me = await player(lobby, "Aiko")
    match = await me.tables.play_bot("beginner")
    stored = await lobby.matches.load(match.id)
    while actions := stored.game.legal_actions():
        stored.game.play(actions[0])
    await lobby.matches.write(match.id, stored, stored.revision)
    seat = await me.attach(match.id)
    disk = Disk(lobby, monkeypatch)
    disk.refuses = True
    await seat.undo()
    disk.refuses = False
    await resign(seat)
    assert sorted((account, result) for _seat, account, result in await results_in(database) if account) == [
        (me.account.id, "lost")
    ]
    assert {points for (points,) in await database.read(_points)} == {None}
    await lobby.close()


def _points(db: Connection) -> Sequence[Any]:
    return db.exec_driver_sql("SELECT points FROM results").all()


async def test_an_account_is_not_deleted_while_its_games_cannot_be_given_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(table.lobby, monkeypatch)
    disk.refuses = True
    me = table.people[0]
    with pytest.raises(SaveNotWrittenError):
        await asyncio.wait_for(me.delete_account(me.account), TOO_LONG)
    assert (await table.lobby.players.get(me.account.id)).named
