"""Timers on a machine that is too busy for them."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from naishi_tui.app import NaishiApp
from tests.naishi_tui.waiting import until


async def test_a_timer_fires_although_it_is_late_for_its_only_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, fired = NaishiApp(tmp_path), asyncio.Event()
    async with app.run_test():
        seconds = itertools.count(1e6)
        with monkeypatch.context() as held_up:
            held_up.setattr("textual._time.get_time", lambda: float(next(seconds)))
            app.set_timer(0.01, fired.set)
            await until(fired.is_set, "it fires")
