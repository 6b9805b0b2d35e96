"""Queue of one match: clock, apply, store, publish."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any, TypeVar

from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.server.database.connection import RevisionLostError, StorageError
from naishi.server.match.apply import apply
from naishi.server.match.state import (
    Anything,
    Event,
    Happened,
    Look,
    MatchState,
    Play,
    Redo,
    SeatRequest,
    Undo,
    Verb,
    Withdraw,
    continued,
    question,
)
from naishi.server.match.store import MatchRows
from naishi.server.presence.service_clock import Background

RETRY = 5.0
"""Seconds after which a write that failed is tried again."""
MOST_TRIES = 20
"""How often a request is applied again after another process was quicker."""

T = TypeVar("T")


class NotYetStoredError(StorageError):
    """A match couldn't be stored now; that is tried again."""

    def __str__(self) -> str:
        return _("Not saved ({why}). The server keeps trying.").format(why=self.why)


class MatchActor:
    """One match, for one event loop. Whatever happens to it goes through one queue.

    Each request is checked against the match as the one before has left it, stored with one write, and then shown:
    nobody sees what isn't stored, unless the disk refuses it. Then the match goes on in memory, and `unsaved` says why.

    Args:
        here: Returns the seats whose players are at it.
        publish: Called whenever `state` or `unsaved` is another one, with what has happened here, and whether
            something was stored.
    """

    def __init__(
        self,
        match: str,
        state: MatchState,
        store: MatchRows,
        now: Callable[[], float],
        *,
        here: Callable[[], Collection[int]] = lambda: (),
        publish: Callable[[Sequence[Event], bool], None] = lambda events, stored: None,
    ) -> None:
        self.id, self.state = match, state
        self.unsaved: StorageError | None = None
        """Why the newest state isn't stored; None where it is."""
        self.stored = state.revision
        """The revision that was stored last, as far as that is known here."""
        self.storing: MatchState | None = None
        """What is being stored, and isn't shown yet."""
        self._store, self._now, self._here, self._publish = store, now, here, publish
        self._queue = asyncio.Lock()
        self._tasks = Background()
        self._retrying: asyncio.Task[None] | None = None
        self.closed = False

    async def ask(self, request: Anything) -> Sequence[Event]:
        """Do what is asked for to its end, even if whoever asks for it goes meanwhile; return what has happened.

        Raises NaishiError: it is refused; the text says why, and nothing has changed; RevisionLostError: another
        process has changed the match, and what was asked for doesn't fit any more.
        """
        return await self._to_its_end(self._answer(request))

    async def look(self) -> None:
        """Have whoever is out of time be out, or the clock start; whatever is being stored is stored then."""
        await self._to_its_end(self._look())

    async def change(self, change: Callable[[MatchState], MatchState]) -> None:
        """Show the match with something else known about its seats; it is stored with what happens next."""
        async with self._queue:
            after = change(self.state)
            if after is not self.state:
                self.state = after
                self._publish((), False)

    async def reload(self) -> None:
        """Show the match as another process has stored it. Raises NaishiError: it can't be read now, or is gone."""
        async with self._queue:
            loaded = await self._store.load(self.id)
            if loaded.revision != self.stored:
                self._take(loaded)
                return
            seats = zip(loaded.seats, loaded.game.players, strict=True)
            self.state = self.state.with_players([(seat.player, player.name, seat.gone) for seat, player in seats])
            self._publish((), False)

    async def write(self) -> None:
        """Store what couldn't be stored before, if that is possible now; all that was asked for is done then."""
        await self._tasks.settled()
        async with self._queue:
            await self._write_again()

    def close(self) -> None:
        """End the queue, stored or not: see `write`."""
        self.closed = True
        if self._retrying is not None:
            self._retrying.cancel()
            self._retrying = None

    async def _to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        if self.closed:
            work.close()
            raise IllegalActionError(_("You have left this game."))
        return await asyncio.shield(self._tasks.begin(work))

    async def _answer(self, request: Anything) -> Sequence[Event]:
        """Apply a request to the newest state, again while another process is quicker."""
        await self._look()
        async with self._queue:
            for _try in range(MOST_TRIES):
                before = self.state
                after, events = self._applied(request)
                if after is before:
                    return ()
                try:
                    await self._store_it(after, events)
                except RevisionLostError as lost:
                    if not _still_fits(request, before, self.state):
                        raise
                    error = lost
                else:
                    return events
            raise error

    def _applied(self, request: Anything) -> tuple[MatchState, Sequence[Event]]:
        now = self._now()
        after, events = apply(self.state, request, now)
        if isinstance(request, SeatRequest) and request.request.verb is Verb.CONTINUE:
            # All may be here: then the clock goes on at once.
            look, more = apply(after, Look(frozenset(self._here())), now)
            return look._replace(revision=after.revision), (*events, *more)
        return after, events

    async def _look(self) -> None:
        async with self._queue:
            for _try in range(MOST_TRIES):
                after, events = apply(self.state, Look(frozenset(self._here())), self._now())
                if after is self.state:
                    return
                try:
                    await self._store_it(after, events)
                except RevisionLostError:  # what was stored elsewhere is shown, and may need a look, too
                    continue

    async def _store_it(self, after: MatchState, events: Sequence[Event]) -> None:
        """Store a state that has followed from the newest one, and go on with it.

        Raises RevisionLostError: another process has changed the match: that is loaded and shown; NaishiError: the
        rematch can't be begun; nothing has changed.
        """
        top = self.stored + 1  # while the disk refuses, all that happens is one change
        after = after._replace(revision=top, asked=tuple(min(asked, top) for asked in after.asked))
        self.storing = after
        try:
            if any(event.what is Happened.REMATCH for event in events):
                following = await self._on_top(self._store.begin_next(self.id, after, self.stored))
                after = after._replace(next=following)
                self.stored, self.unsaved = after.revision, None
            else:
                await self._write(after)
        finally:
            self.storing = None
        self.state = after
        if self.unsaved is not None:
            self._retry_later()
        self._publish(events, self.unsaved is None)

    async def _write(self, state: MatchState) -> None:
        """Store a state; `unsaved` says whether that worked. Raises RevisionLostError: see `_on_top`."""
        try:
            await self._on_top(self._store.write(self.id, state, self.stored, self._here()))
        except StorageError as error:
            self.unsaved = NotYetStoredError(error.cause)
        else:
            self.stored, self.unsaved = state.revision, None

    async def _on_top(self, writing: Awaitable[T]) -> T:
        """Write on top of the revision that was stored last; where there is another one by now, go on with that.

        Raises RevisionLostError: there is, or the match is gone or damaged; StorageError: it couldn't be stored, or
        what is there by now can't be read.
        """
        try:
            return await writing
        except RevisionLostError:
            try:
                self._take(await self._store.load(self.id))
            except StorageError:
                raise
            except NaishiError as error:
                self.unsaved = None
                self._publish((), False)
                raise RevisionLostError(str(error)) from None
            raise

    def _take(self, loaded: MatchState) -> None:
        was_unsaved = self.unsaved is not None
        self.state, self.stored, self.unsaved = continued(self.state, loaded), loaded.revision, None
        self._publish((), was_unsaved)

    def _retry_later(self) -> None:
        if self._retrying is None and not self.closed:
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._retrying = loop.create_task(self._retry(), name=f"retry {self.id}", context=Context())

    async def _retry(self) -> None:
        while self.unsaved is not None:
            await asyncio.sleep(RETRY)
            async with self._queue:
                await self._write_again()
        self._retrying = None

    async def _write_again(self) -> None:
        """Store what couldn't be stored before, unless that was done meanwhile."""
        if self.unsaved is None:
            return
        with suppress(RevisionLostError):  # then that is shown instead of what never was
            await self._write(self.state)
            if self.unsaved is None:
                self._publish((), True)


def _still_fits(request: Anything, before: MatchState, after: MatchState) -> bool:
    """Return whether a request means the same after another process has changed the match.

    An action does while its seat still has to decide the same; what is agreed on names itself what it means.
    """
    match request:
        case Play(seat=seat):
            return question(before, seat) is not None and question(before, seat) == question(after, seat)
        case Undo() | Redo() | Withdraw():
            return list(map(str, before.game.actions)) == list(map(str, after.game.actions))
        case _:
            return True
