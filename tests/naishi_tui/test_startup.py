"""The first frame looks as it will once the settings have been checked; then they hold, and what was wrong is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from naishi import Game
from naishi.settings.layers import Settings, load, save
from naishi.settings.startup import first_look
from naishi_tui.app import NaishiApp
from naishi_tui.drawing.theme import THEMES
from tests.naishi_tui.desk import Desk

NAMES = {theme.name: theme for theme in THEMES}


@pytest.fixture(autouse=True)
def _in_the_default_place(settings_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_path.parent.mkdir()
    monkeypatch.setattr("naishi.settings.startup.settings_file", lambda: settings_path)


@pytest.mark.parametrize("flags", [{}, {"theme": "terminal"}, {"ascii": False}])
@pytest.mark.parametrize("environment", [{}, {"NAISHI_THEME": "colour-blind"}, {"naishi_ascii": "On"}])
@pytest.mark.parametrize("text", ["", 'theme = "light"\nascii = true', 'theme = "pink"', "ascii = 7", "theme = ["])
def test_the_first_look_is_the_one_that_stays(
    settings_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: Mapping[str, object],
    environment: Mapping[str, str],
    text: str,
) -> None:
    settings_path.write_text(text)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    first, (settings, trouble) = first_look(flags, NAMES), load(flags)
    assert (first.theme, first.ascii) == (settings.theme, settings.ascii)
    assert first.doubtful or not trouble


def test_what_is_plainly_right_needs_no_check(settings_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAISHI_SAVES", "somewhere")
    assert not first_look({}, NAMES).doubtful
    monkeypatch.setenv("NAISHI_THEME", "light")
    save(Settings.model_construct(theme="terminal", hints=False), settings_path)
    assert not first_look({"ascii": True}, NAMES).doubtful
    assert load({"ascii": True})[1] == ""


@pytest.mark.parametrize(
    "text", ["theme = [", 'theme = "pink"', "hints = 7", 'speed = "high"', 'language = "x"', '[keys]\nundo = "z"']
)
def test_anything_else_is_checked_at_once(settings_path: Path, text: str) -> None:
    settings_path.write_text(text)
    assert first_look({}, NAMES).doubtful


def test_so_is_a_value_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("naishi_pace", "7")
    assert first_look({}, NAMES).doubtful


async def test_what_is_wrong_is_told_on_the_first_screen(folder: Path, settings_path: Path) -> None:
    settings_path.write_text('theme = "light"\nhints = 7\n')
    app = NaishiApp(folder, flags={})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        assert "settings.toml, line 2: hints" in Desk(app, pilot).text
        assert app.theme == "light"


async def test_keys_hold_from_the_first_turn_on(folder: Path, settings_path: Path) -> None:
    settings_path.write_text('[keys]\nundo = "?, z"\nexplain = "x"\n')
    app = NaishiApp(folder, flags={"keys": {"end": "ctrl+e"}, "handover": "never"})
    app.start_with = app.saves.create(Game.new(7, ("Aiko", "Bruno")))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.press("1", "enter")
        assert at.actions == ["give 1"]
        await at.press("2", "enter", "question_mark")
        assert len(at.actions) == 1
    app.close_game()
