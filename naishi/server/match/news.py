"""News of a match, and its players' phrases."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.server.match import match_text, words
from naishi.server.match.clock import Claim, TimeLeft
from naishi.server.match.phrases import Phrase, Spoken, told
from naishi.server.match.session import MatchSession, Presence, Seated
from naishi.server.match.state import Declined, LastTurn, Offer, OfferKind
from naishi.settings.keymap import KEY


class Conversation:
    """What the players have said last. Watchers hear nothing, and nobody hears whom they have muted."""

    def __init__(self, session: MatchSession, listener: Seated) -> None:
        """Begin; what was said before is no news."""
        self._session, self._listener = session, listener
        self._read = self.newest
        self.left: Sequence[Spoken] = ()
        """What others have said to the listener while they were away, until it has been read."""

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """What was said, as far as it is heard."""
        seat = self._listener.seat
        if seat is None or seat not in self._session.state.people:
            return ()
        return tuple(each for each in self._session.phrases.newest if seat not in each.unheard)

    @property
    def newest(self) -> int:
        """The number of what was said last; 0 for nothing."""
        return self.spoken[-1].number if self.spoken else 0

    @property
    def news(self) -> str:
        """What another player has said last, or while the listener was away, until `react` is called; else empty."""
        seat, names = self._listener.seat, self._session.match.names
        new = [each for each in self.spoken if each.number > self._read and each.seat != seat]
        return told(new[-1], seat, names) if new else " ".join(told(each, seat, names) for each in self.left)

    def react(self) -> None:
        """Take note that what was said has been read."""
        self._read, self.left = self.newest, ()

    def speak(self, phrase: Phrase, unheard: Collection[int] = ()) -> None:
        """Say something to the other players, but for those at some seats: see `Talk.say`."""
        if self._listener.seat is not None:
            self._session.phrases.speak(self._listener.seat, phrase, unheard)


class Reader(Seated, Protocol):
    """Whoever reads the news, and what they see of the match."""

    conversation: Conversation

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""

    @property
    def time(self) -> TimeLeft | None:
        """What the players have left; None where there is no clock."""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What may be done about the players who are awaited."""

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
        self._known = frozenset(session.state.vacated)
        """The seats whose players had left when the reader came, or has read so."""
        self._read_undone: LastTurn | None = None
        """The undone turn that the reader has read of."""
        self._read_declined = frozenset[int]()
        """The numbers of the declined offers that they have read of."""

    @property
    def left(self) -> str:
        """Who has left a game that goes on, until `react` is called; empty for nobody."""
        state, reader = self._session.state, self._reader
        new = (seat for seat in state.vacated if seat not in self._known and seat != reader.seat)
        return "" if state.is_cut_short else " ".join(f"{words.left(state, seat, reader.names)}." for seat in new)

    @property
    def passes(self) -> bool:
        """Whether some of it is said only until it has been read: see `react`."""
        return bool(self._reader.conversation.news or self.left or self._undone or any(self._declined))

    def react(self) -> None:
        """Take note that what others have said and done has been read."""
        self._reader.conversation.react()
        state = self._session.state
        self._known, self._read_undone = frozenset(state.vacated), state.undone
        self._read_declined = frozenset(each.offer.number for each in state.declined)

    @property
    def _undone(self) -> LastTurn | None:
        """The turn that the players have agreed to undo, until that has been read."""
        undone = self._session.state.undone
        return None if undone is self._read_undone else undone

    @property
    def _declined(self) -> Iterator[Declined]:
        """What was declined of what the reader has offered, until that has been read."""
        shown = self._reader.declined
        for each in self._session.state.declined:
            if each[:2] in shown and each.offer.number not in self._read_declined:
                yield each

    @property
    def offered(self) -> str:
        """What another player offers or asks for; empty where that is nothing."""
        if (seat := self._reader.seat) is None:
            return ""
        theirs = (each for each in self._reader.standing if each[1].seat != seat and seat not in each[1].agreed)
        kind, offer = next(theirs, (None, None))
        if kind is None or offer is None:
            return ""
        turn, names = self._session.state.last_turn(offer.seat) if kind is OfferKind.UNDO else None, self._reader.names
        return words.offered(kind, names[offer.seat], turn, offer.days, two=len(names) == 2)

    @property
    def latest(self) -> str:
        """What another player offers and how to answer, and who has left and says what; else the situation."""
        if self._reader.seat is None and self.situation and not self.left:
            return _("{news} {key:score.rematch}: watch it.").format(key=KEY, news=self.situation)
        answer = _("{offer} {key:match.menu}: answer.")
        offer = answer.format(key=KEY, offer=self.offered) if self.offered else ""
        return " ".join(filter(None, (offer, self.left, self._reader.conversation.news))) or self.situation

    @property
    def situation(self) -> str:
        """What was declined and what is awaited, or what was undone, or that others are not here; else empty."""
        session, reader = self._session, self._reader
        if (seat := reader.seat) is None:
            return "" if session.agreements.next is None else _("The rematch has begun.")
        if answers := " ".join(self._awaited(seat)):
            return answers
        if session.over:
            return ""
        state, names = session.state, reader.names
        if seat not in state.people:
            return words.has_left()
        two = len(names) == 2
        away = [each for each in state.others(seat) if session.presence(each) is not Presence.HERE]
        if state.clock is not None and state.clock.is_unmet(state.awaited, session.now()):
            missed = listed(names[each] for each in away or state.others(seat))
            return _("{name} has not come. Call the game off ({key:match.menu})?").format(key=KEY, name=missed)
        if waited_for := [each for each in away if two or each in state.awaited]:
            where = ((session.presence(each), names[each]) for each in waited_for)
            return " ".join(match_text.whereabouts(presence, name, reader.time) for presence, name in where)
        if (turn := self._undone) is None:
            return ""
        return words.undone(turn, seat, names[1 - seat if two else turn.seat], two=two)

    def _awaited(self, seat: int) -> Iterator[str]:
        """Say what can be claimed, what was declined, and that an answer is awaited."""
        reader, state, names = self._reader, self._session.state, self._reader.names
        waits = next(iter(state.others(seat)), seat)
        yield from filter(None, (words.claim_news(claim, seat, names, names[waits]) for claim in reader.claims))
        yield from (words.declined(each.kind, names[each.by]) for each in self._declined)
        if waiting := {
            each for _kind, offer in reader.waiting for each in state.others(seat) if each not in offer.agreed
        }:
            yield _("Waiting for {name}'s answer.").format(name=listed(names[each] for each in sorted(waiting)))
