"""Next game that awaits a player."""

from __future__ import annotations

import math

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.play.lobby import Visitor
from naishi.server.storage.match import Match


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
