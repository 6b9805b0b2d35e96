"""Exit statuses and one-line errors of the command."""

import codecs
import io
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from naishi.cli.group import CUT_OFF, INTERRUPTED
from naishi.common.i18n import _, reason, requoted
from naishi.common.numpy_threads import ONE_THREAD
from naishi.common.paths import ensure_home

if TYPE_CHECKING:
    import click


PATIENCE = 3.0
"""Seconds that the program has to end after Ctrl+C, before another one ends it at once."""
MOMENT = 0.02
"""Seconds after which what could not be raised is raised again."""


class Interrupts:
    """Makes Ctrl+C end the program once, without a traceback.

    While the program starts, it ends at once: nothing is open yet. While it runs, Ctrl+C raises `KeyboardInterrupt`.
    What comes after that is ignored, for it must not cut short how a game is saved.
    """

    def __init__(self) -> None:
        """Start, unless Ctrl+C is ignored here."""
        self.came = False
        """Whether it was raised: an import that it cuts short, say, may fail with any error, not just this one."""
        self._at_once = True
        self._raises = False
        self._last_chance = 0.0
        self._heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._heeded:
            signal.signal(signal.SIGINT, self._interrupt)

    def run(self) -> None:
        """Raise `KeyboardInterrupt` from now on, once."""
        self._at_once, self._raises = False, True
        if self._heeded:
            report = sys.unraisablehook
            sys.unraisablehook = lambda ignored: None if self._raise_again(ignored.exc_type) else report(ignored)

    def _raise_again(self, ignored: type[BaseException]) -> bool:
        """Interrupt once more, a moment later, if Python has thrown an interrupt away.

        That is what becomes of one that is raised in the callback of a weak reference, and each import has one.
        """
        if not issubclass(ignored, KeyboardInterrupt):
            return False
        from threading import Timer

        self._raises = True
        again = Timer(MOMENT, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()
        return True

    def end(self) -> None:
        """Raise nothing from now on."""
        self._raises = False

    def ignore(self) -> None:
        """Ignore Ctrl+C until the process is gone; the interpreter drops every other handler before that."""
        if self._heeded:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _interrupt(self, *_arguments: object) -> None:
        if self._at_once or (self.came and time.monotonic() > self._last_chance):
            os._exit(INTERRUPTED)
        if self._raises:
            self.came, self._raises = True, False
            self._last_chance = time.monotonic() + PATIENCE
            raise KeyboardInterrupt


COLOUR_SYSTEMS = {"auto", "standard", "256", "truecolor"}
"""The values of `TEXTUAL_COLOR_SYSTEM` that don't end Textual in an internal error before anything is drawn."""


def run(arguments: Sequence[str] | None, interrupts: Interrupts) -> int:
    """Run the command, by default with the arguments of the program, and return the exit status."""
    for name, value in ONE_THREAD.items():  # read when a bot first imports NumPy, here or in a process started here
        os.environ.setdefault(name, value)
    os.environ.pop("TEXTUAL_DRIVER", None)  # the app brings its own
    if os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto") not in COLOUR_SYSTEMS:
        del os.environ["TEXTUAL_COLOR_SYSTEM"]
    ensure_home()
    try:
        interrupts.run()
        status = _status(arguments, interrupts)
        interrupts.end()
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status != 0:
        _discard_output()
    return status


def _status(arguments: Sequence[str] | None, interrupts: Interrupts) -> int:
    before = sys.stdout
    try:
        return _run(arguments, interrupts) or _flush()
    except BrokenPipeError:
        return CUT_OFF
    except SystemExit:
        if sys.stdout is before:
            raise
        return CUT_OFF  # nobody reads what click prints by itself, so it has put another stream there
    except OSError as error:
        _complain(reason(error))
        return 1


def _run(arguments: Sequence[str] | None, interrupts: Interrupts) -> int:
    import click

    from naishi.cli.commands import naishi
    from naishi.cli.group import speak

    codecs.register_error("naishi", _in_ascii)
    _use_encoding_of_locale()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal of eight bits can't show is written in ASCII
            stream.reconfigure(errors="naishi")
    try:
        if not_here := speak(sys.argv[1:] if arguments is None else arguments):
            _complain(not_here)
        return int(naishi.main(arguments, prog_name="naishi", standalone_mode=False) or 0)
    except click.ClickException as error:
        _show(error)
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
    except OSError:
        raise
    except Exception as error:
        if interrupts.came:
            return INTERRUPTED
        if os.environ.get("NAISHI_DEBUG"):
            raise
        _complain(_wrong(error))
        return 1


def _use_encoding_of_locale() -> None:
    """Read and write what the locale names, also where it isn't installed here, and Python takes UTF-8 instead."""
    from naishi.transports.capabilities import encoding_of, shows_utf8

    environment = _environment_at_start()
    if shows_utf8(environment) or environment.get("PYTHONIOENCODING"):
        return
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name == "utf-8":
            with suppress(LookupError):  # a name that means nothing here, or none
                stream.reconfigure(encoding=encoding_of(environment))


def _environment_at_start() -> dict[str, str]:
    """Return the environment without the `LC_CTYPE` that Python sets by itself where a locale isn't installed."""
    environment = dict(os.environ)
    with suppress(OSError):  # a system without it
        started = Path("/proc/self/environ").read_bytes().split(b"\0")
        if not any(each.startswith(b"LC_CTYPE=") for each in started):
            environment.pop("LC_CTYPE", None)
    return environment


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    from naishi.plain.console import replace_unencodable

    return replace_unencodable(error)


def _wrong(error: Exception) -> str:
    """Say what went wrong: a traceback helps nobody at the table, and could show a Hand."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] in {"textual", "rich"}:
        return _("The screens need Textual: pip install textual. `naishi --plain` works without it.")
    words = _("Internal error ({kind}). Run it again with NAISHI_DEBUG=1 to see where it happened.")
    return words.format(kind=type(error).__name__)


def _show(error: "click.ClickException") -> None:
    """Print what was wrong with the command line, quoting as the language of the moment does."""
    words = io.StringIO()
    error.show(words)
    with suppress(AttributeError, OSError):
        sys.stderr.write(requoted(words.getvalue()))


def _flush() -> int:
    """Write out what is still in the buffer, so that a full disk is noticed while it can be reported."""
    if sys.stdout is None:
        _complain(_("Standard output is closed."))
        return 1
    sys.stdout.flush()
    return 0


def _discard_output() -> None:
    """Send what can't be written nowhere: Python would try again on its way out, and exit with a status of its own."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(text: str) -> None:
    with suppress(AttributeError, OSError):  # standard error may be closed or full as well
        sys.stderr.write(f"naishi: {text}\n")
