"""The rules, read during a game: reading, naishi.reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.games.naishi.statistics import StatisticsScreen
from naishi_tui.games.naishi.study.choices import Choices
from naishi_tui.home.home import Home
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import ChoiceRow, Field
from tests.naishi_tui.desk import COMPACT, desk, finished, game_after
from tests.naishi_tui.games import midgame
from tests.naishi_tui.waiting import until

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

    async def test_a_question_mark_helps_wherever_no_letters_are_typed(self, folder: Path) -> None:
        async with desk(folder, finished()) as at:
            for opens in ("g", "f2"):
                await at.press(opens, "question_mark")
                at.screen(Rules)
                await at.press("question_mark", "escape", "escape")
            await at.press("escape", "i")
            await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
            await at.press("question_mark")
            at.screen(Rules)
            await at.press("escape", "escape", "n")
            await until(lambda: isinstance(at.app.screen, NewGameScreen), "the form")
            at.app.screen.query(ChoiceRow).first().focus()
            await at.press("question_mark")
            at.screen(Rules)
            await at.press("escape")
            at.app.screen.query(Field).first().focus()
            await at.press("f1")
            at.screen(Rules)

    async def test_what_the_chances_mean_is_said_where_they_are_listed(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            at.app.push_screen(Choices(midgame(), "As far as Aiko can know.", "look at it"))
            await at.press("question_mark")
            assert "how often it would win in percent" in " ".join(at.text.split())
            assert "As far as Aiko can know." in at.text
            await at.press("escape")
            at.screen(Choices)

    @pytest.mark.parametrize("key", ["l", "s", "t"])
    async def test_f1_shows_them_above_a_list_too(self, folder: Path, key: str) -> None:
        async with desk(folder) as at:
            await at.press(key)
            below = at.app.screen
            await at.press("f1")
            at.screen(Rules)
            await at.press("escape")
            assert at.app.screen is below
