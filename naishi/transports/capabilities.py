"""Terminals: their abilities by what they say, and the state of our own."""

import fcntl
import os
import re
import struct
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import IntEnum

from naishi.common import i18n
from naishi.common.i18n import LIST, LOCALE, language

LINUX_CONSOLE = "linux"
"""The type of a terminal that is no window, and whose fonts have 256 or 512 glyphs."""
Window = tuple[int, int, int, int]
"""The columns and rows of a terminal, and how many pixels these are wide and high; 0 where it doesn't say."""
_TRUE_COLOUR_TERMS = ("-direct", "kitty", "ghostty", "alacritty", "foot", "wezterm", "truecolor")
_NO_PICTURES = re.compile("(?:screen|tmux|dumb|linux)")


class ColourDepth(IntEnum):
    """How many colours a terminal shows."""

    NONE = 0
    SIXTEEN = 1
    INDEXED = 2
    TRUE = 3


_FORCED = {"standard": ColourDepth.SIXTEEN, "256": ColourDepth.INDEXED, "truecolor": ColourDepth.TRUE}
_WITHOUT_COLOURS = {"", "unknown", "dumb", "vt100", "vt102", "vt220"}


def depth_of(term: str, environment: Mapping[str, str]) -> ColourDepth:
    if environment.get("NO_COLOR"):
        return ColourDepth.NONE
    if (forced := _FORCED.get(environment.get("TEXTUAL_COLOR_SYSTEM", ""))) is not None:
        return forced
    if environment.get("COLORTERM") in {"truecolor", "24bit"} or any(name in term for name in _TRUE_COLOUR_TERMS):
        return ColourDepth.TRUE
    if "256" in term:
        return ColourDepth.INDEXED
    return ColourDepth.NONE if term in _WITHOUT_COLOURS or "mono" in term else ColourDepth.SIXTEEN


def may_be_asked(environment: Mapping[str, str]) -> bool:
    """Return whether to ask a terminal at all: not where colours aren't wanted, and not within tmux or screen.

    Args:
        environment: The variables of the one who sits at it. What `TERM` names is never taken for a yes.
    """
    term = environment.get("TERM", "")
    unwanted = any(environment.get(name) for name in ("NO_COLOR", "TMUX", "STY"))
    return bool(term) and not unwanted and _NO_PICTURES.match(term) is None


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that a client asks for by its environment; where it doesn't, that of the server."""
    asked = any(environment.get(name) for name in (*LOCALE, LIST))
    return i18n.language_of(environment) if asked else language()


def shows_utf8(environment: Mapping[str, str]) -> bool:
    """Return whether a client's terminal shows UTF-8, unless its locale names another encoding."""
    if environment.get("LC_ALL") in {"C", "POSIX"}:
        return False
    encoding = encoding_of(environment)
    return not encoding or encoding.lower().replace("-", "") == "utf8"


def encoding_of(environment: Mapping[str, str]) -> str:
    """Return the encoding that a locale names, as it is written there; empty where it names none."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    return locale.partition("@")[0].partition(".")[2]


RESET = (
    "\x1b\\\x1b[?2026l"  # end whatever sequence or frame was cut off
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse
    "\x1b[?2004l\x1b[?2048l\x1b[?1004l"  # bracketed paste, resize and focus reports
    "\x1b]22;default\x07"  # the shape of the mouse pointer
    "\x1b[<u\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"  # kitty keys, line wrap, colours, alternate screen, cursor
)
"""Puts right every mode of a terminal that Textual may have changed."""

ATTEMPTS = 100
"""How often to try to write to a terminal that nobody reads: for a second, as a thread that waits for room in it has
to run before anything else can be written, which takes long on a busy machine."""


class TtyState:
    """How standard input's terminal was when this was made."""

    def __init__(self) -> None:
        self._before = termios.tcgetattr(0)

    def restore(self, terminal: int, farewell: str = "") -> None:
        """Put the terminal right, writing to a descriptor, without ever waiting for whoever reads it."""
        with suppress(OSError, termios.error):
            if not in_background():  # else the shell has set it as it wants it
                termios.tcsetattr(0, termios.TCSANOW, self._before)
        write_at_once(terminal, f"\x1b\\{farewell}{RESET}" if farewell else RESET)


def write_at_once(terminal: int, text: str) -> None:
    """Write to a terminal without ever waiting for whoever reads it: what nobody has read yet is given up."""
    data = text.encode(errors="backslashreplace")
    with suppress(OSError, termios.error):
        os.set_blocking(terminal, False)
        for _attempt in range(ATTEMPTS):
            with suppress(BlockingIOError):
                if os.write(terminal, data) == len(data):
                    break  # else there was room for a part only, which is given up too
            termios.tcflush(terminal, termios.TCOFLUSH)
            termios.tcflow(terminal, termios.TCOOFF)  # off and on again wakes a writer that waits for room
            termios.tcflow(terminal, termios.TCOON)
            time.sleep(0.01)
        os.set_blocking(terminal, True)  # the shell shares it


def window_of(terminal: int) -> tuple[int, int, int, int]:
    """Return the columns and rows of a terminal, and how many pixels it is wide and high; 0 where it doesn't say."""
    try:
        rows, columns, width, height = struct.unpack("HHHH", fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8)))
    except OSError:
        return 0, 0, 0, 0
    return columns, rows, width, height


def has_shell() -> bool:
    """Return whether the program was started by a shell, which continues it once it is stopped."""
    return os.getsid(0) != os.getpid()


def in_background() -> bool:
    try:
        return os.tcgetpgrp(0) != os.getpgrp()
    except OSError:  # it is no terminal of this session, or none any more
        return False
