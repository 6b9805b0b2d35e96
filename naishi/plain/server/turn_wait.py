"""Waiting until it is one's turn somewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.server.lobby_objects import lobby_object
from naishi.plain.server.verb_rooms import VerbLobby, VerbMatch
from naishi.server import Match, MatchState, Visitor

PAUSE = 0.25
"""Seconds between two looks, however much happens."""


async def wait_for_turn(lobby: VerbLobby, only: Match | None = None, *, follow: bool = False) -> None:
    """Say where it is the visitor's turn, as soon as it is anywhere.

    Args:
        lobby: Where the visitor is.
        only: The only match that counts; None for all of the visitor's.
        follow: Whether to go on from there, and tell of each turn that comes.

    Raises:
        NaishiError: Nothing can be waited for: no game goes on.
    """
    visitor, told, turn_of = lobby.visitor, set[object](), Turns(lobby.visitor)
    changes = visitor.changes()
    async with AsyncExitStack() as bots:
        while True:
            listing = await visitor.refresh()
            mine = [match for match in listing.mine if only is None or match.id == only.id]
            going_on = [match for match in mine if match.state is not MatchState.OVER]
            turns = [match for match in going_on if _waits_for(visitor, match)]
            each = {await turn_of(match): match for match in turns}
            new = [match for turn, match in each.items() if turn not in told]
            if new:
                lobby.console.write(*map(lobby.ids.line, new))
                lobby.console.send(lambda: lobby_object(visitor))
            if new and not follow:
                return
            if not going_on:
                raise NaishiError(_nothing(lobby, mine, only))
            told = {*each}
            await _let_bots_act(lobby, going_on, bots)
            await anext(changes)
            await asyncio.sleep(PAUSE)


class Turns:
    """Tells the turns of a visitor apart, also where the other player has had theirs between two looks."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._known: dict[str, tuple[float, int]] = {}
        """By match, when it was changed last, and what the other player had done by then."""

    async def __call__(self, match: Match) -> tuple[str, int]:
        """Return a turn of the visitor's: it is another one once the other player has done something, or undone it."""
        updated, acted = self._known.get(match.id, (None, 0))
        if updated != match.updated:
            game, seat = (
                (await self._visitor.lobby.matches.load(match.id)).game,
                match.seat_of(self._visitor.account.id),
            )
            acted = sum(event.seat != seat for event in game.view(seat or 0).events)
            self._known[match.id] = match.updated, acted
        return match.id, acted


def _waits_for(visitor: Visitor, match: Match) -> bool:
    """Whether it is a visitor's turn in a match, and it isn't about to be played as planned."""
    me = visitor.account.id
    return match.is_turn_of(me) and not visitor.lobby.plans.considers(match, me)


def _nothing(lobby: VerbLobby, mine: Sequence[Match], only: Match | None) -> str:
    """Say why nothing can be waited for."""
    if only is None:
        return _("You have no game in progress.")
    return lobby.ids.line(mine[0] if mine else only)


async def _let_bots_act(lobby: VerbLobby, matches: Sequence[Match], bots: AsyncExitStack) -> None:
    """Be at the matches in which it is a bot's turn: it thinks only while somebody is there."""
    here = {each.match_id for each in lobby.visitor.participants}
    for match in matches:
        if match.turn is not None and match.seats[match.turn] is None and match.id not in here:
            await bots.enter_async_context(_at(lobby, match))


@asynccontextmanager
async def _at(lobby: VerbLobby, match: Match) -> AsyncIterator[VerbMatch]:
    room = await VerbMatch.come(lobby, match)
    try:
        yield room
    finally:
        await room.leave()
