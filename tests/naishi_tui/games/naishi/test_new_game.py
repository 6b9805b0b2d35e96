"""New-game form, on every path: new_game, form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.widgets import Input

from naishi import Game
from naishi.common.i18n import SaveNotWrittenError
from naishi.games.naishi.game.bot_names import strength
from naishi.saves import Saves
from naishi.tabletop.pins import check_pin
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.fuzzing import some
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, SilentBots, desk, fill, region_of
from tests.naishi_tui.framework_insides import driver_of
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci


async def press_and_release(at: Desk, place: Offset) -> None:
    """Click as a hand does: what the press brings is drawn before the release."""
    await at.see()
    for kind in (events.MouseDown, events.MouseUp):
        x, y = place
        event = kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
        driver_of(at.app).process_message(event)
        await settle(at.pilot)


class TestNewGame:
    async def test_enter_begins_at_once(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "enter")
            at.screen(Handover)
            assert [player.name for player in at.game.players] == ["Player 1", "Player 2"]
            assert at.game.options.undo == "free"

    async def test_a_folder_that_refuses_the_game_is_said_and_does_not_end_the_form(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_anything: object) -> None:
            raise SaveNotWrittenError("The folder refused the game.")

        async with desk(folder) as at:
            with monkeypatch.context() as full:
                full.setattr(Saves, "create", refuse)
                await at.press("n", "enter")
            at.screen(NewGameScreen)
            assert "The folder refused the game." in at.text
            await at.press("enter")
            at.screen(Handover)

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
            assert "Bruno, type your PIN once more." in at.text
            await at.press(*"0815", "enter")
            assert [player.name for player in at.game.players] == ["Aiko", "Bruno"]
            assert at.game.deal == Game.new("cherry").deal
            first, second = at.game.players
            assert first.pin is None
            assert second.pin is not None
            assert check_pin("0815", second.pin)

    async def test_what_is_typed_after_a_click_replaces_the_name(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "tab")
            await at.click("#name-0", (2, 0))
            await at.press(*"Ana")
            assert at.app.screen.query_one("#name-0", Input).value == "Ana"
            await at.click("#name-0", (1, 0))
            await at.press("x")
            assert at.app.screen.query_one("#name-0", Input).value == "Axna"

    async def test_a_slip_of_the_finger_in_a_pin_locks_nobody_out(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            for seat in ("#pin-0", "#pin-1"):
                await fill(at, seat, "0815")
            await at.press("enter", "enter")
            assert "Player 1, type your PIN once more." in at.text, "an empty field repeats nothing"
            await at.press(*"0816", "enter")
            assert "These were two different PINs. Player 1, choose one again." in at.text
            await at.press(*"4711", "enter", *"4711", "enter")
            assert "Player 2, type your PIN once more." in at.text
            await at.press(*"0815", "enter")
            pins = [player.pin for player in at.game.players]
            assert [check_pin(typed, pin or "") for typed, pin in zip(("4711", "0815"), pins, strict=True)] == [
                True
            ] * 2

    async def test_a_pin_that_differed_can_be_left_out(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            await fill(at, "#pin-0", "0815")
            await at.press("enter", "1", "enter", "enter")
            assert [player.pin for player in at.game.players] == [None, None]

    async def test_a_short_pin_is_refused_when_it_is_left_and_before_it_is_typed_again(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "tab", "1", "tab")
            assert "A PIN has letters, digits or symbols: at least 4." in at.text
            await at.press("shift+tab", "ctrl+u", "tab")
            assert "A PIN has" not in at.text
            await at.press("shift+tab", *"123", "enter")
            assert "A PIN has letters" in at.text
            assert "once more" not in at.text
            await at.press(*"1234", "enter")
            assert "type your PIN once more" in at.text
            assert "PIN once more" in " ".join(at.text.splitlines()[3].split()), (
                "the field doesn't say that there is none"
            )

    async def test_a_name_that_is_missing_is_asked_for_where_it_is(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "backspace")
            at.app.screen.query_one("#undo").focus()
            await at.press("enter")
            assert "A player needs a name." in at.text
            assert at.app.focused is at.app.screen.query_one("#name-0")

    async def test_the_row_that_has_the_focus_is_marked_by_shape_and_says_what_tab_does(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            assert "▌Player 1" in at.text
            assert "Tab: who plays here" in at.text
            assert "Tab field" in at.lines[-1]
            at.app.screen.query_one("#kind-0").focus()
            await settle(at.pilot)
            assert "←→: a person, or how strong a bot is." in at.text
            at.app.screen.query_one("#name-0").focus()
            await at.press("down", "down")
            assert "▌Player 2" in at.text
            assert "▌Player 1" not in at.text

    async def test_what_is_typed_right_behind_a_key_that_deletes_stays(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            field = at.app.screen.query_one("#name-0", Input)
            field.cursor_position = 3
            await at.see()
            await at.pilot.press("ctrl+u", *"Ana", "backspace", *"ne")
            await settle(at.pilot)
            assert field.value == "Anne"

    async def test_the_other_may_start_and_undo_be_off(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#starts").focus()
            await at.press("right")
            at.app.screen.query_one("#undo").focus()
            await at.press("left", "enter")
            assert [player.name for player in at.game.players] == ["Player 2", "Player 1"]
            assert at.game.options.undo == "off"

    async def test_enter_begins_on_the_kind_of_a_player_too(self, folder: Path) -> None:
        async with desk(folder, bots=SilentBots()) as at:
            await at.press("n")
            at.app.screen.query_one("#kind-0").focus()
            await at.press("right", "enter")
            assert [player.kind for player in at.game.players] == ["beginner", "human"]

    async def test_enter_twice_deals_once(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            at.app.screen.query_one("#starts").focus()
            await at.see()
            await at.pilot.press("enter", "enter")
            await settle(at.pilot)
            assert len(Saves(folder).list()) == 1

    async def test_down_and_up_go_from_row_to_row(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n")
            seen = []
            for _row in range(10):
                seen.append(at.app.screen.focused.id if at.app.screen.focused else None)
                await at.press("down")
            assert seen == [
                "name-0",
                "kind-0",
                "name-1",
                "kind-1",
                "starts",
                "undo",
                "expansion",
                "seed",
                "begin",
                "name-0",
            ]
            await at.press("up", "up")
            assert at.app.screen.focused is at.app.screen.query_one("#begin")

    async def test_what_is_typed_ahead_goes_to_the_next_field(self, folder: Path) -> None:
        """A PIN must never land in the name before it, where everybody can read it."""
        async with desk(folder) as at:
            await at.press("n")
            driver = driver_of(at.app)
            for field, mover in (("#name-0", "tab"), ("#kind-0", "down")):
                at.app.screen.query_one(field).focus()
                await settle(at.pilot)
                await at.see()
                for key in ("B", "o", "b", mover, *"9999"):
                    driver.process_message(events.Key(key, key if len(key) == 1 else None))
                await settle(at.pilot)
            fields = {each.id: each.value for each in at.app.screen.query(Input)}
            assert (fields["name-0"], fields["pin-0"], fields["name-1"]) == ("Bob", "9999", "9999")

    async def test_a_pin_and_a_deal_code_are_explained_and_the_pin_is_never_shown(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "tab")
            assert "A PIN keeps your Hand covered until you enter it." in at.text
            await fill(at, "#pin-0", "hunter2")
            assert "hunter2" not in at.text
            at.app.screen.query_one("#seed").focus()
            await settle(at.pilot)
            assert "The same code deals the same cards again." in at.text

    async def test_tells_how_strong_the_chosen_bot_is(self, folder: Path) -> None:
        async with desk(folder, size=COMPACT) as at:
            await at.press("n", "down", "right")
            assert strength("beginner") in at.text
            await at.press("right", "right", "right", "right", "right")
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

    @pytest.mark.parametrize("size", some([COMPACT, (60, 23), STANDARD, (90, 30), ROOMY], 2))
    async def test_nothing_moves_between_the_press_and_the_release_of_a_click(
        self, folder: Path, size: tuple[int, int]
    ) -> None:
        """The press gives a field the focus, which brings or takes a note; the release must still hit the same."""
        async with desk(folder, size=size) as at:
            await at.press("n")
            for field, words in (("#expansion", "Legends"), ("#undo", "off"), ("#expansion", "none")):
                row = at.app.screen.query_one(field, ChoiceRow)
                await press_and_release(at, row.region.offset + Offset(at.text_of(field).index(words), 0))
                assert words in row.options[row.chosen]
            assert region_of(at, "#form").bottom < size[1]
            await press_and_release(at, region_of(at, "#begin").offset + Offset(3, 0))
            at.screen(Handover)

    @pytest.mark.parametrize(("drawn", "first"), [(list.reverse, "Player 2"), (list.copy, "Player 1")])
    async def test_random_gives_either_order(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, drawn: Callable[[list[Any]], object], first: str
    ) -> None:
        monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: drawn(players))
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
                at.screen(NewGameScreen)
                assert why in at.text
                assert at.app.game.navigator.session is None
            await fill(at, "#name-0", "Chiyo")
            await at.press("enter")
            assert at.game.players[0].name == "Chiyo"

    async def test_back(self, folder: Path) -> None:
        async with desk(folder) as at:
            await at.press("n", "escape")
            at.screen(Home)
            await at.press("n")
            await at.click("#back", (3, 0))
            at.screen(Home)

    async def test_the_keys_of_the_form_can_be_clicked(self, folder: Path) -> None:
        async with desk(folder) as at:
            for words, screen in (("back", Home), ("begin", Handover)):
                await at.press("n")
                await at.click("KeyLine", (at.lines[-1].index(words), 0))
                at.screen(screen)

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
        game = Game.new(7, names)
        game.play("give 1")
        async with desk(folder, game, size=COMPACT, uncovered=False) as at:
            first, second = (player.name for player in at.game.players)
            assert f"{second}, it is your turn." in at.text
            await at.uncover()
            await at.act("give 1")
            assert f"{first}, it is your turn." in at.text
            await at.uncover()
            assert first in at.text_of("#header")
            assert second in at.text
            assert {cell_len(line) for line in at.lines} == {60}
            await at.press("escape")
            assert first in at.text
            assert second in at.text


async def test_the_rules_are_a_key_or_a_click_away_and_lead_back_to_what_was_chosen(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("n")
        await at.click("#expansion", (at.text_of("#expansion").index("Legends"), 0))
        assert "(F1)" in at.text
        for mouse in (False, True):
            await (at.click("KeyLine", (at.lines[-1].index("help"), 0)) if mouse else at.press("f1"))
            at.screen(Rules)
            await at.press("escape")
            assert "● Legends & Travellers" in at.text


@pytest.mark.parametrize(
    ("keys", "called"),
    [
        ("n", ["Koshikibu", "Koshikibu 2"]),
        ("g g n", ["Ashigaru", "Yamabushi", "Hatamoto"]),
        ("g n", ["Kotaro", "Sasuke"]),
    ],
)
async def test_bots_of_one_level_are_named_by_seat(folder: Path, keys: str, called: list[str]) -> None:
    async with desk(folder) as at:
        await at.press(*keys.split())
        rows = [at.app.screen.query_one(f"#kind-{seat}", ChoiceRow) for seat in range(len(called))]
        for row in reversed(rows):
            row.focus()
            while row.chosen != 1:
                await at.press("right")
        names = [at.app.screen.query_one(f"#name-{seat}", Input).value for seat in range(len(called))]
        assert names == called
