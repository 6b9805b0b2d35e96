"""One-shot commands of a visitor, to their exit status."""

import asyncio
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

from typing_extensions import override

from naishi.common.i18n import NaishiError, UnknownCommandError, _, day, moment
from naishi.plain.console import CommandWord, Console, Lines, find, folded, with_our_digits
from naishi.plain.json_console import JsonConsole
from naishi.plain.server import commands
from naishi.plain.server.agreeing import AGREEING, TALKING, take_news
from naishi.plain.server.lobby import PlainLobby, watch_tv
from naishi.plain.server.match import PlainMatch
from naishi.plain.server.match_numbers import MatchIds
from naishi.plain.server.objects import lobby_object
from naishi.plain.server.room import ServerContext, ServerRoom
from naishi.plain.server.tables import terms_among
from naishi.saves.document import write_line
from naishi.server import Match, MatchStage, Visitor
from naishi.server.history.past_games import not_over
from naishi.server.match.clock import is_live
from naishi.server.match.match import NAISHI
from naishi.settings.schema import Layers

ASKING = ("match", "time")
"""The commands about a match of any kind that only answer."""


class UnaskedRoom(ServerRoom):
    """Nobody can be asked anything here: whoever means what has to be confirmed says so at once."""

    confirms = False

    async def confirmed(self, question: str, if_not: str = "") -> bool:
        """Return whether something was said to be meant. Raises NaishiError: it wasn't."""
        if not self.confirms:
            words = _("{question} If you mean it, add the word yes.").format(question=question)
            raise NaishiError(f"{if_not} {words}".lstrip())
        return True

    def without_yes(self, words: Sequence[str]) -> list[str]:
        """Return words without the `yes` at their end, which confirms."""
        self.confirms = bool(words) and folded(words[-1]) in {"yes", folded(_("yes"))}
        return [*words[:-1]] if self.confirms else [*words]


class VerbLobby(UnaskedRoom, PlainLobby):
    """The lobby for one command. A game that is begun is told of, and waits."""

    def __init__(self, context: ServerContext) -> None:
        self.ids = MatchIds(context.visitor)
        super().__init__(context, numbers=self.ids)

    async def do(self, command: str, words: Sequence[str]) -> None:
        """Do what a command of the lobby says. Raises NaishiError: it isn't possible."""
        if command in {"new", "challenge"} and is_live(terms_among(words)[0].control):
            raise NaishiError(
                _("With a clock of minutes, a table is open only while you are here. Use days, or private.")
            )
        if command in {"join", "tournament"}:
            words = self.without_yes(words)
        if command in {"close", "decline", "leave", "begin"} and words:
            words = [(await self.ids.look_up(words[0])).id, *(words[1:] if command == "begin" else ())]
        await self._do(self.find(command), words)
        if self.visitor.code:
            await self.news.tell(in_lobby=True)

    @override
    def welcome(self, match: Match) -> str:
        line = self.context.ssh_line("plain", "join", match.id)
        return _("New here? Line mode has the rules and says what you can do: {line}").format(line=line)

    async def _named(self, words: Sequence[str]) -> Match:
        return await self.ids.look_up(" ".join(words), to_sit=True)

    async def _go_to(self, match: Match) -> None:
        """Say what has become of a table; against a bot, once that has done what it does first."""
        async with VerbMatch.at(self, match) as room:
            await room.let_bot_act()
        self.console.write(self.ids.line(await self.visitor.lobby.matches.get(match.id)))


class VerbMatch(UnaskedRoom, PlainMatch):
    """A match for a command or a few."""

    _ids: MatchIds
    _match: Match

    @classmethod
    @asynccontextmanager
    async def at(cls, lobby: VerbLobby, match: Match) -> "AsyncIterator[VerbMatch]":
        """Come to a match, and leave it in the end. Raises NaishiError: it has not begun."""
        room = cls(lobby.context, lobby.news, await lobby.visitor.come(match))
        room._ids, room._match = lobby.ids, match
        try:
            yield room
        finally:
            await room.leave()

    async def leave(self) -> None:
        self.context.happenings.forget("match")
        await self.visitor.detach(self.me)

    @override
    def when_over(self) -> str:
        return _("To ask for a rematch: play {game} rematch.").format(game=self.me.match_id)

    def _ways_on(self) -> str:
        return self.when_over()

    async def show(self, words: Sequence[str]) -> None:
        """Show the whole table, or answer a question. Raises NaishiError: it can't be answered."""
        self.console.opened(self.me.match_id, self.me.kinds, self.me.match.game)
        if words:
            acting = {*self.game.plays, *AGREEING, *TALKING}
            instead = _("show answers questions; to do that: play {game} {words}")
            await self.obey(self._found(words, {*self.game.looks, *ASKING}, acting, instead), words[1:])
            return
        self._talking.tell()
        self.console.write(*dict.fromkeys(self._shown()))  # cards that were dealt are on the table, and asked for
        self.game.show()
        self._telling.send()

    def _shown(self) -> Iterator[str]:
        yield self._ids.line(self._match)
        yield from self.game.whole_table()
        yield from filter(None, (self.me.news.offered, self.me.news.situation))

    async def play(self, typed: Sequence[str]) -> None:
        """Do what some words say, one line after the other; bots then act, too.

        Raises NaishiError: one isn't possible; those before it are done.
        """
        self._check_plays()
        self.console.opened(self.me.match_id, self.me.kinds, self.me.match.game)
        self._telling.skip()
        self._time.skip()
        for line in self.game.lines_of(typed):
            words = self.without_yes(with_our_digits(line).split())
            if words:
                await self._do_one(words)
                if self.me.rematch_has_begun:
                    self._agreeing.skip()  # what was offered has begun
                    self.console.write(_("The rematch begins."))
                self._tell_what_is_new()
                self._time.tell_what_was_asked()
        await self.let_bot_act()
        if (following := self.me.agreements.next) is not None:
            self.console.write(self._ids.line(await self.visitor.lobby.matches.get(following)))
        self._telling.send()

    async def _do_one(self, words: Sequence[str]) -> None:
        if (action := self.game.action_of(words, self.known())) is not None:
            await self.me.play(action)
            return
        acting = {*self.game.plays, *AGREEING, *TALKING}
        instead = _("play acts; to ask that: show {game} {words}")
        await self.obey(self._found(words, acting, {*self.game.looks, *ASKING}, instead), words[1:])

    def _check_plays(self) -> None:
        if self.me.seat is None:
            raise NaishiError(_("You are watching; only the players can do that."))

    async def plan(self, words: Sequence[str]) -> None:
        """Plan what to do if the other player does something, or say what is planned.

        Raises NaishiError: it can't be planned.
        """
        self._check_plays()
        self.console.opened(self.me.match_id, self.me.kinds, self.me.match.game)
        await self.obey(self.find("when"), words)
        self._telling.send()

    def _found(self, words: Sequence[str], among: set[str], others: set[str], instead: str) -> CommandWord:
        """Find a command that one verb does. Raises NaishiError: there is none, or it is done in another way."""
        known = self.known()
        try:
            return find(words[0], {each: known[each] for each in known if each in among})
        except UnknownCommandError as error:
            with suppress(UnknownCommandError):
                meant = self.find(words[0])
                raise NaishiError(self._another_way(meant, others, instead, words)) from None
            raise error from None

    def _another_way(self, meant: CommandWord, others: set[str], instead: str, words: Sequence[str]) -> str:
        if meant.id in others:
            return instead.format(game=self.me.match_id, words=" ".join(words))
        if (verb := commands.verbs().get(meant.id)) is not None:
            return commands.usage(verb)
        line = self.context.ssh_line("plain", "join", self.me.match_id)
        return _("{command} is for line mode: {line}").format(command=meant.word, line=line)

    async def let_bot_act(self) -> None:
        """Tell what a bot does, until it is a person's turn, or the bot can't go on."""
        me, changes = self.me, self.me.changes()
        while me.against_bot and not me.over and me.seat not in me.view.awaited and not me.bots.failure:
            if await anext(changes, None) is None:
                return
            self._tell_what_is_new()


class VerbWatch(VerbMatch):
    """A match that is followed until it is over; nothing is typed there."""

    async def tell_here(self) -> None:
        await super().tell_here()
        self.left = self.left or self.me.over

    def _ways_on(self) -> str:
        return _("The game is over.")


class Streams(NamedTuple):
    """The two streams of a client's channel."""

    answer: Callable[[bytes], None]
    """Takes bytes of what was asked for."""
    complain: Callable[[bytes], None]
    """Takes bytes that say why it can't be had."""
    newline: str = "\n"
    """What ends a line at the client's terminal."""


class VerbLines(Lines):
    """One line in, which came as a command, and lines out.

    Args:
        send: Takes bytes for the client.
    """

    def __init__(self, send: Callable[[bytes], None], line: str | None = None, *, newline: str = "\n") -> None:
        self._send, self._line, self._newline = send, line, newline

    async def read(self, _prompt: str) -> str | None:
        line, self._line = self._line, None
        return line

    def write(self, text: str) -> None:
        self._send(text.replace("\n", self._newline).encode("utf-8", "replace"))


PAUSE = 0.25
"""Seconds between two looks, however much happens."""


async def wait_for_turn(lobby: VerbLobby, only: Match | None, *, follow: bool) -> None:
    """Say where it is the visitor's turn, as soon as it is anywhere.

    Args:
        only: The only match that counts; None for all of the visitor's.
        follow: Whether to go on from there, and tell of each turn that comes.

    Raises:
        NaishiError: Nothing can be waited for: no game goes on.
    """
    visitor, told, turn_of = lobby.visitor, set[object](), Turns(lobby.visitor)
    changes = visitor.changes()
    async with AsyncExitStack() as bots:
        while True:
            listing = await visitor.refresh()
            mine = [match for match in listing.mine if only is None or match.id == only.id]
            going_on = [match for match in mine if match.state is not MatchStage.OVER]
            turns = [match for match in going_on if _waits_for(visitor, match)]
            each = {await turn_of(match): match for match in turns}
            new = [match for turn, match in each.items() if turn not in told]
            if new:
                lobby.console.write(*map(lobby.ids.line, new))
                lobby.console.send(lambda: lobby_object(visitor))
            if new and not follow:
                return
            if not going_on:
                nothing = _("You have no game in progress.")
                raise NaishiError(nothing if only is None else lobby.ids.line((*mine, only)[0]))
            told = {*each}
            await _let_bots_act(lobby, going_on, bots)
            await anext(changes)
            await asyncio.sleep(PAUSE)


class Turns:
    """Tells the turns of a visitor apart, also where the other player has had theirs between two looks."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._known: dict[str, tuple[float, int]] = {}
        """By match, when it was changed last, and what the other player had done by then."""

    async def __call__(self, match: Match) -> tuple[str, int]:
        """Return a turn of the visitor's: it is another one once the other player has done something, or undone it."""
        updated, acted = self._known.get(match.id, (None, 0))
        if updated != match.updated:
            game = (await self._visitor.lobby.matches.load(match.id)).game
            seat = match.seat_of(self._visitor.account.id)
            events = game.view(seat or 0).events
            told = match.game == NAISHI  # elsewhere, what others have chosen in secret makes no other turn
            acted = sum(event.seat != seat and (told or event.action is not None) for event in events)
            self._known[match.id] = match.updated, acted
        return match.id, acted


def _waits_for(visitor: Visitor, match: Match) -> bool:
    """Whether it is a visitor's turn in a match, and it isn't about to be played as planned."""
    me = visitor.account.id
    return match.is_turn_of(me) and not visitor.lobby.plans.considers(match, me)


async def _let_bots_act(lobby: VerbLobby, matches: Sequence[Match], bots: AsyncExitStack) -> None:
    """Be at the matches in which it is a bot's turn: it thinks only while someone is there."""
    here = {each.match_id for each in lobby.visitor.participants}
    for match in matches:
        if match.id not in here and any(match.seats[seat] is None for seat in match.awaited):
            await bots.enter_async_context(VerbMatch.at(lobby, match))


DONE, REFUSED, WRONG_USAGE = 0, 1, 2
"""The exit statuses, as the command on one's own machine has them."""
READ_BY_PEOPLE = {"games", "show", "play", "when"}
"""Verbs whose answers begin with what has become of one's plans; the others are files and scripts, or end late."""


class VerbVisit:
    """What a visitor asks for by one line.

    Args:
        read_layers: Returns the settings of a visitor's account.
        ssh_line: Returns the line that brings a friend here, by the words of a command.
        json_lines: Whether a program reads objects; `--json` among the words says so, too.
    """

    def __init__(
        self,
        visitor: Visitor,
        words: Sequence[str],
        streams: Streams,
        read_layers: Callable[[Visitor], Layers],
        ssh_line: Callable[..., str],
        *,
        offered: Sequence[str],
        json_lines: bool = False,
    ) -> None:
        self._options = {word for word in words if word.startswith("-") and word.strip("-")}
        self._words = [word for word in words if word not in self._options] or ["help"]
        self._visitor, json_lines = visitor, json_lines or commands.JSON in self._options
        answer = VerbLines(streams.answer, " ".join(self._words), newline=streams.newline)
        self._errors = _console(VerbLines(streams.complain, newline=streams.newline), json_lines=json_lines)
        self._context = ServerContext(
            console=_console(answer, json_lines=json_lines),
            layers=read_layers(visitor),
            offered=tuple(offered),
            visitor=visitor,
            read_layers=read_layers,
            ssh_line=ssh_line,
        )
        self._context.follow_settings()
        self._errors.ascii_only = self._context.console.ascii_only

    def let_browsers_in(self, web_link: Callable[[str], str]) -> None:
        """Offer a link for browsers, which `web_link` returns for its word."""
        self._context.web_link = web_link

    async def run(self) -> int:
        try:
            await self._check_pace()
            verb = commands.find_verb(self._words[0])
            if not self._options.isdisjoint(commands.HELP) and verb.id != "help":
                self._context.console.write_exactly(*commands.help_lines([verb.word]))
                return DONE
            commands.check_words(verb, self._words[1:], self._options)
            await self._do(verb, self._words[1:])
        except commands.WrongUsageError as error:
            self._complain(error)
            return WRONG_USAGE
        except NaishiError as error:
            self._complain(error)
            return REFUSED
        finally:
            await self._context.happenings.close()
        return DONE

    async def _check_pace(self) -> None:
        """Count the verb, whatever it is; one too many is kept waiting, since refused at once it would come again.

        Raises NaishiError: it is one too many.
        """
        lobby = self._visitor.lobby
        if not await lobby.allowances.verbs.take(self._visitor.counted_as):
            await sleep(lobby.limits.verbs_wait)
            raise NaishiError(_("That is very often. Please wait a little."))

    def _complain(self, error: NaishiError) -> None:
        if isinstance(self._errors, JsonConsole):
            self._errors.refuse(error)
        elif isinstance(error, commands.WrongUsageError):
            self._errors.write_exactly(f"naishi: {error}")
        else:
            self._errors.write(f"naishi: {error}")

    async def _do(self, verb: CommandWord, words: list[str]) -> None:
        console = self._context.console
        await console.read("")  # from now on a program waits for the reply
        await self._visitor.refresh()
        if verb.id in READ_BY_PEOPLE:
            console.write(*await take_news(self._visitor))
        lobby = VerbLobby(self._context)
        match verb.id:
            case "help":
                console.write_exactly(*commands.help_lines(words))
            case "export":
                await self._export(lobby, words)
            case "show" | "play" | "watch" | "when":
                await self._at_a_match(verb, lobby, await lobby.ids.look_up(words[0]), words[1:])
            case "wait":
                only = await lobby.ids.look_up(words[0]) if words else None
                await wait_for_turn(lobby, only, follow=commands.FOLLOW in self._options)
            case "tv":
                await watch_tv(self._context, lobby.news)
            case "completion":
                console.write_exactly(commands.completion_script(words, self._context.ssh_line()))
            case "history":
                console.write(*[line async for line in _history(lobby)])
            case _:
                await lobby.do("join" if verb.id == "sit" else verb.id, words)
        console.done()

    async def _at_a_match(self, verb: CommandWord, lobby: VerbLobby, match: Match, words: list[str]) -> None:
        if verb.id == "show" and match.state is MatchStage.OPEN:
            self._context.console.write(lobby.ids.line(match))
        elif verb.id == "watch":
            async with VerbWatch.at(lobby, match) as room:
                await room.run()
        elif verb.id == "play" and not words:
            raise commands.WrongUsageError(commands.usage(verb))
        else:
            async with VerbMatch.at(lobby, match) as room:
                await {"show": room.show, "when": room.plan, "play": room.play}[verb.id](words)

    async def _export(self, lobby: VerbLobby, words: list[str]) -> None:
        """Write the record of a match of the visitor's own, or of all: all of it, and so only once it is over."""
        if folded(words[0]) in {"all", folded(_("all"))}:
            await lobby.do("export", words)
            return
        match = await lobby.ids.look_up(words[0])
        if match.state is not MatchStage.OVER:
            raise not_over()
        self._context.console.write_exactly(write_line(*await self._visitor.past_games.record(match.id)))


def _console(lines: VerbLines, *, json_lines: bool) -> Console:
    return JsonConsole(lines, greeting=False) if json_lines else Console(lines)


async def _history(lobby: VerbLobby) -> AsyncIterator[str]:
    visitor = lobby.visitor
    finished = await visitor.lobby.matches.lists.finished(visitor.account.id) if visitor.account.stored else ()
    for match in finished:
        yield _("{day}. {line}").format(day=day(moment(match.updated)), line=lobby.ids.line(match))
    if not finished:
        yield _("You have finished no game yet.")
