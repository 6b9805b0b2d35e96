"""What the table shows of what was done: the last turn, marks, emissaries, what is known."""

from __future__ import annotations

from pathlib import Path

from naishi import Cell
from naishi_tui.drawing.faces import changed_by
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, desk, game_after, still
from tests.naishi_tui.waiting import until


class TestLastTurn:
    TURN = ("develop L1", "end", "develop L4", "swap R1 R2")

    async def test_is_told_with_the_cards_names(self, folder: Path) -> None:
        game = game_after(*self.TURN)
        names = [str(card).capitalize() for event in game.events(0)[-2:] for card in event.cards]
        async with desk(folder, game, size=COMPACT) as at:
            for size in (COMPACT, STANDARD, ROOMY):
                await at.resize(*size)
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
            assert changed_by(at.table.board_view.steps.marked, 0).changed == {Cell.L4, Cell.R4}
            assert "swap" not in at.text_of("#last-turn")
            await at.press("right")
            assert changed_by(at.table.board_view.steps.marked, 0).changed == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            assert at.cursor == (2, 3), "the key does what it always does"
            assert "swap" in at.text_of("#last-turn")
            await at.press("right")
            assert at.table.board_view.steps.marked == ()

    async def test_goes_on_by_itself(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), settings=still(animations=True, pace="quick")) as at:
            view = at.table.board_view
            await until(lambda: (len(view.steps.marked), view.steps.shown) == (1, 1), "the second step")
            await until(lambda: view.steps.all_shown, "all steps")
            assert len(view.steps.marked) == 2


class TestMarks:
    async def test_what_the_opponent_changed_is_marked_until_the_first_key(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "develop L4", "swap R1 R2")) as at:
            assert "•" in at.text_of("#their-line")
            assert at.text_of("#river").count("•") == 3
            assert changed_by(at.table.board_view.steps.marked, 0).changed == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            await at.press("left")
            assert "•" not in at.text

    async def test_an_own_card_taken_by_decree_is_marked(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "decree H2")) as at:
            assert changed_by(at.table.board_view.steps.marked, 0).changed_mine == {Cell.H2}
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
