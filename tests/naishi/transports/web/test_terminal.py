"""The terminal of a page: long and empty messages, pace, silence."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from naishi.server.presence.limits import Limits
from naishi.transports.web.http import Request
from naishi.transports.web.server import WebServer
from naishi.transports.web.terminal import Hold, WebTerminal
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site, socket_of
from tests.naishi_tui.ssh.conftest import Client
from tests.naishi_tui.waiting import until


@pytest.mark.ci
async def test_a_long_message_ends_the_page(site: Site) -> None:
    page = await site.come()
    await page.see("NAISHI  Guest")
    await socket_of(page).send(b"x" * 4097)
    await page.end()
    other = await site.come()
    await other.press_and_see("b", "Which bot")


@pytest.mark.ci
async def test_a_long_message_in_pieces_ends_it_too(site: Site) -> None:
    page = await site.come()
    await page.see("NAISHI  Guest")
    with suppress(ConnectionClosed):
        await socket_of(page).send([b"x" * 1000] * 10)
    await page.end()


@pytest.mark.ci
@pytest.mark.parametrize(
    "said",
    ["x", "[]", "{}", "null", '{"size": 5}', '{"size": [1]}', '{"size": ["a", 2]}', '{"at": ["rm", "x"]}', "[" * 999],
)
async def test_an_object_that_says_nothing_does_no_harm(site: Site, said: str) -> None:
    page = await site.come()
    await page.see("NAISHI  Guest")
    await socket_of(page).send(said)
    await page.press_and_see("b", "Which bot")


@pytest.mark.ci
async def test_what_comes_at_once_is_taken_no_faster_than_what_comes_bit_by_bit(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    transports: list[asyncio.Transport] = []
    welcome = WebServer.welcome

    async def note(web: WebServer, request: Request, transport: asyncio.Transport, address: str) -> WebTerminal:
        transports.append(transport)
        return await welcome(web, request, transport, address)

    monkeypatch.setattr(WebServer, "welcome", note)
    page = await site.come()
    await page.see("NAISHI  Guest")
    (terminal,), transport = site.web.terminals, transports[-1]
    taken: list[int] = []
    feed = terminal.terminal.feed

    def count(data: bytes, wrapping: int = 0) -> float:
        taken.append(len(data))
        return feed(data, wrapping)

    monkeypatch.setattr(terminal.terminal, "feed", count)
    terminal.receive(Frame(Opcode.BINARY, b"a" * 1000).serialize(mask=True) * 60)
    assert 0 < sum(taken) < 2 * site.lobby.limits.input_burst
    terminal.hold(Hold.OUTPUT)
    terminal.release(Hold.OUTPUT)
    assert not transport.is_reading(), "whoever reads slowly may send no faster"
    terminal.lost()
    terminal.release(Hold.INPUT)
    assert sum(taken) < 2 * site.lobby.limits.input_burst, "what was left is gone with the page"


@pytest.mark.ci
async def test_a_page_that_never_reads_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(stalled=0.3, output=2000, input_burst=1e9)) as site:
        plug = socket.socket()
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # else the kernel reads megabytes for it
        plug.connect(("127.0.0.1", site.port))
        page = await site.open((await site.post({})).cookie, sock=plug)
        await page.send(json.dumps({"size": [200, 60]}))
        page.transport.pause_reading()
        await until(lambda: site.lobby.visitors, "it has come")

        async def draw() -> None:
            for width in cycle((199, 200)):
                await page.send(json.dumps({"size": [width, 60]}))
                await asyncio.sleep(0.05)

        drawing = asyncio.create_task(draw())
        await until(lambda: not site.web.terminals, "it is gone")
        drawing.cancel()


@pytest.mark.ci
async def test_a_page_that_says_nothing_or_answers_no_ping_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(terminal=0.2)) as site:
        await site.open((await site.post({})).cookie)
        await until(lambda: not site.web.places.connections, "it is gone")
    async with serving(tmp_path, Limits(keep_alive=0.1)) as site:
        page = await site.come()
        socket_of(page).transport.pause_reading()
        await until(lambda: not site.web.terminals, "it is gone")


@pytest.mark.ci
@pytest.mark.parametrize("hidden", [True, False])
async def test_a_page_rings_for_the_turn_on_it_if_nobody_looks_at_it(site: Site, hidden: bool) -> None:
    one, two = await site.come(), await site.come()
    await one.press_and_see("n", "Base game")
    await one.press_and_see("enter", "Your table is waiting")
    await two.see("is waiting for an opponent")
    await two.press_and_see("enter", "Dealt to")
    await one.press_and_see("g", "Dealt to")
    before = bells(one, two)  # for the game that begins
    for page in (one, two):
        await socket_of(page).send(json.dumps({"hidden": hidden}))
        await page.press_and_see("enter", "round 1")
    for page in (one, two):
        await page.see("Previous turn")
        await page.rest()
    if hidden:
        await until(lambda: bells(one, two) > before, "it rings for whose turn it is")
    assert bells(one, two) - before == hidden


def bells(*pages: Client) -> int:
    """Return how often pages were rung; what ends a command of the terminal is no bell."""
    return sum(re.sub(rb"\x1b\][^\a]*\a", b"", page.received).count(b"\a") for page in pages)
