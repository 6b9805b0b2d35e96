"""Abilities of a client's terminal, by what it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
