"""Turn at the table: keys, clicks, prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Cell
from naishi.games.naishi.rules.actions import Declare, Develop, Discard, Swap
from naishi_tui.games.naishi.partial_action import PartialAction
from naishi_tui.games.naishi.score import Score
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import COMPACT, ROOMY, Desk, desk, game_after, still
from tests.naishi_tui.games import before_the_end, midgame
from tests.naishi_tui.waiting import until


async def start_over(at: Desk) -> None:
    """Let go of what was chosen, and go back to where the cursor is at first."""
    while at.table.turn.partial != PartialAction():
        await at.press("escape")
    await at.go(Cell.L3)


class TestDevelop:
    async def test_by_keys(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for keys, action in (
                (["enter"], "develop L3"),
                (["space"], "develop L3"),
                (["5", "down", "enter"], "develop H5"),
                (["up", "2", "enter", "enter"], "develop L2"),
                (["up", "2", "enter", "down", "enter"], "develop H2"),
                (["up", "2", "enter", "tab", "enter"], "develop H2"),
            ):
                assert (at.cursor, at.actions[2:]) == ((2, 2), [])
                await at.press(*keys)
                assert at.actions[2:] == [action]
                await at.press("u")
                await start_over(at)

    async def test_by_clicks(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for size in (at.app.size, COMPACT, ROOMY):
                if size != at.app.size:
                    await at.resize(*size)
                for clicks, action in (
                    ([("#my-line", 3)], "develop L4"),
                    ([("#river", 4), ("#my-hand", 4)], "develop H5"),
                ):
                    for row, position in clicks:
                        await at.click_card(row, position)
                    assert at.actions[2:] == [action]
                    await at.press("u")

    async def test_goes_nowhere_but_to_a_card_of_ones_own_in_the_column(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("up", "2", "enter", "1", "enter")
            assert at.table.turn.partial == PartialAction(Develop, (Cell.R2,)), "a card of another column"
            await at.click_card("#river", 1)
            assert at.table.turn.partial == PartialAction(), "the River card again lets it go"
            await at.click_card("#their-line", 1)
            assert "Bruno" in at.prompt
            assert at.actions == ["give 1", "give 1"]


class TestBonus:
    @pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
    async def test_each_kind(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, game_after()) as at:
            for action in (
                "swap R1 R5",
                "swap L1 L3",
                "swap H2 H5",
                "swap L4 H4",
                "discard R2 R4",
                "decree L2",
                "decree H3",
            ):
                await (at.act_by_mouse(action) if mouse else at.act(action))
                assert at.actions[2:] == [action]
                await at.press("u")

    async def test_before_and_after_the_develop(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.act("swap L1 H1")
            assert "Now develop" in at.prompt
            await at.act("develop L2")
            assert at.game.turn == 1
            await at.pass_on()
            await at.act_by_mouse("develop H4")
            assert "Take a bonus" in at.prompt
            await at.act_by_mouse("discard R1 R2")
            assert at.actions[2:] == ["swap L1 H1", "develop L2", "develop H4", "discard R1 R2"]

    async def test_the_second_card_may_be_the_lower_one_or_the_opponents_that_a_decree_takes(
        self, folder: Path
    ) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "4", "enter", "2", "enter")
            assert at.actions[-1] == "swap L2 L4"
            await at.press("u")
            await at.click_verb("decree")
            await at.click_card("#their-line", 3)
            assert at.actions[-1] == "decree L4"

    async def test_keys_go_from_one_kind_to_the_next_and_out_again(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for kind in (Swap, Discard, Develop, Swap):
                await at.press("b")
                assert at.table.turn.partial == PartialAction(kind)
            await at.press("b", "b")
            for key in "sdi":
                await at.press(key)
                assert at.table.turn.partial != PartialAction()
                await at.press(key)
                assert at.table.turn.partial == PartialAction()

    async def test_b_passes_over_what_is_not_possible(self, folder: Path) -> None:
        taken = ("swap L1 L2", "develop L1", "swap L1 L2", "develop L1", "swap L1 L2", "develop L1")
        async with desk(folder, game_after(*taken)) as at:
            await at.press("b")
            assert at.table.turn.partial == PartialAction(Discard)
            await at.press("b")
            assert at.table.turn.partial == PartialAction()


class TestEscape:
    async def test_goes_back_step_by_step_and_then_leaves(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "1", "enter", "enter")
            assert at.table.turn.partial == PartialAction(Swap), "the card chosen again is let go"
            await at.press("enter")
            assert at.table.turn.partial == PartialAction(Swap, (Cell.L1,))
            await at.press("escape")
            assert at.table.turn.partial == PartialAction(Swap)
            await at.press("escape")
            assert at.table.turn.partial == PartialAction()
            await at.press("escape")
            assert "Esc again: leave the game." in at.prompt
            await at.press("left", "escape")
            assert "Esc again: leave the game." in at.prompt, "another key came between"
            await at.press("escape")
            at.screen(Home)
            assert at.app.game.navigator.session is None

    async def test_answers_a_question_with_no(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            before = at.actions
            await at.press("r")
            assert "Esc: no" in at.prompt
            await at.press("escape")
            assert at.table.turn.partial == PartialAction()
            assert at.actions == before


class TestWholeTurns:
    async def test_recall(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            before = at.actions
            for confirm in ("enter", "r", "click"):
                await at.press("r")
                await (at.click("#prompt", (3, 0)) if confirm == "click" else at.press(confirm))
                assert at.actions == [*before, "recall"]
                assert at.game.turn == 1
                await at.press("u")
                assert at.actions == before

    async def test_declare(self, folder: Path) -> None:
        async with desk(folder, before_the_end()) as at:
            before = at.actions
            await at.press("f", "left", "1", "down", "tab")
            assert at.table.turn.partial.kind is Declare, "moving is no answer"
            await at.press("escape")
            assert (at.table.turn.partial, at.actions) == (PartialAction(), before)
            await at.press("f", "enter")
            assert at.actions[-1] == "declare"
            await at.press("u")
            assert at.actions[-1] != "declare"
            await at.press("f", "f")
            assert at.actions[-1] == "declare"
            assert "Bruno's last turn" in at.text
            await at.pass_on()
            assert "Your last turn" in at.prompt

    @pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
    async def test_ending_the_turn_passes_the_keyboard(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await (at.click_verb("end") if mouse else at.press("e"))
            assert at.actions[-2:] == ["develop L1", "end"]
            assert "pass the keyboard to Bruno" in at.prompt
            await (at.click("#prompt", (2, 0)) if mouse else at.press("enter"))
            at.screen(Handover)
            await at.uncover(mouse=mouse)
            assert at.table.view.seat == 1

    async def test_once_the_turn_is_over_no_key_plays_for_the_other_seat(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await at.press("e")
            before = at.actions
            await at.press("s", "d", "i", "r", "f", "e", "b", "1", "tab")
            await at.click_card("#my-line", 2)
            await at.click_card("#river", 2)
            assert at.actions == before


class TestWhyNot:
    async def test_an_impossible_choice_says_why(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for keys, why in (
                (["e"], "Before ending your turn"),
                (["r"], "You have no emissary to recall"),
                (["f"], "once a River pile is empty"),
                (["m"], "memory aid is off"),
                (["d", "down", "enter"], "two cards from the River"),
                (["s", "1", "enter", "up", "enter"], "Swap two River cards"),
            ):
                assert why not in " ".join(at.prompt.split())
                await at.press(*keys)
                assert why in " ".join(at.prompt.split())
                assert at.actions == ["give 1", "give 1"]
                await start_over(at)

    async def test_after_the_develop(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            for key, why in (("enter", "already developed"), *((key, "whole turn") for key in "irf")):
                assert why not in at.prompt
                await at.press(key)
                assert why in at.prompt
                assert at.actions[-1] == "develop L1"
                await start_over(at)

    async def test_a_click_at_a_struck_verb_says_why(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for verb, why in (("recall", "no emissary"), ("declare", "empty"), ("end", "Before ending your turn")):
                assert why not in at.prompt
                await at.click_verb(verb)
                assert at.actions == ["give 1", "give 1"]
                assert why in at.prompt

    async def test_a_second_bonus_and_redo_of_nothing(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            for key, why in (("s", "already taken your bonus"), ("ctrl+r", "Nothing to redo")):
                assert why not in at.prompt
                await at.press(key)
                assert why in at.prompt


async def test_esc_leaves_the_game_and_never_the_program(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.leave_game()
        at.screen(Home)
        assert "The game is saved. c: continue." in at.text
        await at.press("escape", "escape")
        assert at.app.is_running
        assert "Press q to quit." in at.text
        await at.press("c")
        at.screen(Handover)


async def test_leaving_in_the_middle_of_a_turn_goes_on_there(folder: Path) -> None:
    async with desk(folder, game_after("swap L1 L2")) as at:
        await at.leave_game()
        assert "Continue: Aiko and Bruno, round 1" in at.text
        await at.press("c", "enter")
        assert "Now develop" in at.prompt
        await at.act("develop L3")
        assert at.actions[2:] == ["swap L1 L2", "develop L3"]


async def test_other_keys_can_be_set(folder: Path) -> None:
    async with desk(folder, game_after(), settings=still(keys={"swap": "x", "end": "z"})) as at:
        await at.press("x")
        assert at.table.turn.partial.kind is Swap
        await at.press("escape", "s")
        assert at.table.turn.partial == PartialAction()


async def test_open_hands_need_no_cover(folder: Path) -> None:
    async with desk(folder, game_after("develop L1"), settings=still(handover="never")) as at:
        await at.press("e", "enter")
        assert at.table.view.seat == 1


async def test_the_last_action_leads_to_the_score_pad(folder: Path) -> None:
    game = before_the_end()
    game.play("declare")
    async with desk(folder, game) as at:
        await at.act("develop H5")
        if at.game.turn is not None:
            await at.press("e")
        await at.press("enter")
        at.screen(Score)


async def test_the_explanation_of_a_card_says_why_it_is_worth_what_it_is_now(folder: Path) -> None:
    async with desk(folder, game_after("develop L3")) as at:
        await at.press("down", "1", "question_mark")
        await until(lambda: "Worth here and now: Mountain" in at.text, "it says so")
        assert "more than one mountain -5" in at.text
        await at.press("right")
        await until(lambda: "Worth here and now: Fort H2: not at the edge 0." in at.text, "so it does of the next card")


async def test_without_hints_the_explanation_says_nothing_of_points(folder: Path) -> None:
    async with desk(folder, game_after("develop L3"), settings=still(hints=False)) as at:
        await at.press("down", "1", "question_mark")
        assert "Worth here" not in at.text
