"""Two people in a real headless browser: server, terminal."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest

from naishi import PlayerView
from naishi.server import MatchParticipant
from naishi.server.presence.limits import Limits
from tests.naishi.transports.web.chromium import ALT, CTRL, PROGRAM, Chromium, Page, chromium
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site, a_site
from tests.naishi.transports.web.shared import insist
from tests.naishi_tui.ssh.conftest import serving as serving_ssh
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.naishi_tui.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium here: apt install chromium"),
]


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Chromium]:
    async with chromium(tmp_path / "profile") as browser:
        yield browser


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Site]:
    async with serving(tmp_path, Limits(input_burst=1e9)) as site:
        yield site


async def table_of(site: Site, host: Page) -> str:
    """Make a table at a page; return the link for a friend."""
    await host.see("Your games")
    await host.press("n")
    await host.see("Base game")
    await host.press("\r")
    await host.see("Your table is waiting")
    (table,) = [visitor for visitor in site.lobby.visitors if visitor.listing.mine]
    return f"{site.origin}/#join={table.listing.mine[0].id}"


async def test_two_pages_play_a_whole_game(here: Site, browser: Chromium, tmp_path: Path) -> None:
    one = await browser.page(f"{here.origin}/")
    link = await table_of(here, one)
    two = await browser.page(link, (390, 844), phone=True)
    await two.see("is waiting to play Naishi. Sit down?")
    await two.press("y")
    await two.see("Dealt to")
    await one.press("g")
    await one.see("Dealt to")
    size = await two.run("[term.cols, term.rows, document.documentElement.scrollWidth <= innerWidth]")
    assert size[0] >= 60
    assert size[1] >= 20
    assert size[2], "nothing sticks out"
    for page, name in ((one, "desktop"), (two, "phone")):
        await page.picture(tmp_path / f"{name}.png")
    lines = [await browser.tab(page.context, f"{here.origin}/plain") for page in (one, two)]
    for page in lines:
        await page.see("You are Guest")
        await page.type_line("go 1")
    await finish(here, lines)
    for page in (one, two):
        await page.show()  # a browser paints no page behind another
        await page.see("game over")
    assert browser.complaints == [], "the policy refuses nothing that the pages need"


@needs_ssh
async def test_a_page_plays_a_whole_game_against_the_openssh_client(tmp_path: Path, browser: Chromium) -> None:
    async with serving_ssh(tmp_path, Limits(input_burst=1e9)) as server:
        site = server.site = await a_site(server.lobby, places=server.ssh.places)
        page = await browser.page(f"{site.origin}/")
        await table_of(site, page)
        async with ssh_lines(server.port) as ssh:
            await ssh.see("lobby>")
            await ssh.type_line("join 1")
            await page.see("has joined your table")
            await page.press("g")
            await page.see("Dealt to")
            lines = await browser.tab(page.context, f"{site.origin}/plain")
            await lines.see("You are Guest")
            await lines.type_line("go 1")
            await finish(site, [ssh, lines])
            await ssh.see("Game over", "game over", "wins", "tie")
        await page.show()
        await page.see("game over")
        await site.web.close("")


class Lines(Protocol):
    """Where someone reads and types lines."""

    async def text(self) -> str:
        """What was read."""

    async def type_line(self, text: str) -> None:
        """Type one."""


class SshLines:
    """The real OpenSSH client without a terminal, as a plain page is used."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process, self._read = process, b""
        self._reading = asyncio.create_task(self._read_all())

    async def _read_all(self) -> None:
        assert self._process.stdout is not None
        while data := await self._process.stdout.read(4096):
            self._read += data

    async def text(self) -> str:
        return self._read.decode(errors="replace")

    async def see(self, *texts: str) -> None:
        await until(lambda: any(each.encode() in self._read for each in texts), f"one of {texts}")

    async def type_line(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        await self._process.stdin.drain()


@asynccontextmanager
async def ssh_lines(port: int) -> AsyncIterator[SshLines]:
    options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "PubkeyAuthentication=no", "LogLevel=ERROR")
    process = await asyncio.create_subprocess_exec(
        *("ssh", "-T", "-F", "none", "-p", str(port)),
        *(word for option in options for word in ("-o", option)),
        "play@127.0.0.1",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield SshLines(process)
    finally:
        process.kill()
        await process.wait()


async def finish(site: Site, players: Sequence[Lines]) -> None:
    """Play the game to its end in the lines of both players, while their screens follow."""
    seats = {seat.name: seat for each in list(site.lobby.visitors) for seat in each.participants}
    by_seat: dict[int, Lines] = {}
    for player in players:
        said = await player.text()
        (mine,) = [seat for name, seat in seats.items() if f"You are {name}" in said]
        by_seat[mine.seat or 0] = player
    watcher, chance = next(iter(seats.values())), random.Random(1)
    while (turn := watcher.view.turn) is not None:
        (mine,) = [seat for seat in seats.values() if seat.seat == turn]
        before, action = watcher.view, chance.choice(mine.view.legal_actions)
        await by_seat[turn].type_line(str(action))
        await until(partial(_differs, watcher, before), f"{action} is played")


def _differs(participant: MatchParticipant, before: PlayerView) -> bool:
    return bool(participant.view != before)


async def test_a_card_is_clicked_and_tapped(here: Site, browser: Chromium) -> None:
    for phone in (False, True):
        page = await browser.page(f"{here.origin}/", (390, 844) if phone else (1280, 800), phone=phone)
        await page.see("Your games")
        for key in ("b", "\r", "\r"):
            await page.press(key)
            await page.see({"b": "Which bot"}.get(key, "Base game" if key == "\r" else ""), "Dealt to")
        await page.see("Dealt to")
        x, y = await page.where("Dealt to")
        height = await page.run("cell().height")
        width = await page.run("cell().width")
        point = x + 14 * width if phone else x + 22 * width, y + 2 * height
        before = await page.text()
        await (page.tap(*point) if phone else page.click(*point))
        await until_other(page, before)
        await page.close()


async def until_other(page: Page, before: str) -> None:
    """Wait until something else stands on a page."""
    async with asyncio.timeout(60):
        while await page.text() == before:
            await asyncio.sleep(0.05)


async def test_the_bar_of_keys_plays_on_a_phone(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/", (390, 844), phone=True)
    await page.see("Your games")
    await page.press("b")
    await page.see("Which bot")
    await page.run("document.querySelector('[data-key=escape]').click()")
    await page.see("Your games")


async def test_the_browser_keeps_its_own_keys(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/")
    await page.see("Your games")
    await page.run("window.sent = []; visit.send = (text) => window.sent.push(text); term.focus()")
    await page.run(
        "addEventListener('keydown', (event) => setTimeout(() => { window.kept = !event.defaultPrevented; }), true)"
    )
    for key, held in (("F5", 0), ("F11", 0), ("F12", 0), ("c", CTRL), ("v", CTRL), ("l", CTRL), ("ArrowLeft", ALT)):
        assert await page.keeps(key, held), key
    assert all(text.startswith("\x1b[200~") for text in await page.run("window.sent")), "at most what was pasted"
    await page.run("window.sent = []")
    for key, held in (("F1", 0), ("Tab", 0), ("Escape", 0), ("r", CTRL)):
        assert not await page.keeps(key, held), key
    assert await page.run("window.sent") == ["\x1bOP", "\t", "\x1b", "\x12"]


async def test_of_a_long_text_only_the_beginning_is_pasted(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/")
    await page.see("Your games")
    await page.run("window.sent = ''; visit.send = (text) => { window.sent += text; }")
    await page.run(
        """(() => { const clipboardData = new DataTransfer(), bubbles = true, cancelable = true;
        clipboardData.setData("text/plain", "word ".repeat(9999));
        term.textarea.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles, cancelable})); })()"""
    )
    sent = await page.run("window.sent")
    assert sent.startswith("\x1b[200~word word")
    assert sent.endswith("\x1b[201~")
    assert len(sent) < 1100


@pytest.mark.parametrize("phone", [False, True])
async def test_a_click_or_a_tap_on_a_link_copies_it(here: Site, browser: Chromium, phone: bool) -> None:
    page = await browser.page(f"{here.origin}/", (390, 844) if phone else (1280, 800), phone=phone)
    link = await table_of(here, page)
    await page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    x, y = await page.where("#join=")
    if phone:
        await page.tap(x, y)
    else:
        await page.move(x, y)
        await page.click(x, y)
    await page.see("Copied: ")
    assert await page.run("window.copied") == link


@pytest.mark.parametrize("phone", [False, True])
async def test_blocks_leave_no_gaps_between_cells_and_rows(here: Site, browser: Chromium, phone: bool) -> None:
    page = await browser.page(f"{here.origin}/", (390, 844) if phone else (1280, 800), phone=phone)
    await page.see("Your games")
    drawn = "".join(f"\x1b[{row};1H\x1b[38;2;255;0;0m{'█▀▄▌▐' * 4}" for row in range(3, 8))
    await page.run(f"new Promise((done) => {{ visit.page.data = () => {{}}; term.write({drawn!r}, done); }})")
    await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    left, top, width, height = await page.run(
        "(() => { const one = cell(); return [one.left, one.top + 2 * one.height, one.width, one.height]; })()"
    )
    column = await page.colours(left + width / 4, top + 1, 1, 5 * height - 2)
    assert column == {(255, 0, 0)}, "a full block meets the one below it"
    row = await page.colours(left + 1, top + height / 4, 2 * width - 3, 1)
    assert row == {(255, 0, 0)}, "an upper half meets the block beside it"


async def test_nothing_is_left_beside_a_narrower_screen(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/", (1280, 800))
    await page.see("Your games")
    await page.press("?")
    await page.see("What do you want to do?")
    await browser.call(
        "Emulation.setDeviceMetricsOverride", page.session, width=700, height=800, deviceScaleFactor=1, mobile=False
    )
    rows = "[...document.querySelectorAll('.xterm-rows > div')].map((each) => each.textContent.length)"
    async with asyncio.timeout(60):
        while await page.run("term.cols") > 70 or max(await page.run(rows)) > await page.run("term.cols"):
            await asyncio.sleep(0.05)
    await page.see("What do you want to do?")


async def test_a_page_that_was_killed_comes_back_and_a_lost_connection_too(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/")
    await page.see("Your games")
    await page.press("b")
    await page.see("Which bot")
    await page.press("\r")
    await page.see("Base game")
    await page.press("\r")
    asked = await page.see("Which of your two cards")
    (terminal,) = here.web.terminals
    terminal.give_up()
    await until(lambda: here.web.terminals and terminal not in here.web.terminals, "it comes back by itself")
    await page.see(asked)
    await page.close()
    await until(lambda: not here.web.terminals, "it is killed")
    again = await browser.tab(page.context, f"{here.origin}/")
    await again.see("Your games")
    await again.press("\r")
    await again.see(asked)


async def test_a_page_comes_back_by_itself_when_another_program_takes_over(tmp_path: Path, browser: Chromium) -> None:
    with ServerProcess(tmp_path, web=True) as server:
        page = await browser.page(f"http://127.0.0.1:{server.web_port}/")
        await page.see("Your games")
        for key, comes in (("b", "Which bot"), ("\r", "Base game"), ("\r", "Which of your two cards")):
            await insist(page, key, comes)
        before = await page.run("document.querySelector('.xterm-rows').textContent")
        assert server.stop(signal.SIGTERM) == 0
        await page.see("The connection is lost")
        await page.see("The server stops now.")
        server.start()
        await page.see("Which of your two cards")
        async with asyncio.timeout(60):
            while await page.run("document.querySelector('.xterm-rows').textContent") != before:
                await asyncio.sleep(0.05)


async def test_a_link_made_over_ssh_lets_a_page_in(here: Site, browser: Chromium) -> None:
    aiko = await here.lobby.visit("SHA256:of-a-key", "192.0.2.7", "en")
    await aiko.rename("Aiko")
    word = await aiko.credentials.web_link()
    page = await browser.page(f"{here.origin}/#in={word}")
    await page.see("lets this browser in")
    assert word not in await page.run("location.href")
    await page.run("byId('come-in').click()")
    await page.see("NAISHI  Aiko")
    assert "naishi" not in await page.run("document.cookie")


async def test_the_plain_page_is_read_out_and_typed_into(here: Site, browser: Chromium) -> None:
    page = await browser.page(f"{here.origin}/plain")
    await page.see("You have no game yet.")
    await page.run("line.value = 'bot beginner'; document.querySelector('#form button').click()")
    await page.see("Dealt", "Your game with")
    assert await page.run("document.querySelector('[role=log]').childElementCount") > 5
    assert browser.complaints == []
