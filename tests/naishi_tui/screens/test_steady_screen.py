"""Screens come to rest after a window has changed its size several times at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import AppFocus, Resize
from textual.geometry import Size
from textual.screen import Screen

from naishi import Game
from naishi_tui.app import NaishiApp
from tests.naishi_tui.desk import NAMES, STANDARD, Desk
from tests.naishi_tui.waiting import idle

OFTEN = 100


@pytest.mark.parametrize("keys", [[], ["ctrl+p"], ["s"], ["f1"]])
async def test_sizes_that_come_at_once_don_t_follow_each_other_for_ever(
    keys: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = NaishiApp(tmp_path)
    async with app.run_test(size=STANDARD) as pilot:
        at = Desk(app, pilot)
        await app.begin(Game.new(7, NAMES))
        await at.press(*keys)
        laid_out: list[Size] = []
        lay_out = Screen._screen_resized

        def counted(screen: Screen[object], size: Size) -> None:
            laid_out.append(size)
            if len(laid_out) < OFTEN:  # else the app would never end
                lay_out(screen, size)
                screen.post_message(AppFocus())

        monkeypatch.setattr(Screen, "_screen_resized", counted)
        for size in (Size(120, 36), Size(*STANDARD)):
            app.screen.post_message(Resize(size, size))
            app.screen.post_message(AppFocus())  # Textual skips a size right before another one
        await idle()
        assert app.screen.size == STANDARD
        assert len(laid_out) < OFTEN
