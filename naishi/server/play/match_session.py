"""A match that somebody is at: the game, its bots, and what the players agree on, in one order and one write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

from naishi.bots.asking import THINKING_TIME
from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.game.record import HUMAN
from naishi.rules.actions import Action
from naishi.server.play import offer_refusals, offer_text
from naishi.server.play.elsewhere import Claims, Everybody
from naishi.server.play.last_turn import LastTurn, LastTurns
from naishi.server.play.match_store import MatchStore
from naishi.server.play.match_terminals import MatchTerminals, Presence, Terminal
from naishi.server.play.phrases import Phrase, Spoken
from naishi.server.play.request import OfferKind
from naishi.server.play.timekeeper import Timekeeper
from naishi.server.storage.connection import StorageError
from naishi.server.storage.match import Match, Offer
from naishi.server.storage.matches import Matches, RevisionLostError, Stored
from naishi.sessions import BotExecutor, Playable, Session

PACE = 0.6
"""Seconds between two actions of a bot."""
BOT_LEASE = THINKING_TIME + 8.0
"""Seconds for which a process may think for a bot: it has a little more than the bot to start its worker."""
CLAIM_AGAIN = 0.5
"""Seconds between two looks whether the process that thinks for a bot has ended."""
RETRY = 5.0
"""Seconds after which a write that failed is tried again."""
MOST_SPOKEN = 8
"""So many phrases are kept for whoever looks a little later."""

Declined = tuple[tuple[OfferKind, Offer], ...]
"""Offers that were declined."""


class MatchSession(Session):
    """A session, and what its players agree on beside the game: one actor for one match.

    Actions, undo, bots' moves, offers and their answers, resignation and rematch are all requests to it. Each is
    checked against the match as it is then, stored with one write, and then shown to everybody. Once the match is
    over, however it ended, bots stop and nothing can be played.
    """

    store: MatchStore

    def __init__(
        self,
        match: Match,
        stored: Stored,
        matches: Matches,
        executor: BotExecutor | None,
        everybody: Everybody,
        on_stored: Callable[[MatchSession], None],
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
        self.spoken: tuple[Spoken, ...] = ()
        """What the players have said to each other last; it is stored nowhere."""
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

    def arrive(self, terminal: Terminal) -> None:
        """Take note of a terminal that has come to the match, at a seat or to watch."""
        self.terminals.add(terminal)
        self.notify()

    def leave(self, terminal: Terminal) -> None:
        """Take note of a terminal that has left."""
        self.terminals.discard(terminal)
        self.notify()

    def speak(self, seat: int, phrase: Phrase, *, heard: bool) -> None:
        """Have a player say something, which the other one hears or not."""
        self._elsewhere.tell("phrase", match=self.match.id, seat=seat, phrase=phrase.value, heard=heard)
        self.hear(seat, phrase, heard=heard)

    def hear(self, seat: int, phrase: Phrase, *, heard: bool) -> None:
        """Have everybody at this process hear it."""
        number = self.spoken[-1].number + 1 if self.spoken else 1
        self.spoken = (*self.spoken[1 - MOST_SPOKEN :], Spoken(number, seat, phrase, heard))
        self.notify()

    async def look_at_clock(self) -> None:
        """End the match if a player's time is up, or have the clock start if it waited for both players.

        What is being stored is stored when this returns: nobody sees it before.
        """
        async with self._order:
            if self.timekeeper.look():
                with suppress(RevisionLostError):  # what somebody else has stored is shown
                    await self._game_changed()

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

    async def _in_time(self, request: Coroutine[Any, Any, None]) -> None:
        """Do what was asked for, after whatever the clock says: a request that comes too late finds the game over."""
        try:
            await self.look_at_clock()
            await request
        finally:
            request.close()

    async def flush(self) -> None:
        """Store what couldn't be stored before, if that is possible now."""
        if self._requests:
            await asyncio.wait(self._requests)
        async with self._order:
            await self._write_again()

    def close(self) -> None:
        """End the session, stored or not: see `flush`."""
        if self._retrying is not None:
            self._retrying.cancel()
            self._retrying = None
        super().close()

    def undo_refusal(self, seat: int) -> str:
        """Return why a seat can't undo now; empty if it can."""
        if self.agreements.next is not None:
            return _("The rematch has begun already.")
        return _("The game is over.") if self.agreements.ended else super().undo_refusal(seat)

    def redo_refusal(self) -> str:
        """Return why nothing can be redone now; empty if something can."""
        return _("The game is over.") if self.agreements.ended else super().redo_refusal()

    @property
    def rematch_hindrance(self) -> str:
        """Why there can be no rematch now, whoever asks for it; empty if there can be one."""
        return offer_refusals.of_rematch(self.match, self.agreements, over=self.over)

    def rematch_refusal(self, seat: int) -> str:
        """Return why a seat can't ask for a rematch now, or agree to one; empty if it can."""
        return self.rematch_hindrance or offer_refusals.of_asking_twice(self.agreements.rematch, seat)

    async def resign(self, seat: int) -> None:
        """Give the game up for a seat.

        Raises:
            IllegalActionError: The game is over.
        """
        async with self._order:
            self._check_going_on()
            self.store.agreements = self.agreements.without_offers().model_copy(update={"resigned": seat})
            self._stop_thinking()
            await self._game_changed()

    async def abort(self, seat: int) -> None:
        """Call a rated game off for a seat, before its own first action.

        Raises:
            IllegalActionError: It has acted, the game isn't rated or is over.
        """
        async with self._order:
            self._check_going_on()
            if refusal := offer_refusals.of_aborting(self.match, has_acted=self.has_acted(seat)):
                raise IllegalActionError(refusal)
            self.store.agreements = self.agreements.without_offers().model_copy(update={"aborted": seat})
            await self._game_changed()

    async def about_time(self, change: Callable[[], None]) -> None:
        """Have the timekeeper change something that takes no agreement.

        Raises:
            IllegalActionError: That isn't possible now.
        """
        async with self._order:
            self._check_going_on()
            change()
            await self._game_changed()

    async def offer(self, seat: int, kind: OfferKind, turn: LastTurn | None = None, days: int | None = None) -> None:
        """Offer a draw or a pause, ask to undo one's last turn, or ask for a rematch.

        Args:
            seat: Who offers.
            kind: What is offered.
            turn: What would be undone, as it was shown; None for whatever one's last turn is.
            days: How long a pause would be.

        Raises:
            IllegalActionError: It doesn't fit the match as it is now.
        """
        async with self._order:
            self._check_offer(seat, kind)
            if turn is not None and turn != self.last_turn(seat):
                raise IllegalActionError(_("The game has gone on meanwhile."))
            agreed = self.is_bot(1 - seat) or self.agreements.rematch is not None
            if kind is OfferKind.REMATCH and agreed:
                await self._begin_next()
                return
            number = self.agreements.offers + 1
            self._next_declined = tuple(each for each in self.declined if each[0] is not kind)
            made = {kind.value: Offer(seat=seat, number=number, days=days), "offers": number}
            self.store.agreements = self.agreements.model_copy(update=made)
            await self._game_changed()

    async def answer(self, seat: int, kind: OfferKind, offer: Offer, *, agree: bool) -> None:
        """Answer an offer of the other player.

        Args:
            seat: Who answers.
            kind: What was offered.
            offer: The offer that was shown; another one isn't answered by this.
            agree: Whether it is taken up.

        Raises:
            IllegalActionError: It isn't open any more.
        """
        async with self._order:
            if getattr(self.agreements, kind.value) != offer or offer.seat == seat:
                raise IllegalActionError(offer_text.gone(kind, self.game.players[1 - seat].name))
            if kind is OfferKind.REMATCH and agree:
                self._check_rematch(seat)
                await self._begin_next()
                return
            if kind is not OfferKind.REMATCH:
                self._check_going_on()
            answered = self.agreements.model_copy(update={kind.value: None})
            if agree and kind is OfferKind.DRAW:
                answered = answered.without_offers().model_copy(update={"drawn": True})
            if agree and kind is OfferKind.PAUSE:
                self.timekeeper.pause(offer.days or 0)
            if not agree:
                self._next_declined = (*self.declined, (kind, offer))
            self.store.agreements = answered
            if agree and kind is OfferKind.UNDO:
                self._undo_last_turn(offer.seat)
            await self._game_changed()

    async def play(self, seat: int, action: Playable) -> None:
        """Play an action for a seat, and store it.

        If something else about the match was stored elsewhere meanwhile, such as an offer, it is played after that.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: It isn't possible now; nothing has changed.
            RevisionLostError: The game has gone on elsewhere meanwhile; nothing has changed.
        """
        seen = self.game.actions
        try:
            await super().play(seat, action)
        except RevisionLostError:
            if self.game.actions != seen:
                raise
            await super().play(seat, action)

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

    async def _choose(self, seat: int) -> Action:
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

    def _acted(self, seat: int) -> None:
        self.timekeeper.turn_passed(seat)
        self._next_undone, self._next_declined = None, ()
        offers = self.agreements.without_offers()
        standing = {kind: getattr(self.agreements, kind) for kind in ("draw", "pause")}
        if not self.over:  # they stand until the other player acts
            mine = {kind: each for kind, each in standing.items() if each is not None and each.seat == seat}
            offers = offers.model_copy(update=mine)
        self.store.agreements = offers

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

    async def _begin_next(self) -> None:
        """Begin the rematch, with the seats the other way round."""
        names = (await self._matches.get(self.store.id)).names  # one may have another name by now
        pairs = zip(self.game.players, names, strict=True)
        first, second = (player.model_copy(update={"name": name}) for player, name in pairs)
        try:
            await self.store.start_next(partial(self.game.rematch, (first, second)))
        except RevisionLostError:
            self._show_what_was_loaded()
            raise
        self.agreements = self.store.agreements
        self.revisions.bump()
        self._on_stored(self)

    def last_turn(self, seat: int) -> LastTurn:
        """Return the last turn of a seat, or the one it is at if it has done something in it."""
        return self._last_turns.of(seat, self.game, self.game_revision)

    def _undo_last_turn(self, seat: int) -> None:
        """Undo the last turn of a seat, whatever the options say: the players have agreed on it."""
        turn, before = self.last_turn(seat), self.game.turn
        self._next_undone, self._next_declined = turn, ()
        while len(self.game.actions) > turn.ply:
            self.game.undo()
        self.timekeeper.turn_passed(before, finished=False)
        self.store.agreements = self.agreements.without_offers()

    def _check_going_on(self) -> None:
        if self.over:
            raise IllegalActionError(_("The game is over."))
        self.timekeeper.check_in_time()

    def _check_rematch(self, seat: int) -> None:
        if refusal := self.rematch_refusal(seat):
            raise IllegalActionError(refusal)

    def _check_offer(self, seat: int, kind: OfferKind) -> None:
        if kind is OfferKind.REMATCH:
            self._check_rematch(seat)
            return
        self._check_going_on()
        if self.is_bot(1 - seat):
            raise IllegalActionError(_("You don't need a bot's agreement."))
        standing: Offer | None = getattr(self.agreements, kind.value)
        acted, pause = self.has_acted(seat), self.timekeeper.refuse_pause()
        if refusal := offer_refusals.of_offer(kind, standing, seat, has_acted=acted, pause=pause):
            raise IllegalActionError(refusal)


async def _release(leases: Claims, lease: str) -> None:
    with suppress(StorageError):  # then it ends by itself
        await leases.release(lease)
