"""Matches as those see them who watch."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.games.naishi.rules.cards import Phase
from naishi.server import Lobby, OfferKind
from naishi.sessions import Ask
from tests.naishi.server.conftest import Table, guest, offer, player, resign


async def test_watchers_see_what_is_public_and_can_do_nothing(table: Table) -> None:
    await table.play("give 1", "give 2")
    somebody = await guest(table.lobby)
    watcher = await somebody.attach(table.match.id)
    assert watcher.view.public
    assert watcher.view == (await table.game()).view().model_copy(update={"legal_actions": ()})
    assert table.seats[0].watchers == (somebody.account.name,)
    assert watcher.allowed == {Ask.OTHER_SIDE}
    with pytest.raises(IllegalActionError):
        await watcher.play("recall")
    for act in (resign(watcher), offer(watcher, OfferKind.DRAW), offer(watcher, OfferKind.UNDO), watcher.rematch()):
        with pytest.raises(IllegalActionError, match="watching"):
            await act
    await somebody.detach(watcher)
    assert not table.seats[0].watchers


@pytest.mark.ci
async def test_watchers_see_the_whole_once_it_is_over(table: Table) -> None:
    watcher = await (await guest(table.lobby)).attach(table.match.id)
    await table.play_to_the_end()
    assert watcher.view.phase is Phase.OVER
    assert watcher.view.outcome is not None
    assert None not in [card for side in watcher.view.sides for card in side.hand]


async def test_all_see_the_whole_of_a_game_that_was_ended_early(table: Table) -> None:
    await table.play("give 1", "give 2")
    watcher = await (await guest(table.lobby)).attach(table.match.id)
    assert None in [card for side in watcher.view.sides for card in side.hand]
    await resign(table.seats[0])
    for viewer in (watcher, *table.seats):
        assert None not in [card for side in viewer.view.sides for card in side.hand]
        assert viewer.view.legal_actions == ()
        assert viewer.view is viewer.view, "a screen draws anew where it is another one"


async def test_a_watcher_s_side_is_nobody_else_s(table: Table) -> None:
    await table.play("give 1", "give 2")
    one, other = [await (await guest(table.lobby)).attach(table.match.id) for _watcher in range(2)]
    before = other.view, table.seats[0].view
    one.turn_table()
    assert one.view.seat == 1
    assert one.view.public
    assert one.view.model_copy(update={"seat": 0}) == other.view
    assert (other.view, table.seats[0].view) == before


async def test_all_who_watch_are_counted(lobby: Lobby, table: Table) -> None:
    for number, name in enumerate(("Carol", "Dora", "Emil", "Fumi", "Goro", "Hana"), start=1):
        await (await player(lobby, name)).attach(table.match.id)
        if number == 3:
            assert table.seats[0].watched_by == "watched by Carol, Dora and Emil"
    assert table.seats[0].watched_by == "watched by Carol, Dora and 4 others"
