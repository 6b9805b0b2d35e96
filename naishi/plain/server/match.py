"""A match on a server in lines: played at a seat, or watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain import facts
from naishi.plain.answers import answer
from naishi.plain.commands import Commands, CommandWord
from naishi.plain.following import whose_view
from naishi.plain.game_room import GameRoom
from naishi.plain.server.agreeing import AGREEING, Agreeing
from naishi.plain.server.context import ServerContext
from naishi.plain.server.looking_back import look_at
from naishi.plain.server.match_commands import match_groups, playing, watching_match
from naishi.plain.server.match_deal import dealt, mix
from naishi.plain.server.match_objects import match_object
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.plan_words import plan
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.talking import TALKING, Talking
from naishi.plain.server.telling_people import TellingPeople
from naishi.plain.server.telling_time import TellingTime, days_of
from naishi.plain.telling import Telling
from naishi.rules.phase import Phase
from naishi.server import MatchParticipant, OfferKind, Request, Verb
from naishi.server.play import rating_text, tournament_text
from naishi.server.play.next_turn import next_turn
from naishi.server.play.offer_text import undone
from naishi.server.storage.match import RatedOutcome
from naishi.sessions import Ask


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
        self._telling = Telling(self.context, you=me.seat is not None)
        self._agreeing = Agreeing(self.context, me)
        self._time = TellingTime(self.context, me)
        self._people = TellingPeople(self.context, me)
        self._talking = Talking(self.console, self.visitor, me)
        self._undone, self._turn, self._ended = me.undone, -1, ""
        self._heard = len(me.view.events)
        self._sent: object = None
        self._rated: RatedOutcome | None = None

    def commands(self) -> Commands:
        """Return what can be typed here: by a player, or by somebody who watches."""
        return watching_match() if self.me.seat is None else playing()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return match_groups()

    def enter(self) -> None:
        """Say which match this is."""
        me = self.me
        if me.seat is None:
            first, second = rating_text.players(me.match, me.view.names)
            self.console.write(_("You are watching {first} and {second}.").format(first=first, second=second))
        else:
            self.console.write(
                _("Your game with {name}.").format(name=rating_text.players(me.match, me.view.names)[me.opponent])
            )
        if me.view.module:
            self.console.write(_("Played with Legends & Travellers."))
        if me.match.rated:
            self.console.write(_("It is rated."))
        self.console.write(*filter(None, [tournament_text.at_table(me.match)]))
        if me.time is not None:
            self.console.write(*self._time.left())
        super().enter()
        self.console.opened(me.match_id, me.kinds)

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
        self._tell_ratings()
        self._people.tell()
        self._time.tell()
        self.context.happenings.follow("clock", self._time.alarm())
        self._send_match()

    async def _follow_rematch(self) -> None:
        before = self.me
        self._come_to(await self.visitor.follow(before))
        await self.visitor.detach(before)
        self.console.write(_("The rematch begins."))
        self.console.opened(self.me.match_id, self.me.kinds)
        self._tell_what_is_new()  # the other player may need a moment to come
        self._send_match()

    async def _go_to_next(self) -> None:
        """Leave this match for the next one that waits.

        Raises:
            NaishiError: No other one does, or it is gone.
        """
        before = self.me
        match = await next_turn(self.visitor, before.match_id)
        self._come_to(await self.visitor.attach(match.id))
        await self.visitor.detach(before)
        self.enter()

    def _tell_what_is_new(self) -> None:
        me, before = self.me, self._undone
        self._undone = me.undone
        if agreed := me.undone is not None and me.undone is not before:
            self._tell_undone()
        self._tell_game()
        self._agreeing.tell(came_of_it=agreed)
        self._talking.tell()
        self.tell_failure(me)

    def _tell_undone(self) -> None:
        """Tell what was undone in the words of the agreement."""
        me = self.me
        if me.seat is not None and me.undone is not None:
            self.console.write(undone(me.undone, me.seat, me.view.names[me.opponent]))
            self._telling.forget(me.view)
            self.console.show(me.view, me)

    def _tell_game(self) -> None:
        me, heard = self.me, self._heard
        self._telling.news(me)
        if me.ended_early:
            self._tell_end()
            return
        self._heard = len(me.view.events)
        self._ring(others_acted=self._heard > heard)
        if me.seat is not None:
            self._telling.ask(me, self.when_over())
        self._tell_whose_turn()

    def _tell_end(self) -> None:
        """Tell once that the players have ended the game, and what there was in both Hands."""
        me = self.me
        if self._ended != me.ended_early:
            self._ended = me.ended_early
            self.console.write(me.ended_early)
            if me.view.phase is not Phase.GIFT:
                self.console.write(*facts.hand_rows(me.view))
            self.console.write(self._ways_on())
            self.console.show(me.view, me)

    def _tell_ratings(self) -> None:
        """Tell once what a rated game has changed, or why it hasn't."""
        before, self._rated = self._rated, self.me.match.rated_outcome
        if before is not self._rated:
            self.console.write(rating_text.came_of(self.me.match))

    def _ways_on(self) -> str:
        """Say what can be typed once the game is over."""
        again = Ask.REMATCH in self.me.allowed
        return _("Type rematch, log, table or quit.") if again else _("Type log, table or quit.")

    def _ring(self, *, others_acted: bool) -> None:
        """Ring the bell as the settings say."""
        bell, view = self.context.settings.bell, self.me.view
        mine = view.turn is not None and view.turn == self.me.seat
        if others_acted and (bell == "always" or (bell == "turn" and mine and self._turn != self.me.seat)):
            self.console.ring()

    def _tell_whose_turn(self) -> None:
        """Say once that somebody else is to act."""
        turn, before = self.me.view.turn, self._turn
        self._turn = -1 if turn is None else turn
        if turn is not None and turn not in {before, self.me.seat}:
            self.console.write(_("It is {name}'s turn.").format(name=self.me.view.names[turn]))

    def _send_match(self) -> None:
        """Tell a program what there is beside the game, if that is different."""
        me, plans = self.me, self.visitor.lobby.plans.rules(self.me)
        clock = me.time and (me.time.clock, me.time.deadline)
        warned = me.claim is not None and me.claim.warned
        who = me.watchers, [me.presence(seat) for seat in (0, 1)], me.seat
        now = plans, me.agreements, me.conversation.spoken, who, me.requests, clock, warned, me.match.rated_outcome
        if now != self._sent:
            self._sent = now
            self.console.send(lambda: match_object(me, plans))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        me = self.me
        match command.id:
            case "match" | "deal" | "time" | "side":
                self.console.write(*self._told(command.id))
            case "when" | "mix":
                self.console.write(*await self._prepare(command.id, words))
            case _ if command.id in AGREEING | TALKING:
                await self._ask_other(command, words)
            case "next":
                await self._go_to_next()
            case "what" if not words:
                self._say_what()
            case "undo" if not me.against_bot:
                await self._agreeing.offer(OfferKind.UNDO)
            case "advice":
                raise NaishiError(me.refusal(Ask.ADVISE))
            case "replay" | "analyse":
                await self._look_back(command)
            case _ if me.seat is None:
                self._look(command, words)
            case _:
                await self.take_part(me, self._telling, command, words)

    async def _look_back(self, command: CommandWord) -> None:
        """Replay or analyse the match once it is over, and come back to it."""
        await look_at(self, self.me.match_id, command.id)
        if not self.context.gone:
            self.enter()

    def _say_what(self) -> None:
        """Say what a player can do now: answer the other one, act, or go on after the game."""
        me, to_answer = self.me, [*self._agreeing.to_answer()]
        self.console.write(*to_answer)
        if me.over:
            self.console.write(me.ended_early or _("The game is over."), self._ways_on())
            self.console.answer(actions=())
        elif to_answer and not me.view.legal_actions:
            self.console.answer(actions=())
        else:
            answer(me.view, "what", (), self.context)

    async def _ask_other(self, command: CommandWord, words: Sequence[str]) -> None:
        """Ask something of the other player, or answer what they ask."""
        match command.id:
            case "draw":
                await self._agreeing.offer(OfferKind.DRAW)
            case "rematch" if self.me.seat is None:
                self.me.check(Ask.REMATCH)
                await self._follow_rematch()
            case "rematch":
                await self._agreeing.rematch()
            case "pause":
                await self._agreeing.offer(OfferKind.PAUSE, days_of(words))
            case "continue" | "claim":
                await self.me.request(Request(Verb(command.id)))
            case "resign":
                if self.me.over or await self.confirmed(_("This loses the game.")):
                    await self._agreeing.give_up(Verb.RESIGN)
            case "say" | "mute" | "report":
                await self._talking.obey(command, words)
            case "abort":
                await self._agreeing.give_up(Verb.ABORT)
            case answered:
                await self._agreeing.answer(Verb(answered), words)

    async def _prepare(self, command: str, words: Sequence[str]) -> Iterable[str]:
        """Plan a turn; or add words to the deal of the rematch, or say what that is committed to."""
        return await plan(self.visitor, self.me, words) if command == "when" else [await mix(self.me, words)]

    def _look(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer a question of somebody who watches."""
        if command.id == "view":
            self.console.answer(view=self.me.view)
        else:
            answer(self.me.view, command.id, words, self.context, you=False)

    def _told(self, asked: str) -> Iterable[str]:
        """Answer a question about the match, beside the game."""
        me = self.me
        match asked:
            case "match":
                return self._about()
            case "deal":
                return dealt(me)
            case "time":
                return self._time.left()
            case _:
                me.turn_table()
                return whose_view(me), _("From {name}'s side.").format(name=me.view.names[me.view.seat])

    def _about(self) -> Iterator[str]:
        """Say who is here, and what can be asked for or answered."""
        me = self.me
        if me.ended_early:
            yield me.ended_early
        yield from self._people.here()
        yield from self._agreeing.possible()
