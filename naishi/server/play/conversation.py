"""What is said at a match, as one terminal there hears it."""

from __future__ import annotations

from collections.abc import Collection

from naishi.server.play.match_session import MatchSession
from naishi.server.play.phrases import Phrase, Spoken, told
from naishi.server.play.seated import Seated


class Conversation:
    """What the players have said last. Watchers hear nothing, and nobody hears whom they have muted."""

    def __init__(self, session: MatchSession, listener: Seated) -> None:
        """Begin; what was said before is no news."""
        self._session, self._listener = session, listener
        self._read = self.newest

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """What was said, as far as it is heard."""
        if (seat := self._listener.seat) is None:
            return ()
        return tuple(each for each in self._session.phrases.newest if seat not in each.unheard)

    @property
    def newest(self) -> int:
        """The number of what was said last; 0 for nothing."""
        return self.spoken[-1].number if self.spoken else 0

    @property
    def news(self) -> str:
        """What another player has said last, as a sentence, until `react` is called; else empty."""
        seat = self._listener.seat
        new = [each for each in self.spoken if each.number > self._read and each.seat != seat]
        return told(new[-1], seat, self._session.match.names) if new else ""

    def react(self) -> None:
        """Take note that what was said has been read."""
        self._read = self.newest

    def speak(self, phrase: Phrase, unheard: Collection[int] = ()) -> None:
        """Say something to the other players, but for those at some seats: see `Talk.say`."""
        if self._listener.seat is not None:
            self._session.phrases.speak(self._listener.seat, phrase, unheard)
