"""How the app ends: the game saved, the terminal as it was, the process gone, whatever ended it.

Textual by itself leaves the terminal in its own modes when SIGHUP or SIGTERM comes, hangs when nobody reads what it
writes, spins when its terminal is gone, and tells of a mistake with all variables, Hands among them. So a thread
waits beside the app for signals, mistakes and the end of the terminal: it asks the app to end, and after
`PATIENCE` it ends the process itself. It depends on no other thread: signals reach it through a pipe.
"""

from __future__ import annotations

import asyncio
import os
import platform
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path
from textual import __version__ as textual_version
from textual.app import App
from textual.visual import VisualType

from naishi.i18n import _
from naishi.saves import OpenGame, disk
from naishi.saves.document import SUFFIX, write
from naishi.version import __version__

if sys.platform != "win32":
    import termios

PATIENCE = 1.5
"""Seconds that the app has to end by itself."""
LAST_MOMENTS = 0.5
"""Seconds for what couldn't be saved yet, before the process ends without the app."""

RESET = (
    "\x1b\\\x1b[?2026l"  # end whatever sequence or frame was cut off
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse
    "\x1b[?2004l\x1b[?2048l\x1b[?1004l"  # bracketed paste, resize and focus reports
    "\x1b[<u\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"  # kitty keys, line wrap, colours, alternate screen, cursor
)
"""Puts right every mode of a terminal that Textual may have changed."""

_FINISHED, _MISTAKE = 0, 255
"""Bytes in the pipe that are no signals."""


class SafeApp(App[None]):
    """An app that says of a mistake what happened and where, and nothing of what was in its variables."""

    last_words = ""
    """What to tell once the terminal is as it was."""
    on_mistake: Callable[[], None] = staticmethod(lambda: None)

    def mistake(self, error: BaseException) -> None:
        """Remember the first mistake and report it."""
        if not self.last_words:
            self.last_words = report(error)
            self.on_mistake()

    def panic(self, *renderables: VisualType) -> None:
        """End after a mistake. Textual would print it whole."""
        self._fatal_error()

    def _fatal_error(self) -> None:
        """End after a mistake. Textual would print the variables of every function it went through."""
        self.mistake(sys.exception() or self._exception or RuntimeError())
        self._return_code = 1
        self._close_messages_no_wait()


def live(app: SafeApp, save: Callable[[], None]) -> int:
    """Run an app until it ends, whatever ends it.

    Args:
        app: The app.
        save: Saves what couldn't be saved before.

    Returns:
        The exit code of the process: 128 + n after signal n, 1 after a mistake.
    """
    with _drawn_on_standard_output(), _watched(app, save) as watch:
        try:
            asyncio.run(watch.run_app())
        except Exception as error:  # a mistake that Textual doesn't handle: leave nothing of it on the screen
            app.mistake(error)
            watch.restore()
        finally:
            save()
    if app.last_words:
        sys.stderr.write(app.last_words + "\n")
        return watch.code or 1
    return watch.code or app.return_code or 0


def report(error: BaseException) -> str:
    """Write down which mistake happened where: no variables and no messages, for they may hold cards.

    Returns:
        A line for the person at the terminal.
    """
    kind = type(error).__name__
    told = _("naishi: a mistake in the program ({kind}); the game can be resumed.").format(kind=kind)
    now = datetime.now(UTC)
    path = state_folder() / f"mistake-{now:%Y%m%d-%H%M%S}.txt"
    versions = f"naishi {__version__}, textual {textual_version}, Python {platform.python_version()}, {sys.platform}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.write_atomically(path, "\n".join([versions, f"{now:%Y-%m-%d %H:%M:%S} UTC", *_trace(error), ""]).encode())
    except OSError:
        return told
    return f"{told} " + _("It is described, without any cards, in {path}").format(path=path)


def rescue(opened: OpenGame) -> str:
    """Put a game that its folder refuses somewhere else.

    Returns:
        What to tell about it; empty where the game is saved.
    """
    if opened.unsaved is None:
        return ""
    path = state_folder() / f"{opened.id}{SUFFIX}"
    now = datetime.now(UTC)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.write_atomically(path, write(opened.game.record, opened.id, now, now))
    except OSError as error:
        return _("The game could not be saved anywhere: {why}.").format(why=disk.reason(error))
    return _("The folder of saves refused the game: `naishi import {path}` brings it back.").format(path=path)


def state_folder() -> Path:
    """Where the system wants what a program leaves that is neither a document nor a setting."""
    return user_state_path("naishi", appauthor=False)


def _trace(error: BaseException | None) -> Iterator[str]:
    """Where a mistake happened, and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield ""
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in traceback.walk_tb(error.__traceback__):
            yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_qualname}"
        error = error.__cause__ or error.__context__


class _Watch(threading.Thread):
    """Waits beside the app for what ends it, and sees to it that the process ends."""

    def __init__(self, app: SafeApp, save: Callable[[], None]) -> None:
        super().__init__(name="naishi-watch", daemon=True)
        self.app = app
        self.save = save
        self.code: int | None = None
        """The exit code, once something has ended the app."""
        self.ends = {int(each): 128 + each for each in _ending_signals()} | {_MISTAKE: 1}
        self.reads, self.writes = os.pipe()
        os.set_blocking(self.writes, False)  # a signal handler must not wait
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before = termios.tcgetattr(0)

    async def run_app(self) -> None:
        """Run the app, where it can be asked to end."""
        self._loop = asyncio.get_running_loop()
        await self.app.run_async()

    def send(self, byte: int) -> None:
        """Tell the thread something."""
        os.write(self.writes, bytes([byte]))

    def run(self) -> None:
        """Wait."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})  # a job in the background may restore its terminal
        waiting = select.poll()
        waiting.register(self.reads, select.POLLIN)
        for terminal in (0, 1):
            waiting.register(terminal, 0)  # a hang-up is always told
        while self.code is None:
            for descriptor, what in waiting.poll():
                if descriptor == self.reads:
                    told = os.read(self.reads, 1)[0]
                    if told == _FINISHED:
                        return
                    self.code = self.code or self.ends.get(told)
                elif what & (select.POLLHUP | select.POLLERR):
                    self.code = self.code or 128 + signal.SIGHUP
                else:
                    waiting.unregister(descriptor)  # a system that can't watch terminals
        self._end(self.code)

    def _end(self, code: int) -> None:
        """Ask the app to end; then end without it."""
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            if self._loop is not None and not self.app.last_words:
                with suppress(RuntimeError):  # it has ended
                    self._loop.call_soon_threadsafe(self._ask)
            time.sleep(0.1)
        self.restore(self.app.last_words)
        saving = threading.Thread(target=self.save, daemon=True)
        saving.start()
        saving.join(LAST_MOMENTS)
        os._exit(code)

    def _ask(self) -> None:
        if self.app.is_running:
            self.app.exit(return_code=self.code or 0)

    def restore(self, words: str = "") -> None:
        """Put the terminal right without the app, and without ever waiting for whoever reads it.

        What Textual is still to write goes nowhere, what nobody has read yet is thrown away: both would stand in
        the way of the few bytes that matter.
        """
        with suppress(OSError, termios.error):
            terminal = os.dup(1)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            termios.tcsetattr(0, termios.TCSANOW, self._before)
            os.set_blocking(terminal, False)
            data = (RESET + words + "\r\n" * bool(words)).encode()
            for _try in range(20):
                with suppress(BlockingIOError):
                    os.write(terminal, data)
                    break
                termios.tcflush(terminal, termios.TCOFLUSH)
                termios.tcflow(terminal, termios.TCOOFF)  # off and on again wakes a writer that waits for room
                termios.tcflow(terminal, termios.TCOON)
                time.sleep(0.01)
            os.set_blocking(terminal, True)  # it is shared with the shell
