"""Minimal repaints of the lobby list."""

from __future__ import annotations

import random

import pytest
from textual.drivers import headless_driver

from naishi_tui.lobby.match_list import MatchRow
from tests.fuzzing import seeds
from tests.naishi_tui.lobby.match_lists import FEW, MANY, Lists, heading, match, shown
from tests.naishi_tui.widgets.shared import Painter, cells

pytestmark = pytest.mark.ci


async def test_a_row_that_changes_is_the_only_one_repainted() -> None:
    async with shown(*FEW) as lists:
        assert await lists.show(*FEW[:4], match(3, "is new"), FEW[5]) == {4}
        assert lists.lines[4] == " match 3 is new"
        assert await lists.show(*FEW[:4], match(3), FEW[5]) == {4}
        assert lists.lines[4] == " match 3"


async def test_the_same_rows_repaint_nothing() -> None:
    async with shown(*FEW) as lists:
        assert await lists.show(*(MatchRow(*row) for row in FEW)) == set()


async def test_the_cursor_repaints_the_line_that_it_leaves_and_the_one_that_it_comes_to() -> None:
    async with shown(*FEW) as lists:
        assert await lists.press("down") == {1, 2}
        assert await lists.press("down") == {2, 4}


async def test_what_is_out_of_view_repaints_nothing() -> None:
    async with shown(*MANY) as lists:
        assert await lists.show(*MANY[:-1], match(39, "is new")) == set()
        await lists.press("end")
        assert lists.lines[-1] == " match 39 is new"


async def test_rows_that_change_places_repaint_their_own_lines() -> None:
    async with shown(*FEW) as lists:
        assert await lists.show(*FEW[:4], FEW[5], FEW[4]) == {4, 5}


async def test_rows_that_come_and_go_repaint_what_moves() -> None:
    async with shown(*FEW) as lists:
        assert await lists.show(*FEW, match(5)) == {6}
        assert await lists.show(*FEW) == {6}
        assert lists.lines[5:] == [" match 4", *[""] * 4]


@pytest.mark.parametrize("seed", seeds(2, 5))
async def test_what_was_painted_bit_by_bit_is_what_one_whole_painting_shows(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(headless_driver, "HeadlessDriver", Painter)
    chance = random.Random(seed)
    async with shown(*FEW) as lists:
        for _step in range(30):
            await do_something(lists, chance)
            before, text = cells(), Painter.screen.display
            await paint_anew(lists)
            assert cells() == before, "\n".join([*text, "--- painted anew:", *Painter.screen.display])


async def do_something(lists: Lists, chance: random.Random) -> None:
    match chance.randrange(4):
        case 0:
            await lists.show(*some_rows(chance))
        case 1:
            await lists.show(*(reworded(row, chance) for row in lists.list.rows))
        case 2:
            await lists.turn_wheel(chance.choice([-4, 4]))
        case _:
            await lists.press(chance.choice(["up", "down", "pagedown", "pageup", "home", "end"]))


def reworded(row: MatchRow, chance: random.Random) -> MatchRow:
    if row.id is None:
        return row
    return row._replace(text=row.text.removesuffix(" is new") + chance.choice(["", " is new"]))


def some_rows(chance: random.Random) -> list[MatchRow]:
    rows = [match(number, chance.choice(["", "x" * 60])) for number in chance.sample(range(30), 24)]
    del rows[chance.randrange(24) :]
    for _heading in range(2):
        rows.insert(chance.randrange(len(rows) + 1), heading("Others"))
    return rows


async def paint_anew(lists: Lists) -> None:
    """Paint everything, on an empty screen."""
    Painter.screen.reset()
    lists.list.refresh()
    lists.app.refresh(layout=True)
    await lists.settle()
