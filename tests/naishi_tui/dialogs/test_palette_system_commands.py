"""Command palette: what a screen offers, and what is found behind More."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from naishi_tui.dialogs.palette import FIRST, Palette, SystemCommands
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.widgets.text_rows import KeyLine
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


FOUND = {
    "settings": "Settings (s)",
    "theme": "Settings (s)",
    "COLOUR": "Settings (s)",
    "language": "Settings (s)",
    "lesson": "Learn to play (t)",
    "puzzle": "Learn to play (t)",
    "expansion": "New game (n)",
    "help": "Rules (r)",
    "quit": "Quit: leave the program; the game is saved",
    "exit": "Quit: leave the program; the game is saved",
    "shogun": "Game: Naishi (g)",
    "statistics": "Statistics of all games (i)",
    "profile": "Statistics of all games (i)",
    "mistakes": "Learn from your mistakes (m)",
    "undo": None,
    "ex": "New game (n)",
    "game saved program": None,
    "tme": None,
}
"""What is typed, and what it finds at home."""


@pytest.mark.ci
async def test_words_find_what_people_call_it_and_scattered_letters_nothing(folder: Path) -> None:
    async with desk(folder) as at:
        for typed, found in FOUND.items():
            await at.press("ctrl+p")
            await at.type(typed)
            listing = at.screen(Palette).query_one(OptionList)

            def is_listed(found: str | None = found, listing: OptionList = listing) -> bool:
                words = [str(each.prompt) for each in listing.options]
                return found in words if found else "No matches found" in at.text

            await until(is_listed, f"what {typed!r} finds")
            if "Quit" not in (found or ""):
                assert "Quit" not in at.text_of("FoundCommands"), typed
            await at.press("escape")


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


@pytest.mark.parametrize("scene", ["saves", "settings", "lessons", "statistics", "new-game", "analysis", "log"])
async def test_the_palette_offers_whatever_the_key_line_of_a_screen_names_or_has_no_room_for(
    scene: str, folder: Path
) -> None:
    app = SCENES[scene].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        await SCENES[scene].reach(app, pilot)
        offered = [each.title for each in app.get_system_commands(app.screen)]
        named = [hint for hint in app.screen.query_one(KeyLine).hints if hint.id]
        assert named
        for hint in named:
            assert [title for title in offered if title.casefold() == f"{hint.does} ({hint.key})".casefold()]
        assert "Quit: leave the program; the game is saved" in offered
    app.close_game()


@pytest.mark.parametrize("scene", ["handover", "handover-pin"])
async def test_the_palette_of_a_cover_uncovers_nothing(scene: str, folder: Path) -> None:
    app = SCENES[scene].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        await SCENES[scene].reach(app, pilot)
        offered = [each.title for each in app.get_system_commands(app.screen)]
        assert offered == [
            "Settings: at home",
            "Lessons and puzzles: at home",
            "Quit: leave the program; the game is saved",
        ]
    app.close_game()


async def test_what_has_no_room_in_a_list_s_key_line_is_behind_a_key_that_it_names(folder: Path) -> None:
    app = SCENES["saves"].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES["saves"].reach(app, pilot)
        assert "m mistakes" not in at.lines[-1]
        assert "^P more" in at.lines[-1]
        await at.click("#keys", (at.lines[-1].index("^P"), 0))
        at.screen(Palette)
        await at.type("filter")
        await until(lambda: "Filter (/)" in at.text, "the palette lists it")
        await at.press("enter")
        assert at.app.screen.query_one("#filter").has_focus
    app.close_game()
