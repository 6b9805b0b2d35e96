"""Lifecycle of an app in this terminal.

Afterwards the game is saved, the terminal restored and the process gone.

Textual by itself leaves the terminal in its own modes when SIGHUP or SIGTERM comes, hangs when nobody reads what it
writes, spins when its terminal is gone, and prints unhandled exceptions with all variables. So this runs around an
app, whichever it is: a watchdog thread waits for what ends it, and exceptions go to a crash report.

Textual would print them with the variables of every function they went through, Hands among them. It calls
`App._handle_exception` for all of them and has no public hook; this is the only file that names it, and the module
`textual._context`, which alone knows in whose handler an exception was raised. Checked with textual 8.2.8.
"""

import asyncio
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

from textual._context import active_message_pump
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.screen import Screen

from naishi_tui.pictures.terminal_pictures import TerminalPictures
from naishi_tui.terminal.patches import keep_tasks_lazy

if sys.platform != "win32":  # it has neither these signals nor such terminals
    from naishi_tui.terminal.local_driver import MISTAKE, LocalDriver, Watchdog, watched


def divert_exceptions(app: App[Any], handle: Callable[[Exception], None]) -> None:
    app._handle_exception = handle  # type: ignore[assignment,method-assign]
    forgive_closed_screens(app)


def forgive_closed_screens(app: App[Any]) -> None:
    """Ignore what a screen doesn't find because it was closed before it was complete."""
    handle = app._handle_exception

    def handle_others(error: Exception) -> None:
        node = active_message_pump.get(None)
        ending = app.return_code is not None
        closed = isinstance(node, Screen) and (ending or node not in app.screen_stack)
        if not (closed and isinstance(error, NoMatches)):
            handle(error)

    app._handle_exception = handle_others  # type: ignore[method-assign]


def run_in_terminal(app: App[Any], save: Callable[[], str], pictures: TerminalPictures) -> int:
    """Run an app until it ends, whatever ends it, and print what there is to tell afterwards.

    Args:
        app: Any app. Ctrl+q and ctrl+c end it, even where it can't handle a key any more.
        save: Saves what couldn't be saved before; returns what the person should know about that, or "".

    Returns:
        The exit code of the process: 128 + n after signal n, 1 after an unhandled exception.
    """
    if sys.platform == "win32":
        app.run()
        _print(save())
        return app.return_code or 0
    return _Run(app, save, pictures).run()


class _Run:
    """One app being run, and what there is to tell when it has ended."""

    def __init__(self, app: App[Any], save: Callable[[], str], pictures: TerminalPictures) -> None:
        self.app, self.save, self.pictures = app, save, pictures
        self.crash, self.told = "", False
        self.dog = Watchdog(self.ask_to_end, lambda: "" if self.told else _lines(self.crash, self.save()))

    def run(self) -> int:
        divert_exceptions(self.app, self.handle)
        # Textual only calls what it takes for a class.
        self.app.driver_class = cast("type[Driver]", partial(LocalDriver, watchdog=self.dog, pictures=self.pictures))
        with watched(self.dog):
            try:
                asyncio.run(self.run_app())
            except Exception as error:  # one that Textual doesn't handle
                self.handle(error)
                self.dog.restore(1)
            finally:
                saved = self.save()
                _let_go_of_output()
                with self.dog.telling:  # while the watchdog heeds signals: one that interrupts could keep it untold
                    _print(_lines(self.crash, saved))
                    self.told = True
        return self.dog.code or self.app.return_code or int(bool(self.crash))

    async def run_app(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_arguments: None)  # it would print what tasks left behind
        self.dog.loop = loop
        keep_tasks_lazy(loop)
        await self.app.run_async()

    def handle(self, error: BaseException) -> None:
        """End after an unhandled exception, of which the first is reported."""
        if not self.crash:
            from naishi_tui.terminal.crash_report import report

            self.crash = report(sys.exception() or error)  # Textual may wrap the one that was raised
            self.dog.send(MISTAKE)
            self.app.exit(return_code=1)

    def ask_to_end(self, code: int) -> None:
        if self.app.return_code is None:
            self.app.exit(return_code=code)


def _lines(*texts: str) -> str:
    return "".join(f"naishi: {line}\n" for text in texts for line in text.splitlines())


def _print(lines: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        print(lines, end="", flush=True, file=sys.stderr)


def _let_go_of_output() -> None:
    """Send what is left for a terminal that is gone nowhere: Python would end with a code of its own."""
    for descriptor in (1, 2):
        with suppress(OSError):  # it is closed
            if stat.S_ISCHR(os.fstat(descriptor).st_mode) and not os.isatty(descriptor):
                os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
