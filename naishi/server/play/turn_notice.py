"""Your-turn notice for matches not on screen; given once."""

from __future__ import annotations

from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.server.play.lobby import Visitor
from naishi.server.storage.match import Match


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
