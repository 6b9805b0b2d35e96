"""A match that somebody is at: the game, its bots, and what the players agree on, in one order and one write."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.server.play import offer_refusals, offer_text
from naishi.server.play.last_turn import LastTurn
from naishi.server.play.request import OfferKind
from naishi.server.play.stored_session import StoredSession
from naishi.server.storage.match import Offer
from naishi.server.storage.matches import RevisionLostError
from naishi.sessions import Playable


class MatchSession(StoredSession):
    """A session, and what its players agree on beside the game: one actor for one match.

    Actions, undo, bots' moves, offers and their answers, resignation and rematch are all requests to it. Each is
    checked against the match as it is then, stored with one write, and then shown to everybody. Once the match is
    over, however it ended, bots stop and nothing can be played.
    """

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
        twice = offer_refusals.of_asking_twice(self.agreements.rematch, seat)
        return self.rematch_hindrance or twice or self.declined_refusal(seat, OfferKind.REMATCH)

    def declined_refusal(self, seat: int, kind: OfferKind) -> str:
        """Return why a seat can't offer again what was declined since the last action; empty if it wasn't."""
        open_now = getattr(self.agreements, kind.value) is not None
        if open_now or not any(each is kind and offer.seat == seat for each, offer in self.declined):
            return ""
        return offer_text.not_again(kind, self.game.players[1 - seat].name)

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
        """Call a game off for a seat: a rated one before its own first action, one of minutes if the other never came.

        Raises:
            IllegalActionError: It has acted, the game isn't rated, or both have come, or it is over.
        """
        async with self._order:
            self._check_going_on()
            if refusal := offer_refusals.of_aborting(
                self.match, has_acted=self.has_acted(seat), unmet=self.timekeeper.unmet
            ):
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
            if kind is OfferKind.REMATCH:
                self._check_rematch(seat)
            else:
                self._check_going_on()
            if kind is OfferKind.REMATCH and agree:
                await self._begin_next()
                return
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

    def _acted(self, seat: int) -> None:
        self.timekeeper.turn_passed(seat)
        self._next_undone, self._next_declined = None, ()
        offers = self.agreements.without_offers()
        standing = {kind: getattr(self.agreements, kind) for kind in ("draw", "pause")}
        if not self.over:  # they stand until the other player acts
            mine = {kind: each for kind, each in standing.items() if each is not None and each.seat == seat}
            offers = offers.model_copy(update=mine)
        self.store.agreements = offers

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
        if refusal := self.declined_refusal(seat, kind):
            raise IllegalActionError(refusal)
        standing: Offer | None = getattr(self.agreements, kind.value)
        acted, pause = self.has_acted(seat), self.timekeeper.refuse_pause()
        if refusal := offer_refusals.of_offer(kind, standing, seat, has_acted=acted, pause=pause):
            raise IllegalActionError(refusal)
