"""What all rooms at a server have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncGenerator
from contextlib import aclosing

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, quoted
from naishi.plain.ascii_text import folded
from naishi.plain.commands import CommandWord, UnknownCommandError
from naishi.plain.following import follow
from naishi.plain.room import Room
from naishi.plain.server.context import ServerContext
from naishi.plain.server.lobby_commands import in_lobby
from naishi.plain.server.own_news import OwnNews


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
            if any(folded(word) in {each.id, folded(each.word)} for each in in_lobby().values()):
                words = _("{typed} is a command of the lobby. To go there, type quit.")
                raise UnknownCommandError(words.format(typed=quoted(word))) from None
            raise

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

    async def confirmed(self, question: str) -> bool:
        """Ask whether something is meant."""
        self.console.write_exactly(question)  # a fingerprint may stand in it
        answer = await self.ask(_("Type yes to agree: "))
        return folded((answer or "").strip()) in {"yes", folded(_("yes"))}

    def settings_changed(self) -> None:
        """Follow a setting that was changed."""
        self.context.follow_settings()
