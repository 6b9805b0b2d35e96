"""A turn at the table: every key, every click, and what the prompt says."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Cell, Options
from naishi.game import forecast
from naishi.rules.actions import Declare, Develop, Discard, Swap
from naishi.rules.cards import Card
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import changed_by
from naishi_tui.partial_action import PartialAction
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.handover import Handover
from naishi_tui.screens.home import Home
from naishi_tui.screens.perfect_memory import PerfectMemory
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.score import Score
from naishi_tui.screens.table import Table
from naishi_tui.screens.whole_log import WholeLog
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, SilentBots, desk, game_after, still
from tests.naishi_tui.games import among_bots, before_the_end, midgame
from tests.naishi_tui.scenes import advised
from tests.naishi_tui.waiting import settle, until

L3 = (2, 2)
"""Where the cursor begins: the row of the own Line, the third column."""


def cursor(at: Desk) -> tuple[int, int]:
    return at.table.board.row, at.table.board.position


MOVES = [
    (["left"], (2, 1)), (["h"], (2, 1)), (["right"], (2, 3)), (["l"], (2, 3)),
    (["up"], (1, 2)), (["k"], (1, 2)), (["down"], (3, 2)), (["j"], (3, 2)),
    (["1"], (2, 0)), (["2"], (2, 1)), (["3"], (2, 2)), (["4"], (2, 3)), (["5"], (2, 4)),
    (["up"] * 5, (0, 2)), (["down"] * 5, (3, 2)), (["left"] * 7, (2, 0)), (["right"] * 7, (2, 4)),
    (["tab"], (2, 3)), (["shift+tab"], (2, 1)), (["5", "tab"], (3, 0)), (["down", "5", "tab"], (1, 0)),
    (["up", "1", "shift+tab"], (3, 4)),
]  # fmt: skip


async def test_keys_move_the_cursor(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        assert cursor(at) == L3
        for keys, there in MOVES:
            at.table.board.row, at.table.board.position = L3
            await at.press(*keys)
            assert cursor(at) == there, keys
        assert at.actions == ["give 1", "give 1"]


async def test_the_cursor_is_drawn_beside_its_card(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for row, keys in {"#my-line": [], "#my-hand": ["down"], "#river": ["up", "up"], "#their-line": ["up"]}.items():
            await at.press(*keys)
            shown = [each for each in ("#their-line", "#river", "#my-line", "#my-hand") if "▐" in at.text_of(each)]
            assert shown == [row]


class TestDevelop:
    @pytest.mark.parametrize(
        ("keys", "action"),
        [
            (["enter"], "develop L3"), (["space"], "develop L3"), (["5", "down", "enter"], "develop H5"),
            (["up", "2", "enter", "enter"], "develop L2"),
            (["up", "2", "enter", "down", "enter"], "develop H2"),
            (["up", "2", "enter", "tab", "enter"], "develop H2"),
        ],
    )  # fmt: skip
    async def test_by_keys(self, folder: Path, keys: list[str], action: str) -> None:
        async with desk(folder, game_after()) as at:
            await at.press(*keys)
            assert at.actions[2:] == [action]

    @pytest.mark.parametrize(
        ("clicks", "action"),
        [
            ([("#my-line", 3)], "develop L4"), ([("#my-hand", 0)], "develop H1"),
            ([("#river", 4), ("#my-hand", 4)], "develop H5"), ([("#river", 1), ("#my-line", 1)], "develop L2"),
        ],
    )  # fmt: skip
    async def test_by_clicks(self, folder: Path, clicks: list[tuple[str, int]], action: str) -> None:
        async with desk(folder, game_after()) as at:
            for size in ((80, 24), COMPACT, (120, 36)):
                await at.resize(*size)
                for row, position in clicks:
                    await at.click_card(row, position)
                assert at.actions[2:] == [action]
                await at.press("u")

    async def test_a_card_of_another_column_says_why_not(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("up", "2", "enter", "1", "enter")
            assert at.actions == ["give 1", "give 1"]
            assert at.table.partial == PartialAction(Develop, (Cell.R2,))

    async def test_the_river_card_chosen_again_is_let_go(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.click_card("#river", 1)
            await at.click_card("#river", 1)
            assert at.table.partial == PartialAction()

    async def test_the_opponents_card_says_whose_it_is(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
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

    @pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
    async def test_before_and_after_the_develop(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, game_after()) as at:
            act = at.act_by_mouse if mouse else at.act
            await act("swap L1 H1")
            assert "Now develop" in at.prompt
            await act("develop L2")
            assert at.game.turn == 1
            await at.pass_on(mouse=mouse)
            await act("develop H4")
            assert "Take a bonus" in at.prompt
            await act("discard R1 R2")
            assert at.actions[2:] == ["swap L1 H1", "develop L2", "develop H4", "discard R1 R2"]

    async def test_the_second_card_may_be_the_lower_one(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "4", "enter", "2", "enter")
            assert at.actions[-1] == "swap L2 L4"

    async def test_b_goes_from_swap_to_discard_and_out_again(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            for kind in (Swap, Discard, Develop, Swap):
                await at.press("b")
                assert at.table.partial == PartialAction(kind)

    async def test_b_passes_over_what_is_not_possible(self, folder: Path) -> None:
        taken = ("swap L1 L2", "develop L1", "swap L1 L2", "develop L1", "swap L1 L2", "develop L1")
        async with desk(folder, game_after(*taken)) as at:
            await at.press("b")
            assert at.table.partial == PartialAction(Discard)
            await at.press("b")
            assert at.table.partial == PartialAction()

    @pytest.mark.parametrize("key", ["s", "d", "i"])
    async def test_the_same_key_again_leaves_it(self, folder: Path, key: str) -> None:
        async with desk(folder, game_after()) as at:
            await at.press(key)
            assert at.table.partial != PartialAction()
            await at.press(key)
            assert at.table.partial == PartialAction()

    async def test_a_card_of_the_opponents_line_stands_for_the_own_one_in_a_decree(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.click_verb("decree")
            await at.click_card("#their-line", 3)
            assert at.actions[-1] == "decree L4"


class TestEscape:
    async def test_goes_back_step_by_step_and_then_leaves(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "1", "enter")
            assert at.table.partial == PartialAction(Swap, (Cell.L1,))
            await at.press("escape")
            assert at.table.partial == PartialAction(Swap)
            await at.press("escape")
            assert at.table.partial == PartialAction()
            await at.press("escape")
            at.screen(Home)
            assert at.app.navigator.session is None

    async def test_a_chosen_card_chosen_again_is_let_go(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "1", "enter", "enter")
            assert at.table.partial == PartialAction(Swap)

    @pytest.mark.parametrize("key", ["r", "f"])
    async def test_answers_a_question_with_no(self, folder: Path, key: str) -> None:
        async with desk(folder, midgame() if key == "r" else before_the_end()) as at:
            before = at.actions
            await at.press(key)
            assert "Esc: no" in at.prompt
            await at.press("escape")
            assert at.table.partial == PartialAction()
            assert at.actions == before


class TestWhereTheCursorGoes:
    @pytest.mark.parametrize(
        ("keys", "there"),
        [
            (["d"], (1, 2)), (["d", "4"], (1, 3)), (["s", "4"], (2, 3)), (["up", "2", "enter"], (2, 1)),
            (["d", "1", "enter", "5"], (1, 4)), (["up", "up", "i"], (2, 2)), (["s", "down", "3", "enter", "1"], (3, 0)),
        ],
    )  # fmt: skip
    async def test_to_what_can_be_chosen(self, folder: Path, keys: list[str], there: tuple[int, int]) -> None:
        async with desk(folder, game_after()) as at:
            await at.press(*keys)
            assert cursor(at) == there

    async def test_a_discard_takes_four_keys(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("d", "1", "enter", "4", "enter")
            assert at.actions[-1] == "discard R1 R4"


class TestWithoutUndo:
    async def test_the_decree_is_asked_about(self, folder: Path) -> None:
        async with desk(folder, game_after(options=Options(undo="off"))) as at:
            await at.press("i", "enter")
            assert "Give Mountain for Mountain? Only once per game." in at.prompt
            assert at.actions == ["give 1", "give 1"]
            await at.press("escape", "left", "enter", "enter")
            assert at.actions[2:] == ["decree L2"]

    async def test_the_key_line_does_not_name_undo(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2", options=Options(undo="off"))) as at:
            assert "undo" not in at.lines[-1]
        async with desk(folder / "free", game_after("swap L1 L2")) as at:
            assert "u undo" in at.lines[-1]
            assert "redo" not in at.lines[-1], "nothing was undone"


class TestAdvice:
    @pytest.mark.parametrize(
        ("action", "keys"),
        [
            ("develop H2", ["enter"]), ("swap L2 H2", ["enter"]), ("discard R1 R4", ["enter"]),
            ("decree L4", ["enter"]), ("recall", ["enter"]), ("develop L5", ["a"]), ("swap L1 L2", ["left", "up", "a"]),
        ],
    )  # fmt: skip
    async def test_enter_or_the_same_key_does_what_is_advised(self, folder: Path, action: str, keys: list[str]) -> None:
        async with desk(folder, midgame()) as at:
            await advised(action, "A reason.")(at)
            assert "71% to win." in at.prompt
            assert "A reason. a: do it. Esc: no." in at.prompt
            await at.press(*keys)
            assert at.actions[-1] == action

    async def test_esc_forgets_it_and_another_action_too(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            for key in ("escape", "d"):
                await advised("swap L2 H2", "")(at)
                await at.press(key)
                assert at.table.advised is None
                assert "★" not in at.text
            at.screen(Table)

    async def test_ending_the_turn_is_named(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await advised("end", "")(at)
            assert "★ End your turn: 71% to win." in at.prompt
            await at.press("a")
            assert at.actions[-1] == "end"


class TestLastTurn:
    TURN = ("develop L1", "end", "develop L4", "swap R1 R2")

    @pytest.mark.parametrize("size", [COMPACT, STANDARD, (120, 36)])
    async def test_is_told_with_the_cards_names(self, folder: Path, size: tuple[int, int]) -> None:
        game = game_after(*self.TURN)
        names = [str(card).capitalize() for event in game.events(0)[-2:] for card in event.cards]
        async with desk(folder, game, size=size) as at:
            told = at.text_of("#last-turn")
            assert all(name in told for name in names), told
            await at.act("develop L2")
            assert at.text_of("#last-turn") == told, "it stays while one plays"

    async def test_is_told_on_the_cover_too(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), uncovered=False) as at:
            assert "Bruno placed" in at.text
            assert "Bruno swapped" in at.text

    async def test_is_shown_step_by_step_until_a_key_is_pressed(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), settings=still(animations=True, pace="relaxed")) as at:
            assert changed_by(at.table.steps.marked, 0).changed == {Cell.L4, Cell.R4}
            assert "swap" not in at.text_of("#last-turn")
            await at.press("right")
            assert changed_by(at.table.steps.marked, 0).changed == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            assert cursor(at) == (2, 3), "the key does what it always does"
            assert "swap" in at.text_of("#last-turn")
            await at.press("right")
            assert at.table.steps.marked == ()

    async def test_goes_on_by_itself(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), settings=still(animations=True, pace="quick")) as at:
            table = at.table
            await until(lambda: len(table.steps.marked) == 1 and table.steps.shown == 1, "the second step")
            await until(lambda: table.steps.all_shown, "all steps")
            assert len(table.steps.marked) == 2


class TestWholeTurns:
    @pytest.mark.parametrize("confirm", ["enter", "r", "click"])
    async def test_recall(self, folder: Path, confirm: str) -> None:
        async with desk(folder, midgame()) as at:
            await at.press("r")
            await (at.click("#prompt", (3, 0)) if confirm == "click" else at.press(confirm))
            assert at.actions[-1] == "recall"
            assert at.game.turn == 1

    @pytest.mark.parametrize("confirm", ["enter", "f"])
    async def test_declare(self, folder: Path, confirm: str) -> None:
        async with desk(folder, before_the_end()) as at:
            await at.press("f", confirm)
            assert at.actions[-1] == "declare"
            assert "Bruno's last turn" in at.text
            await at.pass_on()
            assert "Your last turn" in at.prompt

    async def test_a_question_is_not_answered_by_moving(self, folder: Path) -> None:
        async with desk(folder, before_the_end()) as at:
            before = at.actions
            await at.press("f", "left", "1", "down", "tab")
            assert at.table.partial.kind is Declare
            assert at.actions == before

    @pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
    async def test_ending_the_turn_passes_the_keyboard(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, game_after()) as at:
            await at.act("develop L1")
            await (at.click_verb("end") if mouse else at.press("e"))
            assert at.actions[-2:] == ["develop L1", "end"]
            assert "pass the keyboard to Bruno" in at.prompt
            await (at.click("#prompt", (2, 0)) if mouse else at.press("enter"))
            at.screen(Handover)
            await at.uncover(mouse=mouse)
            assert at.table.view.seat == 1

    async def test_once_the_turn_is_over_no_key_plays_for_the_other_seat(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.act("develop L1")
            await at.press("e")
            before = at.actions
            await at.press("s", "d", "i", "r", "f", "e", "b", "1", "tab")
            await at.click_card("#my-line", 2)
            await at.click_card("#river", 2)
            assert at.actions == before


class TestWhyNot:
    @pytest.mark.parametrize(
        ("keys", "why"),
        [
            (["e"], "Before ending your turn"), (["r"], "You have no emissary to recall"),
            (["f"], "once a River pile is empty"), (["m"], "memory aid is off"),
            (["d", "down", "enter"], "two cards from the River"),
            (["s", "1", "enter", "up", "enter"], "Swap two River cards"),
        ],
    )  # fmt: skip
    async def test_an_impossible_choice_says_why(self, folder: Path, keys: list[str], why: str) -> None:
        async with desk(folder, game_after()) as at:
            await at.press(*keys)
            assert why in " ".join(at.prompt.split())
            assert at.actions == ["give 1", "give 1"]

    @pytest.mark.parametrize(
        ("keys", "why"),
        [
            (["enter"], "already developed"), (["i"], "whole turn"), (["r"], "whole turn"), (["f"], "whole turn"),
        ],
    )  # fmt: skip
    async def test_after_the_develop(self, folder: Path, keys: list[str], why: str) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await at.press(*keys)
            assert why in at.prompt
            assert at.actions[-1] == "develop L1"

    @pytest.mark.parametrize("verb", ["recall", "declare", "end"])
    async def test_a_click_at_a_struck_verb_says_why(self, folder: Path, verb: str) -> None:
        async with desk(folder, game_after()) as at:
            await at.click_verb(verb)
            assert at.actions == ["give 1", "give 1"]
            assert {"recall": "no emissary", "declare": "empty", "end": "Before ending your turn"}[verb] in at.prompt

    async def test_a_second_bonus(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            await at.press("s")
            assert "already taken your bonus" in at.prompt

    async def test_redo_of_nothing(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("ctrl+r")
            assert "Nothing to redo" in at.prompt


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
        async with desk(folder, game_after()) as at:
            await at.act("develop L1")
            await at.press("e", "u")
            assert at.game.turn == 0
            assert at.table.view.can(Swap)

    async def test_drops_a_half_made_choice(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            await at.press("up", "enter")
            assert at.table.partial.cells
            await at.press("u")
            assert at.table.partial == PartialAction()
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

    @pytest.mark.parametrize("key", ["u", "ctrl+r"])
    async def test_off_by_agreement(self, folder: Path, key: str) -> None:
        async with desk(folder, game_after("swap L1 L2", options=Options(undo="off"))) as at:
            await at.press(key)
            assert "Undo is off" in at.prompt
            assert at.actions[-1] == "swap L1 L2"

    async def test_the_key_line_is_clickable(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            await at.click("#keys", (at.lines[-1].index("u undo"), 0))
            assert at.actions == ["give 1", "give 1"]
            await at.click("#keys", (at.lines[-1].index("^R"), 0))
            assert at.actions[-1] == "swap L1 L2"


class TestHelp:
    async def test_explain_tells_of_the_card_under_the_cursor(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("question_mark")
            at.screen(Explain)
            assert "Mountain, mountain, 16 in the game" in at.text
            await at.press("x")
            at.screen(Table)

    async def test_the_key_that_closes_it_does_nothing_else(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            for key in ("enter", "escape", "u", "ctrl+r", "e", "s", "f1"):
                await at.press("question_mark", key)
                assert at.actions[2:] == ["swap L1 L2"]
                assert at.table.partial == PartialAction()

    async def test_arrows_and_the_same_key_go_on_to_other_cards(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("up", "question_mark")
            table = at.app.screen_stack[-2]
            assert isinstance(table, Table)
            for key, there in (
                ("right", (1, 3)),
                ("question_mark", (1, 4)),
                ("question_mark", (2, 0)),
                ("down", (3, 0)),
            ):
                await at.press(key)
                assert (table.board.row, table.board.position) == there
                card = table.pointed_card()
                assert card is not None
                assert f"{card_text.name(card)}, " in at.text
            await at.press("x")
            assert cursor(at) == (3, 0)

    async def test_the_letters_of_the_ronins_example_are_explained(self, folder: Path) -> None:
        letters = card_text.letters(Card.RONIN)
        assert letters.startswith("A Advisor, S Sentinel, K Monk, H Horseman, N Naishi, F Fort")
        assert card_text.letters(Card.FORT) == ""

    async def test_the_marks_are_explained_on_a_key_and_in_the_help(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("f2")
            for words in ("●  the first player", "◇  can be chosen now", "–  not possible now"):
                assert words in at.text
            await at.press("escape", "f1")
            assert at.text.index("Keys at the table") > 0, "what one needs while playing comes first"

    @pytest.mark.parametrize(("before", "after"), [(ROOMY, COMPACT), (COMPACT, ROOMY)])
    async def test_the_table_below_an_explanation_follows_the_window(
        self, folder: Path, before: tuple[int, int], after: tuple[int, int]
    ) -> None:
        async with desk(folder, midgame(), size=before) as at:
            await at.press("question_mark")
            await at.resize(*after)
            box, behind = at.screen(Explain).query_one("#box").region, at.lines
            await at.press("x")
            for y, (line, alone) in enumerate(zip(behind, at.lines, strict=True)):
                beside = (slice(0, box.x), slice(box.right, None)) if box.y <= y < box.bottom else (slice(None),)
                assert [line[part] for part in beside] == [alone[part] for part in beside]

    async def test_explain_closes_on_a_click(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("up", "question_mark")
            await at.pilot.click(offset=(40, 12))
            await settle(at.pilot)
            at.screen(Table)

    @pytest.mark.parametrize(("key", "screen"), [("g", WholeLog), ("f1", Rules), ("m", PerfectMemory)])
    async def test_long_texts_come_and_go(self, folder: Path, key: str, screen: type) -> None:
        async with desk(folder, game_after("swap L1 L2"), settings=still(memory_aid=True)) as at:
            await at.press("up", "enter", key)
            at.screen(screen)
            await at.press("down", "j", "k", "escape")
            assert at.table.partial == PartialAction(Develop, (Cell.R3,))

    async def test_every_key_of_the_table_is_in_the_help(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("f1", "home")
            help = at.text
            await at.press("pagedown")
            for words in ("impose the imperial decree", "undo the last action", "choose a bonus: swap or discard"):
                assert words in help + at.text

    async def test_the_palette_offers_the_commands_and_does_them(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("ctrl+p")
            await at.type("two river")
            await until(lambda: "discard two River cards" in at.text and "swap two" not in at.text, "it is found")
            await at.press("enter")
            await until(lambda: isinstance(at.app.screen, Table), "the palette is closed")
            await settle(at.pilot)
            assert at.table.partial.kind is Discard


class TestHints:
    async def test_say_what_a_choice_would_change(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            assert "points" in at.prompt
            await at.press("up")
            assert "Line" in at.prompt
            assert "Hand" in at.prompt
            assert "If it ended now" in at.text
            assert "39 points" in at.text

    @pytest.mark.parametrize(
        ("change", "said"), [(1, "+1 point"), (-1, "-1 point"), (0, "+0 points"), (7, "+7 points"), (-5, "-5 points")]
    )
    async def test_count_one_point_as_one(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, change: int, said: str
    ) -> None:
        game = midgame()
        monkeypatch.setattr(forecast, "change", lambda *_what: change)
        async with desk(folder, game) as at:
            assert at.prompt.rstrip().endswith(f"  {said}")

    async def test_off_means_the_pure_game(self, folder: Path) -> None:
        async with desk(folder, midgame(), settings=still(hints=False)) as at:
            text = at.text
            await at.press("up")
            text += at.text
            assert "points" not in text
            assert "ended now" not in text
            assert "+12" not in text

    async def test_never_count_what_the_opponent_hides(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("i", "down")
            assert "the hidden card" in at.prompt
            assert "points" not in at.prompt


class TestMarks:
    async def test_what_the_opponent_changed_is_marked_until_the_first_key(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "develop L4", "swap R1 R2")) as at:
            assert "•" in at.text_of("#their-line")
            assert at.text_of("#river").count("•") == 3
            assert changed_by(at.table.steps.marked, 0).changed == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            await at.press("left")
            assert "•" not in at.text

    async def test_an_own_card_taken_by_decree_is_marked(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "decree H2")) as at:
            assert changed_by(at.table.steps.marked, 0).changed_mine == {Cell.H2}
            assert "•" in at.text_of("#my-hand")

    async def test_chosen_and_possible_cards_are_marked_by_shape(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "1", "enter")
            assert at.text_of("#my-line").count("◆") == 1
            assert at.text_of("#my-line").count("◇") == 4
            assert at.text_of("#my-hand").count("◇") == 1
            assert "◇" not in at.text_of("#river")


async def test_the_memory_aid_shows_what_is_known_and_only_then(folder: Path) -> None:
    async with desk(folder, game_after("develop L1", "end", "develop H3", "end")) as at:
        await at.press("left")
        assert at.text_of("#their-hand").strip(" ▒\n") == ""
    async with desk(
        folder, game_after("develop L1", "end", "develop H3", "end"), settings=still(memory_aid=True)
    ) as at:
        known = at.table.view.theirs.hand[2]
        assert known is not None
        assert str(known).capitalize() in at.text_of("#their-hand")


async def test_esc_leaves_the_game_and_never_the_program(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("escape")
        at.screen(Home)
        assert "The game is saved. c: continue." in at.text
        await at.press("escape", "escape")
        assert at.app.is_running
        assert "Press q to quit." in at.text
        await at.press("c")
        at.screen(Handover)


async def test_a_players_marks_are_the_same_for_both(folder: Path) -> None:
    async with desk(folder, game_after("swap L1 L2", "develop L1", "develop L1", "end")) as at:
        court = at.text_of("#court").splitlines()[1]
        assert "● · ·" in court
        assert "● Aiko 1 emissary free" in at.text
        await at.act("swap L1 L2")
        await at.act("develop L1")
        await at.pass_on()
        assert at.table.view.seat == 1
        assert "● ● ·" in at.text_of("#court")
        assert "● Aiko no emissary free" in at.text
        assert "▲ Bruno 2 emissaries free" in at.text


async def test_both_hands_of_watched_bots_can_be_opened(folder: Path) -> None:
    async with desk(folder, among_bots(), settings=still(pace="relaxed"), bots=SilentBots()) as at:
        hidden = at.text_of("#their-hand")
        await at.press("m")
        cards = at.game.view(1).mine.hand
        assert all(str(card).capitalize()[:7] in at.text_of("#their-hand") for card in cards)
        await at.press("m")
        assert at.text_of("#their-hand") == hidden


async def test_watched_bots_do_one_move_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.screens.game_screen.PATIENCE", 1000.0)  # else "is thinking" replaces the refusal
    async with desk(folder, among_bots(), settings=still(pace="instant"), bots=SilentBots()) as at:
        await at.press("tab")
        assert "No bots are paused" in at.prompt
        await at.press("enter")
        assert "Tab: one step." in at.prompt
        assert "Tab step" in at.lines[-1]
        assert "faster" not in at.lines[-1], "faster isn't possible"


async def test_leaving_in_the_middle_of_a_turn_goes_on_there(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.act("swap L1 L2")
        await at.press("escape")
        assert "Continue: Aiko and Bruno, round 1" in at.text
        await at.press("c", "enter")
        assert "Now develop" in at.prompt
        await at.act("develop L3")
        assert at.actions[2:] == ["swap L1 L2", "develop L3"]


async def test_other_keys_can_be_set(folder: Path) -> None:
    async with desk(folder, game_after(), settings=still(keys={"swap": "x", "end": "z"})) as at:
        await at.press("x")
        assert at.table.partial.kind is Swap
        await at.press("escape", "s")
        assert at.table.partial == PartialAction()


async def test_open_hands_need_no_cover(folder: Path) -> None:
    async with desk(folder, game_after(), settings=still(handover="never")) as at:
        await at.act("develop L1")
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


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
async def test_watching_bots_the_key_line_tells_what_works_there(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, among_bots(), size=size, settings=still(pace="relaxed"), bots=SilentBots()) as at:
        keys = "Enter pause m both Hands ? card F1 help Esc home"
        named = at.lines[-1].replace("F2 marks", "").replace("g log", "").replace("+ faster", "").split()
        assert named[-len(keys.split()) :] == keys.split(), "as slow as it can be"
        assert "Enter: pause." in at.prompt
        assert "Pace: relaxed." in at.prompt
        await at.click("#keys", (at.lines[-1].index("pause"), 0))
        assert "Paused. Enter: continue." in at.prompt
        for key in ("s", "d", "b", "i", "r", "f", "e"):
            await at.press("left", key)
            assert "You are watching; only the players can do that." in at.prompt, key
        await at.click("#keys", (at.lines[-1].index("home"), 0))
        at.screen(Home)
