"""Rooms at a server."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, quoted
from naishi.plain.commands import ACTIONS, Commands, CommandWord, UnknownCommandError
from naishi.plain.room import Room, follow
from naishi.plain.server.context import ServerContext
from naishi.plain.server.lobby_commands import in_lobby
from naishi.plain.server.own_news import OwnNews
from naishi.plain.speech import folded


class ServerRoom(Room):
    """Reads lines until it is left, and tells at once what happens meanwhile, also during a question."""

    context: ServerContext
    is_lobby = is_account = False

    def __init__(self, context: ServerContext, news: OwnNews) -> None:
        """Make a room.

        Args:
            context: What all rooms share.
            news: What the visitor has heard in all rooms.
        """
        super().__init__(context)
        self.news = news
        self.visitor = context.visitor
        self._question = ""
        """What is asked for in the place of a command."""
        self._lines: AsyncGenerator[str | None, None]

    @abstractmethod
    async def tell_here(self) -> None:
        """Say what has happened here since the last time."""

    async def run(self) -> None:
        """Do what is typed until the room is left."""
        changes = self.context.happenings.changes()  # from before the first look
        self.enter()
        await self._tell()
        async with aclosing(follow(self, changes)) as lines:
            self._lines = lines
            await self.begin()
            if self.left or self.context.gone:
                return
            async for line in lines:
                if line is not None:
                    self.news.react()
                    await self.take(line)
                if not self.left:
                    await self._tell()
                if self.left or self.context.gone:
                    return
        self.context.gone = True

    async def begin(self) -> None:
        """Do what comes before anything is typed."""

    async def next_line(self) -> str | None:
        """Read a command, or the answer to a question."""
        if (line := self.context.typed_ahead) is not None:
            self.context.typed_ahead = None
            return line
        if self._question:
            return await self.console.ask(self._question)
        return await self.console.read(self.prompt)

    def put_back(self, line: str) -> None:
        """Leave a line that was typed while the room was left to the next one: a program waits for its reply."""
        self.context.typed_ahead = line

    async def _tell(self) -> None:
        try:
            await self.news.tell(in_lobby=self.is_lobby, in_account=self.is_account)
            await self.tell_here()
        except NaishiError as error:  # a rematch can't be opened, for one; it is tried again
            self.console.notice(str(error))

    def find(self, word: str) -> CommandWord:
        """Find the command that a word means; say of one of the lobby that it is for there."""
        try:
            return super().find(word)
        except UnknownCommandError:
            self.check_not_of_lobby(word)
            raise

    @staticmethod
    def check_not_of_lobby(word: str) -> None:
        """Make sure that a word that means nothing here is no command of the lobby.

        Raises:
            UnknownCommandError: It is; the text says how to go there.
        """
        if any(folded(word) in {each.id, folded(each.word)} for each in in_lobby().values()):
            words = _("{typed} is a command of the lobby. To go there, type quit.")
            raise UnknownCommandError(words.format(typed=quoted(word))) from None

    async def ask(self, question: str) -> str | None:
        """Ask for a line within a command; what happens meanwhile is told. None at the end of the input."""
        self._question = question
        try:
            async for line in self._lines:
                if line is not None:
                    return line
                await self._tell()
        finally:
            self._question = ""
        self.context.gone = True
        return None

    async def confirmed(self, question: str, if_not: str = "") -> bool:
        """Ask whether something is meant. A person who types a command instead has it done next.

        Args:
            question: What is asked.
            if_not: Says that it isn't done; empty where the asker does.
        """
        self.console.write_exactly(question)  # a fingerprint may stand in it
        answer = await self.ask(_("Type yes to agree: "))
        if answer is None:
            return False
        if folded(answer.strip()) in {"yes", folded(_("yes"))}:
            return True
        self.console.write(*filter(None, [if_not]))
        if not self.console.for_programs and self.is_command(answer.split()):
            self.put_back(answer)
        return False

    def is_command(self, words: Sequence[str]) -> bool:
        """Return whether a line begins with the whole word of a command that can be typed here."""
        typed = folded(words[0]) if words else ""
        return any(typed in {command.id, folded(command.word)} for command in self.known().values())

    def settings_changed(self) -> None:
        """Follow a setting that was changed."""
        self.context.follow_settings()


LONG = {*ACTIONS, "analyse", "mistake", "moves", "curve"}
"""Commands that may wait for their turn: an analysis, and an answer to an exercise, which is judged."""


class InnerRoom(ServerRoom):
    """Reads what is typed for another room, which does it, until that one is left."""

    def __init__(self, context: ServerContext, news: OwnNews, room: Room, first_line: str = "") -> None:
        """Make a room.

        Args:
            context: What all rooms share.
            news: What the visitor has heard in all rooms.
            room: What is typed is done there.
            first_line: What is done on arrival, as if it were typed.
        """
        super().__init__(context, news)
        self._room, self._first_line = room, first_line
        room.stay_in = self._stay_in  # type: ignore[method-assign]

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return self._room.prompt

    def commands(self) -> Commands:
        """Return what can be typed there."""
        return self._room.commands()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return self._room.help_groups()

    def enter(self) -> None:
        """Say where this is."""
        self._room.enter()

    async def run(self) -> None:
        """Do what comes first, which is the answer to what has led here; then what is typed until the room is left."""
        if self._first_line:
            await self.take(self._first_line)
        await super().run()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Have the room do what a command says."""
        try:
            await self._unless_stopped(command, words)
        finally:
            self.left = self.left or self._room.left

    async def _unless_stopped(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what takes long, unless a person stops it by an empty line; a program waits for its reply."""
        if command.id not in LONG or not self.console.stops_by_enter or self.context.typed_ahead is not None:
            await self._room.obey(command, words)
            return
        work = asyncio.ensure_future(self._room.obey(command, words))
        typed = asyncio.ensure_future(self.console.typed())
        try:
            await asyncio.wait({work, typed}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and typed.result() == "":
                self.console.write(_("Stopped."))
            else:
                await work
        finally:
            typed.cancel()
            work.cancel()
            await asyncio.gather(work, typed, return_exceptions=True)
            if typed.done() and not typed.cancelled() and typed.exception() is None and (line := typed.result()):
                self.put_back(line)

    async def tell_here(self) -> None:
        """Nothing happens there by itself."""

    async def _stay_in(self, room: Room) -> None:
        inner = InnerRoom(self.context, self.news, room)
        await inner.run()
        self.left = self.left or self.context.gone
