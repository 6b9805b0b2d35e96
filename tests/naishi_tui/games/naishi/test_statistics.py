"""Statistics in the app."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from naishi.common.i18n import NaishiError
from naishi.games.naishi.analysis import results
from naishi.games.naishi.lessons.course import title
from naishi.games.naishi.lessons.puzzles import puzzle_of, today
from naishi.saves import Saves
from naishi.saves.last_played import OwnNames
from naishi_tui.games.naishi.learn.lessons import Lessons, TaskScreen
from naishi_tui.games.naishi.statistics import StatisticsScreen
from naishi_tui.saved import saved_games
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.widgets.text_rows import KeyLine, Menu
from tests.naishi_tui.desk import COMPACT, STANDARD, desk
from tests.naishi_tui.games import over, put, some_saves
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


async def test_a_long_reading_says_how_far_it_is_and_esc_ends_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "AT_ONCE", 1)
    monkeypatch.setattr(saved_games, "SHOWN_AGAIN", 0.0)
    monkeypatch.setattr(results, "FROM", 1)
    folder.mkdir()
    some_saves(folder)
    gate, real = threading.Semaphore(1), results.result_of

    def slow(*of: Any) -> Any:
        gate.acquire(timeout=5)  # where the test has failed
        return real(*of)

    monkeypatch.setattr(results, "result_of", slow)
    async with desk(folder) as at:
        await at.press("l", "s")
        await until(lambda: re.search("Reading saved games: . of 4", at.text), "how far it is")
        await at.press("escape")
        at.screen(SavedGames)
        gate.release(10)
        await until((folder / results.FILE).exists, "what was read")
        await at.press("s")
        await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
        await until(lambda: "Aiko: 61.0 points on average" in at.text, "the average")


async def test_where_nothing_is_finished_that_is_said(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("l", "s")
        await until(lambda: "No one has finished a game yet." in at.text, "a line")


async def test_the_page_of_a_player_has_the_rating_the_series_and_the_puzzle_of_today(folder: Path) -> None:
    folder.mkdir()
    for place, level in enumerate(("beginner", "strong")):
        game = over()
        game.change_player(1, name="Tomoe", kind=level)
        put(folder, f"game0{place}", game)
    async with desk(folder) as at:
        await at.press("i")
        await until(lambda: "The puzzle of the day" in at.text, "the statistics")
        assert re.search(r"Rating against the bots: \d+ ± \d+, from 2 games\.", at.text)
        assert re.search(r"The nearest bot: \w+ \(\w+\), \d{4}\.", " ".join(at.text.split()))
        assert "The puzzle of the day is at the top of the lessons." in at.text
        await at.press("escape", "t")
        menu = at.screen(Lessons).query_one(Menu)
        first = menu.options[0]
        assert str(first.prompt) == f"○ Puzzle of the day: {title(puzzle_of(today()))}"
        await at.press("home", "enter")
        assert isinstance(at.app.screen, TaskScreen)
        assert at.app.screen.place.exercise == puzzle_of(today())


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
async def test_a_name_is_changed_for_new_games_and_the_statistics(folder: Path, size: tuple[int, int]) -> None:
    folder.mkdir()
    some_saves(folder)
    async with desk(folder, size=size) as at:
        await at.press("i")
        await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
        await at.press("n")
        box = at.app.screen.query_one("#box").region
        assert (box.x, box.y) >= (1, 1), "a box in the middle, with the name to be changed in it"
        assert at.app.screen.query_one("#answer", Input).value == "Aiko"
        await at.type("Bruno")
        await at.press("enter")
        assert "Another player is called" in at.text
        await at.press(*["backspace"] * 5)
        await at.type("Chiyoko")
        await at.press("enter")
        await until(lambda: "Chiyoko: 61.0 points on average" in at.text, "the new name")
        await at.press("escape", "i")
        await until(lambda: isinstance(at.app.screen, StatisticsScreen), "the statistics")
        await until(lambda: "Chiyoko: 61.0 points on average" in at.text, "the page with the new name")
    assert Saves(folder).last_played().people == ("Chiyoko", "Bruno")
    with pytest.raises(NaishiError):
        OwnNames(folder).change("Chiyoko", " ")
    assert OwnNames(folder).change("Chiyoko", "Aiko") == "Aiko"
    assert OwnNames(folder).all() == {"Chiyoko": "Aiko"}
