"""Statistics in the app."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.games.naishi.statistics import StatisticsScreen
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.widgets.prompt import KeyLine
from tests.naishi_tui.desk import desk
from tests.naishi_tui.games import some_saves
from tests.naishi_tui.waiting import until


@pytest.mark.ci
async def test_each_person_has_tables(folder: Path) -> None:
    folder.mkdir()
    some_saves(folder)
    async with desk(folder) as at:
        await at.press("l", "s")
        await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
        await at.press("k")
        assert "Aiko: 61.0 points on average" in at.text
        assert "against Bruno" in at.text
        await at.press("v")
        assert "Bruno: 74.0 points on average" in at.text
        await at.press("escape")
        at.screen(SavedGames)


@pytest.mark.ci
async def test_a_click_goes_to_the_next_player_once(folder: Path) -> None:
    folder.mkdir()
    some_saves(folder)
    async with desk(folder) as at:
        await at.press("l", "s")
        await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
        await until(lambda: "next player" in at.text, "the keys")
        keys = at.app.screen.query_one(KeyLine)
        await at.click(keys, (at.lines[-1].index("next player"), 0))
        assert "Bruno: 74.0 points on average" in at.text


async def test_where_nothing_is_finished_that_is_said(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("l", "s")
        await until(lambda: "No one has finished a game yet." in at.text, "a line")
