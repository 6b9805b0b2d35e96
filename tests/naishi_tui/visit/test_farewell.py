"""Farewells of both doors to a guest with a game: ssh.terminal, web.terminal, watches, serving."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi.transports.serving import STOPS
from tests.naishi_tui.visit.doors import DOORS, Door, door_of

pytestmark = pytest.mark.ci

HOW = {
    "ssh": b"To come back to your games, connect, press c and enter this code: guest-",
    "web": b"This browser comes back to your games by itself. In another one, press c and enter: guest-",
}


@pytest.fixture(params=DOORS)
async def door(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Door]:
    async with door_of(request.param, tmp_path) as door:
        yield door


async def test_how_to_come_back_stands_in_a_line_of_its_own(door: Door, request: pytest.FixtureRequest) -> None:
    guest = await door.visit()
    await guest.see("NAISHI  Guest")
    await guest.press_and_see("n", "Base game")
    await guest.press_and_see("enter", "Your table is waiting")
    await door.close(STOPS)
    await guest.end()
    assert b"Your games are saved.\r\n" + HOW[request.node.callspec.params["door"]] in guest.received
