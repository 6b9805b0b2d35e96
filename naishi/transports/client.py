"""Clients of a server, and what runs for them."""

import asyncio
import re
import shlex
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from naishi.common import i18n
from naishi.common.i18n import N_
from naishi.server import Lobby, Visitor
from naishi.server.presence.limits import USUAL, Limits, plain_address
from naishi.transports.capabilities import ColourDepth, Window

if TYPE_CHECKING:
    import asyncssh


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """A name or an address, and a port."""

    host: str = ""
    """Empty where the operator hasn't said: every visitor has reached some address of it."""
    port: int = 0
    """0 where the operator hasn't said."""
    user: str = ""
    """Who hosts, where the server is for users of one machine and has no address at all."""
    web: str = ""
    """Where browsers come, with its scheme, if that was said."""
    web_port: int = 0
    """The port that browsers reach; 0 where none can come."""
    by_web: bool = False
    """Whether the visitor is at a browser, and so probably their friends."""

    def reached_by(self, connection: "asyncssh.SSHServerConnection") -> Self:
        if self.user:
            return self
        host, port = (*(connection.get_extra_info("sockname") or ()), "", 0)[:2]
        return replace(self, host=self.host or plain_address(str(host)), port=self.port or int(port))

    @property
    def web_page(self) -> str:
        """Where to come with a browser; empty where nobody can."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.web or (f"http://{host}:{self.web_port}/" if self.web_port else "")

    def web_link(self, word: str) -> str:
        """Return the link by which a player comes in with a browser; see `WebLinks`."""
        return f"{self.web_page}#in={word}"

    def ssh_line(self, *command: str) -> str:
        """Return a line to paste: `ssh -t -p 2222 play@host join WORD`, or `naishi join aiko join WORD`.

        For whoever is at a browser it is a link, `https://host/#join=WORD`.

        Args:
            command: What to ask for; nothing for the lobby.
        """
        if self.by_web:
            return self.web_page + (f"#{'='.join(command)}" if command else "")
        if self.user:
            return " ".join(["naishi", "join", self.user, *command])
        terminal = ["-t"] if command else []
        port = ["-p", str(self.port)] if self.port != 22 else []
        return " ".join(["ssh", *terminal, *port, f"play@{self.host}", *command])


RETRY = 0.1
"""Seconds between two looks at a client that is behind."""
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
        """End the connection once all of it is sent."""


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
        """Pass input on; return the seconds for which no more may come: a client that sends too much has to wait."""

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
    command: "InitialCommand | None" = None
    """What was asked for; None if that can't be read."""
    fault: str = N_("This command can't be read. The command help lists all; without one you come to the lobby.")
    """Why it can't, in English."""


class Caller(NamedTuple):
    """Who is at the other end of a connection that has logged in."""

    lobby: Lobby
    fingerprint: str | None
    """Of the key that was signed with, or of what stands for one; None for a guest."""
    address: str
    """What limits count by."""
    public: PublicAddress
    tasks: set[asyncio.Task[None]]
    """Everything that runs for terminals: without a reference a task may vanish."""
    runs: Runs
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
    """Where someone wants to go at once, and what they want to see."""

    verb: str = ""
    """`join`, `watch`, `tv`, `next`, or nothing for the lobby."""
    word: str = ""
    mode: Mode = Mode.SCREEN
    request: tuple[str, ...] = ()
    """A verb that is done without going anywhere, and what follows it; see `naishi.plain.server.commands`."""


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


class Newcomer(Protocol):
    """A connection, whoever is at its other end."""

    address: str
    """What limits count by: see `address_group`."""

    @property
    def has_terminal(self) -> bool:
        """Whether it has come so far that someone can play."""

    def abort(self) -> None:
        """End at once."""


class Places:
    """The places for connections."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.addresses: Counter[str] = Counter()
        self.connections: dict[Newcomer, None] = {}
        """All of them, the oldest first."""

    def take(self, newcomer: Newcomer) -> bool:
        """Give a connection a place; where all are taken, that of someone who has no terminal yet.

        That may be the newcomer. Otherwise whoever opens many and never logs in would keep everybody else of their
        address out.

        Returns:
            Whether the newcomer may stay.
        """
        limits, address = self._limits, newcomer.address
        self.addresses[address] += 1
        self.connections[newcomer] = None
        many = self.addresses.total() > limits.connections
        if many or self.addresses[address] > limits.per_address:
            waiting = (each for each in self.connections if not each.has_terminal and (many or each.address == address))
            oldest = next(waiting)
            del self.connections[oldest]
            oldest.abort()
        return newcomer in self.connections

    def leave(self, connection: Newcomer) -> None:
        self.connections.pop(connection, None)
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]


LAST_WORDS = 3.0
"""Seconds that all terminals have to be restored when the server stops."""


async def end_terminals(tasks: Collection[asyncio.Task[None]]) -> None:
    """Wait until what runs for terminals has said its last words."""
    if tasks:
        await asyncio.wait(tasks, timeout=LAST_WORDS)
    await asyncio.sleep(0.05)  # what was written last is on its way
