"""Asciicast files, as played by asciinema.

Version 2 counts the time of an event from the beginning, version 3 from the event before it.
(https://docs.asciinema.org/manual/asciicast/v2/ and v3)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

Version = Literal[2, 3]

OUTPUT, MARKER = "o", "m"
"""The codes of events: what the terminal is sent, and a place to go to with its name."""

TERMINAL = "xterm-256color"
"""What a player takes the terminal to have been; colours are written in full all the same."""


@dataclass(frozen=True)
class Event:
    """What happens at a moment of a recording."""

    at: float
    """Seconds from its beginning."""
    code: str
    data: str


def header(size: tuple[int, int], title: str, version: Version = 2) -> str:
    """Return the first line of a recording.

    Args:
        size: The columns and rows of the terminal.
        title: What it is called.
        version: That of the format.
    """
    columns, rows = size
    if version == 3:
        terminal = {"cols": columns, "rows": rows, "type": TERMINAL}
        return _line({"version": version, "term": terminal, "title": title})
    return _line({"version": version, "width": columns, "height": rows, "title": title, "env": {"TERM": TERMINAL}})


def line(event: Event, before: float, version: Version = 2) -> str:
    """Return the line of an event.

    Args:
        event: What happens.
        before: When the event before it was.
        version: That of the format.
    """
    at = round(1000 * event.at)  # rounded as a moment, so that differences add up to it
    return _line([(at - round(1000 * before) if version == 3 else at) / 1000, event.code, event.data])


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
