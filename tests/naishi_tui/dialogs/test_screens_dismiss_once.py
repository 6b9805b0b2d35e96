"""Dismissal of temporary screens: screens, palette, text_rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandList
from textual.widgets import OptionList

from naishi_tui.dialogs.palette import Palette
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.messages import Command
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import KeyLine
from tests.naishi_tui.desk import desk
from tests.naishi_tui.games import midgame
from tests.naishi_tui.waiting import settle, until


@pytest.mark.ci
async def test_a_screen_below_another_closes_neither_itself_nor_that_one(folder: Path) -> None:
    """Textual would take the top one away, and give it the other's result."""
    async with desk(folder) as at:
        await at.press("r")
        rules = at.screen(Rules)
        at.app.push_screen(Confirm("Really?"))
        await settle(at.pilot)
        rules.dismiss()
        await settle(at.pilot)
        at.screen(Confirm)
        await at.press("escape")
        at.screen(Rules)
        await at.press("escape")
        assert rules.dismissed


@pytest.mark.ci
async def test_a_command_of_the_palette_runs_once_however_often_it_is_chosen(folder: Path) -> None:
    """Enters and clicks wait while the first one is acted on; each would explain the card, one upon the other."""
    async with desk(folder, midgame()) as at:
        await at.press("ctrl+p", *"explain")
        palette = at.screen(Palette)
        commands = palette.query_one(CommandList)
        await until(lambda: commands.option_count == 1, "the only command of that name")
        for _time in range(5):
            chosen = OptionList.OptionSelected(commands, commands.get_option_at_index(0), 0)
            palette.post_message(chosen)
        await settle(at.pilot)
        assert [type(screen) for screen in at.app.screen_stack] == [Home, Table, Explain]


async def test_a_key_that_is_clicked_often_acts_once(folder: Path) -> None:
    async with desk(folder, midgame()) as at:
        line = at.table.query_one(KeyLine)
        for _time in range(5):
            line.post_message(Command("explain"))
        await settle(at.pilot)
        assert [type(screen) for screen in at.app.screen_stack] == [Home, Table, Explain]
        await at.press("escape")
        at.screen(Table)
