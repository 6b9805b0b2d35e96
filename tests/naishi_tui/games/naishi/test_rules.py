"""The rules, read during a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.home.home import Home
from naishi_tui.table.rules import Rules
from tests.naishi_tui.desk import COMPACT, desk, game_after

pytestmark = pytest.mark.ci


class TestRules:
    async def test_a_letter_leads_to_its_chapter(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("r")
            contents = at.text_of("#contents")
            assert "a\u00a0The game" in contents
            await at.press("e")
            assert at.lines[2].strip() == "The imperial decree"
            await at.press("j", "home")
            assert at.text_of("#contents") == contents
            await at.click("#contents", (contents.splitlines()[0].index("A turn") + 1, 0))
            assert at.lines[2].strip() == "A turn"
            await at.click("KeyLine", (at.lines[-1].index("Home"), 0))
            assert at.text_of("#contents") == contents
            await at.press("z", "q")
            at.screen(Home)

    async def test_what_a_key_does_goes_on_beneath_itself(self, folder: Path) -> None:
        async with desk(folder, game_after(), size=COMPACT) as at:
            await at.press("f1")
            (first,) = (n for n, line in enumerate(at.lines) if "Esc  one step back" in line)
            assert at.lines[first + 1].index("(it is saved)") == at.lines[first].index("one step back")

    async def test_while_playing_the_keys_are_the_first_chapter(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("f1")
            assert "a\u00a0Keys at the table" in at.text_of("#contents")
            await at.press("b")
            assert "Marks on the table" in at.text

    @pytest.mark.parametrize("key", ["l", "s", "t"])
    async def test_f1_shows_them_above_a_list_too(self, folder: Path, key: str) -> None:
        async with desk(folder) as at:
            await at.press(key)
            below = at.app.screen
            await at.press("f1")
            at.screen(Rules)
            await at.press("escape")
            assert at.app.screen is below
