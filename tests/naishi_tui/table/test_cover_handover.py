"""The cover between turns, and PINs."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Button, Input

from naishi import Game, Player
from naishi.saves import Saves
from naishi.settings.keymap import check_keys
from naishi.tabletop import pins
from naishi.tabletop.pins import hash_pin
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.table.cover import ForgottenPin, Handover
from tests.naishi_tui.desk import COMPACT, Desk, desk, game_after, still
from tests.naishi_tui.framework_insides import driver_of
from tests.naishi_tui.games import with_pins
from tests.naishi_tui.waiting import settle, until


class TestHandover:
    @pytest.mark.ci
    @pytest.mark.parametrize("way", ["enter", "space", "button", "key line"])
    async def test_uncovers(self, folder: Path, way: str) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            assert "Aiko, it is your turn." in at.text
            assert "Bruno, please look away." in at.text
            if way == "button":
                await at.click("#show", (3, 0))
            elif way == "key line":
                await at.click("KeyLine", (at.lines[-1].index("show"), 0))
            else:
                await at.press(way)
            at.screen(Table)

    async def test_no_other_key_uncovers_but_it_can_be_left(self, folder: Path) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            await at.press("1", "left", "e", "g", "question_mark", "f1", "m", "tab", "ctrl+r")
            at.screen(Handover)
            assert len(at.actions) == 2
            await at.press("escape")
            at.screen(Handover)
            assert "Esc again: leave the game." in at.text
            await at.press("escape")
            at.screen(Home)
            await at.press("c")
            for _time in range(2):
                await at.click("KeyLine", (at.lines[-1].index("leave"), 0))
            at.screen(Home)

    async def test_an_action_that_passed_it_on_too_early_is_undone_under_cover(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L2", "end"), uncovered=False) as at:
            assert "Bruno, it is your turn." in at.text
            await at.press("u")
            at.screen(Handover)
            assert len(at.actions) == 3
            assert "Aiko, it is your turn." in at.text
            assert "Undone: end of turn." in at.text
            await at.press("enter")
            at.screen(Table)

    async def test_where_nothing_can_be_undone_no_key_says_so(self, folder: Path) -> None:
        async with desk(folder, Game.new(1, ("Aiko", "Bruno")), uncovered=False) as at:
            assert "u undo" not in at.lines[-1]
            await at.press("u")
            at.screen(Handover)
            assert not at.actions

    @pytest.mark.ci
    async def test_a_game_that_is_not_on_disk_is_not_called_saved(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_path: Path, _data: bytes) -> None:
            raise OSError(28, "No space left on device")

        async with desk(folder, game_after("develop L2")) as at:
            monkeypatch.setattr("naishi.common.files.write_atomically", full)
            await at.press("e", "enter")
            at.screen(Handover)
            assert "Not saved" in at.text
            assert "saved" not in at.lines[-1]
            await at.press("escape")
            assert "Esc again: leave the game." in at.text
            assert "Not saved" in at.text
            await at.press("enter", "left")
            monkeypatch.undo()
            await at.press("enter", "e", "enter")
            assert "the game is saved" in at.lines[-1], "the next action has saved it"

    async def test_where_a_pin_is_typed_the_key_line_names_the_keys_that_undo(self, folder: Path) -> None:
        game = with_pins()
        game.play("give 1")
        async with desk(folder, game, uncovered=False) as at:
            before = len(at.actions)
            await at.resize(*COMPACT)
            assert "Tab, then u undo" in at.lines[-1]
            await at.press("tab")
            assert " u undo" in at.lines[-1]
            assert "Tab" not in at.lines[-1]
            await at.press("u")
            assert len(at.actions) == before - 1
            at.screen(Handover)

    async def test_the_keys_that_choose_and_go_back_at_the_table_do_so_here(self, folder: Path) -> None:
        keys = {"choose": "z", "back": "q"}
        async with desk(folder, game_after(), settings=still(keys=keys), uncovered=False) as at:
            assert "z show my cards" in at.lines[-1]
            assert "q leave" in at.lines[-1]
            await at.press("escape", "q")
            assert "q again: leave the game." in at.text
            at.screen(Handover)
            await at.press("z")
            at.screen(Table)

    async def test_a_field_for_a_pin_is_left_before_a_letter_does_what_it_was_chosen_for(self, folder: Path) -> None:
        keys = {"choose": "z", "back": "q"}
        async with desk(folder, with_pins(), settings=still(keys=keys), uncovered=False) as at:
            assert "Enter show my cards" in at.lines[-1]
            assert "Tab, then q leave" in at.lines[-1]
            await at.type("1234")
            await at.press("tab")
            assert "z show my cards" in at.lines[-1]
            await at.press("q")
            assert "q again: leave the game." in at.text
            await at.press("z")
            at.screen(Gift)

    def test_enter_shows_the_cards_whichever_key_does_so_too(self) -> None:
        _good, wrong = check_keys({"choose": "z", "watch.pause": "z", "replay.play": "z", "undo": "enter"})
        assert wrong == {"undo": "Enter can't be the key for undo: it always has another use there (show the cards)."}

    async def test_where_a_pin_is_typed_the_key_line_undoes(self, folder: Path) -> None:
        game = with_pins()
        game.play("give 1")
        async with desk(folder, game, uncovered=False) as at:
            before = len(at.actions)
            await at.press("u")
            assert len(at.actions) == before
            await at.click("KeyLine", (at.lines[-1].index("undo"), 0))
            assert len(at.actions) == before - 1
            at.screen(Handover)

    async def test_shows_nothing_when_it_is_taken_away(self, folder: Path) -> None:
        async with desk(folder, game_after(), uncovered=False) as at:
            cover = at.screen(Handover)
            await at.press("escape", "escape")
            await until(lambda: not cover.is_running, "the end of the cover")
            assert not cover.uncovered

    async def test_a_wrong_pin_waits(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async with desk(folder, with_pins(), uncovered=False) as at:
            monkeypatch.setattr(pins, "monotonic", lambda: 100.0)  # a wait that no machine outlasts
            await at.type("99")
            await at.press("enter")
            assert "That is not Aiko's PIN. Try again in 1 second." in at.text
            assert at.app.screen.query_one("#pin", Input).disabled
            await at.type("1234")
            assert "Not yet: wait 1 second before you type the PIN." in at.text
            await at.press("enter")
            at.screen(Handover)

    @pytest.mark.ci
    async def test_the_wait_counts_down_and_never_grows_beyond_four_seconds(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 100.0
        monkeypatch.setattr(pins, "monotonic", lambda: now)
        async with desk(folder, with_pins(), uncovered=False) as at:
            cover = at.screen(Handover)
            for _try in range(9):
                cover.pin.attempts.record_wrong(cover.player.pin or "")
            await at.type("99")
            await at.press("enter")
            await until(lambda: "Try again in 4 seconds." in at.text, "the wait is told")
            now += 1.5
            await until(lambda: "Try again in 3 seconds." in at.text, "it counts down")
            now += 3
            await until(lambda: "Try again." in at.text, "it is over")
            field = at.app.screen.query_one("#pin", Input)
            assert not field.disabled
            await until(lambda: field.has_focus, "one can type at once")

    @pytest.mark.parametrize("language", ["en", "fr", "pl", "de"])
    async def test_its_buttons_are_alike_and_apart(self, folder: Path, language: str) -> None:
        settings = still(language=language)
        async with desk(folder, with_pins(), uncovered=False, settings=settings, size=COMPACT) as at:
            first, second = at.app.screen.query(Button)
            assert first.size == second.size
            assert second.region.x >= first.region.right + 2
            assert all(len(str(each.label)) <= each.size.width for each in (first, second))

    @pytest.mark.ci
    async def test_the_focus_stays_where_somebody_put_it_while_the_field_was_shut(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 100.0
        monkeypatch.setattr(pins, "monotonic", lambda: now)
        async with desk(folder, with_pins(), uncovered=False) as at:
            await at.type("99")
            await at.press("enter", "tab", "tab")
            assert at.app.screen.query_one("#forgotten").has_focus
            now += 9
            await until(lambda: "Try again." in at.text, "the wait is over")
            assert at.app.screen.query_one("#forgotten").has_focus
            await at.type("1234")
            await at.press("enter")
            await until(lambda: not isinstance(at.app.screen, Handover), "digits are the PIN's all the same")

    @pytest.mark.ci
    async def test_a_forgotten_pin_is_dropped_if_the_other_player_agrees(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [100.0]  # a wait that no machine outlasts
        monkeypatch.setattr(pins, "monotonic", lambda: now[0])
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
            await until(lambda: not at.screen(ForgottenPin).other.wait, "one may try")
            await at.type("1234")
            await at.press("enter")
            assert at.screen(Handover).player.pin is None, "the Hand is still covered"
            assert at.game.players[1].pin is not None
            await at.press("enter")
            at.screen(Gift)
            assert Saves(folder).load(at.session.store.id).players[0].pin is None

    async def test_the_hand_stays_covered_whose_pin_is_dropped_though_nobody_hands_over(self, folder: Path) -> None:
        async with desk(folder, with_pins(), uncovered=False, settings=still(handover="never")) as at:
            await at.click("#forgotten", (3, 0))
            await at.type("1234")
            await at.press("enter")
            assert at.screen(Handover).player.pin is None, "Bruno is at the keyboard"
            await at.press("enter")
            at.screen(Gift)

    async def test_no_bot_agrees_to_drop_a_pin(self, folder: Path) -> None:
        game = Game.new(7, (Player(name="Aiko", pin=hash_pin("1234")), Player(name="Ada", kind="strong")))
        async with desk(folder, game, uncovered=False) as at:
            at.screen(Handover)
            assert not at.app.screen.query("#forgotten")

    @pytest.mark.ci
    async def test_only_the_pin_opens_and_after_a_wrong_one_there_is_a_wait(self, folder: Path) -> None:
        async with desk(folder, with_pins(), uncovered=False) as at:
            await at.press("enter")
            at.screen(Handover)
            await at.type("99")
            await at.press("enter")
            pin = at.app.screen.query_one("#pin", Input)
            await until(lambda: not pin.disabled, "one may try again")
            await settle(at.pilot)
            await at.type("1234")
            assert "1234" not in at.text
            await at.press("enter")
            at.screen(Gift)

    @pytest.mark.ci
    async def test_a_pin_covers_even_where_hands_are_open(self, folder: Path) -> None:
        players = (Player(name="Aiko"), Player(name="Bruno", pin=hash_pin("1234")))
        async with desk(folder, Game.new(7, players), settings=still(handover="never"), uncovered=False) as at:
            at.screen(Gift)
            await at.press("enter")
            at.screen(Handover)


async def test_digits_are_the_pin_s_wherever_the_focus_is_and_none_typed_is_said(folder: Path) -> None:
    async with desk(folder, with_pins(), uncovered=False) as at:
        await at.press("enter")
        assert "Type your PIN first." in at.text
        await at.press("tab", "1", "2", "3", "4", "enter")
        at.screen(Gift)


async def click_by_mouse(at: Desk, selector: str) -> None:
    """Press and release the button of the mouse, as a terminal reports it."""
    region = at.app.screen.query_one(selector).region
    for kind in (events.MouseDown, events.MouseUp):
        x, y = region.x + 3, region.y
        event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
        event.set_sender(at.app)
        driver_of(at.app).send_message(event)
    await settle(at.pilot)


async def test_what_is_typed_ahead_runs_through_no_cover(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the cover has been up: whoever types on in haste isn't the one it waits for."""
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 3600.0)
    async with desk(folder, game_after("develop L2"), uncovered=False) as at:
        at.screen(Handover).pause = 0.0
        await at.press("enter", "e", "enter")
        cover = at.screen(Handover)
        await at.press("enter", "space", "1", "escape", "escape", "enter")
        assert at.screen(Handover) is cover
        assert not cover.uncovered
        assert "Not yet: wait a moment, then press Enter." in at.text
        await click_by_mouse(at, "#show")
        assert at.screen(Handover) is cover
        cover.pause = 0.001  # the keyboard is at rest
        await click_by_mouse(at, "#show")
        at.screen(Table)


async def test_a_pin_is_heard_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 3600.0)
    async with desk(folder, with_pins(), uncovered=False) as at:
        await at.type("1234")
        await at.press("enter")
        at.screen(Gift)
