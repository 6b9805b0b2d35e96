"""Arrival at a server: caller and purpose."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from textual.screen import Screen

from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _
from naishi.plain.server.match_numbers import MatchIds
from naishi.server import Lobby, Match, MatchStage, Visitor
from naishi.server.match.match_text import TWO
from naishi.server.tables.table_flow import TableFlow, seated
from naishi_tui.dialogs.questions import AskLine, Confirm
from naishi_tui.public_address import PublicAddress


class Arrival:
    """Takes a visitor from the door to where they want to be."""

    def __init__(
        self,
        visitor: Visitor,
        public: PublicAddress,
        ask: Callable[[Screen[Any]], Awaitable[object]],
        say: Callable[[str], Awaitable[None]],
    ) -> None:
        """Receive a visitor.

        Args:
            visitor: Who has come.
            public: Where friends reach the server.
            ask: Shows a question, and waits for the answer.
            say: Says something in the lobby.
        """

        async def confirm(question: str) -> bool:  # it doesn't know this, so that whoever leaves is forgotten at once
            return bool(await ask(Confirm(question, harmless=True)))

        self._visitor, self._public, self._ask, self._say = visitor, public, ask, say
        self._tables = TableFlow(visitor, confirm)
        self.is_new = False
        """Whether the visitor has sat down at a table by its word, and has no other game here."""

    async def ask_name(self) -> None:
        """Ask who it is, on the first visit with a key."""
        if self._visitor.account.named or self._visitor.fingerprint is None:
            return

        async def accept(name: str) -> None:
            if not self._visitor.account.named:  # else the key was added to an account meanwhile
                await self._visitor.rename(name)

        await self._ask(AskLine(_("Welcome! What name do you want to play under?"), accept))
        await self._say("")

    async def match(self, command: InitialCommand) -> Match | None:
        """Return the match that the visitor has asked for, at a seat if there is one; None says why in the lobby."""
        if not command.verb:
            return None
        try:
            return await self._find(command.word, watch=command.verb == "watch")
        except NaishiError as error:
            await self._say(str(error))
            return None

    async def _find(self, word: str, *, watch: bool) -> Match | None:
        await self._visitor.refresh()
        match = await MatchIds(self._visitor).look_up(word, to_sit=not watch)
        if not watch and self._tables.joins(match):
            if not await self._tables.agrees(match, by_link=self._public.by_web):
                return None
            self.is_new = not self._visitor.listing.mine
            match = (await self._tables.join(match)).match
        me = self._visitor.account.id  # a guest's account is stored with the first seat
        if not watch and match.state is MatchStage.OPEN and me in match.seats and len(match.seats) > TWO:
            await self._say(seated(match))
            return None
        if not watch and match.seat_of(me) is None and match.state is not MatchStage.OPEN:
            line = self._public.ssh_line("watch", match.id if match.public else match.invite)
            raise NaishiError(_("This table is full. To watch:\n{line}").format(line=line))
        return match


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
