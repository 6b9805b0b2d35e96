"""The cursor and the focus where a terminal shows no colours of ours, or none at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual.strip import Strip

from naishi.transports.capabilities import ColourDepth
from naishi_tui.drawing.theme import AREAS, CARD, TERMINAL, TEXT, styles
from naishi_tui.terminal.colours import downgraded
from tests.naishi_tui.desk import COMPACT, GRAND, ROOMY, STANDARD, desk, still
from tests.naishi_tui.framework_insides import strips_of
from tests.naishi_tui.games.ninjato.shared import in_a_raid_of_two
from tests.naishi_tui.games.shogun.shared import planning
from tests.naishi_tui.lobby.match_lists import FEW, shown
from tests.naishi_tui.scenes import SCENES

WAYS = {
    "home": "down",
    "new-game": "down",
    "new-game-bot": "tab",
    "lessons": "down",
    "saves": "down",
    "saves-delete": "tab",
    "settings": "down",
    "palette": "down",
    "choices": "down",
    "handover-pin": "tab",
}
"""Screens with a list, a menu, a form, fields, buttons; and the key that leads to the next of what is there."""


def in_reverse(lines: Iterable[Iterable[Strip]]) -> set[tuple[int, int]]:
    """Return the cells that a terminal without colours draws in reverse."""
    found = set[tuple[int, int]]()
    for y, line in enumerate(lines):
        x = 0
        for segment in (segment for strip in line for segment in strip):
            drawn = downgraded((segment.style or Style()).render("x"), ColourDepth.NONE)
            reverse = "7" in drawn.partition("m")[0].removeprefix("\x1b[").split(";")
            found.update((x + cell, y) for cell in range(segment.cell_length if reverse else 0))
            x += segment.cell_length
    return found


@pytest.mark.parametrize("signs", ["unicode", "ascii"])
@pytest.mark.parametrize("name", WAYS)
async def test_the_focus_is_in_reverse_where_there_are_no_colours(name: str, signs: str, folder: Path) -> None:
    app = SCENES[name].app(folder, theme="terminal", ascii=signs == "ascii")
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        before = in_reverse(at.strips)
        await at.press(WAYS[name])
        after = in_reverse(at.strips)
    app.close_game()
    assert before
    assert after
    assert before != after


@pytest.mark.parametrize("field", ["#name-0", "#begin"])
async def test_of_a_form_only_what_has_the_focus_is_in_reverse(field: str, folder: Path) -> None:
    app = SCENES["new-game"].app(folder, theme="terminal")
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES["new-game"].reach(app, pilot)
        region = app.screen.query_one(field).region
        inside = {(x, y) for x in range(region.x, region.right) for y in range(region.y, region.bottom)}
        app.screen.query_one("#back").focus()
        await pilot.pause()
        assert not inside & in_reverse(at.strips)
        app.screen.query_one(field).focus()
        await pilot.pause()
        assert inside & in_reverse(at.strips)
    app.close_game()


async def test_the_row_under_the_cursor_of_the_lobby_is_in_reverse() -> None:
    async with shown(*FEW) as lists:
        lists.app.theme = TERMINAL.name
        await lists.settle()
        assert {y for _x, y in in_reverse(strips_of(lists.app))} == {1}
        await lists.press("down")
        assert {y for _x, y in in_reverse(strips_of(lists.app))} == {2}


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY, GRAND])
@pytest.mark.parametrize("game", [planning, in_a_raid_of_two])
async def test_the_option_under_the_cursor_of_a_table_is_in_reverse(
    game: Callable[[], Any], size: tuple[int, int], folder: Path
) -> None:
    async with desk(folder, game(), size=size, settings=still(theme="terminal")) as at:
        before = in_reverse(at.strips)
        await at.press("down")
        assert before
        assert before != in_reverse(at.strips) != set()


def test_every_role_that_shows_the_focus_says_so_without_colours() -> None:
    roles = {**TEXT, **AREAS, **CARD}
    focus = {name for name, role in roles.items() if role.focus}
    assert "cursor-row" in focus
    assert {name for name, style in styles(TERMINAL.name).items() if style.reverse} == focus
    assert not any(style.reverse for style in styles("dark").values())
