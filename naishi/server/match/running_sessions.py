"""Sessions of live matches, from first arrival to last departure."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.server.database.connection import StorageError
from naishi.server.match.match import Match
from naishi.server.match.participant import MatchParticipant
from naishi.server.match.session import MatchSession
from naishi.server.match.state import CallOff, DeleteAccount, Request, SeatRequest, Verb
from naishi.server.match.store import Matches
from naishi.server.presence.presence import Account, Everybody
from naishi.sessions.session import BotExecutors

MOST = 2000
"""Matches of players whose choices are kept, the latest first."""


class MatchDrafts:
    """What a player has half chosen in a match; nobody else is shown it."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[str, str]] = {}

    def find(self, seat: int, moment: str) -> str:
        """Return what was chosen so far at a moment; empty for nothing, or what belongs to another moment."""
        at, words = self._kept.get(seat, ("", ""))
        return words if at == moment else ""

    def keep(self, seat: int, moment: str, words: str) -> None:
        """Keep what is chosen so far at a moment; empty words forget it, but nothing of another moment."""
        if words:
            self._kept[seat] = moment, words
        elif self.find(seat, moment):
            del self._kept[seat]


class PlayerDrafts:
    """Drafts by player and match, so that a lost connection loses none; they end with the server's process.

    Args:
        most: How many are kept; those that nobody has come to for the longest time go first.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, str], MatchDrafts] = OrderedDict()

    def of(self, player: int, match: str) -> MatchDrafts:
        """Return those of a player in a match, which are the same at each of the player's terminals."""
        drafts = self._kept.setdefault((player, match), MatchDrafts())
        self._kept.move_to_end((player, match))
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return drafts


class RunningSessions(Mapping[str, MatchSession]):
    """One session a match, by the match's id, for as long as someone is there or not all of it is stored.

    Args:
        executor: Where bots think; by default in threads of this process.
        changed: Called whenever a match was stored.
        ended: Called besides whenever one was that is over.
    """

    def __init__(
        self,
        matches: Matches,
        executor: BotExecutors | None,
        everybody: Everybody,
        changed: Callable[[Match], None],
        ended: Callable[[Match], None],
    ) -> None:
        self._by_match: dict[str, MatchSession] = {}
        self._matches, self._executor, self._everybody = matches, executor, everybody
        self._changed, self._ended = changed, ended
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._seat_changes = 0
        """Counts how often players were changed into others."""

    def __getitem__(self, match_id: str) -> MatchSession:
        return self._by_match[match_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_match)

    def __len__(self) -> int:
        return len(self._by_match)

    async def attach(self, match_id: str, player: Account) -> MatchParticipant:
        """Come to a match, with one more terminal: at one's seat, or to watch.

        Raises NaishiError: there is no such match, or it has not begun.
        """
        session = await self._session(match_id)
        return await self._come(session, session.match.seat_of(player.id), player.name)

    async def follow(self, participant: MatchParticipant) -> MatchParticipant:
        """Come to the match that has followed another one, where the players have other seats.

        Whoever had left the other one watches. Raises NaishiError: none has followed.
        """
        if (following := participant.agreements.next) is None:
            raise NaishiError(_("There is no such game."))
        session = await self._session(following)
        if participant.player is not None:
            return await self._come(session, session.match.seat_of(participant.player), participant.name)
        watcher = await self._come(session, None, participant.name)
        watcher.look_as(participant)
        return watcher

    async def detach(self, participant: MatchParticipant) -> Match | None:
        """Leave a match with one terminal; return it, unless it has been closed.

        The session ends with the last terminal, once all of it is stored.
        """
        session = self._by_match.get(participant.match_id)
        if session is None:
            return None
        session.leave(participant)
        if not session.terminals:
            await session.flush()
        self._close_if_done(session)
        return session.match

    async def resign(self, match_id: str, player_id: int, *, for_good: bool = False) -> None:
        """Give up a game for a player who leaves, unless it is damaged.

        Raises SaveNotWrittenError: it couldn't be stored.
        """
        try:
            session = await self._session(match_id)
        except StorageError:
            raise
        except NaishiError:  # nobody can play it on: it is damaged
            return
        async with self._stored(session):
            await session.actor.look()
            if (seat := session.match.seat_of(player_id)) is not None:
                with suppress(IllegalActionError):  # it has just ended, or that isn't stored yet
                    leaving = DeleteAccount(seat) if for_good else SeatRequest(seat, Request(Verb.RESIGN))
                    await session.actor.ask(leaving)

    async def call_off(self, match_id: str) -> None:
        """End a match without a winner, whatever its players want.

        Raises IllegalActionError: it is over; NaishiError: it is gone or damaged, or couldn't be stored.
        """
        session = await self._session(match_id)
        async with self._stored(session):
            await session.actor.ask(CallOff())

    @asynccontextmanager
    async def _stored(self, session: MatchSession) -> AsyncIterator[None]:
        """Store what the block does, and close the session if nobody is there. Raises StorageError: it isn't stored."""
        try:
            yield
            await session.flush()
        finally:
            self._close_if_done(session)
        if session.actor.unsaved is not None:
            raise session.actor.unsaved

    async def settle(self, match_id: str) -> None:
        """End a match in which a player's time is up, whether or not anybody is there."""
        session = await self._session(match_id)
        try:
            await session.actor.look()
        finally:
            self._close_if_done(session)

    async def look_again(self, match_id: str) -> None:
        """Show a match as another process has stored it, if anybody is at it here."""
        if (session := self._by_match.get(match_id)) is None:
            return
        with suppress(NaishiError):  # it is gone; or whoever stores it next, or looks at everything, finds it
            await session.actor.reload()

    async def look_again_at_all(self) -> None:
        """Show all matches as other processes have stored them. Raises StorageError: they can't be read now."""
        newest = await self._matches.revisions(list(self._by_match))
        for match_id, session in list(self._by_match.items()):
            if newest.get(match_id, session.actor.stored) != session.actor.stored:
                await self.look_again(match_id)

    async def players_changed(self, *player_ids: int) -> None:
        self._seat_changes += 1
        for session in list(self._by_match.values()):
            if not {*player_ids}.isdisjoint(session.match.seats):
                await session.seats_changed()

    def presence_changed(self, player_ids: Collection[int], match_ids: Collection[str] = ()) -> None:
        for match_id, session in self._by_match.items():
            if match_id in match_ids or any(player in player_ids for player in session.match.seats):
                session.notify()

    def has_unsaved(self, player_id: int) -> bool:
        sessions = self._by_match.values()
        return any(session.actor.unsaved is not None and player_id in session.match.seats for session in sessions)

    async def close(self) -> bool:
        """End all sessions; return whether everything is stored."""
        stored = True
        for session in list(self._by_match.values()):
            await session.flush()
            session.close()
            stored = stored and session.actor.unsaved is None
        self._by_match.clear()
        return stored

    async def _session(self, match_id: str) -> MatchSession:
        """Return the session of a match, as it is stored; there is only one."""
        lock = self._loading.setdefault(match_id, asyncio.Lock())
        async with lock:
            if (session := self._by_match.get(match_id)) is None:
                changes = None
                while changes != self._seat_changes:  # else these are the seats from before a change
                    changes = self._seat_changes
                    stored = await self._matches.load_listed(match_id)
                executor = None if self._executor is None else self._executor.of(stored.listed.host)
                session = MatchSession(stored, self._matches, executor, self._everybody, self._on_stored)
                session.start()
                self._by_match[match_id] = session
        return session

    async def _come(self, session: MatchSession, seat: int | None, name: str) -> MatchParticipant:
        participant = MatchParticipant(session, seat, name)
        session.arrive(participant)
        try:
            await session.actor.look()
        except BaseException:  # the terminal may end meanwhile, too
            await self.detach(participant)
            raise
        return participant

    def _on_stored(self, session: MatchSession) -> None:
        self._changed(session.match)
        if session.over:
            self._ended(session.match)
        self._close_if_done(session)

    def _close_if_done(self, session: MatchSession) -> None:
        if not session.terminals and session.actor.unsaved is None:
            session.close()
            if self._by_match.get(session.match.id) is session:
                del self._by_match[session.match.id]
