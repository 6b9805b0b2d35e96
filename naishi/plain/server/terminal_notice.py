"""What has a terminal call somebody who looks elsewhere: its bell, a notification, or the title of its window."""

from __future__ import annotations

import re

_BY_777 = re.compile("rxvt|foot|contour")
"""Terminals that know notifications as rxvt has them (OSC 777); most others know iTerm2's (OSC 9), or drop them."""
KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b]2;\a\x1b[23;2t"
"""The second empties the title first, for terminals that can't keep one."""


def notice(how: str, text: str, term: str) -> str:
    """Return what to send to a terminal.

    Args:
        how: A value of the setting `notice`.
        text: What to say; letters that would mean something to the terminal are left out.
        term: What the terminal says that it is.
    """
    harmless = "".join(letter for letter in text if letter.isprintable()).replace(";", ",")
    match how:
        case "bell":
            return "\a"
        case "notification" if _BY_777.match(term):
            return f"\x1b]777;notify;Naishi;{harmless}\a"
        case "notification":
            return f"\x1b]9;Naishi: {harmless}\a"
        case "title":
            return f"{KEEP_TITLE}\x1b]2;Naishi: {harmless}\a"
    return ""


def taken_back(how: str) -> str:
    """Return what takes a notice back, once somebody has reacted to it."""
    return TITLE_BACK if how == "title" else ""
