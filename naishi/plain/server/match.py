"""A match on a server in lines: played, or watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from typing_extensions import override

from naishi.common.errors import InvalidActionError, NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.plain.commands import Commands, CommandWord
from naishi.plain.game_room import GameRoom
from naishi.plain.server.agreeing import AGREEING
from naishi.plain.server.context import ServerContext
from naishi.plain.server.game_lines import game_lines
from naishi.plain.server.match_commands import GROUP, OF_PLAYERS, match_commands
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.talking import TALKING
from naishi.plain.server.telling import TellingPeople, TellingTime, days_of
from naishi.plain.server.telling_match import TellingMatch
from naishi.server import MatchParticipant, OfferKind, Request, Verb
from naishi.server.lobby.notices import next_turn
from naishi.server.match import rating_text
from naishi.server.match.rows import NAISHI
from naishi.server.match.words import has_left
from naishi.server.tournaments import tournament_text
from naishi.sessions import Ask
from naishi.tabletop.kinds import Section, kind_of


class PlainMatch(ServerRoom, GameRoom):
    """Somebody at a match, then at the rematches that follow or at the next game that waits."""

    def __init__(self, context: ServerContext, news: OwnNews, me: MatchParticipant) -> None:
        super().__init__(context, news)
        self._come_to(me)

    def _come_to(self, me: MatchParticipant) -> None:
        """Be at a match, about which nothing has been said."""
        self.me = me
        self.context.happenings.follow("match", me.changes())
        self.news.came_to(me.match_id)
        self.game = game_lines(self, me)
        self._telling = TellingMatch(self.context, me, self.game, when_over=self.when_over, ways_on=self._ways_on)
        self._agreeing, self._talking = self._telling.agreeing, self._telling.talking
        self._time, self._people = TellingTime(self.context, me), TellingPeople(self.context, me)

    def commands(self) -> Commands:
        """Return what can be typed here: by a player, or by somebody who watches."""
        return self.game.commands(match_commands(len(self.me.view.names), watching=self.me.seat is None))

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title; to whoever has left, those that still do anything."""
        groups = self.game.groups(GROUP)
        gone = OF_PLAYERS | self.game.plays | {"say"} if self.me.has_left else frozenset()
        return {title: tuple(each for each in ids if each not in gone) for title, ids in groups.items()}

    @override
    def rules(self) -> Sequence[Section]:
        return self.game.rules()

    @override
    def level(self, typed: str) -> str | None:
        return self.game.level(typed)

    @override
    def failure_help(self) -> str:
        return self.game.failure_help()

    @override
    def help_on(self, word: str) -> Iterator[str]:
        return self.game.help_on(word)

    @override
    def more_help(self) -> Iterator[str]:
        return self.game.typing()

    def enter(self) -> None:
        """Say which match this is."""
        me = self.me
        self.console.write(self._which(), *self.game.terms())
        if me.match.rated and me.match.rated_outcome is None:  # later, that and what came of it is told
            self.console.write(_("It is rated."))
        self.console.write(*filter(None, [tournament_text.at_table(me.match)]))
        if me.against_bot and me.match.public and not me.over:
            self.console.write(
                _("Everybody here can watch it. For one that nobody finds: private, then bot strong and its number.")
            )
        if me.has_left:
            self.console.write(has_left())
        if me.time is not None:
            self.console.write(*self._time.left())
        super().enter()
        self.console.opened(me.match_id, me.kinds, me.match.game)

    def _which(self) -> str:
        """Name the game and those who play it; of Naishi, which most games here are, only those."""
        me, names = self.me, rating_text.players(self.me.match, self.me.view.names)
        others = listed(names[seat] for seat in range(len(names)) if seat != me.seat)
        if me.match.game != NAISHI:
            words = (
                _("You are watching {names} at {game}.") if me.seat is None else _("{game}: your game with {names}.")
            )
            return words.format(names=others, game=kind_of(me.match.game).title())
        if me.seat is None:
            return _("You are watching {first} and {second}.").format(first=names[0], second=names[1])
        return _("Your game with {name}.").format(name=others)

    async def leave(self) -> None:
        """Leave the match; it waits."""
        self.context.happenings.forget("match")
        self.context.happenings.forget("clock")
        self.news.came_to("")
        await self.visitor.detach(self.me)
        self.console.opened("", ("", ""))

    async def tell_here(self) -> None:
        """Tell what has happened in the match, and what the players ask of each other."""
        me = self.me
        if me.has_lost_seat:
            self.console.notice(_("You have left this game: its seat isn't yours any more."))
            self.left = True
            return
        if me.rematch_has_begun:
            await self._follow_rematch()
            return
        self._tell_what_is_new()
        self._telling.tell_ratings()
        self._people.tell()
        self._time.tell()
        self.context.happenings.follow("clock", self._time.alarm())
        self._telling.send()

    async def _move_to(self, me: MatchParticipant) -> None:
        """Be at another match, and leave the one before."""
        before = self.me
        self._come_to(me)
        await self.visitor.detach(before)

    async def _follow_rematch(self) -> None:
        await self._move_to(await self.visitor.follow(self.me))
        self.console.write(_("The rematch begins."))
        self.console.opened(self.me.match_id, self.me.kinds, self.me.match.game)
        self._tell_what_is_new()  # the other player may need a moment to come
        self._telling.send()

    async def _go_to_next(self) -> None:
        """Leave this match for the next one that waits.

        Raises:
            NaishiError: No other one does, or it is gone.
        """
        match = await next_turn(self.visitor, self.me.match_id)
        await self._move_to(await self.visitor.attach(match.id))
        self.enter()

    def _tell_what_is_new(self) -> None:
        self._telling.tell()
        self.tell_failure(self.me)

    def _ways_on(self) -> str:
        """Say what can be typed once the game is over."""
        again = Ask.REMATCH in self.me.allowed
        if self.me.match.game != NAISHI:
            return _("Type rematch, log, look or quit.") if again else _("Type log, look or quit.")
        return _("Type rematch, log, table or quit.") if again else _("Type log, table or quit.")

    @override
    async def understand(self, words: Sequence[str]) -> None:
        try:
            action = self.game.action_of(words, self.known())
        except InvalidActionError:
            self.check_not_of_lobby(words[0])
            raise
        if action is None:
            await super().understand(words)
        else:
            await self.me.play(action)
            self.game.narrator.news(self.me)

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says.

        Raises:
            NaishiError: It isn't possible.
        """
        me = self.me
        if me.has_left and command.id in OF_PLAYERS | self.game.plays | {"say"}:
            raise NaishiError(has_left())
        match command.id:
            case "match" | "time":
                self.console.write(*(self._about() if command.id == "match" else self._time.left()))
            case _ if command.id in AGREEING | TALKING:
                await self._ask_others(command, words)
            case "next":
                await self._go_to_next()
            case "what" if not words:
                await self._say_what(command)
            case "undo" if not me.against_bot:
                await self._undo()
            case "replay" | "analyse":
                await self.game.look_back(command.id)
                if not self.context.gone:
                    self.enter()
            case "retry" | "replace" | "pace":
                await self.run_bots(me, command, words)
            case _:
                await self.game.obey(command, words)

    @override
    def is_command(self, words: Sequence[str]) -> bool:
        if super().is_command(words):
            return True
        with suppress(InvalidActionError):
            return bool(words) and self.game.action_of(words, self.known()) is not None
        return False

    async def _undo(self) -> None:
        """Withdraw what nobody has seen yet; ask the other people for the rest."""
        if Ask.WITHDRAW in self.me.allowed:
            await self.game.obey(self.find("withdraw"), ())
        else:
            await self._agreeing.offer(OfferKind.UNDO)

    async def _say_what(self, command: CommandWord) -> None:
        """Say what a player can do now: answer another one, act, or go on after the game."""
        me, to_answer = self.me, [*self._agreeing.to_answer()]
        self.console.write(*to_answer)
        if me.over:
            self.console.write(me.ended_early or _("The game is over."), self._ways_on())
            self.console.answer(actions=())
        elif to_answer and not me.view.legal_actions:
            self.console.answer(actions=())
        else:
            await self.game.obey(command, ())

    async def _ask_others(self, command: CommandWord, words: Sequence[str]) -> None:
        """Ask something of the other players, or answer what they ask."""
        match command.id:
            case "draw" | "call" | "pause":
                await self._offer(command.id, words)
            case "rematch":
                await self._rematch()
            case "continue" | "abort":
                await self.me.request(Request(Verb(command.id)))
            case "claim":
                await self._agreeing.claim(words)
            case "resign":
                if self.me.over or await self.confirmed(self.me.of_leaving, _("Not resigned.")):
                    await self.me.request(Request(Verb.RESIGN))
            case _ if command.id in TALKING:
                await self._talking.obey(command, words)
            case answered:
                await self._agreeing.answer(Verb(answered), words)

    async def _offer(self, what: str, words: Sequence[str]) -> None:
        """Offer a draw, a pause, or to call the game off."""
        match what:
            case "pause":
                await self._agreeing.offer(OfferKind.PAUSE, days_of(words))
            case "call":
                await self._agreeing.offer(OfferKind.CALL_OFF)
            case _ if (
                self.me.match.game == NAISHI
                or not self._can_offer_draw
                or await self.confirmed(_("This offers a draw."), _("No draw was offered."))
            ):
                await self._agreeing.offer(OfferKind.DRAW)  # elsewhere one may have meant to draw a card

    @property
    def _can_offer_draw(self) -> bool:
        return any(each.verb is Verb.OFFER and each.kind is OfferKind.DRAW for each in self.me.requests)

    async def _rematch(self) -> None:
        """Ask for a rematch; somebody who watches goes to the one that has begun."""
        if self.me.seat is not None:
            await self._agreeing.rematch()
        else:
            self.me.check(Ask.REMATCH)
            await self._follow_rematch()

    def _about(self) -> Iterator[str]:
        """Say who is here, and what can be asked for or answered."""
        me = self.me
        if me.ended_early:
            yield me.ended_early
        yield from self._people.here()
        yield from self._agreeing.possible()
