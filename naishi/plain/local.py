"""Line mode on standard input and output."""

import asyncio
import getpass
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TextIO

from naishi.common.i18n import NaishiError, _
from naishi.plain.console import Console, LineReader, Lines
from naishi.plain.home import PlainHome
from naishi.plain.new_table import NAISHI
from naishi.plain.room import own
from naishi.saves import Saves
from naishi.settings.check import load
from naishi.tabletop.game import Game

_SETTINGS = ("set enable-bracketed-paste off", "set bell-style none", "tab: complete")
"""Without the escape sequences that readline would write."""
_NO_YANKING = (r'"\C-y": ""', r'"\ey": ""')
"""What was cut out of one line can't be put into another: it may be someone else's."""


class LineEditing:
    """What readline does for whoever types; nothing on a system without it."""

    def __init__(self) -> None:
        self._readline: ModuleType | None = None
        with suppress(ImportError):
            import readline  # noqa: PLC0415 - only where a person types: to import it may write to the terminal

            self._readline = readline
        self._typist: str | None = ""
        self._histories: dict[str, list[str]] = {}
        self._set(*_SETTINGS)
        if self._readline is not None:
            self._readline.set_completer_delims(" ")

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        def complete(text: str, state: int) -> str | None:
            matches = [*words(text)]
            return matches[state] + " " if state < len(matches) else None

        if self._readline is not None:
            self._readline.set_completer(complete)  # it asks for one match a call

    def hand_over(self, to: str | None) -> None:
        """Put away what was typed, and bring back what a person typed before.

        Args:
            to: The person's name, "" for whoever is at home; None for nobody, whose lines are forgotten.
        """
        readline = self._readline
        if readline is None or to == self._typist:
            return
        self._set(*_NO_YANKING)
        if self._typist is not None:
            count = readline.get_current_history_length()
            self._histories[self._typist] = [readline.get_history_item(number + 1) for number in range(count)]
        readline.clear_history()
        for line in self._histories.get(to, ()) if to is not None else ():
            readline.add_history(line)
        self._typist = to

    def _set(self, *settings: str) -> None:
        if self._readline is not None:
            for each in settings:
                self._readline.parse_and_bind(each)


SIGNALS = ("SIGHUP", "SIGTERM", "SIGQUIT")
"""By name: not every system has them all."""

_EVERY = 0.2, 1.0
"""Seconds to the first alarm, and between the others."""
_WAKING = 4
"""How many alarms there are."""


@contextmanager
def raised() -> Iterator[None]:
    """Have a signal raise `SystemExit` with 128 + its number.

    To die of it would leave the terminal as readline and getpass set it for a prompt: what is typed isn't shown. A
    signal that is ignored, as after `nohup`, stays ignored, and the first one is enough.
    """
    every = [signal.Signals[name] for name in SIGNALS if name in signal.Signals.__members__]
    before = {each: signal.getsignal(each) for each in every}
    heeded = [each for each in every if before[each] is signal.SIG_DFL]

    def end(number: int, _frame: object) -> None:
        for each in heeded:
            signal.signal(each, lambda *_arguments: None)
        raise SystemExit(128 + number)

    for each in heeded:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in heeded:
            signal.signal(each, before[each])


@contextmanager
def noticed() -> Iterator[None]:
    """Have signals noticed while readline waits for keys.

    One that comes just before it begins to wait is only remembered, and would be heeded after the next key. So an
    alarm wakes readline a few times at first.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    left = _WAKING

    def wake(_number: int, _frame: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, wake)
    signal.setitimer(signal.ITIMER_REAL, *_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


ASCII_FOR_OTHERS = "naishi"
"""The handler of errors that writes in ASCII what an encoding lacks; the command sets it on its streams."""
ROOM = 10
"""So many columns are left to type in, behind a question in the same line."""


class StandardLines(Lines):
    """Standard input and output. At a terminal, nothing else goes on while a line is typed."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = stdin or sys.stdin
        self._out = stdout or sys.stdout
        self._lines = LineReader(self._in)
        self.interactive = self._in.isatty()
        self.has_all_letters = False
        """Whether whatever stands in a text can be written as it is."""
        with suppress(UnicodeEncodeError, LookupError):
            self.has_all_letters = bool("é–…五".encode(self._out.encoding or "ascii"))
        self.ascii_only = not self.has_all_letters and self._out.errors != ASCII_FOR_OTHERS
        self._broken_off = False
        """Whether a prompt still stands at the beginning of the line, because a signal has ended the typing."""
        self._editing = LineEditing() if self.interactive and self._in is sys.stdin else None

    def write(self, text: str) -> None:
        self.end_line()
        self._out.write(text)
        self._out.flush()

    def end_line(self) -> None:
        if self._broken_off:
            self._broken_off = False
            self._out.write("\n")
            self._out.flush()

    async def read(self, prompt: str) -> str | None:
        if self._editing is None:
            return self._lines.read()
        prompt = self._asked(prompt)
        self._broken_off = True
        try:
            with noticed():
                line = input(prompt)
        except EOFError:
            self.end_line()
            return None
        self._broken_off = False
        return line

    def _asked(self, prompt: str) -> str:
        """Return what stands before the typed line; a question that fills its line is written before.

        Of a longer one, readline shows only the end at a terminal that can't move its cursor.
        """
        if len(prompt) + ROOM <= shutil.get_terminal_size().columns:
            return prompt
        self.write(f"{prompt.rstrip()}\n")
        return "> "

    async def read_secret(self, prompt: str) -> str | None:
        if self._editing is None:
            return self._lines.read()
        try:
            with noticed():
                return getpass.getpass(prompt)
        except EOFError:
            return None

    async def typed(self) -> str | None:
        """Wait for a line while something goes on, behind a prompt until something is written; None at the end."""
        if self._editing is not None:
            self.end_line()
            self._out.write("> ")
            self._out.flush()
            self._broken_off = True
        await self._lines.wait()
        line = self._lines.read()
        self._broken_off = self._broken_off and line is None
        return line

    def ring(self) -> None:
        if self.interactive:
            self._out.write("\a")
            self._out.flush()

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        if self._editing is not None:
            self._editing.complete(words)

    def hand_over(self, to: str | None) -> None:
        if self._editing is not None:
            self._editing.hand_over(to)


INTERRUPTED = 130
"""The exit status of a program that ctrl-C has ended, as a shell gives it."""


class Start(NamedTuple):
    """Where line mode begins; by default at home."""

    resume: str | None = None
    """The id of a game to continue."""
    game: Game | None = None
    new: tuple[str, ...] | None = None
    """The options of a new game whose players are still to be asked for."""
    replay: str | None = None
    """The id or the file of a game to look at."""
    position: str | None = None
    """A position to set up; empty for a new deal."""
    learn: str = ""
    """The game with whose lessons, or whose sample; empty for none."""


def run(folder: Path, flags: Mapping[str, Any], start: Start, *, json_lines: bool = False) -> int:
    """Run line mode until it is left or the input ends.

    Returns:
        The exit code of the process; 1 where a game couldn't be saved in its folder.

    Raises:
        NaishiError: The game can't be opened, or a script asked for something impossible; the text names the line.
    """
    if sys.stdin is None:
        raise NaishiError(_("Standard input is closed."))
    if sys.stdout is None:
        raise NaishiError(_("Standard output is closed."))
    layers = load(flags)
    console = _console(json_lines=json_lines, ascii_only=layers.effective.ascii)
    home = PlainHome(Saves(folder), console, layers)
    console.write(*layers.faults)
    try:
        with raised():
            asyncio.run(_begin(home, start))
    except (KeyboardInterrupt, SystemExit) as ended:
        with suppress(OSError):  # the terminal may be gone
            console.lines.end_line()
        return ended.code if isinstance(ended, SystemExit) and isinstance(ended.code, int) else INTERRUPTED
    except NaishiError as error:
        if console.line_number:
            raise NaishiError(_("line {number}: {what}").format(number=console.line_number, what=error)) from None
        raise
    return int(home.context.unsaved)


def _console(*, json_lines: bool, ascii_only: bool) -> Console:
    lines = StandardLines()
    if not json_lines:
        return Console(lines, ascii_only=ascii_only)
    from naishi.plain.json_console import JsonConsole  # noqa: PLC0415 - its models take a while to build

    return JsonConsole(lines, ascii_only=ascii_only or not lines.has_all_letters)


async def _begin(home: PlainHome, start: Start) -> None:
    if start.resume is not None:
        await home.play(home.saves.open(start.resume))
    elif start.game is not None:
        await home.play(home.saves.create(start.game))
    elif start.new is not None:
        await home.play(home.saves.create(await own(NAISHI, "new")(home.console, start.new)))
    elif start.replay is not None:
        await home.replay(start.replay)
    elif start.position is not None:
        await home.obey(home.commands()["edit"], [start.position])
    elif start.learn == NAISHI:
        await home.obey(home.commands()["learn"], [])
    elif start.learn:
        await home.sample(start.learn)
    else:
        await home.run()
