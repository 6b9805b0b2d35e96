"""`naishi` with a key that marks the end of drawing.

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
from naishi_tui.parts import input_guard
from naishi_tui.parts.input_guard import painting_is_put_off
from naishi_tui.terminal.local_driver import LocalDriver
from tests.naishi_tui.framework_insides import app_of, has_work_left, is_being_resized

KEY = "\x1b[57382u"
"""F19, in the keyboard protocol of kitty."""
MARK = b"\x1b[?7777l"
"""Switches off a mode that no terminal has."""


def install() -> None:
    """Have the driver answer the key, and nobody wait until the keyboard is passed on."""
    input_guard.TO_PASS_ON = 0.0
    process_message = LocalDriver.process_message

    def answer(self: LocalDriver, message: Message) -> None:
        if isinstance(message, events.Key) and message.key == "f19":
            asyncio.run_coroutine_threadsafe(_answer(self), self.loop)
        else:
            process_message(self, message)

    LocalDriver.process_message = answer  # type: ignore[assignment, method-assign]


async def _answer(driver: Driver) -> None:
    app: Any = app_of(driver)
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
        if not app.screen_stack or painting_is_put_off(app) or events.Idle().time < app.guard.open_from:
            return False
        if app.screen.size != os.get_terminal_size(1) or is_being_resized(app):
            return False
        if has_work_left(app):
            return False
    return True


if __name__ == "__main__":
    install()
    main()
