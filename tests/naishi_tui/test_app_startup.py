"""First frame before settings checks, faults reported later: naishi_tui.app, context, local."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from naishi import Game
from naishi_tui import local
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.home.home import Home
from naishi_tui.messages import PlayGame
from naishi_tui.settings.settings import SettingsScreen
from tests.naishi_tui.desk import Desk, game_after, still
from tests.naishi_tui.waiting import until


@pytest.fixture(autouse=True)
def _folder_of_the_settings(settings_path: Path) -> None:
    settings_path.parent.mkdir()


@pytest.mark.ci
async def test_all_that_is_wrong_is_told(folder: Path, settings_path: Path) -> None:
    settings_path.write_text('theme = "light"\nhints = 7\nascii = 7\npace = 7\nadvice = 7\n')
    app = NaishiApp(folder, flags={})
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await until(lambda: "And 2 more" in at.text, "the settings are checked")
        assert "settings.toml, line 2: hints must be" in at.text
        assert "And 2 more: see the settings." in at.text
        assert app.theme == "light"
        await at.press("s")
        notes = str(at.screen(SettingsScreen).query_one("#said").render())
        assert all(f"line {line}: " in notes for line in (2, 3, 4, 5))


async def test_flags_hold_for_one_run_only(folder: Path, settings_path: Path) -> None:
    app = NaishiApp(folder, flags={"ascii": True, "theme": "light"})
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("s")
        at.screen(SettingsScreen).query_one("#hints").focus()
        assert "Theme: set by --theme for this run." in at.text
        await at.press("right")
        assert settings_path.read_text() == "hints = false\n"
        assert (app.context.settings.ascii, app.context.settings.theme) == (True, "light")


@pytest.mark.ci
async def test_a_choice_holds_at_once_over_a_flag(folder: Path, settings_path: Path) -> None:
    app = NaishiApp(folder, flags={"theme": "light"})
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("s", "left")
        assert app.theme == "dark"
        assert settings_path.read_text() == 'theme = "dark"\n'
        assert "for this run" not in at.text


@pytest.mark.ci
async def test_a_variable_of_the_environment_sets_it_again(
    folder: Path, settings_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAISHI_THEME", "light")
    app = NaishiApp(folder, flags={})
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("s")
        assert "Theme: set by NAISHI_THEME for this run." in at.text
        await at.press("left")
        assert "Theme: NAISHI_THEME sets it again at the next start." in at.text


@pytest.mark.ci
async def test_a_file_that_cannot_be_understood_is_left_alone(folder: Path, settings_path: Path) -> None:
    settings_path.write_text("theme = [")
    app = NaishiApp(folder, flags={})
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("s", "right")
        assert "Not saved. settings.toml" in at.text
        assert app.theme == "light"
        assert settings_path.read_text() == "theme = ["


@pytest.mark.ci
async def test_keys_hold_from_the_first_turn_on(folder: Path, settings_path: Path) -> None:
    settings_path.write_text('[keys]\nundo = "?, z"\nexplain = "y"\n')
    app = NaishiApp(folder, flags={"keys": {"end": "ctrl+e"}, "handover": "never"})
    app.start_with = PlayGame(app.context.saves.create(Game.new(7, ("Aiko", "Bruno"))))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("1", "enter")
        assert at.actions == ["give 1"]
        await at.press("2", "enter", "question_mark")
        assert len(at.actions) == 1
    app.close_game()


@pytest.mark.ci
async def test_home_is_laid_out_only_once_somebody_comes_there(folder: Path) -> None:
    app = NaishiApp(folder, still(handover="never"))
    app.start_with = PlayGame(app.context.saves.create(game_after()))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        home = app.screen_stack[0]
        assert not home.children
        await at.leave_game()
        assert at.screen(Home) is home
        assert "N A I S H I" in at.text
        assert "c  Continue: Aiko and Bruno" in at.text
        await at.press("down", "enter")
        at.screen(NewGameScreen)


@pytest.mark.parametrize(
    ("locale", "only_ascii"),
    [
        ("C", True),
        ("POSIX", True),
        ("C.UTF-8", False),
        ("", False),
        ("pl_PL.ISO-8859-2", True),
        ("fr_FR.iso885915@euro", True),
        ("pl_PL.utf8", False),
    ],
)
def test_a_terminal_of_another_encoding_gets_ascii_though_python_writes_utf8(
    locale: str, only_ascii: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setattr(sys, "__stdout__", TextIOWrapper(BytesIO(), encoding="utf-8"))

    def run(app: NaishiApp, *_rest: object) -> int:
        started.append(app.only_ascii)
        return 0

    monkeypatch.setattr(local, "run_in_terminal", run)
    assert local.run(folder, {}) == 0
    assert started == [only_ascii]


@pytest.mark.parametrize(("term", "on_console"), [("linux", True), ("xterm-256color", False)])
def test_a_linux_console_gets_the_glyphs_that_it_has(
    term: str, on_console: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []
    monkeypatch.setenv("TERM", term)

    def run(app: NaishiApp, *_rest: object) -> int:
        started.append(app.on_console)
        return 0

    monkeypatch.setattr(local, "run_in_terminal", run)
    assert local.run(folder, {}) == 0
    assert started == [on_console]
