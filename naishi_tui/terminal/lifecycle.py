"""How the app ends: the game saved, the terminal as it was, the process gone, whatever ended it.

Textual by itself leaves the terminal in its own modes when SIGHUP or SIGTERM comes, hangs when nobody reads what it
writes, spins when its terminal is gone, and tells of a mistake with all variables, Hands among them. So a thread
waits beside the app for signals, mistakes and the end of the terminal: it asks the app to end, and after
`PATIENCE` it ends the process itself. It depends on no other thread: signals reach it through a pipe.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import RenderableType
from textual._context import active_message_pump
from textual.app import App
from textual.css.query import NoMatches
from textual.screen import Screen

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
    "\x1b]22;default\x07"  # the shape of the mouse pointer
    "\x1b[<u\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"  # kitty keys, line wrap, colours, alternate screen, cursor
)
"""Puts right every mode of a terminal that Textual may have changed."""

_FINISHED, _QUIT, _MISTAKE = 0, 254, 255
"""Bytes in the pipe that are no signals."""


class SafeApp(App[None]):
    """An app that says of a mistake what happened and where, and nothing of what was in its variables."""

    leaving = False
    """The app has been asked to end."""
    last_words = ""
    """What to tell once the terminal is as it was."""
    watcher: _Watch | None = None

    def mistake(self, error: BaseException) -> None:
        """Remember the first mistake and report it."""
        from naishi_tui.terminal.crash_report import report

        if not self.last_words:
            self.last_words = report(error)
            self._tell(_MISTAKE)

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave; soon, even where a thread goes on."""
        self.leaving = True
        super().exit(result, return_code, message)
        self._tell(_QUIT)

    def _tell(self, byte: int) -> None:
        if self.watcher is not None:
            self.watcher.send(byte)

    def _handle_exception(self, error: Exception) -> None:
        """End after a mistake; but in a screen that was closed before it stood, there is nothing to be found."""
        node = active_message_pump.get(None)
        unfinished = isinstance(node, Screen) and (self.leaving or node not in self.screen_stack)
        if unfinished and isinstance(error, NoMatches):
            return
        super()._handle_exception(error)

    def panic(self, *renderables: RenderableType) -> None:
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
    if sys.platform == "win32":  # it has neither these signals nor such terminals
        app.run()
        save()
        return app.return_code or 0
    with _drawn_on_standard_output(), _watched(app, save) as watch:
        try:
            asyncio.run(watch.run_app())
        except Exception as error:  # a mistake that Textual doesn't handle
            app.mistake(error)
            watch.restore(1)
        finally:
            save()
            _let_go_of_output()
    return watch.code or app.return_code or int(bool(app.last_words))


class _Watch(threading.Thread):
    """Waits beside the app for what ends it, and sees to it that the process ends."""

    def __init__(self, app: SafeApp, save: Callable[[], None]) -> None:
        super().__init__(name="naishi-watch", daemon=True)
        self.app = app
        self.save = save
        self.code: int | None = None
        """The exit code, once something has ended the app."""
        self.ends = {int(each): 128 + each for each in _ending_signals()} | {_QUIT: 0, _MISTAKE: 1}
        self.finished = threading.Event()
        self.reads, self.writes = os.pipe()
        os.set_blocking(self.writes, False)  # a signal handler must not wait
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before = termios.tcgetattr(0)

    async def run_app(self) -> None:
        """Run the app, where it can be asked to end."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda *_arguments: None)  # it would print what tasks left behind
        await self.app.run_async()

    def send(self, byte: int) -> None:
        """Tell the thread something."""
        with suppress(BlockingIOError):  # it has been told enough
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
                    self.code = self.ends.get(told, self.code)
                elif what & (select.POLLHUP | select.POLLERR):
                    self.code = 128 + signal.SIGHUP if self.code is None else self.code
                else:
                    waiting.unregister(descriptor)  # a system that can't watch terminals
        self._end(self.code)

    def _end(self, code: int) -> None:
        """Ask the app to end, unless it was suspended; then end without it."""
        patience = time.monotonic() + PATIENCE
        while self._has_terminal() and time.monotonic() < patience:
            if self._loop is not None and code:
                with suppress(RuntimeError):  # it has ended
                    self._loop.call_soon_threadsafe(self._ask)
            if self.finished.wait(0.1):
                return
        self._end_without_app()
        os._exit(code)

    def _has_terminal(self) -> bool:
        """Whether the terminal is the app's to draw on, and not that of a shell that has suspended it."""
        return not self._suspended() and not _in_background()

    def _suspended(self) -> bool:
        """Whether the app was asked to make room for the shell, and has put the terminal right for that already."""
        return getattr(self.app._driver, "_must_signal_resume", False)

    def _ask(self) -> None:
        if self.app.is_running and not self.app.last_words:
            self.app.exit(return_code=self.code or 0)

    def _end_without_app(self) -> None:
        terminal = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):  # what Textual is still to write must not stand in the way
            os.dup2(nowhere, descriptor)
        self.restore(terminal, self.app.last_words)
        saving = threading.Thread(target=self.save, daemon=True)
        saving.start()
        saving.join(LAST_MOMENTS)

    def restore(self, terminal: int, words: str = "") -> None:
        """Put a terminal right without the app, and without ever waiting for whoever reads it."""
        if self._suspended():
            return
        data = (RESET + f"naishi: {words}\r\n" * bool(words)).encode()
        with suppress(OSError, termios.error):
            if not _in_background():  # else the shell has set it as it wants it
                termios.tcsetattr(0, termios.TCSANOW, self._before)
            os.set_blocking(terminal, False)
            for _try in range(20):
                with suppress(BlockingIOError):
                    os.write(terminal, data)
                    break
                termios.tcflush(terminal, termios.TCOFLUSH)  # nobody has read it
                termios.tcflow(terminal, termios.TCOOFF)  # off and on again wakes a writer that waits for room
                termios.tcflow(terminal, termios.TCOON)
                time.sleep(0.01)
            os.set_blocking(terminal, True)  # the shell shares it


@contextmanager
def _watched(app: SafeApp, save: Callable[[], None]) -> Iterator[_Watch]:
    """Watch over an app. Once something but its player has ended it, the watch goes on until the process is gone."""
    watch = _Watch(app, save)
    before = {each: signal.signal(each, _stay_awake) for each in _ending_signals()}
    signal.set_wakeup_fd(watch.writes, warn_on_full_buffer=False)
    app.watcher = watch
    watch.start()
    try:
        yield watch
    finally:
        if not watch.code:
            watch.finished.set()
            watch.send(_FINISHED)
            watch.join()
            signal.set_wakeup_fd(-1)
            for each, handler in before.items():
                signal.signal(each, handler)


def _stay_awake(*_arguments: object) -> None:
    """Once told to end, be stopped by nothing: `kill %1` continues a job, which Textual would suspend again."""
    signal.signal(signal.SIGCONT, lambda *_arguments: None)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def _in_background() -> bool:
    """Whether the terminal belongs to another job by now."""
    try:
        return os.tcgetpgrp(0) != os.getpgrp()
    except OSError:  # it is no terminal of this session, or none any more
        return False


def _ending_signals() -> tuple[signal.Signals, ...]:
    """The signals that end the app; one that was ignored when the program was started stays ignored."""
    signals = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    return tuple(each for each in signals if signal.getsignal(each) is not signal.SIG_IGN)


def _let_go_of_output() -> None:
    """Let what is left for a terminal that is gone go nowhere: Python would end with a code of its own."""
    for descriptor in (1, 2):
        with suppress(OSError):  # it is closed
            if stat.S_ISCHR(os.fstat(descriptor).st_mode) and not os.isatty(descriptor):
                os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


@contextmanager
def _drawn_on_standard_output() -> Iterator[None]:
    """Textual draws on standard error, which may be a file, or closed; it is standard output that is a terminal."""
    before = sys.__stderr__
    sys.__stderr__ = sys.__stdout__  # type: ignore[misc]
    try:
        yield
    finally:
        sys.__stderr__ = before  # type: ignore[misc]
