"""Home: every way on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import OptionList

from naishi import Game, Player
from naishi.common import files
from naishi.saves import Saves
from naishi.saves.listing import Summary, state
from naishi.settings.check import load
from naishi.tabletop import kinds
from naishi_tui.dialogs.palette import Palette
from naishi_tui.dialogs.screens import AskName, ScrollText
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.learn.lessons import Lessons
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.games.naishi.statistics import StatisticsScreen
from naishi_tui.games.naishi.study.edit import EditScreen
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.settings.settings import SettingsScreen
from naishi_tui.table.reading import Rules
from tests.naishi_tui.desk import COMPACT, STANDARD, SilentBots, desk, game_after
from tests.naishi_tui.games import over, some_saves
from tests.naishi_tui.waiting import settle, until


class TestHome:
    async def test_keys(self, folder: Path) -> None:
        screens: dict[str, type[Screen[Any]]] = {
            "t": Lessons,
            "n": NewGameScreen,
            "l": SavedGames,
            "r": Rules,
            "f1": Rules,
            "s": SettingsScreen,
        }
        async with desk(folder) as at:
            for key, screen in screens.items():
                await at.press(key)
                at.screen(screen)
                await at.press("escape")
                at.screen(Home)

    async def test_clicks(self, folder: Path) -> None:
        screens: dict[int, type[Screen[Any]]] = {1: NewGameScreen, 6: SettingsScreen}
        async with desk(folder) as at:
            for line, screen in screens.items():
                await at.click("#menu", (6, line))
                at.screen(screen)
                await at.press("escape")
                at.screen(Home)

    async def test_the_palette_offers_what_the_menu_does(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("ctrl+p")
            for words in ("New game (n)", "Play a bot: beginner (b)", "Saved games (l)", "Rules (r)", "Settings (s)"):
                assert words in at.text
            await at.type("saved")
            await at.press("enter")
            at.screen(SavedGames)

    async def test_the_menu_is_walked_through_and_offers_nothing_to_go_on_with_where_there_is_nothing(
        self, folder: Path
    ) -> None:
        async with desk(folder) as at:
            assert "Continue" not in at.text
            await at.press("c")
            at.screen(Home)
            await at.press("down", "j", "j", "j", "down", "k", "enter")
            at.screen(SavedGames)

    async def test_plays_a_bot_at_once(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            assert "b  Play a bot: beginner" in at.text
            await at.click("#menu", (6, 2))
            at.screen(AskName)
            await at.press("enter")
            assert "A name can't be empty" in at.text or "name" in at.text
            at.screen(AskName)
            await at.type("Chiyo")
            await at.press("enter")
            at.screen(Gift)
            assert {(player.name, player.kind) for player in at.game.players} == {
                ("Chiyo", "human"), ("Koshikibu", "beginner"),
            }  # fmt: skip
            await at.leave_game()
            await at.press("b")
            at.screen(Gift)
            assert "Chiyo" in {player.name for player in at.game.players}, "asked only once"

    async def test_a_name_can_be_refused(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            await at.press("b", "escape")
            at.screen(Home)
            assert Saves(folder).list() == ()

    async def test_the_level_of_the_bot_is_chosen_where_it_is_played(self, folder: Path) -> None:
        Saves(folder).create(game_after()).close()
        async with desk(folder, bots=SilentBots()) as at:
            await at.press("right", "right")
            assert "b  Play a bot: improver" in at.text
            await at.press("left", "enter")
            assert {player.kind for player in at.game.players} == {"human", "apprentice"}

    async def test_offers_what_somebody_has_who_has_played(self, folder: Path) -> None:
        Saves(folder).create(over()).close()
        async with desk(folder) as at:
            for words in ("m  Learn from your mistakes", "i  Statistics", "e  Position editor"):
                assert words in at.text
            await at.press("i")
            await until(lambda: isinstance(at.app.screen, StatisticsScreen), "all games are read")
            await at.press("escape", "e")
            at.screen(EditScreen)

    async def test_spares_a_newcomer_what_there_is_nothing_of_yet(self, folder: Path) -> None:
        async with desk(folder) as at:
            assert "Statistics" not in at.text

    async def test_offers_the_last_level_and_name_again(self, folder: Path) -> None:
        players = Player(name="Aiko"), Player(name="Murasaki", kind="strong")
        Saves(folder).create(Game.new(3, players)).close()
        async with desk(folder, bots=SilentBots()) as at:
            assert "b  Play a bot: strong" in at.text
            await at.press("b")
            assert {(player.name, player.kind) for player in at.game.players} == {
                ("Aiko", "human"), ("Murasaki", "strong"),
            }  # fmt: skip

    async def test_a_key_typed_twice_begins_one_game(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            Saves(folder).create(game_after()).close()
            await at.see()
            await at.pilot.press("b", "b")
            await settle(at.pilot)
            await until(lambda: isinstance(at.app.screen, Gift), "the game begins")
            assert len(Saves(folder).list()) == 2

    @pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
    async def test_is_left(self, folder: Path, key: str) -> None:
        async with desk(folder) as at:
            await at.press(key)
            assert at.app.return_code is not None

    async def test_escape_from_a_game_pressed_twice_stays_at_home(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            assert not at.app.screen_stack[0].query("#menu"), "laid out only when it is reached"
            await at.press("escape", "escape")
            at.screen(Home)
            assert "n  New game" in at.text
            assert at.app.is_running
            assert at.app.return_code is None

    async def test_goes_on_with_the_game_played_last(self, folder: Path) -> None:
        folder.mkdir()
        some_saves(folder)
        async with desk(folder) as at:
            assert "c  Continue: Aiko and Bruno, round 7" in at.text
            await at.press("c", "enter")
            at.screen(Table)
            assert at.session.store.id == "k4mw7q"

    async def test_tells_what_is_wrong_with_the_settings(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text("ascii = false\nhints = 7\n")
        async with desk(folder, settings=load(path=settings_path)) as at:
            assert "settings.toml, line 2: hints" in at.text
            assert at.app.context.settings.hints


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
@pytest.mark.parametrize("game", ["naishi", "ninjato", "shogun"])
async def test_home_says_how_far_a_game_is_as_the_list_of_saved_games_does(
    folder: Path, game: str, size: tuple[int, int]
) -> None:
    with Saves(folder).create(
        kinds.kind_of(game).new(("Aiko", "Bruno", "Chie")[: kinds.kind_of(game).seats[-1]], {}, "5")
    ):
        [saved] = Saves(folder).list()
    assert isinstance(saved, Summary)
    async with desk(folder, size=size) as at:
        words = " ".join(at.text.split())
        assert f", {state(saved)}" in words
        assert ("draft: " in words) == (game == "shogun")
        await at.press("l")
        assert state(saved) in " ".join(at.text.split())


async def test_a_game_to_continue_is_named_beside_another_game(folder: Path) -> None:
    with Saves(folder).create(kinds.kind_of("naishi").new(("Aiko", "Bruno"), {}, "5")):
        pass
    async with desk(folder) as at:
        assert "Continue: Aiko and Bruno" in at.text
        await at.press("g")
        assert "Continue Naishi: Aiko and Bruno" in at.text


async def test_a_long_line_of_the_menu_goes_on_below_its_words(folder: Path) -> None:
    with Saves(folder).create(kinds.kind_of("shogun").new(("Aiko", "Bruno", "Chie", "Daan", "Emma"), {}, "5")):
        pass
    async with desk(folder) as at:
        first = next(n for n, line in enumerate(at.lines) if "c  Continue Shogun: Aiko" in line)
        assert at.lines[first + 1].index("draft: Aiko takes a card") == at.lines[first].index("Continue")
        await at.press("ctrl+p")
        assert "Continue Shogun: Aiko, Bruno, Chie, Daan and Emma, draft: Aiko" in " ".join(at.text.split())


async def test_the_command_that_brings_an_unsaved_game_back_stands_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = files.write_atomically

    def full(path: Path, data: bytes, mode: int = 0o600, *, sync: bool = True) -> None:
        if folder in path.parents:
            raise OSError(28, "No space left on device")
        write(path, data, mode, sync=sync)

    monkeypatch.setenv("HOME", str(folder.parent))
    monkeypatch.setattr("naishi.saves.open_save.state_folder", lambda: folder.parent / ".local" / "state" / "naishi")
    async with desk(folder, game_after("develop L2")) as at:
        monkeypatch.setattr("naishi.common.files.write_atomically", full)
        await at.press("e")
        await at.leave_game()
        at.screen(Home)
        [kept] = (folder.parent / ".local" / "state" / "naishi").iterdir()
        command = f"naishi import ~/.local/state/naishi/{kept.name} --saves ~/saves"
        assert any(command in line for line in at.lines)


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
async def test_a_name_that_is_refused_leaves_the_question_as_large_as_it_was(
    folder: Path, size: tuple[int, int]
) -> None:
    async with desk(folder, size=size) as at:
        await at.press("b")
        before = at.app.screen.query_one("#box").region
        await at.press("enter")
        assert "A player needs a name." in at.text
        assert at.app.screen.query_one("#box").region == before


@pytest.mark.parametrize("opened", ["", "l", "s", "t", "n"])
async def test_a_question_mark_helps_at_home_and_in_lists(folder: Path, opened: str) -> None:
    async with desk(folder) as at:
        await at.press(*filter(None, [opened]))
        if opened == "n":
            await at.press("down")  # in a name, it is a letter
        await at.press("question_mark")
        assert isinstance(at.app.screen, ScrollText)


async def test_home_names_the_keys_of_help_and_of_all_commands(folder: Path) -> None:
    async with desk(folder) as at:
        assert "F1: help, ^P: commands" in at.text
        await at.press("f1")
        assert type(at.app.screen).__name__ == "NaishiRules"
        await at.press("escape", "ctrl+p")
        at.screen(Palette)


async def test_games_are_named_by_their_titles(folder: Path) -> None:
    place = kinds.KINDS["ninjato"]
    kinds.register("ninjato", place, "The Palace")
    try:
        async with desk(folder) as at:
            assert any("Game: Naishi" in line and "The Palace" in line for line in at.lines), at.lines
    finally:
        kinds.register("ninjato", place, "Ninjato")


@pytest.mark.parametrize(
    ("words", "first", "after", "before"),
    [
        ("Play a bot", "beginner", "apprentice", "beginner"),
        ("Game:", "Naishi  ←→", "Ninjato  ←→", "Naishi  ←→"),
    ],
)
async def test_a_click_at_an_arrow_of_a_row_changes_it_and_begins_nothing(
    folder: Path, words: str, first: str, after: str, before: str
) -> None:
    async with desk(folder) as at:

        def row() -> int:
            return next(y for y, line in enumerate(at.lines) if words in line)

        async def click_arrow(which: int) -> None:
            menu = at.app.screen.query_one("#menu")
            x = at.lines[row()].index("←→") + which
            await at.click(menu, (x - menu.region.x, row() - menu.region.y))

        assert first in at.lines[row()]
        await click_arrow(1)
        at.screen(Home)
        assert after in at.lines[row()]
        await click_arrow(0)
        assert before in at.lines[row()]


@pytest.mark.parametrize("made", [False, True])
async def test_the_menu_of_a_new_folder_is_the_same_from_the_first_frame_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, made: bool
) -> None:
    if made:
        folder.mkdir()
    menus, show = [], Home.show

    def show_and_note(home: Home, said: str = "") -> None:
        show(home, said)
        menus.append([str(option.prompt) for option in home.query_one("#menu", OptionList).options])

    monkeypatch.setattr(Home, "show", show_and_note)
    async with desk(folder):
        assert menus[0][0].startswith("t")
        assert all(menu == menus[0] for menu in menus)
