"""Input guard: typeahead never acts on unseen screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual import events
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widget import Widget

from naishi import Game
from naishi.saves import Saves
from naishi_tui.dialogs.palette import Palette
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.parts.input_guard import LONGEST_PAINT, InputGuard
from naishi_tui.table.cover import Handover
from naishi_tui.widgets.text_rows import Menu
from tests.naishi_tui.desk import NAMES, Desk, desk, game_after
from tests.naishi_tui.parts.fakes import FakeApp
from tests.naishi_tui.parts.shared import click_at, give


def click(widget: Widget, x: int, y: int) -> None:
    """Click at a widget in a place of the screen, and wait for nothing."""
    column, row = x - widget.region.x, y - widget.region.y
    event = events.Click(widget, column, row, 0, 0, 1, False, False, False, x, y, widget.screen.get_style_at(x, y))
    widget.post_message(event)


async def hammer(at: Desk, again: Callable[[], tuple[events.InputEvent, ...]]) -> None:
    """Press Enter, and give more input until the next screen is up, as one does at a machine under load."""
    before = at.app.screen
    give(at, events.Key("enter", None))
    for _time in range(1000):
        give(at, *again())
        await asyncio.sleep(0.001)
        if at.app.screen is not before and events.Idle().time > at.app.guard.open_from:
            return
    raise AssertionError("no other screen comes")


def a_key(key: str) -> Callable[[], tuple[events.InputEvent, ...]]:
    return lambda: (events.Key(key, None),)


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause(0.3)


@pytest.mark.ci
@pytest.mark.parametrize("key", ["enter", "space"])
async def test_impatience_on_the_cover_does_nothing_on_the_table(folder: Path, key: str) -> None:
    async with desk(folder, game_after(), uncovered=False) as at:
        await at.see()
        at.screen(Handover)
        await hammer(at, a_key(key))
        await settle(at.pilot)
        at.screen(Table)
        assert at.actions == ["give 1", "give 1"]
        await at.press("enter")
        assert at.actions[2:] == ["develop L3"], "what is typed at the table counts"


def key_at(time: float) -> events.Key:
    event = events.Key("down", None)
    event.time = time
    return event


def test_of_keys_typed_ahead_none_counts_where_the_first_came_too_early() -> None:
    """The last of them would do something else without those before it."""
    guard = InputGuard(FakeApp(SimpleNamespace(takes_input=True, is_mounted=True)))  # type: ignore[arg-type]
    guard.drop_typed()
    start = guard.open_from
    assert [guard.admits(key_at(start + after)) for after in (-0.1, 0.05, 0.2, 0.4, 0.9)] == [*[False] * 4, True]


def test_a_key_held_down_from_before_a_screen_came_is_heard_after_a_second() -> None:
    guard = InputGuard(FakeApp(SimpleNamespace(takes_input=True, is_mounted=True)))  # type: ignore[arg-type]
    guard.drop_typed()
    start = guard.open_from
    heard = [after for after in range(-10, 200) if guard.admits(key_at(start + after / 100))]
    assert heard == [*range(99, 200)]


@pytest.mark.ci
async def test_what_is_typed_ahead_of_a_screen_that_plays_nothing_counts_as_a_whole(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("s", "down", "down", "down")
        third = at.app.screen.focused.id if at.app.screen.focused else None
        await at.press("escape")
        home = at.app.screen
        give(at, events.Key("s", None))
        while at.app.screen is home:
            await asyncio.sleep(0)
        give(at, *[events.Key("down", None)] * 3)
        await settle(at.pilot)
        assert at.app.screen.focused
        assert at.app.screen.focused.id == third


@pytest.mark.ci
async def test_impatience_on_the_table_does_not_uncover_the_next_hand(folder: Path) -> None:
    async with desk(folder, game_after("develop L1", "end")) as at:
        await at.act("develop L2")
        await at.press("e")
        await hammer(at, a_key("enter"))
        await settle(at.pilot)
        assert at.screen(Handover).seat == 0


@pytest.mark.ci
async def test_impatience_at_the_gift_gives_for_nobody_else(folder: Path) -> None:
    async with desk(folder, Game.new(7, NAMES)) as at:
        at.screen(Gift)
        await at.see()
        await hammer(at, a_key("enter"))
        await settle(at.pilot)
        assert at.actions == ["give 1"]
        assert at.screen(Handover).seat == 1


@pytest.mark.ci
async def test_clicks_that_come_too_early_do_nothing_either(folder: Path) -> None:
    async with desk(folder, game_after(), uncovered=False) as at:
        await at.see()
        await hammer(at, lambda: click_at(30, 13))
        await settle(at.pilot)
        at.screen(Table)
        assert at.actions == ["give 1", "give 1"]


async def test_quitting_is_never_too_early(folder: Path) -> None:
    async with desk(folder, game_after(), uncovered=False) as at:
        at.app.guard.close()
        await at.pilot.press("ctrl+q")
        assert at.app.return_code is not None


@pytest.mark.ci
async def test_a_screen_that_is_never_painted_makes_nobody_deaf(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InputGuard, "open_once_painted", InputGuard.close)
    monkeypatch.setattr("naishi_tui.parts.input_guard.LONGEST_PAINT", 0.2)
    assert LONGEST_PAINT <= 5
    async with desk(folder, game_after(), uncovered=False) as at:
        await at.press("enter")
        at.screen(Table)


async def test_a_click_at_an_option_that_has_just_gone_chooses_nothing(folder: Path) -> None:
    with Saves(folder).create(game_after()):
        pass
    async with desk(folder) as at:
        home = at.screen(Home)
        menu = home.query_one("#menu", Menu)
        while menu.region.height != menu.option_count:
            await at.pilot.pause(0.02)
        click(menu, 30, menu.region.bottom - 1)
        home.latest = None
        home.show()  # an option less, while the click is on its way
        await at.pilot.pause()
        at.screen(Home)
        assert at.app.is_running


@pytest.mark.ci
async def test_a_click_at_a_command_that_has_just_gone_does_nothing(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("ctrl+p")
        commands = at.screen(Palette).query_one(CommandList)
        while commands.option_count < 3:
            await at.pilot.pause(0.02)
        await at.pilot.pause()
        click(commands, commands.region.x + 4, commands.region.y + 2)
        commands.clear_options()  # as another letter does, while the click is on its way
        await at.pilot.pause()
        assert at.app.is_running
        at.screen(Palette)


@pytest.mark.ci
async def test_paging_through_commands_that_have_no_room_does_no_harm(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("ctrl+p")
        commands = at.screen(Palette).query_one(CommandList)
        while commands.option_count < 3:
            await at.pilot.pause(0.02)
        commands.styles.height = 0
        await at.press("pagedown", "pageup")
        assert at.app.is_running


async def test_a_click_outside_a_window_that_has_just_become_smaller_does_no_harm(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("ctrl+p")
        palette = at.screen(Palette)
        palette.post_message(events.Click(None, 500, 500, 0, 0, 1, False, False, False, 500, 500))
        await at.pilot.pause()
        assert at.app.is_running
        at.screen(Palette)
