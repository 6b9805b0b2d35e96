"""Phrases that the players of a match can say to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from naishi.common.i18n import N_, _


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
    """Counts what was said there since somebody came."""
    seat: int
    phrase: Phrase
    unheard: frozenset[int] = frozenset()
    """The seats of players who aren't shown it: they have muted or blocked the one who says it."""


def words_of(phrase: Phrase) -> str:
    """Return a phrase in the language of whoever reads it."""
    return _(WORDS[phrase])


def told(spoken: Spoken, seat: int | None, names: Sequence[str]) -> str:
    """Say who has said what.

    Args:
        spoken: What was said.
        seat: Of whoever reads it.
        names: Of the players, by seat.
    """
    words = words_of(spoken.phrase)
    if spoken.seat == seat:
        return _("You say: {phrase}").format(phrase=words)
    return _("{name} says: {phrase}").format(name=names[spoken.seat], phrase=words)
