"""Preview of a move on the cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from naishi import Cell, Game, Position
from naishi.games.naishi.game import turns
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import HAND, LINE
from naishi_tui.games.naishi.cards.card import CardFace
from naishi_tui.games.naishi.cards.faces import worth_after
from tests.naishi_tui.desk import Desk, desk, game_after, still
from tests.naishi_tui.waiting import until

TWO_FIELDS = "XFXXXX/FFFFFF/SSSSSS/MMMMMM/AAAAAA MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -"


def feet(at: Desk, row: str) -> str:
    """The line below the cards of a row."""
    return at.text_of(row).splitlines()[-1]


@pytest.mark.ci
async def test_the_river_card_that_would_come_is_marked(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for key, column in (("left", 2), ("left", 1), ("5", 5)):
            await at.press(key)
            assert feet(at, "#river").count("▼") == 1
            assert f"▼{column}" in feet(at, "#river")
        await at.press("up", "enter")
        assert "◆5" in feet(at, "#river"), "it is chosen now"
        assert "▼" not in feet(at, "#river")


async def test_a_card_that_a_decree_would_bring_is_marked(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("i", "1")
        assert [line.count("▼") for line in at.text_of("#their-line").splitlines()] == [0, 1]
        assert "▼" not in feet(at, "#river")


@pytest.mark.parametrize("action", ["develop L2", "develop H5", "swap L1 H1", "decree L4"])
async def test_each_card_whose_points_would_change_says_what_it_would_be_worth(folder: Path, action: str) -> None:
    game = game_after("develop L1", "end", "develop L2", "end", "develop H1", "end", "develop L4", "end")
    view = game.view(0)
    change = turns.sheets(view, Action.from_text(action))
    assert change is not None
    worth = worth_after(*change)
    assert any(text[0] in "↑↓→" for text in worth.values())
    async with desk(folder, game) as at:
        await point_at(at, Action.from_text(action).text)
        shown = {cell: face.worth for cell, face in faces(at).items()}
        assert shown == {cell: worth.get(cell, "") for cell in shown}


async def point_at(at: Desk, action: str) -> None:
    """Begin an action, and stop where Enter would do it."""
    verb, *cells = action.split()
    if verb != "develop":
        await at.press({"swap": "s", "decree": "i"}[verb])
    for cell in cells[:-1]:
        await at.go(Cell[cell])
        await at.press("enter")
    await at.go(Cell[cells[-1]])


def faces(at: Desk) -> dict[Cell, CardFace]:
    board = at.table.board_view.board
    return dict(zip((*LINE, *HAND), (*board.my_line.faces, *board.my_hand.faces), strict=True))


def test_a_group_that_scores_the_same_keeps_what_it_shows() -> None:
    game = Game.from_position(Position.from_text(TWO_FIELDS))
    view = game.view(0)
    change = turns.sheets(view, Action.from_text("develop L2"))
    assert change is not None
    worth = worth_after(*change)
    changed = {cell for cell, text in worth.items() if text[0] in "↑↓→"}
    assert changed == {Cell.L2}, "nine mountains cost as much as ten"


async def test_without_hints_only_the_cards_are_marked(folder: Path) -> None:
    async with desk(folder, game_after(), settings=still(hints=False)) as at:
        await at.press("left")
        assert "▼2" in feet(at, "#river")
        assert not {*"↑↓→"} & {*at.text_of("#my-line"), *at.text_of("#my-hand")}


async def test_the_mouse_previews_where_it_is_moved_and_not_where_it_rests(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        slot = at.table.board_view.board.my_hand.children[3]
        x, y = slot.region.x + 3, slot.region.y + 1

        def move(by: int) -> None:
            slot.post_message(events.MouseMove(slot, 3, 1, by, 0, 0, False, False, False, x, y))

        move(0)
        await at.press("left")
        assert at.cursor == (2, 1)
        move(1)
        await until(lambda: at.cursor == (3, 3), "the cursor at the mouse")
        await at.see()
        assert "▼4" in feet(at, "#river")
        assert "to H4" in at.prompt
        assert len(at.actions) == 2
