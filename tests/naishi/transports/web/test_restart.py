"""Replacement of a server's program during play: transports.processes, terminal."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from naishi.server.lobby.status import ask
from tests.naishi.transports.web.pages import Pages
from tests.naishi_tui.ssh.conftest import Client, Typist
from tests.naishi_tui.ssh.openssh import LOG, ServerProcess

PROMPT = ("round 1", "Which of your two cards do you give away?", "Enter: give", "F1 help")
"""What stands at the top, in the middle and in the last line of the picture: it comes in pieces."""


async def insist(page: Client, key: str, text: str) -> None:
    """Press a key until something comes of it: what is pressed before a screen is painted is dropped."""
    while text not in page.text:
        page.press(key)
        try:
            async with asyncio.timeout(10):
                await page.see(text)
        except TimeoutError:
            pass


@pytest.mark.slow
async def test_pages_come_back_to_the_exact_prompt_after_an_upgrade(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, web=True) as server:
        pages = Pages(server.web_port)
        cookie = (await pages.post({})).cookie
        page = await pages.come(cookie)
        await page.see("Your games")
        await insist(page, "b", "Which bot")
        await insist(page, "enter", "Base game")
        await insist(page, "enter", "Dealt to")
        lines = await pages.come(lines=True)
        await lines.see("lobby>")
        assert isinstance(lines, Typist)
        (status,) = await asyncio.to_thread(ask, tmp_path)
        assert (status.visitors, status.matches) == (2, 1)
        assert status.key_to_frame is not None
        await page.until(lambda: all(part in page.text for part in PROMPT), "the whole picture")
        asked = page.text

        assert server.stop(signal.SIGTERM) == 0
        for each in (page, lines):
            await each.end()
            assert "The server stops now." in each.received.decode()
            assert each.objects[-1] == {"end": 0, "restarts": True}
        (at,) = [each["at"] for each in page.objects if each.get("at")]

        server.start()
        again = await pages.come(cookie, at)
        await again.see("Dealt to")
        await again.until(lambda: again.text == asked, "the exact prompt")
        pages.close()
        assert server.stop(signal.SIGTERM) == 0
    assert (tmp_path / LOG).read_text() == "", "whoever comes, plays and goes stands in no log"
