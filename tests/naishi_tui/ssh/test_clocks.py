"""Clocks at a terminal, chosen, drawn, expiring: visit.routes, lobby.table_questions, clock, notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.timer import Timer, TimerCallback

from naishi.server.lobby.notices import watch_clocks
from naishi.server.match.clock import DAY, MINUTE
from naishi.server.match.match import Terms
from naishi_tui.visit.app import LobbyApp
from tests.naishi.server.conftest import Now, Table
from tests.naishi_tui.ssh.conftest import Server, named, new_keys, serving
from tests.naishi_tui.waiting import running_tasks, settle, until

pytestmark = pytest.mark.ci


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def server(tmp_path: Path, now: Now) -> AsyncIterator[Server]:
    async with serving(tmp_path, clock=now) as server:
        yield server


async def test_a_flag_falls_before_two_clients(tmp_path: Path) -> None:
    """Really: a clock of three seconds, which no visitor could choose."""
    keys = new_keys(2)
    async with serving(tmp_path) as server:
        watch = asyncio.create_task(watch_clocks(server.lobby))
        host, other = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
        table = await server.lobby.tables.open(host.account, Terms(control="0.05+0"), public=True)
        match = await other.tables.join(table)
        screen = await server.visit(keys[0], command=f"join {match.id}")
        await screen.see("the clock")
        second = host if match.seat_of(host.account.id) == 1 else other
        await (await second.attach(match.id)).play("give 1")
        lines = await server.talk(keys[1], command=f"plain join {match.id}")
        loser = match.names[0]
        for reader, name in ((screen, "Aiko"), (lines, "Bruno")):
            await reader.see(f"{'You' if name == loser else loser} lost on time")
        assert (await server.lobby.matches.get(match.id)).result.how == "timed out"  # type: ignore[union-attr]
        await screen.press_and_see("escape", "finished ones (h)")
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch


async def test_a_clock_is_chosen_with_a_table_and_seen_by_others(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    client = await server.visit(keys[0])
    await client.see("Your games")
    await client.press_and_see("n", "Clock: none")
    await client.press_and_see("up", "Enter: choose how much time")
    await client.press_and_see("enter", "No clock: a game may wait")
    await client.press_and_see("up", "Whoever lets the time for a turn run out loses.")
    await client.press_and_see("enter", "Clock: 7 days a turn")
    await client.press_and_see("enter", "Your table (7 days a turn) is waiting. A friend can join with:")
    await client.see("Waiting for an opponent (7 days a turn): join")
    await client.press_and_see("n", "Clock: 7 days a turn")
    client.press("escape")
    other = await server.visit(keys[1])
    await other.see("Aiko is waiting for an opponent (7 days a turn). Enter: join.")
    (table,) = server.lobby.public.open
    await other.press_and_see("w", "Which word were you given?")
    other.press(table.id, "enter")
    await other.see("Aiko is waiting to play Naishi (7 days a")
    await other.press_and_see("y", "7 d 0 h left")
    await client.see("(Bruno has joined), 7 d")


@pytest.fixture
def due(monkeypatch: pytest.MonkeyPatch) -> list[TimerCallback]:
    """What the timers of clocks call, the newest at the end."""
    due: list[TimerCallback] = []
    set_timer = LobbyApp.set_timer

    def note(app: LobbyApp, delay: float, callback: TimerCallback, *, name: str = "", **how: Any) -> Timer:
        if name == "clock":
            due.append(callback)
        return set_timer(app, delay, callback, name=name, **how)

    monkeypatch.setattr(LobbyApp, "set_timer", note)
    return due


async def test_the_time_is_drawn_when_it_reads_differently_and_costs_few_bytes(
    server: Server, now: Now, due: list[TimerCallback]
) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    table = await Table.of(server.lobby, people[0], people[1], control="15+10")
    await table.play("give 1", "give 1", "develop L1")
    mover = table.people[0].account.name
    client = await server.visit(keys[("Aiko", "Bruno").index(mover)], command=f"join {table.match.id}")
    await client.see(f"{mover} 15 min")
    app, (terminal,) = server.app, server.ssh.terminals
    pilot = cast("Pilot[Any]", SimpleNamespace(app=app))
    few = 400
    for seconds, seen, most in (
        (MINUTE, "14 min", few),
        (13 * MINUTE + 40, "30 s", few),
        (1, "29 s", few),
        (0, "29 s", 0),
    ):
        await settle(pilot)
        before = terminal.sent
        now.wait(seconds)
        app.call_later(due[-1])
        await client.see(f"{mover} {seen}")
        await settle(pilot)
        assert terminal.sent - before <= most, terminal.sent - before


async def test_no_timer_runs_where_no_time_counts(server: Server, now: Now) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    table = await Table.of(server.lobby, people[0], people[1])
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("River")
    assert "clock" not in running_tasks()
    with_clock = await Table.of(server.lobby, people[0], people[1], control="1d")
    client.press("escape")
    await client.see("Your games")
    now.wait(DAY)
    await server.lobby.settle_clocks()
    await until(lambda: "clock" not in running_tasks(), "no timer")
    assert with_clock.seats[0].clock == ()
