"""Narration of a match to one terminal."""

from __future__ import annotations

from collections.abc import Callable

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.plain.protocol import Message
from naishi.plain.server.agreeing import Agreeing
from naishi.plain.server.context import ServerContext
from naishi.plain.server.game_lines import GameLines
from naishi.plain.server.objects import match_object, table_match_object
from naishi.plain.server.talking import Talking
from naishi.server import MatchParticipant
from naishi.server.match import rating_text
from naishi.server.match.match import RatedOutcome
from naishi.server.match.match_text import TWO
from naishi.server.match.rows import NAISHI
from naishi.server.match.words import has_left, undone
from naishi.tabletop.early_end import LOST


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
            context: What all rooms share.
            me: What the terminal shows.
            game: The lines of the game there.
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
        else:
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
        """Tell who has left a game that goes on, and how."""
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
        """Tell once that the players have ended the game, and what comes to light by that."""
        me = self._me
        if self._ended != me.ended_early:
            self._ended = me.ended_early
            self._console.write(me.ended_early, *self._lines.opened_hands(), self._ways_on())
            self._console.show(me.view, me)

    def _ring(self, *, others_acted: bool) -> None:
        """Ring the bell as the settings say."""
        bell, mine = self._context.settings.bell, self._me.seat in self._me.awaited
        if others_acted and (bell == "always" or (bell == "turn" and mine and not self._was_mine)):
            self._console.ring()

    def _tell_whose_turn(self) -> None:
        """Say once that somebody else is to act, or several are; not again when there are fewer of these."""
        me, before = self._me, self._waited
        self._was_mine = me.seat in me.awaited
        others = () if self._was_mine else me.awaited
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
        """Tell a program what there is beside the game, if that is different."""
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
