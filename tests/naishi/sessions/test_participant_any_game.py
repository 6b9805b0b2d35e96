"""Spectating games of any kind."""

from __future__ import annotations

import pytest

from naishi.bots import register
from naishi.sessions import Ask, Spectator
from tests.naishi.sessions.shared import Careless, toy
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()
    register("careless", Careless, "unison")


async def test_a_game_played_elsewhere_is_seen_as_the_public_sees_it() -> None:
    class Elsewhere:
        id, trouble, owner = "toy", "", None

        def __init__(self) -> None:
            self.game = toy("human", "human", "human")

        def follow(self) -> bool:
            self.game.play("1", self.game.awaited[0])
            return True

    followed = Elsewhere()
    spectator = Spectator(followed, 0.0)
    changes = spectator.changes()
    first = await anext(changes)
    assert [(event.seat, event.action) for event in first.events] == [(0, None)]
    await anext(changes)
    last = await anext(changes)
    assert last.view == followed.game.view() == spectator.view
    assert spectator.allowed == {Ask.TAKE_OVER}
