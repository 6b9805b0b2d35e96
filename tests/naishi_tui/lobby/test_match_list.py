"""Lobby list: cursor and choices."""

from __future__ import annotations

import pytest

from tests.naishi_tui.lobby.match_lists import FEW, HEIGHT, MANY, WIDTH, heading, match, matches, shown


async def test_the_cursor_stays_at_its_match() -> None:
    async with shown(*FEW) as lists:
        await lists.press("down", "down")
        assert lists.list.cursor == "m3"
        await lists.show(FEW[4], *FEW[:4], FEW[5])
        assert lists.list.cursor == "m3"
        await lists.press("enter")
        assert lists.app.chosen == ["m3"]


@pytest.mark.parametrize(
    ("left", "nearest"),
    [
        (("Mine", 1, 2, "Others", 4), "m4"),
        (("Mine", 1, 2, "Others"), "m2"),
        (("Mine", "Others", 9), "m9"),
        (("Mine", "Others"), None),
        ((), None),
    ],
)
@pytest.mark.parametrize("key", ["enter", "up", "down", "pagedown"])
async def test_once_its_match_is_gone_a_key_brings_the_cursor_to_the_nearest_one_and_does_no_more(
    left: tuple[int | str, ...], nearest: str | None, key: str
) -> None:
    """Enter was meant for the match that was there when it was pressed."""
    async with shown(*FEW) as lists:
        await lists.press("down", "down")
        await lists.show(*(heading(each) if isinstance(each, str) else match(each) for each in left))
        assert lists.list.cursor is None
        await lists.press(key)
        assert lists.list.cursor == nearest
        assert lists.app.chosen == []
        await lists.press("enter")
        assert lists.app.chosen == ([] if nearest is None else [nearest])


async def test_a_match_that_can_no_longer_be_joined_is_another_one() -> None:
    """Enter would have taken a seat there, and would watch others instead."""
    async with shown(match(1), match(2)._replace(joins=True)) as lists:
        await lists.press("down")
        await lists.show(match(1), match(2))
        await lists.press("enter")
        assert (lists.list.cursor, lists.app.chosen) == ("m2", [])


async def test_the_cursor_comes_to_the_first_match_there_is() -> None:
    async with shown(heading("Mine")) as lists:
        await lists.press("down", "up", "home", "end", "pagedown", "pageup", "enter")
        await lists.show(*FEW)
        assert lists.list.cursor == "m1"


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [
        (["j", "j"], "m2"),
        (["j", "k"], "m0"),
        (["up"], "m39"),
        (["end", "down"], "m0"),
        (["end", "up"], "m38"),
        (["pagedown"], "m10"),
        (["pagedown", "pagedown"], "m20"),
        (["pagedown", "pagedown", "pageup"], "m11"),
        (["pageup"], "m0"),
        (["end", "pagedown"], "m39"),
        (["end", "home"], "m0"),
    ],
    ids=str,
)
async def test_keys_move_the_cursor(keys: list[str], cursor: str) -> None:
    async with shown(*MANY) as lists:
        await lists.press(*keys)
        assert lists.list.cursor == cursor
        assert any(line.startswith(f" match {cursor[1:]}") for line in lists.lines)


async def test_the_headings_above_a_match_come_into_view_with_it() -> None:
    async with shown(*MANY) as lists:
        await lists.press("end", "home")
        assert lists.lines[0] == " Mine"
        await lists.press("end", *["up"] * 19)
        assert [line.split("▁")[0].rstrip() for line in lists.lines[:2]] == [" Others", " match 20"]


async def test_a_click_chooses_a_match_and_nothing_else() -> None:
    async with shown(*FEW) as lists:
        await lists.click(3, 0)
        await lists.click(3, 8)
        assert lists.app.chosen == []
        await lists.click(3, 4)
        assert lists.app.chosen == ["m3"]
        assert lists.list.cursor == "m3"


async def test_a_click_chooses_what_was_scrolled_to() -> None:
    async with shown(*MANY) as lists:
        await lists.press("end")
        await lists.click(3, HEIGHT - 2)
        assert lists.app.chosen == ["m38"]


async def test_the_wheel_scrolls_and_news_leave_the_view_where_it_is() -> None:
    async with shown(*MANY) as lists:
        await lists.turn_wheel(12)
        seen = lists.lines
        assert lists.list.cursor == "m0"
        assert not any(line.startswith(" match 0") for line in seen)
        await lists.show(heading("Mine"), match(0, "is new"), *MANY[2:])
        assert lists.lines == seen
        await lists.press("down")
        assert any(line.startswith(" match 1 ") for line in lists.lines)


async def test_a_cursor_that_is_seen_stays_in_view() -> None:
    async with shown(*MANY) as lists:
        await lists.press(*["down"] * 5)
        await lists.show(heading("Mine"), *matches(range(100, 120)), *MANY[1:])
        assert lists.list.cursor == "m5"
        assert any(line.startswith(" match 5") for line in lists.lines)


async def test_a_cursor_that_is_seen_stays_in_view_when_there_is_less_room() -> None:
    async with shown(*MANY) as lists:
        await lists.press("pagedown")
        assert lists.lines[-1].startswith(" match 10")
        await lists.pilot.resize_terminal(WIDTH, 4)
        await lists.settle()
        assert lists.lines[-1].startswith(" match 10")
        await lists.turn_wheel(9)
        seen = lists.lines
        await lists.pilot.resize_terminal(WIDTH, 3)
        await lists.settle()
        assert lists.lines[0] == seen[0]


async def test_the_cursor_can_be_set_to_a_match_that_there_is() -> None:
    async with shown(*MANY) as lists:
        lists.list.cursor = "m30"
        await lists.settle()
        assert any(line.startswith(" match 30") for line in lists.lines)
        lists.list.cursor = "gone"
        await lists.press("enter")
        assert lists.app.chosen == ["m30"]


async def test_a_list_that_has_become_shorter_shows_its_end() -> None:
    async with shown(*MANY) as lists:
        await lists.press("end")
        await lists.show(*MANY[:15])
        assert lists.lines[-1].startswith(" match 13")
        await lists.show(*FEW)
        assert [line.strip() for line in lists.lines] == [row.text.strip() for row in FEW] + [""] * 4


async def test_a_long_row_takes_several_lines_and_is_one_match() -> None:
    words = "waits for somebody who has the time to play"
    async with shown(match(1), match(2, words), match(3)) as lists:
        assert lists.lines[1:4] == [" match 2 waits for somebody who has the", " time to play", " match 3"]
        await lists.click(2, 2)
        assert lists.app.chosen == ["m2"]
        assert await lists.press("down") == {1, 2, 3}
        await lists.pilot.resize_terminal(80, HEIGHT)
        await lists.settle()
        assert lists.lines[1:3] == [f" match 2 {words}", " match 3"]


async def test_a_long_row_ends_before_the_scroll_bar() -> None:
    async with shown(match(1, "is as long as the list is wide"), *MANY) as lists:
        assert [line.rstrip("▁▂▃▄▅▆▇█ ") for line in lists.lines[:2]] == [" match 1 is as long as the list is", " wide"]
