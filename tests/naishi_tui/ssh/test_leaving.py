"""Leftovers of departed visitors, of which there are none: ssh.terminal, visit.terminal, store, session."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from naishi.server import Lobby, Visitor
from naishi.server.match.actor import MatchActor
from naishi.server.match.match_lists import MatchLists
from naishi.server.match.store import Matches
from naishi.transports.ssh.terminal import TerminalSession
from tests.fuzzing import some
from tests.naishi.server.refusing import refusing
from tests.naishi.server.running import sessions_of
from tests.naishi_tui.ssh.conftest import PATIENCE, Server, meet, new_keys
from tests.naishi_tui.waiting import NEVER, running_tasks, until

pytestmark = [pytest.mark.usefixtures("quick_collection"), pytest.mark.ci]


def held(server: Server) -> dict[str, object]:
    """What a server holds for visitors, by name."""
    gc.collect()
    ssh, lobby = server.ssh, server.lobby
    everything: dict[str, object] = {
        "terminals": ssh.terminals,
        "tasks": ssh.tasks,
        "addresses": ssh.places.addresses,
        "visitors": lobby.visitors,
        "online": lobby.everybody.here,
        "link requests": len(lobby.link_requests),
        "sessions": sessions_of(lobby),
    }
    return {name: thing for name, thing in everything.items() if thing}


async def nothing_is_held(server: Server) -> None:
    """Wait until a server holds nothing for visitors, and has done what it does beside."""
    await until(lambda: not held(server), "nothing is held")
    async with asyncio.timeout(NEVER):
        await server.lobby.settled()


def things_of(*terminals: TerminalSession) -> list[weakref.ref[object]]:
    """What belongs to terminals alone."""
    apps = [each.terminal.app for each in terminals if each.terminal.app is not None]
    return [weakref.ref(each) for each in (*terminals, *apps, *(app.visitor for app in apps))]


def gone(things: list[weakref.ref[object]]) -> Callable[[], bool]:
    def all_gone() -> bool:
        gc.collect()
        return not any(thing() is not None for thing in things)

    return all_gone


async def test_nothing_is_left_of_visitors_who_hang_up_in_the_middle_of_a_game(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    word = table.match.id
    players = [await server.visit(key, command=f"join {word}") for key in keys]
    watcher = await server.visit(command=f"watch {word}")
    against_bot = await server.visit()
    await watcher.see("watching")
    for client in players:
        await client.see("River")
    await against_bot.press_and_see("b", "Which bot")
    await against_bot.press_and_see("enter", "Base game")
    await against_bot.press_and_see("enter", "River")
    await players[0].press_and_see("x", "Back to the game")
    things = things_of(*server.ssh.terminals)
    assert len(things) == 12
    server.close()
    await nothing_is_held(server)
    await until(gone(things), "nothing keeps terminals, apps and visitors alive")


async def test_what_looks_at_the_public_lists_keeps_nobody_s_app(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naishi.server.tables.actions.INTERVAL", 3600.0)
    client = await server.visit()
    other = await server.visit()
    await other.see("Your games")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "Your table is waiting")
    here = [each for each in server.ssh.terminals if each.terminal.app]
    (terminal,) = [each for each in here if each.terminal.app.visitor.account.stored]
    del here
    things = things_of(terminal)
    del terminal
    client.process.channel.abort()
    await until(lambda: len(server.lobby.visitors) == 1, "one has left")
    assert "public lists" in running_tasks()
    server.connections[0].abort()
    await until(gone(things), "nothing keeps the terminal alive")


async def test_what_stores_a_game_later_keeps_nobody_s_app(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.server.match.actor.RETRY", 3600.0)
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("River")
    (terminal,) = server.ssh.terminals
    things = things_of(terminal)
    del terminal

    async with refusing(server.lobby.database):
        await client.press_and_see("x", "Resign")
        client.press("up", "enter")
        await client.see("Enter again: resign")
        client.press("enter")
        await client.see("Not saved")
        server.close()
        await until(lambda: not server.lobby.visitors, "the player has left")
        await until(gone(things), "nothing keeps the terminal alive")
    assert table.seats[1].trouble
    await server.lobby.close()
    assert (await server.lobby.matches.get(table.match.id)).agreements.resigned is not None


STEPS = {
    "visit": Lobby,
    "refresh": Visitor,
    "find": MatchLists,
    "load_listed": Matches,
    "look": MatchActor,
}
"""What a visitor waits for on the way to a match."""


@pytest.mark.parametrize("step", some(STEPS, 2))
async def test_nothing_is_left_of_somebody_who_hangs_up_on_the_way_to_a_match(
    server: Server, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    table = await meet(server, new_keys(2))
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    reached, left = asyncio.Event(), asyncio.Event()
    take_step = getattr(STEPS[step], step)

    async def wait(*arguments: object) -> object:
        reached.set()
        await left.wait()
        return await take_step(*arguments)

    monkeypatch.setattr(STEPS[step], step, wait)
    await server.visit(command=f"watch {table.match.invite if step == 'find' else table.match.id}")
    await asyncio.wait_for(reached.wait(), PATIENCE)
    things = things_of(*server.ssh.terminals)
    server.close()
    await until(lambda: not server.ssh.places.addresses, "the client is gone")
    left.set()
    await nothing_is_held(server)
    await until(gone(things), "nothing keeps terminals, apps and visitors alive")
