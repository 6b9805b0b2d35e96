"""Clients of a server, and what runs for them."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from naishi.common import i18n
from naishi.common.i18n import N_
from naishi.server import Lobby, Visitor
from naishi.server.presence.limits import USUAL
from naishi.transports.capabilities import ColourDepth, Window
from naishi.transports.public_address import PublicAddress

RETRY = 0.1
"""Seconds after which a client that is behind is looked at again."""
PORTION = 512
"""Bytes that a door passes on together: a client that has sent too much waits before the next."""


class Outlet(Protocol):
    """Where the bytes go."""

    def write(self, data: bytes) -> None:
        """Queue bytes to be sent."""

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""

    def give_up(self) -> None:
        """End the connection: its client reads nothing."""


class Wire(Outlet, Protocol):
    """The connection that a terminal is at the end of. What is written to one that is gone is lost."""

    def complain(self, data: bytes) -> None:
        """Queue bytes for the client's other stream, if it has two."""

    def end(self, status: int) -> None:
        """End the connection once all of it is sent.

        Args:
            status: The exit status for the client.
        """


class RunningTerminal(Protocol):
    """A terminal as the door knows it that its client came in by; it can be a screen or lines."""

    visitor: Visitor | None
    """Who is at it, while they are in the lobby."""
    app: Any
    """What the client sees; None before it has come to the lobby, in lines, and once it leaves."""

    @property
    def started(self) -> bool:
        """Whether anything runs here, or has run."""

    @property
    def reads_lines(self) -> bool:
        """Whether what comes is taken as lines."""

    @property
    def has_to_wait(self) -> bool:
        """Whether lines wait to be read, and no more should come."""

    def start(self) -> None:
        """Run what the client has asked for."""

    def feed(self, data: bytes, wrapping: int = 0) -> float:
        """Pass input on; return the seconds for which no more may come: a client that sends too much has to wait.

        Args:
            data: What was typed.
            wrapping: What it took beside that to send it, in bytes.
        """

    def spend(self, amount: int) -> float:
        """Count so many bytes that a client has sent; return the seconds for which no more may come."""

    def end_input(self) -> None:
        """End as the client sends no more: a screen at once, lines once they are read."""

    def resize(self, width: int, height: int) -> None:
        """Draw for another size, as soon as that may be."""

    def stop(self, farewell: str = "") -> None:
        """End what runs.

        Args:
            farewell: What to write below what the terminal showed before, in English; it is translated here.
        """


Runs = Callable[["Caller", "Client", Wire], RunningTerminal]
"""Makes what runs at the terminal of a caller."""


@dataclass(slots=True)
class Client:
    """What the client has said of its terminal before it begins."""

    term: str | None = None
    """The type of the terminal; None where there is none."""
    size: tuple[int, int] = USUAL
    window: Window = (0, 0, 0, 0)
    """The size with its pixels."""
    depth: ColourDepth = ColourDepth.NONE
    only_ascii: bool = False
    """Whether its locale has another encoding than UTF-8."""
    still: bool = False
    """Whether whoever looks at it has asked their system for less motion."""
    hidden: bool = False
    """Whether it says that nobody looks at it by now."""
    may_be_asked: bool = False
    """Whether the terminal may be asked for pictures."""
    slow: bool = False
    """Whether the network may split what the terminal sends for a key."""
    language: str = i18n.ENGLISH
    command: InitialCommand | None = None
    """What was asked for; None if that can't be read."""
    fault: str = N_("This command can't be read. The command help lists all; without one you come to the lobby.")
    """Why it can't, in English."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is at the other end of a connection that has logged in."""

    lobby: Lobby
    fingerprint: str | None
    """Of the key that was signed with, or of what stands for one; None for a guest."""
    address: str
    """What limits count by."""
    public: PublicAddress
    """Where the caller's friends reach the server."""
    tasks: set[asyncio.Task[None]]
    """Everything that runs for terminals: without a reference a task may vanish."""
    runs: Runs
    """Makes what runs at the terminal."""
    code: str = ""
    """By which a guest comes back whose client keeps it."""


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


def command_fault(command: str) -> str:
    """Return why what `ssh host COMMAND` asks for can't be read, in English; empty where it can."""
    if len(command) > LONGEST_COMMAND:
        return N_("This command is too long: {most} characters at most. For more, come to the lobby without one.")
    if not command.replace("\t", " ").isprintable():
        return N_("This command can't be read. The command help lists all; without one you come to the lobby.")
    return ""


def parse_command(command: str) -> InitialCommand | None:
    """Read what `ssh host COMMAND` asks for; None where it is too long or unprintable. Nothing in it is expanded.

    It is `join WORD`, `watch WORD`, `tv`, `next` or a verb, and before it, or alone, `plain` or `json`.
    """
    if command_fault(command):
        return None
    return _read(_words(command))


_WITHIN_A_WORD = re.compile(r"(?<=\w)'(?=\w)")
_APOSTROPHE = "\ue000"
"""Stands for an apostrophe while words are told apart; it can't be printed, so no command has it."""


def _words(command: str) -> list[str]:
    """Tell words apart as a shell does, but for apostrophes: a name such as O'Brien opens no quotation."""
    try:
        found = shlex.split(_WITHIN_A_WORD.sub(_APOSTROPHE, command))
    except ValueError:  # a quotation that doesn't end is none
        return command.split()
    return [word.replace(_APOSTROPHE, "'") for word in found]


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
