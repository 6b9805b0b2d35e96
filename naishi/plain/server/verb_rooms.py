"""The rooms of line mode as verbs use them: one command is done there, and nobody is asked anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain import facts
from naishi.plain.ascii_text import folded, with_our_digits
from naishi.plain.commands import ACTIONS, SKIP, CommandWord, UnknownCommandError, find
from naishi.plain.room import LOOK
from naishi.plain.server.agreeing import AGREEING
from naishi.plain.server.context import ServerContext
from naishi.plain.server.lobby import PlainLobby
from naishi.plain.server.match import PlainMatch
from naishi.plain.server.match_ids import MatchIds
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.table_options import terms_among
from naishi.plain.server.talking import TALKING
from naishi.plain.server.verb_words import usage, verbs
from naishi.plain.telling import asked
from naishi.server import Match, MatchState
from naishi.server.storage.clock import is_live

PLAYING = {*ACTIONS, SKIP, "undo", "redo", "retry", "replace", "mix", *AGREEING, *TALKING}
"""The commands of a match that `play` does."""
LOOKING = {*LOOK, "what", "last", "log", "match", "time", "deal"}
"""Those that `show` answers."""


class UnaskedRoom(ServerRoom):
    """Nobody can be asked anything here: whoever means what has to be confirmed says so at once."""

    confirms = False

    async def confirmed(self, question: str) -> bool:
        """Return whether something was said to be meant.

        Raises:
            NaishiError: It wasn't.
        """
        if not self.confirms:
            raise NaishiError(_("{question} If you mean it, add the word yes.").format(question=question))
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
        """Do what a command of the lobby says.

        Raises:
            NaishiError: It isn't possible.
        """
        if command in {"new", "challenge"} and is_live(terms_among(words)[0].control):
            raise NaishiError(
                _("With a clock of minutes, a table is open only while you are here. Use days, or private.")
            )
        if command in {"join", "tournament"}:
            words = self.without_yes(words)
        if command in {"close", "decline"} and words:
            words = [(await self.ids.look_up(words[0])).id]
        await self._do(self.find(command), words)
        if self.visitor.code:
            await self.news.tell(in_lobby=True)

    async def _named(self, words: Sequence[str]) -> Match:
        return await self.ids.look_up(" ".join(words), to_sit=True)

    async def _go_to(self, match: Match) -> None:
        """Say what has become of a table; against a bot, once that has done what it does first."""
        room = await VerbMatch.come(self, match)
        try:
            await room.let_bot_act()
        finally:
            await room.leave()
        self.console.write(self.ids.line(await self.visitor.lobby.matches.get(match.id)))


class VerbMatch(UnaskedRoom, PlainMatch):
    """A match for a command or a few."""

    _ids: MatchIds
    _match: Match

    @classmethod
    async def come(cls, lobby: VerbLobby, match: Match) -> VerbMatch:
        """Come to a match.

        Raises:
            NaishiError: It has not begun.
        """
        if match.state is MatchState.OPEN:
            raise NaishiError(_("Nobody has joined this table yet."))
        room = cls(lobby.context, lobby.news, await lobby.visitor.attach(match.id))
        room._ids, room._match = lobby.ids, match
        return room

    async def leave(self) -> None:
        """Leave the match; it waits."""
        self.context.happenings.forget("match")
        await self.visitor.detach(self.me)

    def when_over(self) -> str:
        """Say what can be done once the game is over."""
        return _("To ask for a rematch: play {game} rematch.").format(game=self.me.match_id)

    def _ways_on(self) -> str:
        return self.when_over()

    async def show(self, words: Sequence[str]) -> None:
        """Show the whole table, or answer a question.

        Raises:
            NaishiError: It can't be answered.
        """
        self.console.opened(self.me.match_id, self.me.kinds)
        if words:
            instead = PLAYING, _("show answers questions; to do that: play {game} {words}")
            command = self._found(words, LOOKING, *instead)
            await self.obey(command, words[1:])
            return
        self.console.write(*dict.fromkeys(self._shown()))  # cards that were dealt are on the table, and asked for
        self.console.answer(view=self.me.view)
        self._telling.send()

    def _shown(self) -> Iterator[str]:
        view = self.me.view
        yield self._ids.line(self._match)
        yield from facts.table_lines(view)
        if self.me.ended_early:
            yield from facts.hand_rows(view)
        elif view.turn == self.me.seat and self.me.seat is not None:
            yield from asked(view)
        yield from filter(None, (self.me.news.offered, self.me.news.situation))

    async def play(self, lines: Sequence[str]) -> None:
        """Do what some lines say, one after the other; a bot then acts, too.

        Raises:
            NaishiError: One isn't possible; those before it are done.
        """
        self._check_plays()
        self.console.opened(self.me.match_id, self.me.kinds)
        self._telling.skip()
        self._time.skip()
        for line in lines:
            words = self.without_yes(with_our_digits(line).split())
            if words:
                command = self._found(words, PLAYING, LOOKING, _("play acts; to ask that: show {game} {words}"))
                await self.obey(command, words[1:])
                if self.me.rematch_has_begun:
                    self._agreeing.skip()  # what was offered has begun
                    self.console.write(_("The rematch begins."))
                self._tell_what_is_new()
                self._time.tell_what_was_asked()
        await self.let_bot_act()
        if (following := self.me.agreements.next) is not None:
            self.console.write(self._ids.line(await self.visitor.lobby.matches.get(following)))
        self._telling.send()

    def _check_plays(self) -> None:
        if self.me.seat is None:
            raise NaishiError(_("You are watching; only the players can do that."))

    async def plan(self, words: Sequence[str]) -> None:
        """Plan what to do if the other player does something, or say what is planned.

        Raises:
            NaishiError: It can't be planned.
        """
        self._check_plays()
        self.console.opened(self.me.match_id, self.me.kinds)
        await self.obey(self.find("when"), words)
        self._telling.send()

    def _found(self, words: Sequence[str], among: set[str], others: set[str], instead: str) -> CommandWord:
        """Find a command that one verb does.

        Args:
            words: The command, and what follows it.
            among: The commands that the verb does.
            others: Those that another one does.
            instead: How that is written.

        Raises:
            NaishiError: There is none, or it is done in another way.
        """
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
        if (verb := verbs().get(meant.id)) is not None:
            return usage(verb)
        line = self.context.ssh_line("plain", "join", self.me.match_id)
        return _("{command} is for line mode: {line}").format(command=meant.word, line=line)

    async def let_bot_act(self) -> None:
        """Tell what a bot does, until it is a person's turn, or the bot can't go on."""
        me, changes = self.me, self.me.changes()
        while me.against_bot and not me.over and me.view.turn == me.opponent and not me.bots.failure:
            if await anext(changes, None) is None:
                return
            self._tell_what_is_new()


class VerbWatch(VerbMatch):
    """A match that is followed until it is over; nothing is typed there."""

    async def tell_here(self) -> None:
        """Tell what has happened, and leave once there is no more to come."""
        await super().tell_here()
        self.left = self.left or self.me.over

    def _ways_on(self) -> str:
        return _("The game is over.")
