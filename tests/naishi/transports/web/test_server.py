"""Hostile pages, and limits of one connection."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import socket
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from naishi.server.presence.limits import Limits
from naishi.transports.web.http import ASSETS, FOLDER, Request
from naishi.transports.web.server import WebServer
from naishi.transports.web.terminal import Hold, WebTerminal
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site, a_site, socket_of
from tests.naishi_tui.ssh.conftest import Client, Typist, serving as serving_ssh
from tests.naishi_tui.waiting import until


async def test_pages_bring_their_own_files_and_allow_no_others(site: Site) -> None:
    for path in ("/", "/plain"):
        page = await site.request("GET", path)
        assert page.status == 200
        assert "default-src 'none'; script-src 'self'; connect-src 'self'" in page.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert "font-src 'self'; img-src 'self'" in page.headers["Content-Security-Policy"]
        found_types = set()
        for found in re.findall(r'(?:src|href|data-blocks)="(/[^"]+\.(?:js|css|svg|ttf))"', page.body.decode()):
            file = await site.request("GET", found)
            assert file.status == 200
            found_types.add(file.headers["Content-Type"].partition(";")[0])
            assert "immutable" in file.headers["Cache-Control"]
            assert hashlib.sha256(file.body).hexdigest()[:16] in found
        assert found_types >= {"text/javascript", "text/css", "image/svg+xml"}
        assert ("font/ttf" in found_types) is (path == "/")
        assert not re.search(r"<script>|<style| on\w+=|style=", page.body.decode()), "nothing stands in the page itself"


async def test_the_plain_page_is_linked_first(site: Site) -> None:
    page = (await site.request("GET", "/")).body.decode()
    assert page.index('href="/plain"') < page.index("<main")
    assert 'role="log"' in (await site.request("GET", "/plain")).body.decode()


async def test_pages_speak_the_language_of_the_browser(site: Site) -> None:
    page = await site.request("GET", "/", Accept_Language="xx, pl;q=0.8, en;q=0.5")
    assert '<html lang="pl">' in page.body.decode()
    screen = await site.open((await site.post({})).cookie)
    await screen.close()


def test_xterm_is_as_it_was_published() -> None:
    for line in (FOLDER / "xterm" / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((FOLDER / "xterm" / name).read_bytes()).hexdigest() == digest


async def test_a_slash_behind_a_page_leads_to_it_and_what_is_nowhere_is_said(site: Site) -> None:
    there = await site.request("GET", "/plain/")
    assert (there.status, there.headers["Location"]) == (301, "/plain")
    nowhere = await site.request("GET", "/plain/x")
    assert nowhere.status == 404
    assert nowhere.body.decode() == "There is nothing here. The game is at / and, as lines of text, at /plain.\n"


@pytest.mark.parametrize(
    "path",
    ["/naishi.sqlite", "/../naishi.sqlite", "/pages/screen.js", "/xterm/xterm.js", "//", "/%2e%2e/x", *ASSETS[:1]],
)
async def test_nothing_else_can_be_fetched(site: Site, path: str) -> None:
    assert (await site.request("GET", path)).status in {400, 404}


@pytest.mark.parametrize(
    "request_",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\nEvil: y\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 3000,
        b"x" * 20_000,
    ],
)
async def test_what_is_no_request_is_refused(site: Site, request_: bytes) -> None:
    assert (await site.send(request_)).status in {0, 400, 413, 431}
    assert (await site.request("GET", "/")).status == 200


@pytest.mark.parametrize("body", [b"[]", b"{", b'"x"', b"[" * 1000, b"\xff", b'{"in": "\\ud800"}'])
async def test_a_body_that_says_nothing_is_refused(site: Site, body: bytes) -> None:
    assert (await site.request("POST", "/visit", body)).status == 400


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


async def test_pages_are_opened_no_faster_than_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(verbs_rate=1e-6, verbs_burst=3)) as site:
        cookie = (await site.post({})).cookie
        for _page in range(2):
            await site.open(cookie)
        with pytest.raises(InvalidStatus):
            await site.open(cookie)


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
