"""What `ssh -t host COMMAND` asks for: to join a table, or to watch a match."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

LONGEST_COMMAND = 200


@dataclass(frozen=True, slots=True)
class InitialCommand:
    """Where somebody wants to go at once."""

    verb: str = ""
    """`join`, `watch`, or nothing for the lobby."""
    word: str = ""


def parse_command(command: str) -> InitialCommand | None:
    """Read what `ssh -t host COMMAND` asks for; None if it is anything but `join WORD` or `watch WORD`."""
    try:
        words = shlex.split(command[:LONGEST_COMMAND])
    except ValueError:
        return None
    match words:
        case []:
            return InitialCommand()
        case [("join" | "watch") as verb, *rest] if rest:
            return InitialCommand(verb, " ".join(rest))
    return None
