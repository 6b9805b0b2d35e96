"""Notices of turns and of rounds, and the next turn."""

from __future__ import annotations

import math
from collections.abc import Mapping

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.server.lobby.lobby import Visitor
from naishi.server.match.match import Match, MatchStage
from naishi.server.tournaments import tournament_text


async def next_turn(visitor: Visitor, here: str = "") -> Match:
    """Return the game to go to: first those whose time runs out soonest, then those that have waited longest.

    Args:
        visitor: Whose turn it is there.
        here: The id of the game that the visitor is at: the one after it comes next, and after the last the first.

    Raises:
        NaishiError: No other game waits.
    """
    listing = await visitor.refresh()
    me, plans = visitor.account.id, visitor.lobby.plans
    waiting = [match for match in listing.mine if match.is_turn_of(me) and not plans.considers(match, me)]
    waiting.sort(key=lambda match: _urgency(match, me))
    at = next((place for place, match in enumerate(waiting) if match.id == here), -1)
    following = [match for match in (*waiting[at + 1 :], *waiting[: at + 1]) if match.id != here]
    if not following:
        raise NaishiError(_("No other game waits for you.") if here else _("No game waits for you."))
    return following[0]


def _urgency(match: Match, player: int) -> tuple[float, float]:
    seat = match.seat_of(player)
    deadline = None if match.clock is None or seat is None else match.clock.deadline((seat,))
    return math.inf if deadline is None else deadline, match.updated


class TurnNotice:
    """Knows what one terminal of a player has been told of."""

    def __init__(self, visitor: Visitor) -> None:
        """Begin with what is in the lists of the visitor now: that isn't news."""
        self._visitor = visitor
        self._known = self._turns()
        self.waits = False
        """Whether a notice was given that nobody has reacted to yet: then there are no more."""

    def look(self, here: str = "") -> str:
        """Return what to tell the player, as a sentence; empty for nothing.

        Args:
            here: The id of the match in front of them.
        """
        turns, before = self._turns(), self._known
        self._known = turns
        elsewhere = {turn: name for turn, name in turns.items() if turn[0] != here}
        new = [name for turn, name in elsewhere.items() if turn not in before]
        self.waits = self.waits and bool(elsewhere)
        if not new or self.waits:
            return ""
        self.waits = True
        if len(new) > 1:
            return ngettext("It is your turn in {count} game.", "It is your turn in {count} games.", len(new))
        return _("It is your turn against {name}.").format(name=new[0])

    def react(self) -> None:
        """Take note that the player does something here: from now on there is a notice again."""
        self.waits = False

    def _turns(self) -> dict[tuple[str, float], str]:
        """Return the names of the others, by the turns that wait for the player."""
        me = self._visitor.account.id
        plans, mine = self._visitor.lobby.plans, self._visitor.listing.mine
        waiting = [match for match in mine if match.is_turn_of(me) and not plans.considers(match, me)]
        return {_turn_of(match, me): _others(match, me) for match in waiting}


def _others(match: Match, player: int) -> str:
    gone = {match.seat_of(player), *match.agreements.left}
    return listed(name for seat, name in enumerate(match.names) if seat not in gone)


def _turn_of(match: Match, player: int) -> tuple[str, float]:
    """Tell the turns of a player apart, also where one was played between two looks, in a round that goes on.

    That is when gifts are chosen, and after an undo. Against a bot, where no clock says when it became a turn, it is
    the round.
    """
    seat = match.seat_of(player)
    return match.id, match.round if match.clock is None or seat is None else match.clock.times[seat].turned


class TournamentNews:
    """Knows what one terminal of a player has been told of."""

    def __init__(self, visitor: Visitor) -> None:
        """Begin with what is in the lists of the visitor now: that isn't news."""
        self._visitor = visitor
        self._known = {match.id for match in visitor.listing.mine}

    def look(self) -> Mapping[str, str]:
        """Return what to tell the player, a sentence for each new game, by its id: it holds while that goes on."""
        mine, me = self._visitor.listing.mine, self._visitor.account.id
        new = [match for match in mine if match.id not in self._known and match.tournament is not None]
        self._known |= {match.id for match in mine}
        return {match.id: tournament_text.began(match, me) for match in new if match.state is MatchStage.PLAYING}
