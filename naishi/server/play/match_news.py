"""What a player or somebody who watches hears of a match beside the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from naishi.common.i18n import _
from naishi.server.match import words
from naishi.server.match.clock import Claim, TimeLeft
from naishi.server.match.state import Offer, OfferKind
from naishi.server.play import match_text
from naishi.server.play.conversation import Conversation
from naishi.server.play.match_session import MatchSession
from naishi.server.play.match_terminals import Presence
from naishi.server.play.seated import Seated


class Reader(Seated, Protocol):
    """Whoever reads the news, and what they see of the match."""

    conversation: Conversation
    with_keys: Callable[[str], str]
    """Writes the keys of the reader into a text that names the usual ones."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of both players."""

    @property
    def time(self) -> TimeLeft | None:
        """What the players have left; None where there is no clock."""

    @property
    def claim(self) -> Claim | None:
        """What may be done about the player who stays away."""

    @property
    def standing(self) -> tuple[tuple[OfferKind, Offer], ...]:
        """What was offered and can be answered, by whomever."""

    @property
    def waiting(self) -> tuple[tuple[OfferKind, Offer], ...]:
        """What the player offers or asks for, and the other has yet to answer."""

    @property
    def declined(self) -> tuple[tuple[OfferKind, Offer], ...]:
        """What the player has offered and the other has declined, until the next action."""


class MatchNews:
    """What the players offer, answer and say to each other, and who is not here, as sentences."""

    def __init__(self, session: MatchSession, reader: Reader) -> None:
        self._session, self._reader = session, reader

    @property
    def offered(self) -> str:
        """What the other player offers or asks for; empty where that is nothing."""
        seat = self._reader.seat
        theirs = (each for each in self._reader.standing if each[1].seat != seat)
        kind, offer = next(theirs, (None, None))
        if seat is None or kind is None or offer is None:
            return ""
        turn = self._session.state.last_turn(1 - seat) if kind is OfferKind.UNDO else None
        return words.offered(kind, self._reader.names[1 - seat], turn, offer.days)

    @property
    def latest(self) -> str:
        """What the other player offers and how to answer, and says; or what was undone, or that they are not here."""
        if self._reader.seat is None and self.situation:
            return self._reader.with_keys(_("{news} n: watch it.")).format(news=self.situation)
        answer = self._reader.with_keys(_("{offer} x: answer."))
        offer = answer.format(offer=self.offered) if self.offered else ""
        return " ".join(filter(None, (offer, self._reader.conversation.news))) or self.situation

    @property
    def situation(self) -> str:
        """What was declined and what is awaited, or what was undone, or that the other is not here; else empty."""
        session, reader = self._session, self._reader
        if (seat := reader.seat) is None:
            return "" if session.agreements.next is None else _("The rematch has begun.")
        if answers := " ".join(self._awaited(seat)):
            return answers
        if session.over:
            return ""
        name = reader.names[1 - seat]
        state = session.state
        if state.clock is not None and state.clock.is_unmet(state.awaited, session.now()):
            return reader.with_keys(_("{name} has not come. Call the game off (x)?")).format(name=name)
        if (presence := session.presence(1 - seat)) is not Presence.HERE:
            return match_text.whereabouts(presence, name, reader.time)
        return "" if state.undone is None else words.undone(state.undone, seat, name)

    def _awaited(self, seat: int) -> Iterator[str]:
        """Say what can be claimed, what was declined, and that an answer is awaited."""
        reader = self._reader
        name = reader.names[1 - seat]
        if reader.claim is not None and (warned := words.claim_news(reader.claim, seat, reader.names, name)):
            yield warned
        yield from (words.declined(kind, name) for kind, _offer in reader.declined)
        if reader.waiting:
            yield _("Waiting for {name}'s answer.").format(name=name)
