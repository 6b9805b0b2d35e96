"""Home, the new game, the gift, the cover, the saved games, the settings: every way through them."""

from __future__ import annotations

import re
import secrets
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.screen import Screen
from textual.widgets import Input, OptionList

from naishi import Game, Phase, Player
from naishi.game.pin import check_pin, hash_pin
from naishi.saves import Saves
from naishi.saves.document import SUFFIX
from naishi.settings.check import load
from naishi.text.bot_names import strength
from naishi_tui import pin_attempts
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.forgotten_pin import ForgottenPin
from naishi_tui.screens.gift import Gift
from naishi_tui.screens.handover import Handover
from naishi_tui.screens.home import Home
from naishi_tui.screens.lessons import Lessons
from naishi_tui.screens.new_game import NewGame
from naishi_tui.screens.rename_game import RenameGame
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.saved_games import SavedGames
from naishi_tui.screens.settings import SettingsScreen
from naishi_tui.screens.table import Table
from naishi_tui.widgets.field import Field
from tests.naishi_tui.desk import COMPACT, Desk, SilentBots, desk, game_after, still
from tests.naishi_tui.games import MADE, put, some_saves, with_pins
from tests.naishi_tui.waiting import settle, until


async def fill(at: Desk, field: str, text: str) -> None:
    entry = at.app.screen.query_one(field, Input)
    entry.focus()
    entry.value = ""
    await at.type(text)


class TestHome:
    async def test_keys(self, folder: Path) -> None:
        screens = {"t": Lessons, "n": NewGame, "l": SavedGames, "r": Rules, "f1": Rules, "s": SettingsScreen}
        async with desk(folder) as at:
            for key, screen in screens.items():
                await at.press(key)
                at.screen(screen)
                await at.press("escape")
                at.screen(Home)

    async def test_clicks(self, folder: Path) -> None:
        screens = {0: Lessons, 1: NewGame, 3: SavedGames, 4: Rules, 5: SettingsScreen}
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

    async def test_the_menu_is_walked_through(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("down", "j", "j", "down", "k", "enter")
            at.screen(SavedGames)

    @pytest.mark.parametrize("by_mouse", [False, True])
    async def test_plays_a_bot_at_once(self, folder: Path, by_mouse: bool) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            assert "b  Play a bot: beginner" in at.text
            await (at.click("#menu", (6, 2)) if by_mouse else at.press("b"))
            at.screen(Gift)
            assert {(player.name, player.kind) for player in at.game.players} == {
                ("Player 1", "human"), ("Beginner bot", "beginner"),
            }  # fmt: skip

    async def test_offers_the_last_level_and_name_again(self, folder: Path) -> None:
        players = Player(name="Aiko"), Player(name="Strong bot", kind="strong")
        Saves(folder).create(Game.new(3, players)).close()
        async with desk(folder, bots=SilentBots()) as at:
            assert "b  Play a bot: strong" in at.text
            await at.press("b")
            assert {(player.name, player.kind) for player in at.game.players} == {
                ("Aiko", "human"), ("Strong bot", "strong"),
            }  # fmt: skip

    async def test_a_key_typed_twice_begins_one_game(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            await at.app._press_keys(["b", "b"])
            await settle(at.pilot)
            assert len(Saves(folder).list()) == 1

    @pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
    async def test_is_left(self, folder: Path, key: str) -> None:
        async with desk(folder) as at:
            await at.press(key)
            assert not at.app.is_running or at.app._exit

    async def test_escape_from_a_game_pressed_twice_stays_at_home(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("escape", "escape")
            at.screen(Home)
            assert at.app.is_running
            assert not at.app._exit

    async def test_goes_on_with_the_game_played_last(self, folder: Path) -> None:
        folder.mkdir()
        some_saves(folder)
        async with desk(folder) as at:
            assert "c  Continue: Aiko and Bruno, round 7" in at.text
            await at.press("c", "enter")
            at.screen(Table)
            assert at.session.store.id == "k4mw7q"

    async def test_offers_nothing_to_go_on_with_where_there_is_nothing(self, folder: Path) -> None:
        async with desk(folder) as at:
            assert "Continue" not in at.text
            await at.press("c")
            at.screen(Home)

    async def test_tells_what_is_wrong_with_the_settings(self, folder: Path, settings_path: Path) -> None:
        settings_path.parent.mkdir()
        settings_path.write_text("ascii = false\nhints = 7\n")
        async with desk(folder, settings=load(path=settings_path)) as at:
            assert "settings.toml, line 2: hints" in at.text
            assert at.app.context.settings.hints


class TestNewGame:
    async def test_enter_begins_at_once(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "enter")
            at.screen(Handover)
            assert [player.name for player in at.game.players] == ["Player 1", "Player 2"]
            assert at.game.options.undo == "free"

    async def test_offers_the_names_of_the_last_game(self, folder: Path) -> None:
        Saves(folder).create(Game.new(3, ("Chiyo", "Daan"))).close()
        async with desk(folder) as at:
            await at.press("n", "enter")
            assert [player.name for player in at.game.players] == ["Chiyo", "Daan"]

    async def test_takes_names_pins_and_a_deal(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            await fill(at, "#name-0", "Aiko")
            await fill(at, "#name-1", "Bruno")
            await fill(at, "#pin-1", "0815")
            await fill(at, "#seed", "cherry")
            await at.press("enter")
            assert [player.name for player in at.game.players] == ["Aiko", "Bruno"]
            assert at.game.deal == Game.new("cherry").deal
            first, second = at.game.players
            assert first.pin is None
            assert second.pin is not None
            assert check_pin("0815", second.pin)

    async def test_the_other_may_start_and_undo_be_off(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#starts").focus()
            await at.press("right")
            at.app.screen.query_one("#undo").focus()
            await at.press("left", "ctrl+s")
            assert [player.name for player in at.game.players] == ["Player 2", "Player 1"]
            assert at.game.options.undo == "off"

    @pytest.mark.parametrize("row", ["kind-0", "starts", "undo"])
    async def test_enter_begins_on_a_row_of_options_too(self, folder: Path, row: str) -> None:
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one(f"#{row}").focus()
            await at.press("right", "enter")
            assert at.app.navigator.session is not None

    async def test_enter_twice_deals_once(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#starts").focus()
            await at.app._press_keys(["enter", "enter"])
            await settle(at.pilot)
            assert len(Saves(folder).list()) == 1

    async def test_down_and_up_go_from_row_to_row(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            seen = []
            for _row in range(9):
                seen.append(at.app.screen.focused.id if at.app.screen.focused else None)
                await at.press("down")
            assert seen == ["name-0", "kind-0", "name-1", "kind-1", "starts", "undo", "seed", "begin", "name-0"]
            await at.press("up", "up")
            assert at.app.screen.focused is at.app.screen.query_one("#begin")

    @pytest.mark.parametrize("mover", ["tab", "down"])
    async def test_what_is_typed_ahead_goes_to_the_next_field(self, folder: Path, mover: str) -> None:
        """A PIN must never land in the name before it, where everybody can read it."""
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#name-0" if mover == "tab" else "#kind-0").focus()
            await settle(at.pilot)
            driver = at.app._driver
            assert driver is not None
            typed = ["B", "o", "b", mover, *"9999"]
            for key in typed:
                driver.process_message(events.Key(key, key if len(key) == 1 else None))
            await settle(at.pilot)
            fields = {each.id: each.value for each in at.app.screen.query(Input)}
            if mover == "tab":
                assert (fields["name-0"], fields["pin-0"]) == ("Bob", "9999")
            else:
                assert fields["name-1"] == "9999"

    async def test_a_pin_and_a_deal_code_are_explained(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "tab")
            assert "A PIN keeps your Hand covered until you enter it." in at.text
            at.app.screen.query_one("#seed").focus()
            await settle(at.pilot)
            assert "The same code deals the same cards again." in at.text

    async def test_tells_how_strong_the_chosen_bot_is(self, folder: Path) -> None:
        async with desk(folder, size=COMPACT) as at:
            await at.press("n", "down", "right")
            assert strength("beginner") in at.text
            await at.press("right", "right", "right")
            assert strength("master") in at.text
            await at.press("right")
            assert strength("master") not in at.text
            await at.press("left", "down", "up")
            assert strength("master") in at.text

    async def test_by_mouse(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.click("#menu", (6, 1))
            await at.click("#starts", (at.text_of("#starts").index("player 2"), 0))
            await at.click("#undo", (at.text_of("#undo").index("off"), 0))
            await at.click("#begin", (3, 0))
            assert at.game.players[0].name == "Player 2"
            assert at.game.options.undo == "off"

    @pytest.mark.parametrize(("drawn", "first"), [(0, "Player 1"), (1, "Player 2")])
    async def test_random_gives_either_order(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, drawn: int, first: str
    ) -> None:
        monkeypatch.setattr(secrets, "randbelow", lambda _below: drawn)
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#starts").focus()
            await at.press("left", "ctrl+s")
            assert at.game.players[0].name == first

    async def test_says_what_will_not_do(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            for names, why in (
                (("", "Bruno"), "needs a name"),
                (("A", "A"), "different names"),
                (("  ", "Bruno"), "needs a name"),
            ):
                for seat, name in enumerate(names):
                    await fill(at, f"#name-{seat}", name)
                assert why not in at.text
                await at.press("enter")
                at.screen(NewGame)
                assert why in at.text
                assert at.app.navigator.session is None
            await fill(at, "#name-0", "Chiyo")
            await at.press("enter")
            assert at.game.players[0].name == "Chiyo"

    @pytest.mark.parametrize("way", ["escape", "click"])
    async def test_back(self, folder: Path, way: str) -> None:
        async with desk(folder) as at:
            await at.press("n")
            await (at.click("#back", (3, 0)) if way == "click" else at.press(way))
            at.screen(Home)

    async def test_the_pin_is_never_shown(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            await fill(at, "#pin-0", "hunter2")
            assert "hunter2" not in at.text

    @pytest.mark.parametrize(
        "names",
        [
            ("[red]Bo[/]", "$accent"),
            ("東京タワー東京タワー", "ааа\u202eбб"),
            ("W" * 40, "e\u0301e\u0301"),
            ("🂡🂡🂡🂡🂡🂡🂡🂡", "Bo"),
        ],
    )
    async def test_hostile_names_are_only_names(self, folder: Path, names: tuple[str, str]) -> None:
        """Names that are markup, wide, right to left or long neither style nor break a line."""
        async with desk(folder, Game.new(7, names), size=(60, 20), uncovered=False) as at:
            first, second = (player.name for player in at.game.players)
            for name in (first, second):
                assert f"{name}, it is your turn." in at.text
                await at.uncover()
                await at.act("give 1")
            await at.uncover()
            assert first in at.text_of("#header")
            assert second in at.text
            assert {cell_len(line) for line in at.lines} == {60}
            await at.press("escape")
            assert first in at.text
            assert second in at.text


class TestGift:
    async def test_keys_point_at_a_card(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            for keys, pointed in (
                ("1", 0), ("2", 1), ("1", 0), ("right", 1), ("left", 0), ("l", 1), ("h", 0), ("tab", 1),
                ("shift+tab", 0),
            ):  # fmt: skip
                await at.press(keys)
                assert at.screen(Gift).pointed == pointed

    @pytest.mark.parametrize(("keys", "given"), [(["enter"], "give 1"), (["right", "space"], "give 2")])
    async def test_keys_give_it(self, folder: Path, keys: list[str], given: str) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.press(*keys)
            assert at.actions == [given]
            assert at.screen(Handover).seat == 1

    async def test_clicks(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.click_card("#dealt", 1)
            assert at.actions == []
            assert "give Fort to Bruno, keep Ronin" in at.prompt
            await at.click_card("#dealt", 1)
            assert at.actions == ["give 2"]
            await at.uncover(mouse=True)
            await at.click("#prompt", (3, 1))
            assert at.game.phase is Phase.PLAY

    async def test_explain_and_leave_by_the_key_line(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.click("#keys", (at.lines[-1].index("? card"), 0))
            at.screen(Explain)
            await at.press("enter")
            await at.click("#keys", (at.lines[-1].index("Esc"), 0))
            at.screen(Home)

    async def test_the_second_player_does_not_see_the_gift(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.press("enter", "enter")
            assert at.screen(Gift).view.events[0].cards == ()

    async def test_undo_takes_the_first_gift_back(self, folder: Path) -> None:
        async with desk(folder, Game.new(7, ("Aiko", "Bruno"))) as at:
            await at.press("u")
            assert "Nothing to undo" in at.prompt
            await at.press("enter", "enter", "u")
            assert at.screen(Handover).seat == 0
            assert at.actions == []


class TestHandover:
    @pytest.mark.parametrize("key", ["enter", "space", "click"])
    async def test_uncovers(self, folder: Path, key: str) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            assert "Aiko, it is your turn." in at.text
            assert "Bruno, please look away." in at.text
            await (at.click("#show", (3, 0)) if key == "click" else at.press(key))
            at.screen(Table)

    async def test_no_other_key_uncovers(self, folder: Path) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            await at.press("u", "1", "left", "e", "g", "question_mark", "f1", "m", "tab", "ctrl+r")
            at.screen(Handover)
            assert len(at.actions) == 2

    async def test_can_be_left(self, folder: Path) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            await at.press("escape")
            at.screen(Home)

    async def test_wants_the_pin(self, folder: Path) -> None:
        async with desk(folder, with_pins(), uncovered=False) as at:
            await at.press("enter")
            at.screen(Handover)
            await at.type("1234")
            assert "1234" not in at.text
            await at.press("enter")
            at.screen(Gift)

    async def test_a_wrong_pin_waits(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async with desk(folder, with_pins(), uncovered=False) as at:
            monkeypatch.setattr(pin_attempts, "monotonic", lambda: 100.0)  # a wait that no machine outlasts
            await at.type("99")
            await at.press("enter")
            assert "That is not Aiko's PIN. Try again in 1 s." in at.text
            assert at.app.screen.query_one("#pin", Input).disabled
            await at.type("1234")
            assert "Not yet: wait 1 s before you type." in at.text
            await at.press("enter")
            at.screen(Handover)

    async def test_the_wait_counts_down_and_never_grows_beyond_four_seconds(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 100.0
        monkeypatch.setattr(pin_attempts, "monotonic", lambda: now)
        async with desk(folder, with_pins(), uncovered=False) as at:
            cover = at.screen(Handover)
            for _try in range(9):
                cover.attempts.record_wrong(cover.player.pin or "")
            await at.type("99")
            await at.press("enter")
            await until(lambda: "Try again in 4 s." in at.text, "the wait is told")
            now += 1.5
            await until(lambda: "Try again in 3 s." in at.text, "it counts down")
            now += 3
            await until(lambda: "Try again." in at.text, "it is over")
            assert not at.app.screen.query_one("#pin", Input).disabled

    async def test_a_forgotten_pin_is_dropped_if_the_other_player_agrees(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [100.0]  # a wait that no machine outlasts
        monkeypatch.setattr(pin_attempts, "monotonic", lambda: now[0])
        async with desk(folder, with_pins(), uncovered=False) as at:
            await at.click("#forgotten", (3, 0))
            at.screen(ForgottenPin)
            await at.press("escape")
            await at.press("enter")
            assert at.screen(Handover).player.pin is not None
            await at.click("#forgotten", (3, 0))
            await at.type("99")
            await at.press("enter")
            assert "That is not Bruno's PIN" in at.text
            now[0] += 10
            await until(lambda: at.screen(ForgottenPin).attempts.wait(at.game.players[1].pin or "") <= 0, "one may try")
            await at.type("1234")
            await at.press("enter")
            assert at.screen(Handover).player.pin is None, "the Hand is still covered"
            assert at.game.players[1].pin is not None
            await at.press("enter")
            at.screen(Gift)
            assert Saves(folder).load(at.session.store.id).players[0].pin is None

    async def test_after_the_wait_the_pin_opens(self, folder: Path) -> None:
        async with desk(folder, with_pins(), uncovered=False) as at:
            await at.type("99")
            await at.press("enter")
            pin = at.app.screen.query_one("#pin", Input)
            await until(lambda: not pin.disabled, "one may try again")
            await settle(at.pilot)
            await at.type("1234")
            await at.press("enter")
            at.screen(Gift)

    async def test_a_pin_covers_even_where_hands_are_open(self, folder: Path) -> None:
        players = (Player(name="Aiko"), Player(name="Bruno", pin=hash_pin("1234")))
        async with desk(folder, Game.new(7, players), settings=still(handover="never"), uncovered=False) as at:
            at.screen(Gift)
            await at.press("enter")
            at.screen(Handover)


@pytest.mark.parametrize(("words", "screen"), [("begin", Handover), ("back", Home)])
async def test_the_keys_of_the_form_can_be_clicked(words: str, screen: type[Screen[object]], folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("n")
        await at.click("KeyLine", (at.lines[-1].index(words), 0))
        at.screen(screen)


@pytest.mark.parametrize(("words", "screen"), [("show", Table), ("leave", Home)])
async def test_the_keys_of_the_cover_can_be_clicked(words: str, screen: type[Screen[object]], folder: Path) -> None:
    async with desk(folder, game_after(), uncovered=False) as at:
        await at.click("KeyLine", (at.lines[-1].index(words), 0))
        at.screen(screen)


class TestRules:
    async def test_a_letter_leads_to_its_chapter(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("r")
            contents = at.text_of("#contents")
            assert "a\u00a0The game" in contents
            await at.press("e")
            assert at.lines[2].strip() == "The imperial decree"
            await at.press("j", "home")
            assert at.text_of("#contents") == contents
            await at.click("#contents", (contents.splitlines()[0].index("A turn") + 1, 0))
            assert at.lines[2].strip() == "A turn"
            await at.click("KeyLine", (at.lines[-1].index("Home"), 0))
            assert at.text_of("#contents") == contents
            await at.press("z", "q")
            at.screen(Home)

    async def test_while_playing_the_keys_are_the_first_chapter(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("f1")
            assert "a\u00a0Keys at the table" in at.text_of("#contents")
            await at.press("b")
            assert "Marks on the table" in at.text


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

    @pytest.mark.parametrize("keys", [["down", "down", "enter"], ["j", "j", "k", "j", "enter"]])
    async def test_resumes(self, folder: Path, keys: list[str]) -> None:
        async with desk(folder) as at:
            await at.press("l", *keys)
            assert at.screen(Handover).player.name == "Chiyo"

    async def test_resumes_by_click(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.click("#menu", (6, 4))
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

    async def test_is_filtered_by_what_is_typed(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            all_of_them = at.text_of("#games")
            await at.press("slash")
            await at.type("CHIYO gif")
            assert "Chiyo" in at.text_of("#games")
            assert "Aiko" not in at.text_of("#games")
            await at.type("x")
            assert "No game matches 'CHIYO gifx'." in at.text
            await at.press("escape")
            assert at.text_of("#games") == all_of_them
            await at.press("slash")
            await at.type("chiyo")
            await at.press("enter", "enter")
            assert at.screen(Handover).player.name == "Chiyo"

    async def test_a_game_is_renamed(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l", "down", "n")
            at.screen(RenameGame)
            before = at.app.screen.query_one("#id", Field).value
            await at.press("ctrl+u")
            await at.type("Two of us")
            await at.press("enter")
            assert f"Renamed {before} to two-of-us." in at.text
            assert (folder / f"two-of-us{SUFFIX}").exists()
            assert not (folder / f"{before}{SUFFIX}").exists()
            await at.press("n", "ctrl+u", "asterisk", "enter")
            assert "A game ID has up to 32 letters" in at.text
            await at.press("n", "ctrl+u", "escape")
            at.screen(SavedGames)
            await at.press("enter")
            assert at.session.store.id == "two-of-us"

    @pytest.mark.parametrize("yes", ["y", "click"])
    async def test_deletes_into_the_trash(self, folder: Path, yes: str) -> None:
        async with desk(folder) as at:
            await at.press("l", "x")
            assert "Delete the game of Aiko and Bruno?" in at.text
            await (at.click("#yes", (2, 0)) if yes == "click" else at.press(yes))
            assert not (folder / f"k4mw7q{SUFFIX}").exists()
            assert [path.name.split(".")[0] for path in (folder / "trash").glob("*")] == ["k4mw7q"]
            assert "Deleted k4mw7q. u: bring it back." in at.text
            await at.press("u")
            assert (folder / f"k4mw7q{SUFFIX}").exists()
            assert "Restored k4mw7q." in at.text

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

    async def test_deletes_nothing_without_a_yes(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            for no in ("n", "escape", "enter", "click"):
                await at.press("delete")
                at.screen(Confirm)
                await (at.click("#no", (2, 0)) if no == "click" else at.press(no))
                at.screen(SavedGames)
                assert (folder / f"k4mw7q{SUFFIX}").exists()

    async def test_a_game_in_use_can_not_be_deleted(self, folder: Path) -> None:
        with Saves(folder).open("k4mw7q"):
            async with desk(folder) as at:
                await at.press("l", "x", "y")
                assert "another window" in at.text
        assert (folder / f"k4mw7q{SUFFIX}").exists()

    async def test_a_damaged_file_can_not_be_chosen(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l", "end")
            games = at.app.screen.query_one("#games", OptionList)
            assert games.highlighted in {0, 1, 2}

    async def test_back_by_the_key_line(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("l")
            await at.click("#keys", (at.lines[-1].index("Esc"), 0))
            at.screen(Home)


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
            await at.click("#menu", (6, 5))
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
