"""The first frame looks as it will once the settings have been checked; then they hold, and what was wrong is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from naishi import Game
from naishi_tui.app import NaishiApp
from naishi_tui.first_look import first_look
from naishi_tui.settings import load
from naishi_tui.theme import THEMES
from tests.naishi_tui.desk import Desk

NAMES = {theme.name: theme for theme in THEMES}


@pytest.fixture(autouse=True)
def _in_the_default_place(settings_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_path.parent.mkdir()
    monkeypatch.setattr("naishi_tui.first_look.settings_file", lambda: settings_path)


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
    first, settings = first_look(flags, NAMES), load(flags)[0]
    assert (first.theme, first.ascii) == (settings.theme, settings.ascii)


def test_where_nothing_is_set_nothing_is_left_to_read(settings_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAISHI_SAVES", "somewhere")
    assert first_look({}, NAMES).complete
    settings_path.write_text("")
    assert not first_look({}, NAMES).complete


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
