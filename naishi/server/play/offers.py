"""What the two players of a match offer each other, as one of them sees it."""

from __future__ import annotations

from collections.abc import Iterator

from naishi.server.play.match_session import MatchSession
from naishi.server.play.request import PAUSES, OfferKind, Request, Verb
from naishi.server.play.seated import Seated
from naishi.server.storage.match import Offer


class Offers:
    """What a player can offer and answer now, what waits for an answer, and what was declined; nothing for watchers."""

    def __init__(self, session: MatchSession, player: Seated) -> None:
        self._session, self._player = session, player

    @property
    def requests(self) -> tuple[Request, ...]:
        """What the player can answer and offer now: answers first."""
        if (seat := self._player.seat) is None:
            return ()
        open_now, answers, offers = dict(self._open()), list[Request](), list[Request]()
        for kind in self._kinds():
            offer = open_now.get(kind)
            if offer is None:
                offers += self._new(seat, kind)
            elif offer.seat != seat:
                turn = self._session.last_turn(offer.seat) if kind is OfferKind.UNDO else None
                answers += [Request(verb, kind, offer, turn) for verb in (Verb.AGREE, Verb.DECLINE)]
        return *answers, *offers

    @property
    def theirs(self) -> tuple[OfferKind, Offer] | None:
        """What the other player offers or asks for; None where that is nothing."""
        return next((each for each in self._open() if each[1].seat != self._player.seat), None)

    @property
    def waiting(self) -> tuple[tuple[OfferKind, Offer], ...]:
        """What the player offers or asks for, and the other has yet to answer."""
        return tuple(each for each in self._open() if each[1].seat == self._player.seat)

    @property
    def declined(self) -> tuple[tuple[OfferKind, Offer], ...]:
        """What the player has offered and the other has declined, until the next action."""
        kinds, seat = self._kinds(), self._player.seat
        return tuple(each for each in self._session.declined if each[0] in kinds and each[1].seat == seat)

    def _kinds(self) -> tuple[OfferKind, ...]:
        """What the players can agree on now."""
        session = self._session
        if (seat := self._player.seat) is None:
            return ()
        if not session.over:
            pause = () if session.timekeeper.refuse_pause() else (OfferKind.PAUSE,)
            return () if session.is_bot(1 - seat) else (OfferKind.DRAW, OfferKind.UNDO, *pause)
        return () if session.rematch_hindrance else (OfferKind.REMATCH,)

    def _open(self) -> Iterator[tuple[OfferKind, Offer]]:
        """Yield what was offered and can be answered."""
        for kind in self._kinds():
            offer: Offer | None = getattr(self._session.agreements, kind.value)
            if offer is not None:
                yield kind, offer

    def _new(self, seat: int, kind: OfferKind) -> Iterator[Request]:
        """Yield what a seat can offer of a kind, unless that was declined just now."""
        if self._session.declined_refusal(seat, kind):
            return
        if kind is OfferKind.PAUSE:
            yield from (Request(Verb.OFFER, kind, days=days) for days in PAUSES)
        elif kind is not OfferKind.UNDO:
            yield Request(Verb.OFFER, kind)
        elif self._session.has_acted(seat):
            yield Request(Verb.OFFER, kind, turn=self._session.last_turn(seat))
