"""A match on a server in lines: played, or watched."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from typing_extensions import override

from naishi.common.i18n import InvalidActionError, NaishiError, UnknownCommandError, _, listed, quoted
from naishi.plain.console import Commands, CommandWord
from naishi.plain.protocol import Message
from naishi.plain.server.agreeing import AGREEING, TALKING, Agreeing, Talking
from naishi.plain.server.commands import GROUP, OF_PLAYERS, match_commands
from naishi.plain.server.game_lines import GameLines, game_lines
from naishi.plain.server.objects import match_object, table_match_object
from naishi.plain.server.room import OwnNews, ServerContext, ServerRoom
from naishi.plain.server.telling import TellingPeople, TellingTime, days_of
from naishi.plain.session_room import GameRoom
from naishi.server import MatchParticipant, OfferKind, Request, Verb
from naishi.server.lobby.notices import next_turn
from naishi.server.match import match_text
from naishi.server.match.match import NAISHI, RatedOutcome
from naishi.server.match.match_text import TWO
from naishi.server.match.words import has_left, undone
from naishi.server.tournaments.tournament_text import at_table
from naishi.sessions import Ask
from naishi.tabletop.game import LOST
from naishi.tabletop.kinds import Section, kind_of


class TellingMatch:
    """Tells what has happened in a match since the last time, each thing once."""

    def __init__(
        self,
        context: ServerContext,
        me: MatchParticipant,
        game: GameLines,
        *,
        when_over: Callable[[], str],
        ways_on: Callable[[], str],
    ) -> None:
        """Begin; what happened before is told as the game is.

        Args:
            when_over: Says what can be done once the game is over.
            ways_on: Says the same where the players have ended it early.
        """
        self._context, self._console, self._me = context, context.console, me
        self._when_over, self._ways_on = when_over, ways_on
        self._lines, self.game = game, game.narrator
        self.agreeing = Agreeing(context, me)
        self.talking = Talking(context.console, context.visitor, me)
        self._undone, self._ended = me.undone, ""
        self._waited: frozenset[int] = frozenset()
        """The others who were told to be awaited since something was played that the viewer could see."""
        self._turn: tuple[int, ...] = ()
        """The other one alone whose turn it is, as it was told."""
        self._was_mine = False
        """Whether the viewer was awaited then."""
        self._moment: object = None
        """What had been played by then that the viewer could see."""
        self._left: tuple[object, ...] = me.agreements.vacated
        """Who had left the game that goes on, and how."""
        self._placing = ""
        """Who is first in a game that some had left, as it was said last."""
        self._heard = len(me.view.events)
        self._sent: object = None
        self._rated: RatedOutcome | None = None

    def tell(self) -> None:
        me, before = self._me, self._undone
        self._undone = me.undone
        if agreed := me.undone is not None and me.undone is not before:
            self._tell_undone()
        self._tell_game()
        self.agreeing.tell(came_of_it=agreed)
        self.talking.tell()

    def skip(self) -> None:
        self.game.skip(self._me.view)
        self.agreeing.skip()
        self._ended = self._me.ended_early

    def tell_ratings(self) -> None:
        before, self._rated = self._rated, self._me.match.rated_outcome
        if before is not self._rated:
            self._console.write(match_text.came_of(self._me.match))

    def _tell_undone(self) -> None:
        me, names = self._me, self._me.view.names
        if me.seat is not None and me.undone is not None:
            two = len(names) == TWO
            name = names[1 - me.seat] if two else names[me.undone.seat]
            self._console.write(undone(me.undone, me.seat, name, two=two))
            self.game.forget(me.view)
            self._console.show(me.view, me)

    def _tell_game(self) -> None:
        me, heard = self._me, self._heard
        self._tell_who_left()  # before what a stand-in does for them at once
        self.game.news(me)
        if me.ended_early:
            self._tell_end()
            return
        placing, self._placing = self._placing, me.placing
        if self._placing != placing:
            self._console.write(*filter(None, [self._placing]))
        moment, before = self._seen(), self._moment
        self._moment = moment
        self._heard = len(me.view.events)
        if moment == before:  # secret choices are withdrawn and made again: that is told once
            self._heard = max(heard, self._heard)
        elif self._turn != me.awaited:
            self._waited = frozenset()
        self._ring(others_acted=self._heard > heard)
        if me.seat is not None and not me.has_left:
            self.game.ask(me, self._when_over())
        self._tell_whose_turn()

    def _seen(self) -> object:
        """Return what was played as far as the viewer can see it: others' secret choices change nothing of it."""
        me = self._me
        own = me.seat if me.seat is not None and not me.has_left else -1
        seen = sum(event.action is not None or event.seat == own for event in me.view.events)
        return me.view.round, seen, own in me.awaited

    def _tell_who_left(self) -> None:
        before, self._left = self._left, self._me.agreements.vacated
        for seat, how in self._me.agreements.vacated[len(before) :]:
            if self._me.ended_early:
                return
            if seat == self._me.seat:
                self._console.write(has_left(), _("Type look, log or quit."))
            else:
                what = _(LOST[how]).format(name=self._me.view.names[seat])
                self._console.write(_("{what}; the game goes on without them.").format(what=what))

    def _tell_end(self) -> None:
        me = self._me
        if self._ended != me.ended_early:
            self._ended = me.ended_early
            self._console.write(me.ended_early, *self._lines.opened_hands(), self._ways_on())
            self._console.show(me.view, me)

    def _ring(self, *, others_acted: bool) -> None:
        bell, mine = self._context.settings.bell, self._me.seat in self._me.awaited
        if others_acted and (bell == "always" or (bell == "turn" and mine and not self._was_mine)):
            self._console.ring()

    def _tell_whose_turn(self) -> None:
        """Say once that someone else is to act, or several are; not again when there are fewer of these."""
        me, before = self._me, self._waited
        self._was_mine = me.seat in me.awaited
        others = () if self._was_mine else me.awaited
        self._turn = others if len(others) == 1 else ()
        chosen = {event.seat for event in me.view.events if event.action is None}  # some think better of it
        self._waited = before | frozenset(others) | chosen
        if before.issuperset(others):
            return
        names = [me.view.names[seat] for seat in others]
        if len(names) == 1:
            self._console.write(_("It is {name}'s turn.").format(name=names[0]))
        else:
            self._console.write(_("To decide now: {names}.").format(names=listed(names)))

    def send(self) -> None:
        me, plans = self._me, self._context.visitor.lobby.plans.rules(self._me)
        clock = me.time and (me.time.clock, me.time.deadline)
        warned = bool(me.claims) and me.claims[0].warned
        who = me.watchers, [me.presence(seat) for seat in range(len(me.kinds))], me.seat
        now = plans, me.agreements, me.conversation.spoken, who, me.requests, clock, warned, me.match.rated_outcome
        if me.match.game == NAISHI:
            self._send(now, lambda: match_object(me, plans))
        else:
            claims = [(claim.against, claim.warned) for claim in me.claims]
            of_table = me.kinds, me.view.names, me.view.awaited, me.result, claims
            self._send((now, of_table), lambda: table_match_object(me))

    def _send(self, now: object, make: Callable[[], Message]) -> None:
        if now != self._sent:
            self._sent = now
            self._console.send(make)


class PlainMatch(ServerRoom, GameRoom):
    """Someone at a match, then at the rematches that follow or at the next game that waits."""

    def __init__(self, context: ServerContext, news: OwnNews, me: MatchParticipant) -> None:
        super().__init__(context, news)
        self._come_to(me)

    def _come_to(self, me: MatchParticipant) -> None:
        self.me = me
        self.context.happenings.follow("match", me.changes())
        self.news.came_to(me.match_id)
        self.game = game_lines(self, me)
        self.game.narrator.go_on_from(self.context.heard.get((me.match_id, me.seat)))
        self._telling = TellingMatch(self.context, me, self.game, when_over=self.when_over, ways_on=self._ways_on)
        self._agreeing, self._talking = self._telling.agreeing, self._telling.talking
        self._time, self._people = TellingTime(self.context, me), TellingPeople(self.context, me)

    def commands(self) -> Commands:
        return self.game.commands(match_commands(len(self.me.view.names), watching=self.me.seat is None))

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands in groups; to whoever has left, those that still do anything."""
        groups = self.game.groups(GROUP)
        gone = OF_PLAYERS | self.game.plays | {"say"} if self.me.has_left else frozenset()
        return {title: tuple(each for each in ids if each not in gone) for title, ids in groups.items()}

    @property
    @override
    def key(self) -> str:
        return self.me.match.game

    @override
    def rules(self) -> Sequence[Section]:
        rules: Sequence[Section] = kind_of(self.key).rules()
        return rules

    @override
    def help_on(self, word: str) -> Iterator[str]:
        return self.game.help_on(word)

    @override
    def more_help(self) -> Iterator[str]:
        return self.game.typing()

    @override
    def enter(self) -> None:
        me = self.me
        self.console.write(self._which(), *self.game.terms())
        if me.match.rated and me.match.rated_outcome is None:  # later, that and what came of it is told
            self.console.write(_("It is rated."))
        self.console.write(*filter(None, [at_table(me.match)]))
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
        me, names = self.me, match_text.players(self.me.match, self.me.view.names)
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
        self.context.heard[self.me.match_id, self.me.seat] = self.game.narrator.heard()
        self.context.happenings.forget("match")
        self.context.happenings.forget("clock")
        self.news.came_to("")
        await self.visitor.detach(self.me)
        self.console.opened("", ("", ""))

    async def tell_here(self) -> None:
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
        """Leave this match for the next one that waits. Raises NaishiError: no other one does, or it is gone."""
        match = await next_turn(self.visitor, self.me.match_id)
        await self._move_to(await self.visitor.attach(match.id))
        self.enter()

    def _tell_what_is_new(self) -> None:
        self._telling.tell()
        self.tell_failure(self.me)

    def _ways_on(self) -> str:
        again = Ask.REMATCH in self.me.allowed
        if self.me.match.game != NAISHI:
            return _("Type rematch, log, look or quit.") if again else _("Type log, look or quit.")
        return _("Type rematch, log, table or quit.") if again else _("Type log, table or quit.")

    @override
    async def understand(self, words: Sequence[str]) -> None:
        try:
            action = self.game.action_of(words, self.known())
        except InvalidActionError:
            if elsewhere := self.of_elsewhere(words[0]):
                raise UnknownCommandError(elsewhere.format(typed=quoted(words[0]))) from None
            raise
        if action is None:
            await super().understand(words)
        else:
            foretold = self.game.foretold(action)
            await self.me.play(action)
            self.console.write(*foretold)
            self.game.narrator.news(self.me)

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
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
        match what:
            case "pause":
                await self._agreeing.offer(OfferKind.PAUSE, days_of(words))
            case "call":
                await self._agreeing.offer(OfferKind.CALL_OFF)
            case _ if (
                self.me.match.game == NAISHI
                or not any(each.verb is Verb.OFFER and each.kind is OfferKind.DRAW for each in self.me.requests)
                or await self.confirmed(_("This offers a draw."), _("No draw was offered."))
            ):
                await self._agreeing.offer(OfferKind.DRAW)  # elsewhere one may have meant to draw a card

    async def _rematch(self) -> None:
        """Ask for a rematch; someone who watches goes to the one that has begun."""
        if self.me.seat is not None:
            await self._agreeing.rematch()
        else:
            self.me.check(Ask.REMATCH)
            await self._follow_rematch()

    def _about(self) -> Iterator[str]:
        me = self.me
        if me.ended_early:
            yield me.ended_early
        yield from self._people.here()
        yield from self._agreeing.possible()
