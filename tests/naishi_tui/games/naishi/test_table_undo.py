"""Undo and redo at the table, and games without them."""

from __future__ import annotations

from pathlib import Path

from naishi import Options
from naishi.games.naishi.rules.actions import Swap
from naishi_tui.games.naishi.partial_action import PartialAction
from naishi_tui.games.naishi.table import Table
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import desk, game_after, still


class TestUndo:
    async def test_within_a_turn(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.act("swap L1 L2")
            await at.press("u")
            assert at.actions == ["give 1", "give 1"]
            await at.press("ctrl+r")
            assert at.actions[2:] == ["swap L1 L2"]
            at.screen(Table)

    async def test_over_a_turn_hands_the_keyboard_back_first(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "develop L2", "end", "develop H1")) as at:
            await at.press("u", "u")
            assert at.game.turn == 1
            assert "pass the keyboard to Bruno" in at.prompt
            assert at.table.view.seat == 0
            await at.press("enter")
            assert at.screen(Handover).seat == 1
            await at.press("enter")
            assert at.table.view.seat == 1
            await at.press("ctrl+r")
            assert at.actions[-1] == "end"

    async def test_right_after_the_own_turn_asks_nobody(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await at.press("e", "u")
            assert at.game.turn == 0
            assert at.table.view.can(Swap)

    async def test_drops_a_half_made_choice(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            await at.press("up", "enter")
            assert at.table.turn.partial.cells
            await at.press("u")
            assert at.table.turn.partial == PartialAction()
            assert at.actions == ["give 1", "give 1"]

    async def test_back_to_the_gifts(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("u")
            await at.uncover()
            assert at.actions == ["give 1"]
            await at.act("give 2")
            await at.uncover()
            assert at.actions == ["give 1", "give 2"]
            assert at.table.view.seat == 0

    async def test_the_key_line_is_clickable(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            assert "redo" not in at.lines[-1], "nothing was undone"
            await at.click("#keys", (at.lines[-1].index("u undo"), 0))
            assert at.actions == ["give 1", "give 1"]
            await at.click("#keys", (at.lines[-1].index("^R"), 0))
            assert at.actions[-1] == "swap L1 L2"


class TestKeyLine:
    async def test_offers_advice_where_there_is_some(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            assert "a advice" in at.lines[-1]
            await at.press("e")
            assert "a advice" not in at.lines[-1]

    async def test_offers_no_advice_where_it_is_off(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1"), settings=still(advice=False)) as at:
            assert "a advice" not in at.lines[-1]

    async def test_offers_enter_only_where_it_does_something(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            assert "Enter choose" in at.lines[-1]
            await at.act("develop L1")
            assert "choose" not in at.lines[-1], "no card can be chosen until a bonus is begun"
            await at.press("s")
            assert "Enter choose" in at.lines[-1]


class TestWithoutUndo:
    async def test_the_decree_is_asked_about(self, folder: Path) -> None:
        async with desk(folder, game_after(options=Options(undo="off"))) as at:
            await at.press("i", "enter")
            assert "Give Mountain for Mountain? Only once per game." in at.prompt
            assert at.actions == ["give 1", "give 1"]
            await at.press("escape", "left", "enter", "enter")
            assert at.actions[2:] == ["decree L2"]

    async def test_its_keys_are_not_named_and_say_why_they_do_nothing(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2", options=Options(undo="off"))) as at:
            assert "undo" not in at.lines[-1]
            for key in ("u", "ctrl+r"):
                await at.press("left")
                assert "Undo is off" not in at.prompt
                await at.press(key)
                assert "Undo is off" in at.prompt
                assert at.actions[-1] == "swap L1 L2"
