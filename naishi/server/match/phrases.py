"""Set phrases between players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from naishi.common.i18n import N_, _
from naishi.server.presence.presence import Elsewhere


class Phrase(StrEnum):
    """What can be said; its value is the same in every language."""

    HELLO = "hello"
    LUCK = "luck"
    NICE = "nice"
    OOPS = "oops"
    THANKS = "thanks"
    SORRY = "sorry"
    MOMENT = "moment"
    THINKING = "thinking"
    BACK = "back"
    GO = "go"
    PLAYED = "played"
    GAME = "game"


WORDS = {
    Phrase.HELLO: N_("Hello!"),
    Phrase.LUCK: N_("Good luck, and have fun!"),
    Phrase.NICE: N_("Nice move!"),
    Phrase.OOPS: N_("Oops!"),
    Phrase.THANKS: N_("Thank you!"),
    Phrase.SORRY: N_("Sorry!"),
    Phrase.MOMENT: N_("One moment, please."),
    Phrase.THINKING: N_("Let me think about this."),
    Phrase.BACK: N_("Here I am again."),
    Phrase.GO: N_("I have to go. Let's play on later."),
    Phrase.PLAYED: N_("Well played!"),
    Phrase.GAME: N_("Thanks for the game!"),
}
"""In English."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a player has said in a match."""

    number: int
    """Counts what was said there since someone came."""
    seat: int
    phrase: Phrase
    unheard: frozenset[int] = frozenset()
    """The seats of players who aren't shown it: they have muted or blocked the one who says it."""


def phrase_words(phrase: Phrase) -> str:
    return _(WORDS[phrase])


def told(spoken: Spoken, seat: int | None, names: Sequence[str]) -> str:
    words = phrase_words(spoken.phrase)
    if spoken.seat == seat:
        return _("You say: {phrase}").format(phrase=words)
    return _("{name} says: {phrase}").format(name=names[spoken.seat], phrase=words)


MOST_SPOKEN = 8
"""So many phrases are kept for whoever looks a little later."""


class SpokenPhrases:
    """Keeps the newest phrases of one match, and passes them on to other processes."""

    def __init__(self, match_id: str, elsewhere: Elsewhere, notify: Callable[[], None]) -> None:
        self._match_id, self._elsewhere, self._notify = match_id, elsewhere, notify
        self.newest: tuple[Spoken, ...] = ()

    def speak(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        said = {"match": self._match_id, "seat": seat, "phrase": phrase.value, "unheard": sorted(unheard)}
        self._elsewhere.tell("phrase", **said)
        self.hear(seat, phrase, unheard)

    def hear(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        """Have everybody at this process hear it."""
        number = self.newest[-1].number + 1 if self.newest else 1
        self.newest = (*self.newest[1 - MOST_SPOKEN :], Spoken(number, seat, phrase, frozenset(unheard)))
        self._notify()
