"""Watchdog thread for apps that don't end.

It depends on no other thread: signals and the app's own news reach it through a pipe, and a hang-up of the terminal
through `poll`. It asks the app to end; after `PATIENCE` it restores the terminal, saves, and ends the process.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from naishi.transports.local.tty_state import TtyState, in_background, write_at_once

PATIENCE = 1.5
"""Seconds that the app has to end by itself."""
LAST_MOMENTS = 0.5
"""Seconds for what couldn't be saved yet, before the process ends without the app."""

FINISHED, QUIT, MISTAKE = 0, 254, 255
"""Bytes in the pipe that are no signals: the app has ended, was asked to end, or has failed."""

SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
"""The signals that end the app."""
JOB_CONTROL = (signal.SIGTSTP, signal.SIGCONT)
"""The signals that the driver handles while the app runs."""


class Suspendable(Protocol):
    """Something that draws on the terminal, and may have left it to the shell for a while."""

    @property
    def suspended(self) -> bool:
        raise NotImplementedError

    @property
    def farewell(self) -> str:
        raise NotImplementedError


class Watchdog(threading.Thread):
    """Waits for whatever ends the app, and makes sure that the process ends.

    Args:
        ask_to_end: Asks the app to end with an exit code; called in the app's event loop.
        last_words: Saves what couldn't be saved before; returns lines for the person, where the app can't any more.
    """

    def __init__(self, ask_to_end: Callable[[int], None], last_words: Callable[[], str]) -> None:
        super().__init__(name="naishi-watchdog", daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None
        """The app's event loop, once it runs."""
        self.driver: Suspendable | None = None
        """What draws on the terminal, once it does."""
        self.code: int | None = None
        """The exit code, once something has ended the app."""
        self.finished = threading.Event()
        self.telling = threading.Lock()
        """Held by the one who tells the last words: the process doesn't end before that is done."""
        self.reads, self.writes = os.pipe()
        os.set_blocking(self.writes, False)  # a signal handler must not wait
        self._ask_to_end = ask_to_end
        self._last_words = last_words
        self._codes = {int(each): 128 + each for each in _heeded_signals()} | {QUIT: 0, MISTAKE: 1}
        self._tty = TtyState()

    def send(self, byte: int) -> None:
        """Send news to the thread."""
        with suppress(BlockingIOError):  # it has news enough
            os.write(self.writes, bytes([byte]))

    def run(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})  # a job in the background may restore its terminal
        waiting = select.poll()
        waiting.register(self.reads, select.POLLIN)
        for terminal in (0, 1):
            waiting.register(terminal, 0)  # poll always reports a hang-up
        while self.code is None:
            for descriptor, what in waiting.poll():
                if descriptor == self.reads:
                    byte = os.read(self.reads, 1)[0]
                    if byte == FINISHED:
                        return
                    self.code = self._codes.get(byte, self.code)
                    self._wake_loop()
                elif what & (select.POLLHUP | select.POLLERR):
                    self.code = 128 + signal.SIGHUP if self.code is None else self.code
                else:
                    waiting.unregister(descriptor)  # a system that can't watch terminals
        self._end(self.code)

    def _wake_loop(self) -> None:
        """Have the loop run the handler of a signal: only the main thread does, and another may have been woken."""
        if self.loop is not None:
            with suppress(RuntimeError):  # it has ended
                self.loop.call_soon_threadsafe(lambda: None)

    def restore(self, terminal: int) -> None:
        if not self._suspended():
            self._tty.restore(terminal, "" if self.driver is None else self.driver.farewell)

    def _end(self, code: int) -> None:
        """Ask the app to end, unless it was suspended; then end without it."""
        patience = time.monotonic() + PATIENCE
        while not self._suspended() and not in_background() and time.monotonic() < patience:
            if self.loop is not None:
                with suppress(RuntimeError):  # it has ended
                    self.loop.call_soon_threadsafe(self._ask_to_end, code)
            if self.finished.wait(0.1):
                return
        self.telling.acquire(timeout=LAST_MOMENTS)  # never released: the main thread waits for the end of the process
        self._end_without_app()
        os._exit(code)

    def _suspended(self) -> bool:
        return self.driver is not None and self.driver.suspended

    def _end_without_app(self) -> None:
        terminal = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):  # what Textual is still to write must not stand in the way
            os.dup2(nowhere, descriptor)
        self.restore(terminal)
        words: list[str] = []
        saving = threading.Thread(target=lambda: words.append(self._last_words()), daemon=True)
        saving.start()
        saving.join(LAST_MOMENTS)
        if words and words[0] and not self._suspended():
            write_at_once(terminal, words[0].replace("\n", "\r\n"))


@contextmanager
def watched(dog: Watchdog) -> Iterator[None]:
    """Run the watchdog. Once something but its player has ended the app, it goes on until the process is gone."""
    signal.set_wakeup_fd(dog.writes, warn_on_full_buffer=False)  # before the handlers: no signal may fall between
    before = {each: signal.signal(each, _stay_awake) for each in _heeded_signals()}
    before |= {each: signal.getsignal(each) for each in JOB_CONTROL}
    dog.start()
    try:
        yield
    finally:
        if not dog.code:
            dog.finished.set()
            dog.send(FINISHED)
            dog.join()
            signal.set_wakeup_fd(-1)
        for each, handler in before.items():  # none in Python may be left when Python ends
            signal.signal(each, signal.SIG_IGN if dog.code else handler)


def _stay_awake(*_arguments: object) -> None:
    """Once asked to end, don't stop again: `kill %1` continues a job, which Textual would suspend again."""
    signal.signal(signal.SIGCONT, lambda *_arguments: None)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def _heeded_signals() -> tuple[signal.Signals, ...]:
    """The signals that end the app; one that was ignored when the program was started stays ignored."""
    return tuple(each for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN)
