"""Terminal state of the process, saved and restored."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
import time
from contextlib import suppress

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
