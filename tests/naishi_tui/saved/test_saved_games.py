"""The saved games: continue, rename, delete, restore, filter."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from textual.widgets import OptionList

from naishi import Game
from naishi.saves import Problem, Saves, Summary, folder as saves_folder, listing
from naishi.saves.document import SUFFIX
from naishi.tabletop.kinds import kind_of
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.home.home import Home
from naishi_tui.replay.replay import GameReplay
from naishi_tui.saved import saved_games
from naishi_tui.saved.saved_games import RenameGame, SavedGames
from naishi_tui.table.cover import Handover
from naishi_tui.widgets.text_rows import Field
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import COMPACT, ROOMY, desk, finished
from tests.naishi_tui.games import MADE, put, some_saves
from tests.naishi_tui.waiting import until


@pytest.mark.ci
async def test_where_no_game_is_listed_no_key_is_named_that_needs_one(folder: Path) -> None:
    async with desk(folder, size=ROOMY) as at:
        await at.press("l")
        assert at.text_of("#keys").split() == ["m", "mistakes", "s", "statistics", "t", "trash", "Esc", "back"]
        await at.press("t")
        assert at.text_of("#keys").split() == ["t", "games", "Esc", "back"]


class TestAnotherGame:
    """A save of another game than the first."""

    @pytest.fixture(autouse=True)
    def _saves(self, folder: Path) -> None:
        unison.register()
        folder.mkdir()
        game = kind_of("unison").new(("Aiko", "Bruno", "Chika"), {}, "7")
        game.play("3", 1)
        put(folder, "toy", game)
        put(folder, "card", Game.new(5, ("Chiyo", "Daan")), MADE + timedelta(days=1))

    async def test_is_listed_with_its_name_and_replayed_but_not_analysed(self, folder: Path) -> None:
        async with desk(folder, size=ROOMY) as at:
            await at.press("l", "down")
            assert at.lines[0].startswith(" NAISHI · UNISON  saved games")
            assert "a analyse" not in at.lines[-1]
            assert re.search(r"card   Naishi   Chiyo – Daan +Chiyo is choosing a gift ", at.text)
            assert re.search(r"toy    Unison   Aiko – Bruno – Chika   round 1 of 3 ", at.text)
            await at.press("a")
            assert "Only games of Naishi can be analysed" in at.text
            await at.press("r")
            at.screen(GameReplay)
            await at.press("escape")
            at.screen(SavedGames)

    async def test_the_key_of_the_analysis_is_named_at_games_that_have_one(self, folder: Path) -> None:
        Saves(folder).create(finished()).close()
        async with desk(folder, size=ROOMY) as at:
            await at.press("l")
            named = dict[str, bool]()
            for _entry in range(3):
                row = at.app.screen.query_one(OptionList).highlighted_option
                named[str(row.prompt) if row is not None else ""] = "a analyse" in at.lines[-1]
                await at.press("down")
            assert [("Naishi" in row and " won" in row) for row in named] == [*named.values()]
            assert [*named.values()].count(True) == 1

    async def test_is_resumed_where_it_stood(self, folder: Path) -> None:
        async with desk(folder, size=ROOMY) as at:
            await at.press("l", "down", "enter")
            assert at.screen(Handover).player.name == "Aiko"
            assert [action.text for action in at.game.actions] == ["3"]

    async def test_is_offered_at_home_with_all_its_players(self, folder: Path) -> None:
        (folder / f"card{SUFFIX}").unlink()
        async with desk(folder, size=ROOMY) as at:
            assert "Continue Unison: Aiko, Bruno and Chika, round 1 of 3" in at.text
            await at.press("c")
            at.screen(Handover)

    async def test_is_deleted_with_all_its_players_in_the_question(self, folder: Path) -> None:
        async with desk(folder, size=ROOMY) as at:
            await at.press("l", "down", "x")
            assert "Delete the game of Aiko, Bruno and Chika?" in at.text


async def test_of_many_games_the_newest_are_drawn_and_the_filter_finds_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_games, "MOST", 2)
    monkeypatch.setattr(saved_games, "AT_ONCE", 1)
    folder.mkdir()
    some_saves(folder)
    async with desk(folder, size=ROOMY) as at:
        await at.press("l")
        await until(lambda: "broken  The file is cut off" in at.text, "the whole list is read")
        assert "k4mw7q" in at.text
        assert "b2cd3f" in at.text
        assert "x9yzt4" not in at.text
        assert "1 older game: the filter finds it." in at.text
        await at.press("/", *"chiyo")
        assert "x9yzt4" in at.text
        assert "k4mw7q" not in at.text
        await at.press("enter", "enter")
        assert at.screen(Handover).player.name == "Chiyo"


class TestSavedGames:
    @pytest.fixture(autouse=True)
    def _saves(self, folder: Path) -> None:
        folder.mkdir()
        some_saves(folder)

    async def test_lists_games_and_what_is_wrong_with_files(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            assert re.search(r"k4mw7q   Aiko – Bruno   round 7, Aiko to play +31 Jan 2026, 20:00", at.text)
            assert "Chiyo – Daan   Chiyo is choosing a gift   29 Jan 2026, 20:00" in at.text
            assert re.search(r"Aiko – Bruno   (Aiko|Bruno) won \d+–\d+ ", at.text)
            assert "broken  The file is cut off" in at.text
            await at.press("end")
            games = at.app.screen.query_one("#games", OptionList)
            assert games.highlighted in {0, 1, 2}, "a damaged file can't be chosen"
            await at.click("#keys", (at.lines[-1].index("Esc"), 0))
            at.screen(Home)

    @pytest.mark.ci
    async def test_tells_a_game_in_two_lines_where_long_names_need_the_room(self, folder: Path) -> None:
        names = "Aiko Watanabe-Ito", "Bartholomew Jones"
        put(folder, "long00", Game.new(5, tuple(name[:16] for name in names)), MADE + timedelta(days=1))
        async with desk(folder, size=COMPACT) as at:
            await at.press("l", "down")
            assert "Aiko Watanabe-It – Bartholomew Jone" in at.text
            assert "  1 Feb 2026, 20:00   Aiko Watanabe-It is choosing a gift" in at.text
            await at.resize(120, 36)
            line = (
                "long00   Aiko Watanabe-It – Bartholomew Jone   Aiko Watanabe-It is choosing a gift   1 Feb 2026, 20:00"
            )
            assert line in at.text
            await at.press("enter")
            assert at.screen(Handover).player.name == "Aiko", "the game that was chosen before the resize"

    @pytest.mark.ci
    async def test_resumes(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l", "j", "down", "k", "j", "enter")
            assert at.screen(Handover).player.name == "Chiyo"

    @pytest.mark.ci
    async def test_resumes_by_click(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.click("#menu", (6, 5))
            await at.click("#games", (6, 3))
            assert at.screen(Handover).player.name == "Chiyo"

    async def test_an_example_is_marked_and_played_as_a_copy(self, folder: Path) -> None:
        (folder / "examples").mkdir()
        put(folder / "examples", "court", Game.new(3, ("Chiyo", "Emi")), MADE)
        before = (folder / "examples" / f"court{SUFFIX}").read_bytes()
        async with desk(folder) as at:
            await at.press("l")
            assert "Chiyo – Emi (example)" in at.text
            await at.press("j", "j", "j", "enter")
            assert [player.name for player in at.game.players] == ["Chiyo", "Emi"]
            assert at.session.store.id != "court"
        assert (folder / "examples" / f"court{SUFFIX}").read_bytes() == before

    @pytest.mark.ci
    async def test_is_filtered_by_what_is_typed(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            all_of_them = at.text_of("#games")
            keys = at.text_of("#keys")
            await at.press("slash")
            assert "".join(at.text_of("#keys").split()) == "EntergamesEscallgames"
            await at.type("CHIYO gif")
            assert "Chiyo" in at.text_of("#games")
            assert "Aiko" not in at.text_of("#games")
            await at.type("x")
            assert "No game matches 'CHIYO gifx'." in at.text
            await at.press("escape")
            assert at.text_of("#games") == all_of_them
            assert at.text_of("#keys") == keys
            await at.press("slash")
            await at.type("chiyo")
            await at.press("enter", "enter")
            assert at.screen(Handover).player.name == "Chiyo"

    @pytest.mark.ci
    async def test_a_game_is_renamed(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l", "down", "n")
            at.screen(RenameGame)
            before = at.app.screen.query_one("#answer", Field).value
            await at.press("ctrl+u")
            await at.type("Two of us")
            await at.press("enter")
            assert f"Renamed {before} to two-of-us." in at.text
            assert (folder / f"two-of-us{SUFFIX}").exists()
            assert not (folder / f"{before}{SUFFIX}").exists()
            await at.press("n", "ctrl+u", "asterisk", "enter")
            assert "A game ID has up to 32 letters" in at.text
            at.screen(RenameGame)
            await at.type("tx")
            assert at.app.screen.query_one("#answer", Field).value == "*tx", "what is typed still goes to the field"
            await at.press("ctrl+u", "escape")
            at.screen(SavedGames)
            await at.press("enter")
            assert at.session.store.id == "two-of-us"

    async def test_a_game_of_more_than_two_is_renamed(self, folder: Path) -> None:
        game = kind_of("shogun").new(("Aiko", "Bruno", "Chie", "Daan"))
        put(folder, "s4mw7q", game, MADE + timedelta(days=1))
        async with desk(folder) as at:
            await at.press("l", "home", "n")
            assert "A new ID for the game of Aiko, Bruno, Chie and Daan:" in " ".join(at.text.split())
            await at.press("ctrl+u")
            await at.type("four")
            await at.press("enter")
            assert "Renamed s4mw7q to four." in at.text

    async def test_a_refusal_is_readable_to_its_end_on_the_smallest_terminal(self, folder: Path) -> None:
        async with desk(folder, size=COMPACT) as at:
            await at.press("l", "a")
            assert "the analysis looks at all cards." in " ".join(at.text_of("#said").split())

    @pytest.mark.ci
    async def test_deletes_into_the_trash(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            for yes in ("y", "click"):
                await at.press("x")
                assert "Delete the game of Aiko and Bruno?" in at.text
                await (at.click("#yes", (2, 0)) if yes == "click" else at.press(yes))
                assert not (folder / f"k4mw7q{SUFFIX}").exists()
                assert [path.name.split(".")[0] for path in (folder / "trash").glob("*")] == ["k4mw7q"]
                assert "Deleted k4mw7q. u: restore it." in at.text
                await at.press("u")
                assert (folder / f"k4mw7q{SUFFIX}").exists()
                assert "Restored k4mw7q." in at.text
                await at.press("home")

    @pytest.mark.ci
    async def test_the_trash_is_shown_restored_from_and_emptied(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l", "x", "y", "x", "y", "t")
            assert "deleted games" in at.text
            await at.press("enter")
            assert "Restored" in at.text
            await at.press("x", "escape")
            assert len(list((folder / "trash").iterdir())) == 1
            await at.press("x", "y")
            assert "The trash is empty." in at.text
            assert list((folder / "trash").iterdir()) == []
            await at.press("t")
            assert "saved games" in at.text

    @pytest.mark.ci
    async def test_deletes_nothing_without_a_yes(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            for no in ("n", "escape", "enter", "click"):
                await at.press("delete")
                at.screen(Confirm)
                await (at.click("#no", (2, 0)) if no == "click" else at.press(no))
                at.screen(SavedGames)
                assert (folder / f"k4mw7q{SUFFIX}").exists()

    @pytest.mark.ci
    async def test_a_game_in_use_can_not_be_deleted(self, folder: Path) -> None:
        with Saves(folder).open("k4mw7q"):
            async with desk(folder) as at:
                await at.press("l", "x", "y")
                assert "another window" in at.text
        assert (folder / f"k4mw7q{SUFFIX}").exists()


class TestLongLists:
    """A list that takes a while to be read: the newest games at once, the others beside the app."""

    @pytest.fixture(autouse=True)
    def _saves(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(saved_games, "AT_ONCE", 1)
        monkeypatch.setattr(saved_games, "FIRST", 1)
        monkeypatch.setattr(saved_games, "SHOWN_AGAIN", 0.0)
        monkeypatch.setattr(listing, "FROM", 1)
        monkeypatch.setattr(saves_folder, "FEW", 0)
        folder.mkdir()
        some_saves(folder)
        for path in folder.glob(f"*{SUFFIX}"):
            os.utime(path, (1e9, 1e9 + path.name.startswith("k4mw7q")))

    @pytest.fixture
    def slow(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
        """Have each game of the list be read only once this is called, but the first one at once."""
        gate = threading.Semaphore(1)
        real = listing.summarize

        def summarize(path: Path, save_id: str) -> Summary | Problem:
            gate.acquire(timeout=5)  # where the test has failed
            return real(path, save_id)

        monkeypatch.setattr(listing, "summarize", summarize)
        yield gate.release
        gate.release(10)

    async def test_the_newest_games_are_there_while_the_others_are_read(
        self, folder: Path, slow: Callable[[], None]
    ) -> None:
        async with desk(folder, size=ROOMY) as at:
            await at.press("l")
            await until(lambda: "k4mw7q" in at.text and "Reading saved games: 1 of 4" in at.text, "the list")
            assert "x9yzt4" not in at.text
            for _game in range(4):
                slow()
            await until(lambda: "x9yzt4" in at.text, "the list")
            assert "Reading" not in at.text
            assert "broken  The file is cut off" in at.text

    async def test_a_game_is_resumed_while_the_others_are_read(self, folder: Path, slow: Callable[[], None]) -> None:
        async with desk(folder, size=ROOMY) as at:
            await at.press("l")
            await until(lambda: "k4mw7q" in at.text, "the list")
            await at.press("enter")
            at.screen(Handover)
            for _game in range(4):
                slow()

    async def test_esc_ends_the_reading_and_what_was_read_is_kept(
        self, folder: Path, slow: Callable[[], None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listing, "LEFT_OUT", 1)
        async with desk(folder, size=ROOMY) as at:
            await at.press("l")
            await until(lambda: "Reading saved games: 1 of 4" in at.text, "the list")
            await at.press("escape")
            at.screen(Home)
            slow()
            await until(lambda: [*folder.glob(".list-*")], "the list")


async def test_esc_leads_from_the_trash_to_the_games_and_then_home(folder: Path) -> None:
    folder.mkdir()
    some_saves(folder)
    async with desk(folder) as at:
        await at.press("l", "t")
        assert "The trash is empty." in at.text
        await at.press("escape")
        assert "k4mw7q" in at.text
        await at.press("escape")
        at.screen(Home)
