"""One-shot command of a visitor, to its exit status."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime

from naishi.common.errors import NaishiError
from naishi.common.formats import day
from naishi.common.i18n import _
from naishi.plain.commands import CommandWord
from naishi.plain.console import Console
from naishi.plain.json_console import JsonConsole
from naishi.plain.server.context import ServerContext
from naishi.plain.server.plan_words import take_news
from naishi.plain.server.tv import watch_tv
from naishi.plain.server.verb_rooms import Streams, VerbLines, VerbLobby, VerbMatch, VerbWatch, wait_for_turn
from naishi.plain.server.verb_words import (
    FOLLOW,
    HELP,
    JSON,
    WrongUsageError,
    check_words,
    completion_script,
    find_verb,
    help_lines,
    usage,
)
from naishi.plain.speech import folded
from naishi.saves.document import write_line
from naishi.server import Match, MatchStage, Visitor
from naishi.server.history.past_games import not_over
from naishi.settings.layers import Layers

DONE, REFUSED, WRONG_USAGE = 0, 1, 2
"""The exit statuses, as the command on one's own machine has them."""
READ_BY_PEOPLE = {"games", "show", "play", "when"}
"""Verbs whose answers begin with what has become of one's plans; the others are files and scripts, or end late."""


class VerbVisit:
    """What a visitor asks for by one line."""

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
        """Take the words of a verb from a visitor.

        Args:
            visitor: Who asks.
            words: The verb, and what follows it.
            streams: Where it is answered.
            read_layers: Returns the settings of a visitor's account.
            ssh_line: Returns the line that brings a friend here, by the words of a command.
            offered: The settings that can be changed.
            json_lines: Whether a program reads objects; `--json` among the words says so, too.
        """
        self._options = {word for word in words if word.startswith("-") and word.strip("-")}
        self._words = [word for word in words if word not in self._options] or ["help"]
        self._visitor, json_lines = visitor, json_lines or JSON in self._options
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
        """Do it; return the exit status."""
        try:
            await self._check_pace()
            verb = find_verb(self._words[0])
            if not self._options.isdisjoint(HELP) and verb.id != "help":
                self._context.console.write_exactly(*help_lines([verb.word]))
                return DONE
            check_words(verb, self._words[1:], self._options)
            await self._do(verb, self._words[1:])
        except WrongUsageError as error:
            self._complain(error)
            return WRONG_USAGE
        except NaishiError as error:
            self._complain(error)
            return REFUSED
        finally:
            await self._context.happenings.close()
        return DONE

    async def _check_pace(self) -> None:
        """Count the verb, whatever it is; one too many is kept waiting, since refused at once it would come anew.

        Raises:
            NaishiError: It is one too many.
        """
        lobby = self._visitor.lobby
        if not await lobby.allowances.verbs.take(self._visitor.counted_as):
            await sleep(lobby.limits.verbs_wait)
            raise NaishiError(_("That is very often. Please wait a little."))

    def _complain(self, error: NaishiError) -> None:
        if isinstance(self._errors, JsonConsole):
            self._errors.refuse(error)
        elif isinstance(error, WrongUsageError):
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
                console.write_exactly(*help_lines(words))
            case "export":
                await self._export(lobby, words)
            case "show" | "play" | "watch" | "when":
                await self._at_a_match(verb, lobby, await lobby.ids.look_up(words[0]), words[1:])
            case "wait":
                only = await lobby.ids.look_up(words[0]) if words else None
                await wait_for_turn(lobby, only, follow=FOLLOW in self._options)
            case "tv":
                await watch_tv(self._context, lobby.news)
            case "completion":
                console.write_exactly(completion_script(words, self._context.ssh_line()))
            case "history":
                console.write(*[line async for line in _history(lobby)])
            case _:
                await lobby.do("join" if verb.id == "sit" else verb.id, words)
        console.done()

    async def _at_a_match(self, verb: CommandWord, lobby: VerbLobby, match: Match, words: list[str]) -> None:
        if verb.id == "show" and match.state is MatchStage.OPEN:
            self._context.console.write(lobby.ids.line(match))
        elif verb.id == "watch":
            room = await VerbWatch.come(lobby, match)
            await _and_leave(room, room.run())
        elif verb.id == "play" and not words:
            raise WrongUsageError(usage(verb))
        else:
            room = await VerbMatch.come(lobby, match)
            done = {"show": room.show, "when": room.plan}
            await _and_leave(room, done[verb.id](words) if verb.id in done else room.play(words))

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


async def _and_leave(room: VerbMatch, work: Awaitable[None]) -> None:
    try:
        await work
    finally:
        await room.leave()


async def _history(lobby: VerbLobby) -> AsyncIterator[str]:
    visitor = lobby.visitor
    finished = await visitor.lobby.matches.lists.finished(visitor.account.id) if visitor.account.stored else ()
    for match in finished:
        moment = datetime.fromtimestamp(match.updated, UTC)
        yield _("{day}. {line}").format(day=day(moment), line=lobby.ids.line(match))
    if not finished:
        yield _("You have finished no game yet.")
