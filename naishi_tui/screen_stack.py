"""The screens of an app: home, or the lobby, below, and what is being done above it."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen

from naishi_tui.terminal.input_guard import SETTLED, InputGuard


async def show_above_home(app: App[None], screen: Screen[None], guard: InputGuard) -> None:
    """Put a screen above home, in the place of all others, and paint it once it is complete.

    Keys typed until then were meant for the screen before it, and are dropped.
    """
    guard.close()
    with app.batch_update():
        while len(app.screen_stack) > 2:
            await app.pop_screen()
        if len(app.screen_stack) == 2:
            await app.switch_screen(screen)
        else:
            await app.push_screen(screen)
        app.delay_update(SETTLED)
    guard.open_once_painted()
