"""What visitors read of an operator's doing, at a screen and in lines, by every door."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from naishi.server.storage.sanctions import Ban, BanKind, add_ban
from naishi.server.storage.schema import players
from tests.naishi_tui.visit.doors import DOORS, Door, door_of

pytestmark = pytest.mark.ci

HOUR = 3600.0
BANNED = "You are banned from this server until "


@pytest.fixture(params=DOORS)
async def door(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Door]:
    async with door_of(request.param, tmp_path) as door:
        yield door


async def ban(door: Door, subject: str, kind: BanKind = BanKind.NETWORK) -> None:
    now = time.time()
    await door.lobby.database.write(lambda db: add_ban(db, Ban(kind, subject, now, now + HOUR)))
    await door.lobby.look_at_sanctions()


async def test_whoever_is_banned_reads_one_line_and_nothing_of_them_is_stored_or_counted(door: Door) -> None:
    await door.add("Aiko")
    await ban(door, "127.0.0.0/8")
    lobby, before = door.lobby, await count(door)
    for client in (await door.visit(), await door.visit("Aiko"), await door.talk()):
        await client.end()
        assert BANNED in client.text
        assert "NAISHI" not in client.text
    assert not lobby.visitors
    assert await count(door) == before


async def count(door: Door) -> int:
    return await door.lobby.database.read(lambda db: db.execute(select(func.count()).select_from(players)).scalar_one())


async def test_whoever_is_here_is_told_and_goes(door: Door) -> None:
    screen, lines = await door.visit(), await door.talk()
    await screen.see("NAISHI  Guest")
    await lines.until(lambda: len(door.lobby.visitors) == 2)
    await ban(door, "127.0.0.1/32")
    for client in (screen, lines):
        await client.end()
        assert BANNED in client.text


async def test_what_an_operator_says_is_on_every_screen_and_in_lines_as_it_was_typed(door: Door) -> None:
    screen, lines = await door.visit(), await door.talk()
    await screen.see("NAISHI  Guest")
    await lines.see("Guest")
    door.lobby.closing.say("Be [bold]kind[/bold], please")
    for client in (screen, lines):
        await client.see("The operator of this server: Be [bold]kind[/bold], please")


async def test_whoever_comes_is_told_when_the_server_stops(door: Door) -> None:
    door.lobby.closing.announce_stop(time.time() + HOUR - 5)
    screen, lines = await door.visit(), await door.talk()
    for client in (screen, lines):
        await client.see("The server stops in 60 minutes, at ")
