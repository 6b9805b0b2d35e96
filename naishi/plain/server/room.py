"""Rooms at a server, their shared context and a visitor's news."""

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from naishi.common import i18n
from naishi.common.i18n import NaishiError, _, find_language, listed
from naishi.plain.console import ACTIONS, Commands, CommandWord, folded, is_whole
from naishi.plain.room import Context, Room, follow
from naishi.plain.server.agreeing import take_news
from naishi.plain.server.commands import in_lobby
from naishi.server import Match, MatchStage, Visitor
from naishi.server.lobby.account_flow import guest_code
from naishi.server.lobby.notices import TournamentNews, TurnNotice
from naishi.server.match.match_text import TWO
from naishi.sessions.session import Revisions
from naishi.settings.schema import Layers
from naishi.tabletop.kinds import kind_of


class Happenings:
    """Wakes a room whenever one of several things may have changed, for one visitor."""

    def __init__(self) -> None:
        self._revisions = Revisions()
        self._followed: dict[str, asyncio.Task[None]] = {}

    def follow(self, what: str, changes: AsyncIterator[object], pause: float = 0.0) -> None:
        """Wake whoever waits when this changes, and no longer at what was followed by the same word before."""
        self.forget(what)
        self._followed[what] = asyncio.get_running_loop().create_task(self._pass_on(changes, pause), name=what)

    def forget(self, what: str) -> None:
        if (task := self._followed.pop(what, None)) is not None:
            task.cancel()

    def changes(self) -> AsyncIterator[int]:
        """Yield whenever something may have changed since this was called."""
        return self._revisions.since(self._revisions.newest)

    async def close(self) -> None:
        for task in self._followed.values():
            task.cancel()
        await asyncio.gather(*self._followed.values(), return_exceptions=True)

    async def _pass_on(self, changes: AsyncIterator[object], pause: float) -> None:
        async for _change in changes:
            self._revisions.bump()
            if pause:
                await asyncio.sleep(pause)


@dataclass(kw_only=True)
class ServerContext(Context):
    """Who is here, and what reaches them."""

    visitor: Visitor
    read_layers: Callable[[Visitor], Layers]
    """Returns the settings of the account that a visitor has now."""
    ssh_line: Callable[..., str]
    """Returns the line that brings a friend here, by the words of a command."""
    web_link: Callable[[str], str] | None = None
    """Returns the link for browsers, by its word; None where they can't come."""
    call: Callable[[str, str], None] | None = None
    """Has a terminal call a player who looks elsewhere, as the setting `notice` says; None where none can."""
    happenings: Happenings = field(default_factory=Happenings)
    typed_ahead: str | None = None
    """What was typed just as a room was left."""
    gone: bool = False
    """Whether nothing more can be typed: every room is left."""
    heard: dict[tuple[str, int | None], Any] = field(default_factory=dict)
    """What was told at each match that was left, by its id and the seat, as its narrator wants to have it again."""

    def follow_settings(self) -> None:
        i18n.switch(i18n.load(find_language(self.settings.language) or self.visitor.language))
        self.console.ascii_only = self.settings.ascii


class OwnNews:
    """Tells one visitor what others, or other terminals of theirs, have done; nothing twice."""

    def __init__(self, context: ServerContext) -> None:
        visitor = context.visitor
        self._context, self._visitor = context, visitor
        self._player, self._news, self._code = visitor.account.id, visitor.news, ""
        self._request: object = None
        self._waiting: dict[str, Match] = {}
        """The tables at which the visitor sat and the game had not begun."""
        self._turns, self._here = TurnNotice(visitor), ""
        self._rounds = TournamentNews(visitor)
        self.joined: Match | None = None
        """The match that has begun last at a table of one's own."""

    async def tell(self, *, in_lobby: bool, in_account: bool = False) -> None:
        listing = await self._visitor.refresh()
        self._tell_of_account()
        self._tell_of_request(in_lobby=in_lobby, in_account=in_account)
        waiting, now = self._waiting, {match.id: match for match in listing.mine}
        self._waiting = {id_: match for id_, match in now.items() if match.state is MatchStage.OPEN}
        for id_ in waiting.keys() - self._waiting.keys():
            if (match := now.get(id_)) is not None:
                self._tell_of_beginning(match, in_lobby=in_lobby)
            else:
                self._tell_of_lost_seat(waiting[id_])
        if (paired := now.get(self._visitor.paired)) is not None and paired.id not in waiting:
            self._tell_of_beginning(paired, in_lobby=in_lobby)
        for text in (*self._rounds.look().values(), *await take_news(self._visitor)):
            self._context.console.notice(text)
        self._tell_of_turns(in_lobby=in_lobby)

    def react(self) -> None:
        """Take note that the visitor types: from now on they are told again of turns elsewhere."""
        self._turns.react()

    def _tell_of_turns(self, *, in_lobby: bool) -> None:
        """Tell once that it is the visitor's turn elsewhere, if they want that; the lobby itself says where."""
        context = self._context
        how = context.read_layers(self._visitor).effective.notice  # another terminal may have chosen it
        if not (text := self._turns.look(self._here)) or how == "off":
            return
        if context.call is not None:
            context.call(how, text)
        if not in_lobby:
            context.console.notice(text)

    def came_to(self, match: str) -> None:
        """Take note that the visitor is at a match; empty for none any more."""
        self._here = match
        if self.joined is not None and self.joined.id == match:
            self.joined = None

    def _tell_of_account(self) -> None:
        visitor, console = self._visitor, self._context.console
        if visitor.account.id != self._player:
            self._player = visitor.account.id
            self._context.layers = self._context.read_layers(visitor)
            self._context.follow_settings()
        news, self._news = self._news, visitor.news
        if visitor.news is not None and visitor.news is not news:
            console.notice(str(visitor.news))
            if visitor.news.calls:
                console.ring()
        code, self._code = self._code, visitor.code
        if visitor.code and visitor.code != code:
            console.notice(guest_code(visitor))

    def _tell_of_request(self, *, in_lobby: bool, in_account: bool) -> None:
        """Tell that a key asks to be added, and where that is answered; the account itself says who asks."""
        request, self._request = self._request, self._visitor.credentials.link_request
        if self._request is None or self._request is request:
            return
        self._context.console.ring()
        if not in_account:
            here = _("A key asks to be added to your account. Type account to answer.")
            away = _("A key asks to be added to your account. In the lobby, type account to answer.")
            self._context.console.notice(here if in_lobby else away)

    def gave_up(self, match: Match) -> None:
        """Take note that the visitor has closed or left a table: that is no news to them."""
        self._waiting.pop(match.id, None)

    def _tell_of_beginning(self, match: Match, *, in_lobby: bool) -> None:
        """Tell that a game has begun at a table, unless the visitor did that by seating bots."""
        me = match.seat_of(self._visitor.account.id)
        others = [name for seat, name in enumerate(match.names) if seat != me and match.seats[seat] is not None]
        if me is None or not others or match.id == self._here:
            return
        self.joined = match
        self._context.console.ring()
        if len(match.seats) > TWO:
            here = _("Your game of {game} with {names} begins. Type go to go there.")
            away = _("Your game of {game} with {names} begins. To go there, type quit and then go.")
        elif match.id == self._visitor.paired:
            self._visitor.paired = ""
            here = _("You are paired with {name}. Type go to go there.")
            away = _("You are paired with {name}. To go there, type quit and then go.")
        else:
            here = _("{name} has joined your table. Type go to go there.")
            away = _("{name} has joined your table. To go there, type quit and then go.")
        names = listed(name for seat, name in enumerate(match.names) if seat != me)
        said = (here if in_lobby else away).format(name=others[0], names=names, game=kind_of(match.game).title())
        self._context.console.notice(said)

    def _tell_of_lost_seat(self, table: Match) -> None:
        me = self._visitor.account.id
        if table.host != me and table.seat_of(me) is not None:
            words = _("You have no seat at {name}'s table any more: it was closed, or you have left it.")
            self._context.console.notice(words.format(name=table.names[table.seats.index(table.host)]))


class ServerRoom(Room):
    """Reads lines until it is left, and tells at once what happens meanwhile, also during a question."""

    context: ServerContext
    is_lobby = is_account = False

    def __init__(self, context: ServerContext, news: OwnNews) -> None:
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

    def of_elsewhere(self, word: str) -> str:
        return _("{typed} is a command of the lobby. To go there, type quit.") if is_whole(word, in_lobby()) else ""

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
        return bool(words) and is_whole(words[0], self.known())

    def settings_changed(self) -> None:
        self.context.follow_settings()


LONG = {*ACTIONS, "analyse", "mistake", "moves", "curve"}
"""Commands that may wait for their turn: an analysis, and an answer to an exercise, which is judged."""


class InnerRoom(ServerRoom):
    """Reads what is typed for another room, which does it, until that one is left."""

    def __init__(self, context: ServerContext, news: OwnNews, room: Room, first_line: str = "") -> None:
        super().__init__(context, news)
        self._room, self._first_line = room, first_line
        room.stay_in = self._stay_in  # type: ignore[method-assign]

    @property
    def prompt(self) -> str:
        return self._room.prompt

    def commands(self) -> Commands:
        return self._room.commands()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return self._room.help_groups()

    def enter(self) -> None:
        self._room.enter()

    async def run(self) -> None:
        """Do what comes first, which is the answer to what has led here; then what is typed until the room is left."""
        if self._first_line:
            await self.take(self._first_line)
        await super().run()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
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
