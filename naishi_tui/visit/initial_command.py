"""What `ssh host COMMAND` asks for: line mode, objects for programs, a table, a match to watch, or a verb."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from enum import StrEnum

LONGEST_COMMAND = 400


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
    """`join`, `watch`, `tv`, `next`, or nothing for the lobby."""
    word: str = ""
    mode: Mode = Mode.SCREEN
    request: tuple[str, ...] = ()
    """A verb that is done without going anywhere, and what follows it; see `naishi.plain.server.verb_words`."""


def parse_command(command: str) -> InitialCommand | None:
    """Read what `ssh host COMMAND` asks for; None where its words can't be told apart. Nothing in it is expanded.

    It is `join WORD`, `watch WORD`, `tv`, `next` or a verb, and before it, or alone, `plain` or `json`.
    """
    if len(command) > LONGEST_COMMAND or not command.replace("\t", " ").isprintable():
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    return _read(words)


def _read(words: list[str]) -> InitialCommand | None:
    match words:
        case []:
            return InitialCommand()
        case ["tv" | "next" as verb]:
            return InitialCommand(verb)
        case [("plain" | "json") as mode, *rest]:
            inner = _read(rest)
            return None if inner is None or inner.mode else replace(inner, mode=Mode(mode))
        case [("join" | "watch") as verb, *rest] if rest and not any(word.startswith("--") for word in rest):
            return InitialCommand(verb, " ".join(rest))
    return InitialCommand(request=tuple(words))
