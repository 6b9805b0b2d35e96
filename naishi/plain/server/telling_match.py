"""A match as one terminal hears of it in lines: the game, and what the players ask of each other and say."""

from __future__ import annotations

from collections.abc import Callable

from naishi.common.i18n import _
from naishi.games.naishi.rules.phase import Phase
from naishi.plain.naishi import facts
from naishi.plain.naishi.telling import Telling
from naishi.plain.server.agreeing import Agreeing
from naishi.plain.server.context import ServerContext
from naishi.plain.server.objects import match_object
from naishi.plain.server.talking import Talking
from naishi.server import MatchParticipant
from naishi.server.match.words import undone
from naishi.server.play import rating_text
from naishi.server.storage.match import RatedOutcome


class TellingMatch:
    """Tells what has happened in a match since the last time, each thing once."""

    def __init__(
        self,
        context: ServerContext,
        me: MatchParticipant,
        *,
        when_over: Callable[[], str],
        ways_on: Callable[[], str],
    ) -> None:
        """Begin; what happened before is told as the game is.

        Args:
            context: What all rooms share.
            me: What the terminal shows.
            when_over: Says what can be done once the game is over.
            ways_on: Says the same where the players have ended it early.
        """
        self._context, self._console, self._me = context, context.console, me
        self._when_over, self._ways_on = when_over, ways_on
        self.game = Telling(context, you=me.seat is not None)
        self.agreeing = Agreeing(context, me)
        self.talking = Talking(context.console, context.visitor, me)
        self._undone, self._turn, self._ended = me.undone, -1, ""
        self._heard = len(me.view.events)
        self._sent: object = None
        self._rated: RatedOutcome | None = None

    def tell(self) -> None:
        """Tell what has happened in the game, and what the players ask of each other and say."""
        me, before = self._me, self._undone
        self._undone = me.undone
        if agreed := me.undone is not None and me.undone is not before:
            self._tell_undone()
        self._tell_game()
        self.agreeing.tell(came_of_it=agreed)
        self.talking.tell()

    def skip(self) -> None:
        """Take all that has happened so far for told."""
        self.game.skip(self._me.view)
        self.agreeing.skip()
        self._ended = self._me.ended_early

    def tell_ratings(self) -> None:
        """Tell once what a rated game has changed, or why it hasn't."""
        before, self._rated = self._rated, self._me.match.rated_outcome
        if before is not self._rated:
            self._console.write(rating_text.came_of(self._me.match))

    def _tell_undone(self) -> None:
        """Tell what was undone in the words of the agreement."""
        me = self._me
        if me.seat is not None and me.undone is not None:
            self._console.write(undone(me.undone, me.seat, me.view.names[me.others[0]]))
            self.game.forget(me.view)
            self._console.show(me.view, me)

    def _tell_game(self) -> None:
        me, heard = self._me, self._heard
        self.game.news(me)
        if me.ended_early:
            self._tell_end()
            return
        self._heard = len(me.view.events)
        self._ring(others_acted=self._heard > heard)
        if me.seat is not None:
            self.game.ask(me, self._when_over())
        self._tell_whose_turn()

    def _tell_end(self) -> None:
        """Tell once that the players have ended the game, and what there was in both Hands."""
        me = self._me
        if self._ended != me.ended_early:
            self._ended = me.ended_early
            self._console.write(me.ended_early)
            if me.view.phase is Phase.PLAY:  # in a later one, they were told as they opened
                self._console.write(*facts.hand_rows(me.view))
            self._console.write(self._ways_on())
            self._console.show(me.view, me)

    def _ring(self, *, others_acted: bool) -> None:
        """Ring the bell as the settings say."""
        bell, view = self._context.settings.bell, self._me.view
        mine = view.turn is not None and view.turn == self._me.seat
        if others_acted and (bell == "always" or (bell == "turn" and mine and self._turn != self._me.seat)):
            self._console.ring()

    def _tell_whose_turn(self) -> None:
        """Say once that somebody else is to act."""
        turn, before = self._me.view.turn, self._turn
        self._turn = -1 if turn is None else turn
        if turn is not None and turn not in {before, self._me.seat}:
            self._console.write(_("It is {name}'s turn.").format(name=self._me.view.names[turn]))

    def send(self) -> None:
        """Tell a program what there is beside the game, if that is different."""
        me, plans = self._me, self._context.visitor.lobby.plans.rules(self._me)
        clock = me.time and (me.time.clock, me.time.deadline)
        warned = [claim.warned for claim in me.claims]
        who = me.watchers, [me.presence(seat) for seat in (0, 1)], me.seat
        now = plans, me.agreements, me.conversation.spoken, who, me.requests, clock, warned, me.match.rated_outcome
        if now != self._sent:
            self._sent = now
            self._console.send(lambda: match_object(me, plans))
