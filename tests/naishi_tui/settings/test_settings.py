"""The settings on their screen."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Label

from naishi.common.i18n import OWN_NAMES
from naishi.settings.check import load
from naishi.settings.schema import NAMES, kinds
from naishi_tui.home.home import Home
from naishi_tui.settings.settings import KeysScreen, SettingsScreen
from naishi_tui.widgets.text_rows import Menu
from tests.naishi_tui.desk import COMPACT, desk, still
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci


class TestSettings:
    async def test_an_option_holds_at_once_and_is_written(self, folder: Path, settings_path: Path) -> None:
        chosen: dict[str, object] = {}
        async with desk(folder) as at:
            await at.press("s")
            for name, value in (
                ("theme", "light"), ("ascii", True), ("animations", True), ("hints", False), ("memory_aid", True),
                ("handover", "never"),
            ):  # fmt: skip
                at.app.screen.query_one(f"#{name}").focus()
                await at.press("right")
                chosen[name] = value
                assert getattr(at.app.context.settings, name) == value
                assert tomllib.loads(settings_path.read_text()) == chosen
            await at.press("escape")
            at.screen(Home)

    async def test_by_mouse(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.click("#menu", (6, 6))
            await at.click("#theme", (at.text_of("#theme").index("light"), 0))
            assert at.app.theme == "light"
            await at.click("KeyLine", (at.lines[-1].index("Esc"), 0))
            at.screen(Home)

    async def test_a_file_that_can_not_be_written_is_told_of(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.parent.mkdir(exist_ok=True)
        settings_path.parent.write_text("a file where the folder should be")
        async with desk(folder) as at:
            await at.press("s", "right")
            assert "Not saved." in at.text
            assert at.app.context.settings.theme == "light"

    async def test_comments_of_the_file_stay(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('# mine\ntheme = "dark"\n')
        async with desk(folder) as at:
            await at.press("s", "right")
            assert settings_path.read_text().startswith('# mine\ntheme = "light"')

    async def test_what_is_put_right_is_reported_no_more(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('theme = "purple"\nascii = "maybe"\n')
        async with desk(folder, settings=load(path=settings_path)) as at:
            assert "theme must be" in at.text
            await at.press("s")
            assert "theme must be" in at.text
            await at.press("right")
            assert "theme must be" not in at.text
            await at.press("escape")
            at.screen(Home)
            assert "theme must be" not in at.text
            assert "ascii must be" in at.text


@pytest.mark.parametrize("language", OWN_NAMES)
async def test_a_title_fits_beside_its_choices_in_every_language(folder: Path, language: str) -> None:
    async with desk(folder, settings=still(language=language), size=COMPACT) as at:
        at.app.push_screen(SettingsScreen(at.app.context.layers, NAMES))
        await settle(at.pilot)
        for label in at.screen(SettingsScreen).query(Label):
            assert cell_len(str(label.content)) < label.size.width


class TestKeys:
    async def test_a_key_is_chosen_by_pressing_it_and_written_alone(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('[keys]\n# left hand\nend = "."\n')
        flagged = load({"keys": {"advice": "f9"}}, settings_path)
        async with desk(folder, settings=flagged) as at:
            await at.press("s", "t", "enter")
            assert "choose the card under the cursor" in at.text
            await at.press("u")
            said = " ".join(at.text_of("#box #said").split())
            assert "u can't be the key for 'choose the card under the cursor': it is already the key for 'undo " in said
            await at.press("ctrl+o")
            assert "^O" in at.text_of("#commands")
            assert at.app.context.settings.keys == {"choose": "ctrl+o", "end": "full_stop", "advice": "f9"}
            text = settings_path.read_text()
            assert tomllib.loads(text) == {"keys": {"end": ".", "choose": "ctrl+o"}}
            assert "# left hand" in text
            await at.press("d")
            assert tomllib.loads(settings_path.read_text()) == {"keys": {"end": "."}}
            assert "choose" not in at.app.context.settings.keys
            await at.press("escape", "escape")
            at.screen(Home)

    async def test_one_that_is_taken_away_from_the_file_is_the_usual_one_again(
        self, folder: Path, settings_path: Path
    ) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('[keys]\n"home.new" = "f7"\n')
        async with desk(folder, settings=load({}, settings_path)) as at:
            assert "F7  New game" in at.text
            await at.press("s", "t")
            commands = at.screen(KeysScreen).query_one("#commands", Menu)
            commands.highlighted = commands.get_option_index("home.new")
            await at.press("d", "escape", "escape")
            assert "n  New game" in at.text
        assert tomllib.loads(settings_path.read_text()) == {"keys": {}}

    async def test_the_usual_one_is_refused_to_the_command_that_asks_for_it_where_another_has_it(
        self, folder: Path, settings_path: Path
    ) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('[keys]\nundo = "z"\nend = "u"\n')
        async with desk(folder, settings=load({}, settings_path)) as at:
            await at.press("s", "t")
            commands = at.screen(KeysScreen).query_one("#commands", Menu)
            commands.highlighted = commands.get_option_index("undo")
            await at.press("d")
            said = " ".join(at.text_of("#said").split())
            assert "u can't be the key for 'undo the last action': it is already the key for 'end the turn'." in said
        assert tomllib.loads(settings_path.read_text()) == {"keys": {"undo": "z", "end": "u"}}

    async def test_a_key_of_a_command_of_servers_alone_is_free_at_home(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text('[keys]\nundo = "c"\n')
        async with desk(folder, settings=load({}, settings_path)) as at:
            assert not at.app.context.layers.faults
            assert at.app.context.settings.keys == {"undo": "c"}

    async def test_one_that_can_not_be_written_is_not_chosen(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.parent.mkdir(exist_ok=True)
        settings_path.parent.write_text("a file where the folder should be")
        async with desk(folder) as at:
            await at.press("s", "t", "enter", "ctrl+o")
            assert "Not a directory" in at.text
            assert at.app.context.settings.keys == {}

    async def test_each_group_has_its_title_above_it_and_every_word_is_read_in_the_smallest_window(
        self, folder: Path
    ) -> None:
        async with desk(folder, size=COMPACT) as at:
            await at.press("s", "t")
            commands = at.screen(KeysScreen).query_one("#commands", Menu)
            assert [str(commands.get_option_at_index(n).prompt) for n in (0, 1)] == [
                "At the table",
                "Enter      choose the card under the cursor",
            ]
            assert commands.highlighted == 1
            words = "Esc one step back; at the start, leave the game (it is saved)"
            assert words in " ".join(at.text_of("#commands").split())

    async def test_those_of_a_server_are_not_offered_at_home(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("s", "t")
            offered = {option.id for option in at.screen(KeysScreen).query_one("#commands", Menu).options}
            assert {"choose", "home.new", "edit.deal", "replay.choices", "watch.pause"} <= offered
            assert not {"lobby.tv", "match.menu", "account.add", "people.name"} & offered


async def test_the_setting_under_the_cursor_is_explained_as_by_the_command_s_help(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("s")
        for name in at.screen(SettingsScreen).choices:
            assert at.text_of("#explained").split() == kinds()[name].help.split()
            await at.press("down")
