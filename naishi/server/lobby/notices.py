"""Notices of turns and rounds, and the watch over clocks."""

import asyncio
import logging
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress

from naishi.common.i18n import NaishiError, _, listed, ngettext
from naishi.server.database.connection import StorageError
from naishi.server.lobby.lobby import Lobby, Visitor
from naishi.server.match.clock import Clocks
from naishi.server.match.match import Match, MatchStage
from naishi.server.presence.service_clock import ServiceClock
from naishi.server.tournaments.tournament_text import began

LOOK = 1.0
"""Seconds between two looks for clocks that have run out."""
BEAT = 15
"""Looks between two notes that the server is running: so many seconds at most are given to players after a crash."""
NOTED = 5.0
"""Seconds after which one of several processes notes the time for the others, which look each second."""

_log = logging.getLogger(__name__)


async def resume_clocks(clocks: Clocks, clock: ServiceClock) -> None:
    """Have clocks go on where they stood when the server went down; before anybody is let in.

    The system's clock may have been set back since: then the time goes on where it was.
    """
    try:
        if (last := await clocks.last_beat()) is not None:
            clock.go_on_at(max(clock(), last))
        await clocks.resume()
    except StorageError as error:
        _log.warning("clocks could not be set: players are charged for the outage: %s", error.why)


async def watch_clocks(lobby: Lobby, clock: ServiceClock | None = None, *, among_others: bool = False) -> None:
    """End matches in which a player's time is up, begin rounds of tournaments, and pair those who wait for that.

    Args:
        clock: What they go by; None where that is the system's time.
    """
    looks = 0
    while True:
        with suppress(StorageError):  # it is in the log
            if clock is not None and among_others:
                await agree_on_the_time(lobby.clocks, clock)
            await lobby.settle_clocks()
            await lobby.look_at_tournaments()
            await lobby.pairing.look()
            if not among_others and looks % BEAT == 0 and not await lobby.clocks.beat() and clock is not None:
                clock.set_again()
        looks += 1
        await asyncio.sleep(LOOK)


async def join_time(clocks: Clocks, clock: ServiceClock) -> None:
    """Go by the time of the processes that are running already, whatever the system's clock says here.

    Raises StorageError: it can't be read or stored.
    """
    if (agreed := await clocks.last_beat()) is None:
        await clocks.note()
    else:
        clock.go_on_at(agreed)
    clock.agree(clock())


async def agree_on_the_time(clocks: Clocks, clock: ServiceClock) -> None:
    """Go on at the time that the processes of a server have come to, and note how far this one has.

    Raises StorageError: it can't be read or stored: from soon on no time passes here.
    """
    agreed, running = await clocks.agreed()
    clock.agree(clock() if agreed is None else agreed)
    if not running:
        clock.catch_up()
    if agreed is None or clock() >= agreed + NOTED:
        await clocks.note()


async def next_turn(visitor: Visitor, here: str = "") -> Match:
    """Return the game to go to: first those whose time runs out soonest, then those that have waited longest.

    Args:
        here: The id of the game that the visitor is at: the one after it comes next, and after the last the first.

    Raises NaishiError: no other game waits.
    """
    await visitor.refresh()
    waiting = sorted(_waiting(visitor), key=lambda match: _urgency(match, visitor.account.id))
    at = next((place for place, match in enumerate(waiting) if match.id == here), -1)
    following = [match for match in (*waiting[at + 1 :], *waiting[: at + 1]) if match.id != here]
    if not following:
        raise NaishiError(_("No other game waits for you.") if here else _("No game waits for you."))
    return following[0]


def _waiting(visitor: Visitor) -> Sequence[Match]:
    me, plans = visitor.account.id, visitor.lobby.plans
    return [match for match in visitor.listing.mine if match.is_turn_of(me) and not plans.considers(match, me)]


def _urgency(match: Match, player: int) -> tuple[float, float]:
    seat = match.seat_of(player)
    deadline = None if match.clock is None or seat is None else match.clock.deadline((seat,))
    return math.inf if deadline is None else deadline, match.updated


class TurnNotice:
    """Knows what one terminal of a player has been told of."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._known = self._turns()
        self.waits = False
        """Whether a notice was given that nobody has reacted to yet: then there are no more."""

    def look(self, here: str = "") -> str:
        """Return what to tell the player, as a sentence; empty for nothing."""
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
        self.waits = False

    def _turns(self) -> dict[tuple[str, float], str]:
        me = self._visitor.account.id
        return {_turn_of(match, me): _others(match, me) for match in _waiting(self._visitor)}


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
        self._visitor = visitor
        self._known = {match.id for match in visitor.listing.mine}

    def look(self) -> Mapping[str, str]:
        """Return what to tell the player, a sentence for each new game, by its id: it holds while that goes on."""
        mine, me = self._visitor.listing.mine, self._visitor.account.id
        new = [match for match in mine if match.id not in self._known and match.tournament is not None]
        self._known |= {match.id for match in mine}
        return {match.id: began(match, me) for match in new if match.state is MatchStage.PLAYING}
