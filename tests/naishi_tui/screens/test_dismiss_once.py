"""Screens that lie above others for a while."""

from __future__ import annotations

from pathlib import Path

from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.rules import Rules
from tests.naishi_tui.desk import desk
from tests.naishi_tui.waiting import settle


async def test_a_screen_below_another_closes_neither_itself_nor_that_one(folder: Path) -> None:
    """Textual would take the top one away, and give it the other's result."""
    async with desk(folder) as at:
        await at.press("r")
        rules = at.screen(Rules)
        at.app.push_screen(Confirm("Really?"))
        await settle(at.pilot)
        rules.dismiss()
        await settle(at.pilot)
        at.screen(Confirm)
        await at.press("escape")
        at.screen(Rules)
        await at.press("escape")
        assert rules.dismissed
