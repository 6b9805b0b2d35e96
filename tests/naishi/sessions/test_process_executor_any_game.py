"""Bots of any game in a process."""

from __future__ import annotations

import pytest

from naishi.bots import Clock, register
from naishi.common.i18n import BotFailedError
from naishi.sessions import process_executor
from naishi.sessions.process_executor import ProcessExecutor
from naishi.tabletop.kinds import kind_of
from tests.naishi.sessions.shared import NAMES, Careless, toy
from tests.naishi.tabletop import unison
from tests.naishi.tabletop.unison import Number


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()
    register("careless", Careless, "unison")


async def test_a_bot_of_another_game_chooses_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_executor, "WORKER", "tests.naishi.sessions.toy_worker")
    view = toy("highest", "human").view(0)
    async with ProcessExecutor(1) as processes:
        assert await processes.choose("unison", "highest", 0, view) == Number(3)
        with pytest.raises(BotFailedError, match="no game called"):
            await processes.choose("chess", "highest", 0, view)


@pytest.mark.ci
async def test_bots_of_every_kind_choose_in_a_process_as_they_do_here() -> None:
    async with ProcessExecutor(1) as processes:
        for key in ("naishi", "ninjato", "shogun"):
            kind = kind_of(key)
            game = kind.new(NAMES[: kind.seats[-1]], {}, "7")
            for _action in range(12):
                seat, bot = game.awaited[-1], kind.bot("random", 7)
                action = bot.choose(game.view(seat), Clock())
                assert await processes.choose(key, "random", 7, game.view(seat)) == action
                game.play(action, seat)
