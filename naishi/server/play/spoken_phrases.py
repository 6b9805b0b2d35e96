"""What the players of a match have said to each other last; it is stored nowhere."""

from __future__ import annotations

from collections.abc import Callable, Collection

from naishi.server.play.elsewhere import Elsewhere
from naishi.server.play.phrases import Phrase, Spoken

MOST_SPOKEN = 8
"""So many phrases are kept for whoever looks a little later."""


class SpokenPhrases:
    """Keeps the newest phrases of one match, and passes them on to other processes."""

    def __init__(self, match_id: str, elsewhere: Elsewhere, notify: Callable[[], None]) -> None:
        """Begin with silence.

        Args:
            match_id: Of the match.
            elsewhere: Who is at other processes.
            notify: Has everybody at this process look.
        """
        self._match_id, self._elsewhere, self._notify = match_id, elsewhere, notify
        self.newest: tuple[Spoken, ...] = ()

    def speak(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        """Have a player say something, which all others hear but those at some seats."""
        said = {"match": self._match_id, "seat": seat, "phrase": phrase.value, "unheard": sorted(unheard)}
        self._elsewhere.tell("phrase", **said)
        self.hear(seat, phrase, unheard)

    def hear(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        """Have everybody at this process hear it."""
        number = self.newest[-1].number + 1 if self.newest else 1
        self.newest = (*self.newest[1 - MOST_SPOKEN :], Spoken(number, seat, phrase, frozenset(unheard)))
        self._notify()
