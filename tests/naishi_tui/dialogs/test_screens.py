"""Single layout per window size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import AppFocus, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from naishi import Game
from naishi_tui.app import NaishiApp
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.home.home import Home
from naishi_tui.messages import StartGame
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, Desk, desk
from tests.naishi_tui.framework_insides import note_frames, paint
from tests.naishi_tui.games import midgame
from tests.naishi_tui.waiting import idle, settle

pytestmark = pytest.mark.ci


@pytest.fixture(autouse=True)
def _frames_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint when the test asks: a frame of its own might come earlier, where the machine is busy."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)


def layouts(screen: Screen[Any]) -> list[Size]:
    """The sizes that a screen is laid out at from now on, once all that a size brings about has been done."""
    sizes: list[Size] = []
    screen.screen_layout_refresh_signal.subscribe(screen, lambda laid_out: sizes.append(laid_out.size), immediate=True)
    return sizes


@pytest.mark.parametrize("keys", [[], ["ctrl+p"], ["s"], ["f1"]])
async def test_sizes_that_come_at_once_don_t_follow_each_other_for_ever(keys: list[str], tmp_path: Path) -> None:
    app = NaishiApp(tmp_path)
    async with app.run_test(size=STANDARD) as pilot:
        at = Desk(app, pilot)
        await app.show(StartGame(Game.new(7, NAMES)))
        await at.press(*keys)
        laid_out = layouts(app.screen)
        for size in (Size(*ROOMY), Size(*STANDARD)):
            app.screen.post_message(Resize(size, size))
            app.screen.post_message(AppFocus())  # Textual skips a size right before another one
        await idle()
        assert set(laid_out) <= {Size(*STANDARD)}
        assert len(laid_out) <= 2


@pytest.mark.ci
async def test_the_table_is_laid_out_once_for_another_size_and_home_not_before_it_is_seen(folder: Path) -> None:
    async with desk(folder, midgame()) as at:
        table, below = layouts(at.table), layouts(at.app.screen_stack[0])
        for size in (COMPACT, ROOMY, (121, 37)):
            await at.resize(*size)
            assert table == [Size(*size)]
            table.clear()
        assert below == []
        await at.leave_game()
        assert at.screen(Home).query_one("#gallery").size.height == 11, "the pictures of a large window"
        assert below[-1] == Size(121, 37)


async def test_a_table_behind_an_explanation_follows_the_window(folder: Path) -> None:
    async with desk(folder, midgame()) as at:
        table, laid_out = at.table, layouts(at.table)
        await at.press("up", "question_mark")
        await at.resize(*COMPACT)
        assert laid_out == [Size(*COMPACT)]
        assert table.board_view.board.court.size.height == 1
        await at.press("x")
        await settle(at.pilot)
        assert at.text_of("#keys").strip()


async def test_what_happens_below_the_table_paints_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk(folder) as at:
        await at.play(midgame())
        painted = note_frames(monkeypatch, NaishiApp)
        home = at.app.screen_stack[0]
        home.refresh()
        paint(home)
        await settle(at.pilot)
        assert painted == []
        await at.press("right")
        assert painted


async def test_nothing_is_drawn_while_the_app_ends_and_the_widgets_go_one_by_one(tmp_path: Path) -> None:
    drawable: list[bool] = []

    class Line(Static):
        def on_unmount(self) -> None:
            drawable.append(screen.can_draw)

    class Lines(SteadyScreen[None]):
        def compose(self) -> ComposeResult:
            yield Static()
            yield Vertical(Line())

    app, screen = NaishiApp(tmp_path), Lines()
    async with app.run_test(size=STANDARD):
        await app.push_screen(screen)
        assert screen.can_draw
    assert drawable == [False]
