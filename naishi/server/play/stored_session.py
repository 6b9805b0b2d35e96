"""A session whose game is a row of the database: stored by each change, and shown as somebody else has stored it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.server.play import offer_refusals
from naishi.server.play.elsewhere import Claims
from naishi.server.play.everybody import Everybody
from naishi.server.play.last_turn import LastTurn, LastTurns
from naishi.server.play.match_store import MatchStore
from naishi.server.play.match_terminals import MatchTerminals, Presence, Terminal
from naishi.server.play.request import OfferKind
from naishi.server.play.spoken_phrases import SpokenPhrases
from naishi.server.play.timekeeper import Timekeeper
from naishi.server.storage.connection import StorageError
from naishi.server.storage.match import Match, Offer
from naishi.server.storage.matches import Matches, RevisionLostError, Stored
from naishi.sessions import BotExecutor, Session
from naishi.sessions.session import LONGEST_CHOICE
from naishi.tabletop.players import HUMAN

PACE = 0.6
"""Seconds between two actions of a bot."""
BOT_LEASE = LONGEST_CHOICE + 3.0
"""Seconds for which a process may think for a bot: it has a little more than the bot to start its worker."""
CLAIM_AGAIN = 0.5
"""Seconds between two looks whether the process that thinks for a bot has ended."""
RETRY = 5.0
"""Seconds after which a write that failed is tried again."""
Declined = tuple[tuple[OfferKind, Offer], ...]
"""Offers that were declined."""


class StoredSession(Session):
    """A session of a match, beside its row: whatever happens is stored with one write, and then shown to everybody.

    Other terminals, bots and other processes change the row, too; the revision that was seen says whether one has.
    """

    game: Game
    store: MatchStore

    def __init__(
        self,
        match: Match,
        stored: Stored,
        matches: Matches,
        executor: BotExecutor | None,
        everybody: Everybody,
        on_stored: Callable[[StoredSession], None],
    ) -> None:
        """Hold a match in memory.

        Args:
            match: As the lobby lists it.
            stored: As it was loaded.
            matches: Where it is stored.
            executor: Where its bots think.
            everybody: Who is on the server, at whichever process.
            on_stored: Called whenever it was stored.
        """
        self.match = match
        self._matches = matches
        self._on_stored = on_stored
        self._elsewhere = everybody.elsewhere
        self.terminals = MatchTerminals(everybody.__contains__, partial(self._elsewhere.at, match.id))
        self.agreements = stored.agreements
        """What the players have offered and agreed on, as it was stored and shown last."""
        self._last_turns = LastTurns()
        self.undone: LastTurn | None = None
        """What the players agreed to undo, until the next action."""
        self.declined: Declined = ()
        """What was offered and declined, until the next action or another offer of the kind."""
        self.phrases = SpokenPhrases(match.id, self._elsewhere, self.notify)
        self._next_undone: LastTurn | None = None
        self._next_declined: Declined = ()
        """Both as they are being stored: they are told once the match is so."""
        self._retrying: asyncio.Task[None] | None = None
        self._requests: set[asyncio.Task[Any]] = set()
        store = MatchStore(match.id, stored, matches, self.terminals.seats)
        self.clock = stored.clock
        """The time of the players, as it was stored and shown last; None against a bot."""
        in_tournament = match.tournament is not None
        self.timekeeper = Timekeeper(store, self.terminals.seats, matches.now, others_wait=in_tournament)
        super().__init__(stored.game, store, bots=executor, pace=PACE)
        self.viewers = {seat: self.join(seat) for seat in (0, 1, None)}
        """By seat, through whom all terminals there look; None for those who watch."""
        self._name_players()

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more: by the rules, or because the players ended it."""
        return self.agreements.ended or super().over

    def presence(self, seat: int) -> Presence:
        """Return where the player at a seat is; a bot is always here."""
        return Presence.HERE if self.is_bot(seat) else self.terminals.presence(seat, self.match.seats[seat])

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays at a seat."""
        return self.game.players[seat].kind != HUMAN

    def last_turn(self, seat: int) -> LastTurn:
        """Return the last turn of a seat, or the one it is at if it has done something in it."""
        return self._last_turns.of(seat, self.game, self.game_revision)

    def arrive(self, terminal: Terminal) -> None:
        """Take note of a terminal that has come to the match, at a seat or to watch."""
        self.terminals.add(terminal)
        self.notify()

    def leave(self, terminal: Terminal) -> None:
        """Take note of a terminal that has left."""
        self.terminals.discard(terminal)
        self.notify()

    async def carry_out(self, request: Coroutine[Any, Any, None]) -> None:
        """Do what was asked for to its end, even if the terminal that asked for it ends meanwhile.

        Raises:
            NaishiError: It is refused; the text says why.
        """
        if self.closed:
            request.close()
            raise IllegalActionError(_("You have left this game."))
        task = asyncio.get_running_loop().create_task(self._in_time(request), name=f"request to {self.store.id}")
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)
        await asyncio.shield(task)

    async def look_at_clock(self) -> None:
        """End the match if a player's time is up, or have the clock start if it waited for both players.

        What is being stored is stored when this returns: nobody sees it before.
        """
        async with self._order:
            if self.timekeeper.look():
                with suppress(RevisionLostError):  # what somebody else has stored is shown
                    await self._game_changed()

    async def look_again(self) -> None:
        """Show the match as another process has stored it.

        Raises:
            NaishiError: It can't be read now, or is gone.
        """
        async with self._order:  # else a game that is being stored would be looked at anew
            self.match, stored = await self._matches.load_newer(self.match.id, self.store.revision)
            before, actions, declined = self.agreements, self.game.actions, self.declined
            turn = None if before.undo is None else self.last_turn(before.undo.seat)
            if stored is None:
                self._name_players()
                self.notify()
                return
            self.store.take(stored)
            was_paused = self.clock is not None and self.clock.paused_until(self.timekeeper.now())
            self._take_what_was_loaded()
            if len(self.game.actions) < len(actions):
                self.undone = self._next_undone = turn
            elif self.game.actions == actions:
                is_paused = self.clock is not None and self.clock.paused_until(self.timekeeper.now())
                new = offer_refusals.declined_between(before, self.agreements, paused=is_paused != was_paused)
                self.declined = self._next_declined = (*(each for each in declined if each not in new), *new)
            self._show_game()

    async def seats_changed(self) -> None:
        """Look again who sits where: a player has become another one, by a code."""
        async with self._order:  # else a game that is being stored would be looked at anew
            self.match = await self._matches.get(self.match.id)
            self._name_players()
            self.notify()

    async def flush(self) -> None:
        """Store what couldn't be stored before, if that is possible now."""
        if self._requests:
            await asyncio.wait(self._requests)
        async with self._order:
            unsaved = self.store.unsaved
            await self._write_again()
        if unsaved is not None and self.store.unsaved is None:  # and `_retry` won't say so: nobody may be here any more
            self.revisions.bump()
            self._on_stored(self)

    def close(self) -> None:
        """End the session, stored or not: see `flush`."""
        if self._retrying is not None:
            self._retrying.cancel()
            self._retrying = None
        super().close()

    async def _in_time(self, request: Coroutine[Any, Any, None]) -> None:
        """Do what was asked for, after whatever the clock says: a request that comes too late finds the game over."""
        try:
            await self.look_at_clock()
            await request
        finally:
            request.close()

    async def _choose(self, seat: int) -> Any:
        """Have a bot choose, at one process at a time; if that one is killed, another one goes on."""
        leases, lease = self._elsewhere.leases, f"bot {self.match.id}"
        if leases is None:
            return await super()._choose(seat)
        while not await leases.claim(lease, BOT_LEASE):
            await asyncio.sleep(CLAIM_AGAIN)  # what the other one stores ends this
        try:
            return await super()._choose(seat)
        finally:
            task = asyncio.get_running_loop().create_task(_release(leases, lease), context=Context())
            self._requests.add(task)
            task.add_done_callback(self._requests.discard)

    def _name_players(self) -> None:
        """Call the players what they are called by now: some rename themselves, or claim a guest's game.

        Whoever has just deleted their account keeps the name here for as long as somebody is at the match.
        """
        players = list(zip(self.game.players, self.match.names, self.match.gone, strict=True))
        for seat, (player, name, gone) in enumerate(players):
            if player.kind == HUMAN and name and name != player.name and not gone:
                self.game.change_player(seat, name=name)
                self.game_revision += 1
        self._look()

    def _show_game(self) -> None:
        super()._show_game()
        self._look()

    def _look(self) -> None:
        """Keep what everybody may see now, for those who look only while the next action is being stored."""
        for viewer in self.viewers.values():
            _view = viewer.view

    def _act(self, seat: int, action: Action) -> None:
        self.timekeeper.check_in_time()
        super()._act(seat, action)

    async def _write(self) -> None:
        try:
            await self.store.write()
            await self._look_at_ratings()
        except RevisionLostError:
            self._take_what_was_loaded()
            raise
        finally:
            self.agreements, self.clock = self.store.agreements, self.store.clock
            self.undone, self.declined = self._next_undone, self._next_declined

    async def _game_changed(self) -> None:
        """Store the match; then show it to everybody."""
        await super()._game_changed()
        if self.store.unsaved is None:
            self._on_stored(self)
        elif self._retrying is None:
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._retrying = loop.create_task(self._retry(), name=f"retry {self.store.id}", context=Context())

    async def _retry(self) -> None:
        """Try to store the match until that works."""
        while self.store.unsaved is not None:
            await asyncio.sleep(RETRY)
            async with self._order:
                await self._write_again()
        self._retrying = None
        self.revisions.bump()
        self._on_stored(self)

    async def _look_at_ratings(self) -> None:
        """See what a rated match that has just been stored as over has changed."""
        over = self.store.agreements.ended or self.game.outcome is not None
        if over and self.match.rated and self.match.rated_outcome is None and self.store.unsaved is None:
            with suppress(StorageError):
                self.match = await self._matches.get(self.match.id)

    async def _write_again(self) -> None:
        """Store what couldn't be stored before, unless that was done meanwhile."""
        if self.store.unsaved is None:
            return
        try:
            await self.store.write()
            await self._look_at_ratings()
        except RevisionLostError:
            self._show_what_was_loaded()

    def _take_what_was_loaded(self) -> None:
        """Go on with the match as somebody else has stored it."""
        self._stop_thinking()
        self.game, self.agreements, self.clock = self.store.game, self.store.agreements, self.store.clock
        self.undone, self.declined = self._next_undone, self._next_declined = None, ()
        self._name_players()

    def _show_what_was_loaded(self) -> None:
        self._take_what_was_loaded()
        self._show_game()


async def _release(leases: Claims, lease: str) -> None:
    with suppress(StorageError):  # then it ends by itself
        await leases.release(lease)
