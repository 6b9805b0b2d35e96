"""Shared in-memory match store that can lose and refuse."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection

from naishi.common.i18n import NaishiError
from naishi.server.database.connection import RevisionLostError, StorageError
from naishi.server.match.apply import rematch_seats
from naishi.server.match.clock import Clock
from naishi.server.match.state import MatchState, begun, holders
from naishi.tabletop.kinds import kind_of


class Shelf:
    """Keeps of a match what a database keeps, as a record: nobody has the game of another process."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self.matches: dict[str, MatchState] = {}
        self.settlers: list[Callable[[str, MatchState], None]] = []
        """Called within the write that stores an end; one that raises has nothing stored."""
        self.refusals = 0
        """How many of the next writes the disk refuses."""
        self.unreadable = 0
        """How many of the next reads it refuses."""
        self.writes = 0
        self.lost = 0
        """How many were on top of another revision."""
        self._chance = chance

    def add(self, match: str, state: MatchState) -> MatchState:
        """Keep a match that begins."""
        self.matches[match] = self._kept(state)
        return self.loaded(self.matches[match])

    async def load(self, match: str) -> MatchState:
        await self._take_a_while()
        if self.unreadable:
            self.unreadable -= 1
            raise StorageError("Input/output error")
        if match not in self.matches:
            raise NaishiError("There is no such game.")
        return self.loaded(self.matches[match])

    async def write(self, match: str, state: MatchState, seen: int, here: Collection[int]) -> None:
        kept = self._kept(state)  # as it is now: what comes later is another write
        await self._take_a_while()
        self._store(match, kept, seen)
        await self._take_a_while()

    async def begin_next(self, match: str, state: MatchState, seen: int) -> str:
        playing, following = rematch_seats(state), f"{match}'"
        game = state.game.rematch([state.game.players[seat] for seat in playing])
        accounts = [state.seats[seat].player for seat in (*playing[1:], playing[0])]
        clock = None if state.clock is None else Clock.begun(state.clock.control, len(playing), 0.0)
        kept = self._kept(state._replace(next=following))
        await self._take_a_while()
        self._store(match, kept, seen)
        self.add(following, begun(MatchState(game, holders(game.players, accounts), state.terms, clock)))
        return following

    def _store(self, match: str, state: MatchState, seen: int) -> None:
        if self.refusals:
            self.refusals -= 1
            raise StorageError("No space left on device")
        if match not in self.matches or self.matches[match].revision != seen:
            self.lost += 1
            raise RevisionLostError("This game was changed elsewhere; this is how it stands now.")
        assert state.revision > seen
        for settle in self.settlers if state.over else ():
            settle(match, state)
        self.matches[match] = state
        self.writes += 1

    def _kept(self, state: MatchState) -> MatchState:
        """What is stored of a match: not what was declined or undone, nor what a screen showed."""
        return state._replace(game=self._copy(state), declined=(), undone=None, asked=())

    def loaded(self, state: MatchState) -> MatchState:
        return begun(state._replace(game=self._copy(state)))

    def _copy(self, state: MatchState) -> object:
        """The game, replayed from what is written of it."""
        return kind_of(state.game.key).read(state.game.document())

    async def _take_a_while(self) -> None:
        if self._chance is not None:
            for _turn in range(self._chance.randrange(4)):
                await asyncio.sleep(0)
