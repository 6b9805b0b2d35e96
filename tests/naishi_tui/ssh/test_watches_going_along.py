"""Watchers' move to the rematch: watches, visit.routes, naishi.score."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Spectating
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.table.reading import Rules
from naishi_tui.visit import watches
from tests.naishi.server.conftest import Table, resign
from tests.naishi_tui.ssh.conftest import Client, Server, meet, named, new_keys
from tests.naishi_tui.waiting import running_tasks, until

pytestmark = pytest.mark.ci

STAYS = "The rematch begins. n: watch it."


async def watched(server: Server, keys: Mapping[str, str] | None = None) -> tuple[Table, Client]:
    """Have someone at a terminal watch a match, who has chosen some keys."""
    ssh_keys = new_keys(3)
    carol = await named(server, ssh_keys[2], "Carol")
    await server.lobby.players.choose(carol.account.id, "keys", dict(keys or {}))
    table = await meet(server, ssh_keys[:2])
    await table.play("give 1", "give 1")
    client = await server.visit(ssh_keys[2], command=f"watch {table.match.id}")
    await client.see("River")
    await until(server.hears, "keys are heard")
    return table, client


async def rematch(table: Table) -> str:
    """Have both players agree on a rematch; return its id."""
    for seat in table.seats:
        await seat.rematch()
    following = table.seats[0].agreements.next
    assert following is not None
    return following


async def comes_to(server: Server, match: str) -> None:
    await until(lambda: server.app.match.here == match, "the rematch")
    await until(lambda: isinstance(server.app.screen, Spectating), "the table")
    participant = server.app.match.participant
    assert participant is not None
    assert participant.seat is None


async def test_whoever_watches_sees_the_rematch_from_the_same_side(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "MOMENT", 0.0)
    table, client = await watched(server)
    participant = server.app.match.participant
    assert participant is not None
    near = participant.view.names[participant.view.seat]
    await resign(table.seats[0])
    await client.see("resigned")
    await comes_to(server, await rematch(table))
    participant = server.app.match.participant
    assert participant is not None
    assert participant.view.names[participant.view.seat] == near
    assert not participant.over


async def test_whoever_reads_the_points_goes_along_once_nothing_is_counted_any_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "MOMENT", 0.0)
    table, client = await watched(server)
    await table.play_to_the_end()
    await until(lambda: isinstance(server.app.screen, Score), "the points")
    await comes_to(server, await rematch(table))
    await client.see("choosing gifts")


async def test_a_key_says_that_somebody_stays_and_n_goes_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "MOMENT", 3600.0)
    table, client = await watched(server)
    await resign(table.seats[0])
    await client.see("resigned")
    following = await rematch(table)
    await client.see("You'll follow in a moment")
    assert "rematch" in running_tasks()
    client.press("right")
    await until(lambda: "rematch" not in running_tasks(), "stays")
    assert server.app.match.here == table.match.id
    await client.see("n rematch")
    client.press("n")
    await comes_to(server, following)


async def test_whoever_stays_is_told_by_which_keys_to_move_and_to_follow(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "MOMENT", 3600.0)
    keys = {"score.rematch": "f9", "left": "H", "down": "J", "up": "K", "right": "L"}
    table, client = await watched(server, keys=keys)
    await client.see("HKJL move")
    await resign(table.seats[0])
    await client.see("resigned")
    await rematch(table)
    await client.see("You'll follow in a moment")
    client.press("L")
    await until(lambda: "rematch" not in running_tasks(), "stays")
    client.press("H")
    await client.see("The rematch has begun. F9: watch it.")


async def test_nobody_is_torn_out_of_the_help(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "MOMENT", 0.0)
    table, client = await watched(server)
    await resign(table.seats[0])
    await client.see("resigned")
    await client.press_and_see("f1", "the rules")
    following = await rematch(table)
    below = server.app.screen_stack[1]
    assert isinstance(below, Spectating)
    await until(lambda: STAYS in str(below.prompt.rows), "told below")
    assert isinstance(server.app.screen, Rules)
    await client.press_and_see("escape", STAYS)
    client.press("n")
    await comes_to(server, following)


async def test_whoever_leaves_in_that_moment_is_in_the_lobby(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "MOMENT", 3600.0)
    table, client = await watched(server)
    await resign(table.seats[0])
    await rematch(table)
    await client.see("You'll follow in a moment")
    assert "rematch" in running_tasks()
    client.press("escape")
    await until(lambda: isinstance(server.app.screen, LobbyScreen), "the lobby")
    assert "rematch" not in running_tasks()


async def test_whoever_comes_to_the_old_game_later_can_go_on_to_the_rematch(server: Server) -> None:
    keys = new_keys(3)
    await named(server, keys[2], "Carol")
    table = await meet(server, keys[:2])
    await resign(table.seats[0])
    following = await rematch(table)
    client = await server.visit(keys[2], command=f"watch {table.match.id}")
    await client.see("The rematch has begun. n: watch it.")
    await until(server.hears, "keys are heard")
    client.press("n")
    await comes_to(server, following)
