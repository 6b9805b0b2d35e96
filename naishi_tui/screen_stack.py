"""Screen stack of an app: base screen, and those above.

`App._batch_count` is private, and this is the only file that names it. Checked with textual 8.2.8.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.screen import Screen

SETTLED = 0.02
"""Seconds in which a screen that comes to the top has done its layout and styles."""


class TeachesGame:
    """A screen on which a game is learnt, and from which the first one is begun; see `messages.PlayBot`."""


Place = Callable[[App[None], Screen[Any]], Awaitable[object]]
"""Puts a screen where it belongs in the stack of an app."""


async def on_top(app: App[None], screen: Screen[Any]) -> None:
    """Put a screen above all others; what is typed meanwhile waits until it has its widgets."""
    await app.push_screen(screen)


async def above_home(app: App[None], screen: Screen[Any]) -> None:
    """Put a screen above home, in the place of all others, and paint it once it is complete."""
    with app.batch_update():
        while len(app.screen_stack) > 2:
            await app.pop_screen()
        if len(app.screen_stack) == 2:
            await app.switch_screen(screen)
        else:
            await app.push_screen(screen)
        app.delay_update(SETTLED)


def go_home(app: App[None]) -> None:
    while len(app.screen_stack) > 1:
        app.pop_screen()


def painting_is_put_off(app: App[None]) -> bool:
    """Return whether an app paints nothing now, by `batch_update` or `delay_update`; callbacks don't wait for it."""
    return app._batch_count > 0
