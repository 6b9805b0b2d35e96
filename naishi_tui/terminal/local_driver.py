"""Driver of the local terminal, and the watchdog that ends it.

These names of `LinuxDriver` are private, and this is the only file that uses them: `_file`, because it would draw on
standard error, which may be a file; `_get_terminal_size`, which believes any size;
`_sigtstp_application` and `_must_signal_resume`, which leave the terminal to the shell and tell whether that was done;
`_query_in_band_window_resize`, because the size that a terminal sends as input could be any, and SIGWINCH does as well.
Checked with textual 8.2.8.

It depends on no other thread: signals and the app's own news reach it through a pipe, and a hang-up of the terminal
through `poll`. It asks the app to end; after `PATIENCE` it restores the terminal, saves, and ends the process.
"""

import asyncio
import os
import re
import select
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from textual import events
from textual.app import App
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message
from typing_extensions import override

from naishi.transports.capabilities import TtyState, depth_of, in_background, may_be_asked, window_of, write_at_once
from naishi_tui.pictures.terminal_pictures import TerminalPictures
from naishi_tui.terminal.colours import downgraded
from naishi_tui.terminal.input_decoder import QUIT_KEYS, Answer, Backlog, InputDecoder

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


class Watchdog(threading.Thread):
    """Waits for whatever ends the app, and makes sure that the process ends.

    Args:
        ask_to_end: Asks the app to end with an exit code; called in the app's event loop.
        last_words: Saves what couldn't be saved before; returns lines for the person, where the app can't any more.
    """

    def __init__(self, ask_to_end: Callable[[int], None], last_words: Callable[[], str]) -> None:
        super().__init__(name="naishi-watchdog", daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.driver: LocalDriver | None = None
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
            self._tty.restore(terminal, "" if self.driver is None else self.driver.pictures.farewell())

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


_FLAGS = (
    linux_driver.KITTY_DISAMBIGUATE_ESCAPE_CODES
    | linux_driver.KITTY_REPORT_ALL_KEYS
    | linux_driver.KITTY_REPORT_ASSOCIATED_TEXT
)
KEYS_OF_KITTY = f"\x1b[>{_FLAGS}u"
"""How Textual asks for keys in the protocol of Kitty."""
WITH_OTHER_LAYOUTS = f"\x1b[>{_FLAGS | linux_driver.KITTY_REPORT_ALTERNATE_KEYS}u"
"""The same, each key with what it prints in the usual layout: Ctrl+C is where it is, whatever the keyboard prints."""
LARGEST = (1000, 400)
"""Columns and rows that are drawn at most: `COLUMNS=99999`, or a terminal that lies, would take all memory."""
READ_AT_ONCE = 4096
POLL = 0.1
"""Seconds after which the input thread looks whether it should end."""
WHAT_ARE_YOU, ANSWERED = "\x1b[c", re.compile(rb"\x1b\[\?[\d;]*c")
"""A question that every terminal answers, and the answer: what was reported before has come by then."""
ANSWER = re.compile(rb"\x1b\[\?[\d;]+(?:\$y|c|u)")
"""What a terminal says of its modes, its kind or its keys."""
SILENCE, DISTANCE = 0.25, 1.0
"""Seconds that are waited for the answer at most: of a terminal that has answered nothing so far, and of any other."""
A_MOMENT = 0.05
"""Seconds that a job continued in the background waits before it takes the terminal."""


class LocalDriver(LinuxDriver):
    """Draws on standard output and reads standard input; tells the watchdog when the app is about to end."""

    def __init__(self, app: App[Any], *, watchdog: Watchdog, pictures: TerminalPictures, **options: Any) -> None:
        super().__init__(app, **options)
        self._file = sys.__stdout__
        self.loop = asyncio.get_running_loop()
        self._watchdog, self.pictures = watchdog, pictures
        self._repaint = partial(app.call_later, app.refresh)
        self._backlog = Backlog(app)
        self._depth = depth_of(os.environ.get("TERM", ""), os.environ)
        self._drawing: list[Any] | None = None
        """The terminal's attributes while the app draws on it."""
        self._suspending = self._left = self._answers = False
        watchdog.driver = self
        # A handler interrupts anything, even what writes and holds a lock; in the loop that is done first.
        signal.signal(signal.SIGTSTP, partial(self._call_soon, self._suspend))
        signal.signal(signal.SIGCONT, partial(self._call_soon, self._continue))

    @property
    def suspended(self) -> bool:
        return self._must_signal_resume

    @override
    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not self.suspended:
            with suppress(termios.error):
                self._drawing = termios.tcgetattr(self.fileno)
            if self.input_tty and may_be_asked(os.environ):
                self.pictures.connect(self.write, window_of(self.fileno))

    def stop_application_mode(self) -> None:
        if not self._suspending:
            self._left, self._drawing = True, None
            self._watchdog.send(QUIT)
        if farewell := self.pictures.farewell():
            self.write(farewell)
        shells, self.attrs_before = self.attrs_before, None  # nothing is echoed before the last report has come
        super().stop_application_mode()
        self.attrs_before = shells
        if shells is not None:
            self._take_late_reports()
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, shells)

    def _take_late_reports(self) -> None:
        """Read what a terminal far away has sent before it heard that it shouldn't: the shell would be typed at.

        Moves of the mouse, keys in the protocol of Kitty and answers to questions are on their way meanwhile.
        """
        if in_background() or self._watchdog.code == 128 + signal.SIGHUP:
            return
        self.write(WHAT_ARE_YOU)
        self.flush()
        end, read = time.monotonic() + (DISTANCE if self._answers else SILENCE), b""
        with suppress(OSError, termios.error):
            while not ANSWERED.search(read) and (left := end - time.monotonic()) > 0:
                if select.select([self.fileno], [], [], left)[0]:
                    data = os.read(self.fileno, READ_AT_ONCE)
                    if not data:
                        return
                    read = read[-READ_AT_ONCE:] + data
            termios.tcflush(self.fileno, termios.TCIFLUSH)

    def write(self, data: str) -> None:
        data = downgraded(WITH_OTHER_LAYOUTS if data == KEYS_OF_KITTY else data, self._depth)
        super().write(self.pictures.translated(data))

    def suspend_application_mode(self) -> None:
        self._suspending = True
        try:
            super().suspend_application_mode()
        finally:
            self._suspending = False

    def run_input_thread(self) -> None:
        decoder = InputDecoder(slow="SSH_CONNECTION" in os.environ)
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], min(POLL, decoder.patience or POLL))
            if not ready:
                self._handle(decoder.tick())
                continue
            try:
                data = os.read(self.fileno, READ_AT_ONCE)
            except OSError:
                return  # the watchdog has seen the hang-up too
            if not data:
                return
            self._answers |= ANSWER.search(data) is not None
            self._handle(decoder.feed(data))

    def _handle(self, messages: Sequence[Message]) -> None:
        """Send events to the app, as many as it can keep up with; a key that quits needs no app."""
        for message in messages:
            if isinstance(message, Answer):
                if self.pictures.waiting:
                    self._call_soon(partial(self.pictures.answered, message.text))
                continue
            quits = isinstance(message, events.Key) and message.key in QUIT_KEYS
            if quits:
                self._watchdog.send(QUIT)
            if self._backlog.admit() or quits:
                self.process_message(message)
        if messages:
            self._backlog.review()

    def _get_terminal_size(self) -> tuple[int, int]:
        """Ask the terminal; variables, which a shell may have passed on long ago, count only where it says nothing."""
        columns, rows, *_pixels = window_of(1)
        width = columns or _number("COLUMNS") or 80
        height = rows or _number("LINES") or 24
        return min(width, LARGEST[0]), min(height, LARGEST[1])

    def _query_in_band_window_resize(self) -> None:
        """Don't ask for sizes as input."""

    def _call_soon(self, act: Callable[[], None], *_signal: object) -> None:
        with suppress(RuntimeError):  # the app has ended: there is nothing to suspend or to resume any more
            self.loop.call_soon_threadsafe(act)

    def _suspend(self) -> None:
        """Stop, unless the app is about to end: it would end in the background, or stay stopped for ever."""
        if not self._ending:
            self._sigtstp_application()

    @property
    def _ending(self) -> bool:
        return self._left or self._watchdog.code is not None

    def _continue(self) -> None:
        """Go on after SIGCONT: take the terminal only if it was left, for Textual would enter its modes twice.

        In the background, to take it stops the process again. Whoever ends a job continues it as well, and the signal
        to end may come a moment later: threads share signals.
        """
        if self.suspended and in_background():
            self.loop.call_later(A_MOMENT, self._resume)
        elif self.suspended:
            self._resume()
        elif self._drawing is not None and not self._ending and not in_background():
            with suppress(OSError, termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._drawing)  # a shell may have changed them
                self._draw_anew()

    def _resume(self) -> None:
        if self.suspended and not self._ending:
            self.resume_application_mode()
            self._draw_anew()

    def _draw_anew(self) -> None:
        """Have the app draw all that it shows: the screen may have been another program's."""
        self._repaint()
        size = Size(*self._get_terminal_size())
        self.send_message(events.Resize(size, size))  # it may have another size, too


def _number(variable: str) -> int:
    """Return the size that a variable says; 0 where it says none."""
    value = os.environ.get(variable, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= 40 else 0
