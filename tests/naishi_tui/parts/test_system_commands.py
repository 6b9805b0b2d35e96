from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from naishi_tui.dialogs.palette import FIRST, Palette, SystemCommands
from naishi_tui.table.game_screen import GameScreen
from tests.naishi_tui.desk import STANDARD, desk, game_after
from tests.naishi_tui.parts.fakes import FakeApp
from tests.naishi_tui.scenes import SCENES
from tests.naishi_tui.waiting import until


class Desk:
    """A screen on which there is something to do."""

    def commands(self) -> list[tuple[str, Any]]:
        return [("Undo", print)]


def titles(commands: SystemCommands, screen: object) -> list[str]:
    return [each.title for each in commands.on(screen)]  # type: ignore[arg-type]


def test_a_screen_offers_what_it_can_do_and_the_app_the_rest() -> None:
    app: Any = FakeApp()
    commands = SystemCommands(app, lambda: "Quit", lambda screen: [("Resign", print)] if screen else [])
    assert titles(commands, Desk()) == ["Undo", "Resign", "Quit"]
    assert titles(commands, None) == ["Quit"]


def test_what_comes_after_the_first_is_behind_more() -> None:
    app: Any = FakeApp()
    many = [(str(number), print) for number in range(FIRST + 2)]
    commands = SystemCommands(app, lambda: "Quit", lambda _screen: many)
    listed = [each.title for each in commands.on(Desk()) if each.discover]  # type: ignore[arg-type]
    assert listed == ["Undo", *map(str, range(FIRST - 1)), "More commands …", "Quit"]
    assert {words for words, _run in many} <= {*titles(commands, Desk())}


def test_one_command_more_is_listed_rather_than_more() -> None:
    app: Any = FakeApp()
    commands = SystemCommands(app, lambda: "Quit", lambda _screen: [(str(number), print) for number in range(FIRST)])
    assert all(each.discover for each in commands.on(Desk()))  # type: ignore[arg-type]


@pytest.mark.ci
async def test_more_commands_are_found_behind_more_and_by_typing(folder: Path) -> None:
    async with desk(folder, game_after("develop L1")) as at:
        await at.press("ctrl+p")
        await until(lambda: "Undo the last action (u)" in at.text, "the palette lists it")
        assert "Explain the card" not in at.text
        await at.press("up", "up", "enter")
        await until(lambda: "Explain the card" in at.text, "the palette lists it")
        assert "Undo the last action" not in at.text
        await at.press("escape", "ctrl+p", *"marks")
        await until(lambda: "What the marks mean (F2)" in at.text, "the palette lists it")


def test_the_words_are_those_of_the_moment() -> None:
    app: Any = FakeApp()
    words = iter(("Quit", "Quitter"))
    commands = SystemCommands(app, lambda: next(words))
    assert titles(commands, None) + titles(commands, None) == ["Quit", "Quitter"]


def test_the_palette_is_shown_once() -> None:
    app: Any = FakeApp("home")
    commands = SystemCommands(app, str)
    commands.show()
    commands.show()
    assert [type(screen) for screen in app.screen_stack] == [str, Palette]


@pytest.mark.parametrize(
    ("scene", "offered"),
    [
        ("gift", {"The whole log (g)", "The rules and all keys (F1)"}),
        ("ninja", {"The whole log (g)", "Undo the last action (u)", "The rules and all keys (F1)"}),
        ("score", {"The worst move of the game (w)", "Replay the game (r)", "The whole log (g)"}),
    ],
)
async def test_the_palette_offers_the_commands_of_the_screen_below_it(
    scene: str, offered: set[str], folder: Path
) -> None:
    app = SCENES[scene].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[scene].reach(app, pilot)
        assert offered <= {words for words, _run in at.screen(GameScreen).commands()}
    app.close_game()


@pytest.mark.ci
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("settings", "Settings (s)"),
        ("theme", "Settings (s)"),
        ("COLOUR", "Settings (s)"),
        ("language", "Settings (s)"),
        ("lesson", "Learn to play (t)"),
        ("puzzle", "Learn to play (t)"),
        ("expansion", "New game (n)"),
        ("help", "Rules (r)"),
        ("quit", "Quit: leave the program; the game is saved"),
        ("undo", None),
        ("game saved program", None),
        ("tme", None),
    ],
)
async def test_words_find_what_people_call_it_and_scattered_letters_nothing(
    folder: Path, typed: str, found: str | None
) -> None:
    async with desk(folder) as at:
        await at.press("ctrl+p")
        await at.type(typed)
        palette = at.screen(Palette)
        listing = palette.query_one(OptionList)
        await until(
            lambda: found in [str(each.prompt) for each in listing.options] if found else "No matches found" in at.text,
            "it is found, or nothing is",
        )
        if found != "Quit: leave the program; the game is saved":
            assert "Quit" not in at.text_of("FoundCommands")


@pytest.mark.ci
async def test_at_the_table_undo_is_found_and_where_settings_are(folder: Path) -> None:
    async with desk(folder, game_after("develop L3")) as at:
        await at.press("ctrl+p")
        await at.type("undo")
        await until(lambda: "Undo the last action (u)" in at.text, "undo is found")
        await at.press("escape", "ctrl+p")
        await at.type("theme")
        await until(lambda: "Settings: at home" in at.text, "where the settings are is found")
        await at.press("enter")
        await until(lambda: "That is on the first screen" in at.text, "it is said")
