"""Conversion between a match's rows and its value."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import partial

from naishi.server.errors import StorageError
from naishi.server.match.apply import rematch_seats
from naishi.server.match.state import MatchState, Terms
from naishi.server.storage.agreed import agreements_of, state_from
from naishi.server.storage.match import Match
from naishi.server.storage.matches import Matches, Stored
from naishi.tabletop.kinds import kind_of


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
        players = tuple(
            state.game.players[seat].model_copy(update={"name": names[seat]}) for seat in rematch_seats(state)
        )
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
    terms = Terms(listed.rated, listed.tournament is not None, kind_of(stored.game.key).seats[0])
    state = state_from(stored.game, stored.agreements, listed.seats, terms, stored.clock, stored.revision)
    return state.with_players([*zip(listed.seats, listed.names, listed.gone, strict=True)])


def stored_of(state: MatchState, seen: int) -> Stored:
    """Return what is stored of a match, on top of the revision that was seen."""
    return Stored(state.game, agreements_of(state), seen, state.clock)
