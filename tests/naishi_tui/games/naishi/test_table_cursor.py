"""Table cursor: moves by keys and by choices."""

from __future__ import annotations

from pathlib import Path

from naishi import Player
from naishi_tui.games.naishi.board import OWN_LINE, Board
from naishi_tui.games.naishi.partial_action import PartialAction
from tests.naishi_tui.desk import desk, game_after
from tests.naishi_tui.waiting import until

L3 = (2, 2)
"""Where the cursor begins: the row of the own Line, the third column."""

MOVES = [
    (["left"], (2, 1)), (["h"], (2, 1)), (["right"], (2, 3)), (["l"], (2, 3)),
    (["up"], (1, 2)), (["k"], (1, 2)), (["down"], (3, 2)), (["j"], (3, 2)),
    (["1"], (2, 0)), (["2"], (2, 1)), (["3"], (2, 2)), (["4"], (2, 3)), (["5"], (2, 4)),
    (["up"] * 5, (0, 2)), (["down"] * 5, (3, 2)), (["left"] * 7, (2, 0)), (["right"] * 7, (2, 4)),
    (["tab"], (2, 3)), (["shift+tab"], (2, 1)), (["5", "tab"], (3, 0)), (["down", "5", "tab"], (1, 0)),
    (["up", "1", "shift+tab"], (3, 4)),
]  # fmt: skip


CHOICES = [
    (["d"], (1, 2)), (["d", "4"], (1, 3)), (["s", "4"], (2, 3)), (["up", "2", "enter"], (2, 1)),
    (["d", "1", "enter", "5"], (1, 4)), (["up", "up", "i"], (2, 2)), (["s", "down", "3", "enter", "1"], (3, 0)),
]  # fmt: skip


async def test_the_cursor_is_along_the_whole_of_a_large_card(folder: Path) -> None:
    """Four short bars are easily lost on a large screen."""
    async with desk(folder, game_after(), size=(160, 48)) as at:
        shown = at.text_of("#my-line").splitlines()
        assert {("▐" in line, "▌" in line) for line in shown} == {(True, True)}, shown
        await at.press("right")
        bars = {(line.rindex("▐"), line.rindex("▌")) for line in at.text_of("#my-line").splitlines()}
        assert len(bars) == 1, "no bar of the place before it is left"


async def test_keys_move_the_cursor(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        assert at.cursor == L3
        for keys, there in MOVES:
            at.table.board_view.board.row, at.table.board_view.board.position = L3
            await at.press(*keys)
            assert at.cursor == there, keys
        assert at.actions == ["give 1", "give 1"]


async def test_the_cursor_is_drawn_beside_its_card(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for row, keys in {"#my-line": [], "#my-hand": ["down"], "#river": ["up", "up"], "#their-line": ["up"]}.items():
            await at.press(*keys)
            shown = [each for each in ("#their-line", "#river", "#my-line", "#my-hand") if "▐" in at.text_of(each)]
            assert shown == [row]


async def test_a_choice_sends_the_cursor_to_what_can_be_chosen(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for keys, there in CHOICES:
            await at.press(*keys)
            assert at.cursor == there, keys
            while at.table.turn.partial != PartialAction():
                await at.press("escape")
            at.table.board_view.board.row, at.table.board_view.board.position = L3
        await at.press("d", "1", "enter", "4", "enter")
        assert at.actions[-1] == "discard R1 R4"


async def test_a_stray_enter_never_throws_away_what_was_just_placed(folder: Path) -> None:
    for before, action in ((), "develop L4"), ((), "develop H2"), ((), "swap L3 H3"), (("develop L1",), "swap H1 H5"):
        async with desk(folder / action, game_after(*before)) as at:
            await at.act(action)
            row, _position = at.cursor
            assert row == 1, (action, "the cursor is at the River, where the next card to choose lies")
            played = at.actions
            await at.press("enter")
            assert at.actions == played, action


async def test_the_cursor_leaves_what_was_placed_once_the_bot_has_answered(folder: Path) -> None:
    bruno = Player("Bruno", "novice")
    async with desk(folder, game_after(players=("Aiko", bruno))) as at:
        await at.act("develop H5")
        await at.act("end")
        await until(lambda: at.table.turn.acting and at.table.view.round > 1, "it is Aiko's turn again")
        assert at.cursor == (1, 4)
        played = at.actions  # among them the bot's, which may be the same action at its own side
        await at.press("enter")
        assert at.actions == played
        assert at.cursor == (2, 4), "the card of the River is chosen, and a place for it is asked for"


def test_the_cursor_stays_where_no_row_is_shown() -> None:
    """A key may come to a card that is explained while the window is too small for the table below it."""
    board = Board()
    for row in board.rows:
        row.display = False
    board.move_cursor(1, 1)
    assert (board.row, board.position) == (OWN_LINE, 2)
