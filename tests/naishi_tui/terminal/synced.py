"""`naishi`, but it answers a key that nobody has with a mark, once all that came before is handled and drawn.

So that tests can wait for what they did to be done, however long it takes.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from textual import events
from textual.driver import Driver
from textual.message import Message

from naishi.cli import main

KEY = "\x1b[57382u"
"""F19, in the keyboard protocol of kitty."""
MARK = b"\x1b[?7777l"
"""Switches off a mode that no terminal has."""

TO_BE_DONE = ("_styles_required", "_recompose_required", "_layout_required", "_scroll_required")
"""What a widget remembers until it is next idle."""
TO_BE_DRAWN = "_repaint_required"
"""And what it remembers until it is drawn, which never comes while it is hidden."""


def install() -> None:
    """Have every driver answer the key."""
    process_message = Driver.process_message

    def answer(self: Driver, message: Message) -> None:
        if isinstance(message, events.Key) and message.key == "f19":
            asyncio.run_coroutine_threadsafe(_answer(self), self._loop)
        else:
            process_message(self, message)

    Driver.process_message = answer  # type: ignore[method-assign]


async def _answer(driver: Driver) -> None:
    app: Any = driver._app
    for _time in range(2):  # what is drawn may ask for more to be done
        while not await _is_idle(app):
            await asyncio.sleep(0.002)
        await app.animator.wait_until_complete()
        painted = asyncio.Event()
        app.screen.call_after_refresh(painted.set)
        await painted.wait()
    driver.write(MARK.decode())
    driver.flush()


async def _is_idle(app: Any) -> bool:
    """Whether nothing waits anywhere in the app, and the screen on top may be acted on."""
    for _time in range(3):
        await asyncio.sleep(0)
        if not app.screen_stack or app._batch_count or events.Idle().time < app.guard.open_from:
            return False
        if app.screen.size != os.get_terminal_size(1) or app._resize_event is not None:
            return False
        nodes = [app, *(node for screen in app.screen_stack for node in screen.walk_children(with_self=True))]
        if any(node.message_queue_size for node in nodes) or app.screen._dirty_widgets or app.screen._callbacks:
            return False
        here = [node for node in nodes[1:] if node.screen is app.screen]
        if any(getattr(node, name, False) for node in here for name in TO_BE_DONE):
            return False
        if any(getattr(node, TO_BE_DRAWN) and node.is_on_screen for node in here if node is not app.screen):
            return False
    return True


if __name__ == "__main__":
    install()
    main()
