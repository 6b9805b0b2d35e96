"""Warm app, to fork test processes from."""

from __future__ import annotations

import asyncio
import gc
import tempfile
from contextvars import copy_context
from pathlib import Path

import pytest

import naishi
from naishi.saves import Saves
from naishi_tui.app import NaishiApp
from naishi_tui.messages import PlayGame
from naishi_tui.table.cover import Handover
from tests.naishi.saving import play
from tests.naishi_tui import shortcuts
from tests.naishi_tui.waiting import settle


async def _to_the_table(folder: Path) -> None:
    app = NaishiApp(folder / "saves")
    opened = Saves(folder / "saves").create(naishi.Game.new(seed=1))
    for _gift in range(2):
        play(opened, "give 1")
    app.start_with = PlayGame(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, Handover)
        await pilot.press("enter")
        await settle(pilot)


def _warm_up() -> None:
    shortcuts.parse_once(pytest.MonkeyPatch())
    with tempfile.TemporaryDirectory() as folder:
        copy_context().run(asyncio.run, _to_the_table(Path(folder)))
    gc.collect()
    gc.freeze()


_warm_up()
