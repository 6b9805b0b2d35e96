"""Farewells of a stopping server, truthful about saves: serving, ssh.terminal, visit.terminal."""

from __future__ import annotations

import pytest

from naishi.transports.serving import STOPS
from tests.naishi.server.conftest import Now
from tests.naishi.server.refusing import refusing
from tests.naishi_tui.ssh.conftest import Server
from tests.naishi_tui.ssh.scene import Scene

pytestmark = pytest.mark.ci


async def test_nobody_is_told_that_games_are_saved_while_something_is_not_stored(server: Server) -> None:
    scene = await Scene.open(server, Now())
    await scene.new_match([])
    await scene.come()
    bystander = await server.visit()
    await bystander.see("NAISHI  Guest")
    async with refusing(server.lobby.database):
        await scene.second.play(scene.second.view.legal_actions[0])
        await server.ssh.close(STOPS)
        await scene.client.end()
        await bystander.end()
    assert "What was done last isn't saved yet" in scene.client.text
    assert "The server stops now." not in scene.client.text
    assert "The server stops now. Your games are saved." in bystander.text


async def test_games_that_are_stored_are_said_to_be(server: Server) -> None:
    scene = await Scene.open(server, Now())
    await scene.new_match([])
    await scene.come()
    await scene.second.play(scene.second.view.legal_actions[0])
    await server.ssh.close(STOPS)
    await scene.client.end()
    assert "The server stops now. Your games are saved." in scene.client.text
