"""A match as its rows keep it, and as one value."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Any

from naishi.server.match.clock import Clock, Time
from naishi.server.match.state import (
    Ending,
    EndKind,
    MatchState,
    Offer,
    OfferKind,
    Terms,
    begun,
    holders,
)
from naishi.server.storage.clock import Clock as StoredClock
from naishi.server.storage.connection import StorageError
from naishi.server.storage.match import Agreements, Match
from naishi.server.storage.match import Offer as StoredOffer
from naishi.server.storage.matches import Matches, Stored
from naishi.tabletop.kinds import kind_of

_STORED_OFFERS = (OfferKind.DRAW, OfferKind.UNDO, OfferKind.REMATCH, OfferKind.PAUSE)


class MatchRows:
    """The rows of one match, as the store of its queue."""

    def __init__(self, listed: Match, stored: Stored, matches: Matches) -> None:
        """Begin with a match as it was loaded.

        Args:
            listed: As the lobby lists it.
            stored: As it was loaded.
            matches: Where it is stored.
        """
        self.listed = listed
        """The match, as the lobby lists it, when that was read last."""
        self.rematch_commitment = stored.rematch_commitment
        """What the deal of the rematch is committed to."""
        self._matches = matches

    async def load(self, match: str) -> MatchState:
        """Return the match as it is stored by now."""
        self.listed, newer = await self._matches.load_newer(match, -1)
        stored = newer or await self._matches.load(match)
        self.rematch_commitment = stored.rematch_commitment
        return state_of(self.listed, stored)

    async def write(self, match: str, state: MatchState, seen: int, here: Collection[int]) -> None:
        """Store the match on top of a revision."""
        await self._matches.write(match, stored_of(state, seen), sorted(here))
        if state.over and self.listed.rated and self.listed.rated_outcome is None:
            with suppress(StorageError):  # what a rated match has changed
                await self.look()

    async def begin_next(self, match: str, state: MatchState, seen: int) -> str:
        """Deal the rematch, and store it in one write with the match that it follows."""
        names = (await self._matches.get(match)).names  # one may have another name by now
        pairs = zip(state.game.players, names, strict=True)
        players = tuple(player.model_copy(update={"name": name}) for player, name in pairs)
        following = await self._matches.start_next(match, stored_of(state, seen), partial(state.game.rematch, players))
        return following.id

    async def look(self) -> None:
        """See who sits where by now, and what has come of it.

        Raises:
            NaishiError: It can't be read, or is gone.
        """
        self.listed = await self._matches.get(self.listed.id)

    async def give_rematch_word(self, seat: int, word: str) -> None:
        """Keep what the player at a seat adds to the deal of the rematch.

        Raises:
            NaishiError: The rematch has begun.
            StorageError: It couldn't be stored.
        """
        await self._matches.give_rematch_word(self.listed.id, seat, word)

    def seated(self, state: MatchState) -> MatchState:
        """Return a match with its seats given to whoever has them by now."""
        listed = self.listed
        return state.with_players([*zip(listed.seats, listed.names, listed.gone, strict=True)])


def state_of(listed: Match, stored: Stored) -> MatchState:
    """Return a match as one value.

    Args:
        listed: As the lobby lists it.
        stored: As it was loaded.
    """
    game, agreements = stored.game, stored.agreements
    found = {kind: getattr(agreements, kind.value) for kind in _STORED_OFFERS}
    offers = {kind: Offer(offer.seat, offer.number, offer.days) for kind, offer in found.items() if offer is not None}
    state = MatchState(
        game,
        holders(game.players, listed.seats),
        Terms(listed.rated, listed.tournament is not None, kind_of(game.key).seats[0]),
        offers=offers,
        offered=agreements.offers,
        ending=_ending_of(agreements),
        next=agreements.next,
        revision=stored.revision,
    )
    state = begun(state)
    state = state._replace(clock=None if stored.clock is None else clock_from(stored.clock, state.awaited))
    return state.with_players([*zip(listed.seats, listed.names, listed.gone, strict=True)])


def _ending_of(agreements: Agreements) -> Ending | None:
    if agreements.drawn:
        return Ending(EndKind.AGREED)
    if agreements.aborted is not None:
        return Ending(EndKind.ABORTED, agreements.aborted)
    if agreements.claimed is not None:
        return Ending(EndKind.CLAIMED, 1 - agreements.claimed, agreements.claimed)
    if agreements.timed_out is not None:
        return Ending(EndKind.FLAG, agreements.timed_out)
    return None if agreements.resigned is None else Ending(EndKind.RESIGNED, agreements.resigned)


def clock_from(clock: StoredClock, awaited: Collection[int]) -> Clock:
    """Return the time of all seats, some of which are awaited."""
    times = (
        Time(left, clock.turned, clock.warned if seat in awaited else None) for seat, left in enumerate(clock.left)
    )
    return Clock(clock.control, tuple(times), clock.since, clock.waits)


def agreements_of(state: MatchState) -> Agreements:
    """Return what the players have offered and agreed on."""
    ended: dict[str, Any] = {}
    if (ending := state.ending) is not None:
        match ending.kind:
            case EndKind.RESIGNED:
                ended = {"resigned": ending.seat}
            case EndKind.FLAG:
                ended = {"timed_out": ending.seat}
            case EndKind.CLAIMED:
                ended = {"claimed": ending.by}
            case EndKind.ABORTED:
                ended = {"aborted": ending.seat}
            case EndKind.AGREED:
                ended = {"drawn": True}
            case _:
                ended = {}
    offers = {
        kind.value: StoredOffer(seat=offer.seat, number=offer.number, days=offer.days)
        for kind, offer in state.offers.items()
    }
    return Agreements.model_validate({**offers, **ended, "offers": state.offered, "next": state.next})


def clock_of(state: MatchState) -> StoredClock | None:
    """Return the time of the players."""
    if (clock := state.clock) is None:
        return None
    awaited = state.awaited or range(len(clock.times))
    warned = (clock.times[seat].warned for seat in awaited)
    fields = {
        "control": clock.control,
        "left": tuple(time.left for time in clock.times),
        "turned": max(clock.times[seat].turned for seat in awaited),
        "since": clock.since,
        "waits": clock.waits,
        "warned": next((each for each in warned if each is not None), None),
    }
    return StoredClock.model_validate(fields)


def stored_of(state: MatchState, seen: int) -> Stored:
    """Return what is stored of a match, on top of the revision that was seen."""
    return Stored(state.game, agreements_of(state), seen, clock_of(state))
