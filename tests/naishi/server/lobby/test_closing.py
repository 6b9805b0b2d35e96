"""Announced stops of a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby, OfferKind
from naishi.server.accounts.login import Login, Words
from naishi.server.lobby import closing
from naishi.server.lobby.closing import Closing
from naishi.server.presence.presence import Elsewhere
from tests.naishi.server.conftest import Table, offer, player
from tests.naishi.server.lobby.two_processes import until


class Listener:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def announce(self, words: Words) -> None:
        self.heard.append(words())


async def test_all_hear_when_it_stops_and_again_and_then_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "REMINDERS", (30.0, 20.0, 10.0))
    now = [1000.0]
    listener, stopped = Listener(), asyncio.Event()
    server = Closing([cast("Login", listener)], Elsewhere(), lambda: now[0])
    server.stop = stopped.set
    loop, waits = asyncio.get_running_loop(), list[float]()
    late = loop.call_later

    def at_once(seconds: float, *what: object, **more: object) -> asyncio.TimerHandle:
        waits.append(seconds)
        now[0] += seconds
        return late(0, *what, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(loop, "call_later", at_once)
    server.announce_stop(1025.0)
    await stopped.wait()
    assert waits == [5.0, 10.0, 10.0]
    assert len(listener.heard) == 3
    assert all(each.startswith("The server stops in 1 minute, at ") for each in listener.heard)
    assert server.is_due


async def test_what_was_announced_can_be_taken_back(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    lobby.closing.announce_stop(time.time() + 3590)
    assert aiko.take_announced().startswith("The server stops in 60 minutes, at ")
    late = await player(lobby, "Bruno")
    assert late.take_announced().startswith("The server stops in 60 minutes, at ")
    assert await aiko.tables.open(public=True)
    lobby.closing.announce_stop(None)
    assert aiko.take_announced() == late.take_announced() == "The server doesn't stop after all."
    assert (await player(lobby, "Carl")).take_announced() == ""


async def test_no_game_begins_in_the_last_minutes_and_those_that_go_on_do(table: Table) -> None:
    lobby, aiko = table.lobby, table.people[0]
    waiting = await aiko.tables.open(public=True)
    await table.play_on(2)
    lobby.closing.announce_stop(time.time() + 200)
    bruno = table.people[1]
    refused: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: aiko.tables.open(public=True),
        lambda: bruno.tables.join(waiting),
        lambda: aiko.tables.play_bot("beginner"),
        lambda: aiko.tables.begin(waiting, "beginner"),
    )
    for ask in refused:
        with pytest.raises(NaishiError, match=r"^The server stops at .* UTC, so no new game can begin now\.$"):
            await ask()
    await table.play_to_the_end()
    await offer(table.seats[0], OfferKind.REMATCH)
    with pytest.raises(NaishiError, match="so no new game can begin now"):
        await offer(table.seats[1], OfferKind.REMATCH)
    lobby.closing.announce_stop(None)
    await offer(table.seats[1], OfferKind.REMATCH)
    await until(lambda: table.seats[0].agreements.next is not None)


def test_the_moment_of_a_stop_is_that_of_the_nearest_minute() -> None:
    noon = 1_700_049_600.0
    assert [closing.stop_moment(noon + seconds)[-9:] for seconds in (29, 31, 89)] == [
        "12:00 UTC", "12:01 UTC", "12:01 UTC",
    ]  # fmt: skip
