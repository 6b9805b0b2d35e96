"""Operator actions, as visitors read them: visit.app, visit.terminal, sanctions."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from naishi.server.database.schema import players
from naishi.server.moderation.sanctions import Ban, BanKind, add_ban
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
        await client.see("Operator: Be [bold]kind[/bold], please")


async def test_a_watcher_reads_it_at_the_smallest_table(door: Door) -> None:
    """That one sees neither Hand takes both lines there."""
    player = await door.visit(size=(60, 20))
    await player.see("NAISHI  Guest")
    await player.press_and_see("b", "Which bot")
    await player.press_and_see("enter", "Base game")
    await player.press_and_see("enter", "round 1")
    watcher = await door.visit(size=(60, 20))
    await watcher.see("Koshikibu")
    await watcher.press_and_see("enter", "You are watching")
    await watcher.rest()
    door.lobby.closing.say("The semifinals begin at 20:00 UTC.")
    await watcher.see("Operator: The semifinals begin at 20:00 UTC.")


async def test_the_longest_message_is_read_to_its_end_at_the_smallest_table(door: Door) -> None:
    screen = await door.visit(size=(60, 20))
    await screen.see("NAISHI  Guest")
    await screen.press_and_see("b", "Which bot")
    await screen.press_and_see("enter", "Base game")
    await screen.press_and_see("enter", "round 1")
    await screen.rest()
    door.lobby.closing.say(f"{'words ' * 13}and an end")
    await screen.see("Operator: words")
    await screen.see("and an end")


async def test_no_link_lets_a_banned_browser_into_an_account(door: Door) -> None:
    await door.add("Aiko")
    (account,) = [await door.lobby.company.find("Aiko")]
    word = await door.lobby.web_links.make(account.id)
    await ban(door, "127.0.0.1/32")
    if (site := door.server.site) is None:
        return
    refused = await site.post({"in": word})
    assert (refused.status, refused.body.decode().startswith(BANNED)) == (403, True)
    assert (await site.post({})).status == 204, "its page is told at the terminal"


async def test_whoever_comes_is_told_when_the_server_stops(door: Door) -> None:
    door.lobby.closing.announce_stop(time.time() + HOUR - 5)
    screen, lines = await door.visit(), await door.talk()
    for client in (screen, lines):
        await client.see("The server stops in 60 minutes, at ")
