"""Every key of a keyboard at every table."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from naishi.tabletop.kinds import kind_of
from naishi_tui.table.game_screen import GameScreen
from tests.naishi_tui.desk import desk

KEYS = (*string.ascii_letters, *string.digits, *string.punctuation, "tab", "space", "f2", "ctrl+r", "ctrl+u", "delete")
OPTIONS = {"shogun": {"setup": "printed"}}


@pytest.mark.parametrize("key", ["naishi", "ninjato", "shogun"])
async def test_no_key_ends_the_program(folder: Path, key: str) -> None:
    kind = kind_of(key)
    names = ("Aiko", "Bruno", "Chie")[: max(2, min(kind.seats))]
    async with desk(folder, kind.new(names, OPTIONS.get(key, {}), "5")) as at:
        for pressed in KEYS:
            await at.press(pressed)
            for _above in range(6):
                if isinstance(at.app.screen, GameScreen):
                    break
                await at.press("escape")
            assert at.app.is_running, pressed
