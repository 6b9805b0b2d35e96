"""Hostile pages, and limits of one connection."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from naishi.server.presence.limits import Limits
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site, a_site
from tests.naishi_tui.ssh.conftest import Typist, serving as serving_ssh
from tests.naishi_tui.waiting import until


async def test_pages_are_opened_no_faster_than_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(verbs_rate=1e-6, verbs_burst=3)) as site:
        cookie = (await site.post({})).cookie
        for _page in range(2):
            await site.open(cookie)
        with pytest.raises(InvalidStatus):
            await site.open(cookie)


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost:", b"POST /in HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
)
async def test_a_request_that_is_never_finished_ends_in_the_time_to_log_in(tmp_path: Path, begun: bytes) -> None:
    async with serving(tmp_path, Limits(login=0.2, stalled=1e6)) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(begun)
        await until(lambda: site.web.places.connections, "it has come")
        await until(lambda: not site.web.places.connections, "it is gone")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()


@pytest.mark.ci
async def test_one_address_has_a_few_connections_only(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(per_address=2)) as site:
        cookie = (await site.post({})).cookie
        kept = [await site.come(cookie) for _page in range(2)]
        for page in kept:
            await page.see("NAISHI  Guest")
        assert (await site.request("GET", "/")).status == 0
        await kept[0].press_and_see("b", "Which bot")


@pytest.mark.ci
async def test_both_doors_count_the_connections_of_an_address_together(tmp_path: Path) -> None:
    async with serving_ssh(tmp_path, Limits(per_address=1)) as ssh:
        site = await a_site(ssh.lobby, places=ssh.ssh.places)
        terminal = await ssh.visit()
        await terminal.see("NAISHI  Guest")
        assert (await site.request("GET", "/")).status == 0
        await site.web.close("")


async def test_stopping_the_server_tells_pages_to_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as site:
        page = await site.come()
        await page.see("NAISHI  Guest")
        await site.web.close("The server stops; your games are saved.")
        await page.end()
        assert "The server stops" in page.text
        assert {"end": 0, "restarts": True} in page.objects


@pytest.mark.ci
async def test_leaving_is_no_restart(site: Site) -> None:
    page = await site.come()
    await page.see("NAISHI  Guest")
    await page.press_and_see("q", "\n")
    await page.end()
    assert {"end": 0, "restarts": False} in page.objects
    await until(lambda: not site.lobby.visitors and not site.web.terminals, "nothing is held")


async def test_somebody_in_lines_plays_somebody_at_a_screen(site: Site) -> None:
    screen, lines = await site.come(), await site.come(lines=True)
    await lines.see("You have no game yet.")
    await screen.press_and_see("n", "Base game")
    await screen.press_and_see("enter", "Your table is waiting")
    await screen.see("/#join=")
    await lines.see("Table 1")
    assert isinstance(lines, Typist)
    await lines.says("join 1", "Your game with")
    await screen.see("has joined your table")
    await screen.press_and_see("g", "Dealt to")


@pytest.mark.ci
async def test_nothing_moves_for_a_browser_that_asks_for_less_motion(site: Site) -> None:
    page = await site.open((await site.post({})).cookie)
    await page.send(json.dumps({"size": [80, 24], "still": True}))
    await until(
        lambda: [each.terminal.app for each in site.web.terminals if each.terminal.app], "it has come to the lobby"
    )
    (app,) = (each.terminal.app for each in site.web.terminals)
    assert app is not None
    app.layers = app.layers.choose("animations", True)
    assert not app.settings.animations
