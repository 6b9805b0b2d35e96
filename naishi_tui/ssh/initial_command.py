"""What `ssh host COMMAND` asks for: line mode or objects for programs, to join a table, or to watch a match."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from enum import StrEnum

LONGEST_COMMAND = 200


class Mode(StrEnum):
    """What a client wants to see; its value is the word that asks for it."""

    SCREEN = ""
    """Where it has a terminal; else lines."""
    PLAIN = "plain"
    """Lines of text."""
    JSON = "json"
    """Objects, for programs."""


@dataclass(frozen=True, slots=True)
class InitialCommand:
    """Where somebody wants to go at once, and what they want to see."""

    verb: str = ""
    """`join`, `watch`, or nothing for the lobby."""
    word: str = ""
    mode: Mode = Mode.SCREEN


def parse_command(command: str) -> InitialCommand | None:
    """Read what `ssh host COMMAND` asks for; None if it is nothing that can be asked for.

    It is `join WORD` or `watch WORD`, and before it, or alone, `plain` or `json`.
    """
    try:
        words = shlex.split(command[:LONGEST_COMMAND])
    except ValueError:
        return None
    return _read(words)


def _read(words: list[str]) -> InitialCommand | None:
    match words:
        case []:
            return InitialCommand()
        case [("plain" | "json") as mode, *rest]:
            inner = _read(rest)
            return None if inner is None or inner.mode else replace(inner, mode=Mode(mode))
        case [("join" | "watch") as verb, *rest] if rest:
            return InitialCommand(verb, " ".join(rest))
    return None
