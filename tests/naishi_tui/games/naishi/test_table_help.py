"""Help at the table: cards, rules, advice, previews."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Cell
from naishi.games.naishi.game import turns
from naishi.games.naishi.rules.actions import Develop, Discard
from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.board_view import PerfectMemory
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.partial_action import PartialAction
from naishi_tui.games.naishi.reading import Explain, WholeLog
from naishi_tui.games.naishi.table import Table
from naishi_tui.table.reading import Rules
from tests.naishi_tui.desk import COMPACT, ROOMY, desk, game_after, still
from tests.naishi_tui.games import midgame
from tests.naishi_tui.scenes import advised
from tests.naishi_tui.waiting import settle, until


class TestHelp:
    async def test_explain_tells_of_the_card_under_the_cursor_until_a_key_or_a_click(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("question_mark")
            at.screen(Explain)
            assert "Mountain, 16 in the game" in at.text
            await at.press("x")
            at.screen(Table)
            await at.press("up", "question_mark")
            at.screen(Explain)
            await at.see()
            await at.pilot.click(offset=(40, 12))
            await settle(at.pilot)
            at.screen(Table)

    async def test_the_key_that_closes_it_does_nothing_else(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2")) as at:
            for key in ("enter", "escape", "u", "ctrl+r", "e", "s", "f1"):
                await at.press("question_mark", key)
                assert at.actions[2:] == ["swap L1 L2"]
                assert at.table.turn.partial == PartialAction()

    async def test_arrows_and_the_same_key_go_on_to_other_cards(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("up", "question_mark")
            assert "Arrows or ?: other cards." in at.text
            table = at.app.screen_stack[-2]
            assert isinstance(table, Table)
            for key, there in (
                ("right", (1, 3)),
                ("question_mark", (1, 4)),
                ("question_mark", (2, 0)),
                ("down", (3, 0)),
            ):
                await at.press(key)
                assert (table.board_view.board.row, table.board_view.board.position) == there
                card = table.cursor.card()
                assert isinstance(card, Card)
                assert f"{card_text.name(card)}, " in at.text
            await at.press("x")
            assert at.cursor == (3, 0)

    async def test_another_key_that_opened_it_goes_on_too(self, folder: Path) -> None:
        async with desk(folder, game_after(), settings=still(keys={"explain": "z"})) as at:
            await at.press("up", "z")
            assert "Arrows or z: other cards." in at.text
            explained = at.screen(Explain)
            await at.press("z")
            assert at.screen(Explain) is explained
            await at.press("question_mark")
            at.screen(Table)

    async def test_the_marks_are_explained_on_a_key_and_all_keys_in_the_help(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("f2")
            for words in ("●  the first player", "◇  can be chosen now", "–  not possible now"):
                assert words in at.text
            await at.press("escape", "f1")
            help = at.text
            assert help.index("Keys at the table") > 0, "what one needs while playing comes first"
            await at.press("pagedown")
            for words in ("impose the imperial decree", "undo the last action", "choose a bonus: swap or discard"):
                assert words in help + at.text

    async def test_the_table_below_an_explanation_follows_the_window(self, folder: Path) -> None:
        async with desk(folder, midgame(), size=ROOMY) as at:
            for size in (COMPACT, ROOMY):
                await at.press("question_mark")
                await at.resize(*size)
                box, behind = at.screen(Explain).query_one("#box").region, at.lines
                await at.press("x")
                for y, (line, alone) in enumerate(zip(behind, at.lines, strict=True)):
                    beside = (slice(0, box.x), slice(box.right, None)) if box.y <= y < box.bottom else (slice(None),)
                    assert [line[part] for part in beside] == [alone[part] for part in beside]

    async def test_long_texts_come_and_go(self, folder: Path) -> None:
        async with desk(folder, game_after("swap L1 L2"), settings=still(memory_aid=True)) as at:
            await at.press("up", "enter")
            for key, screen in (("g", WholeLog), ("f1", Rules), ("m", PerfectMemory)):
                await at.press(key)
                at.screen(screen)
                await at.press("down", "j", "k", "escape")
                assert at.table.turn.partial == PartialAction(Develop, (Cell.R3,))

    async def test_the_palette_offers_the_commands_and_does_them(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("ctrl+p")
            await at.type("two river")
            await until(lambda: "discard two River cards" in at.text and "swap two" not in at.text, "it is found")
            await at.press("enter")
            await until(lambda: isinstance(at.app.screen, Table), "the palette is closed")
            await settle(at.pilot)
            assert at.table.turn.partial.kind is Discard


class TestAdvice:
    async def test_enter_or_the_same_key_does_what_is_advised(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            before = at.actions
            for action, keys in (
                ("develop H2", ["enter"]),
                ("swap L2 H2", ["enter"]),
                ("discard R1 R4", ["enter"]),
                ("decree L4", ["a"]),
                ("recall", ["left", "up", "a"]),
            ):
                assert "to win" not in at.prompt
                await advised(action, "A reason.")(at)
                assert "71% to win." in at.prompt
                assert "A reason. a: do it. Esc: no." in at.prompt
                await at.press(*keys)
                assert at.actions == [*before, action]
                await at.press("u")
                assert at.actions == before

    async def test_esc_forgets_it_and_another_action_too(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            for key in ("escape", "d"):
                await advised("swap L2 H2", "")(at)
                await at.press(key)
                assert at.table.turn.advised is None
                assert "★" not in at.text
            at.screen(Table)

    async def test_ending_the_turn_is_named(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1")) as at:
            await advised("end", "")(at)
            assert "★ End your turn: 71% to win." in at.prompt
            await at.press("a")
            assert at.actions[-1] == "end"


class TestHints:
    async def test_say_what_a_choice_would_change(self, folder: Path) -> None:
        async with desk(folder, midgame()) as at:
            assert "points" in at.prompt
            await at.press("up")
            assert "Line" in at.prompt
            assert "Hand" in at.prompt
            assert "If it ended now" in at.text
            assert "39 points" in at.text

    async def test_count_one_point_as_one(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async with desk(folder, midgame()) as at:
            for change, said in (
                (1, "+1 point"),
                (-1, "-1 point"),
                (0, "+0 points"),
                (7, "+7 points"),
                (-5, "-5 points"),
            ):
                monkeypatch.setattr(turns, "change", lambda *_what, change=change: change)
                await at.press("left", "right")
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
