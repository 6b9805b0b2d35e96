"""Bots of Ninjato: each chooses from a view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from naishi.common.errors import UnknownBotError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi.games.ninjato.actions import Action, play_of
from naishi.games.ninjato.judgement import Taste, Thumb
from naishi.games.ninjato.position import RANK
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.chance import Source


class Clock(Protocol):
    """The time that a bot has, as it is given one."""

    @property
    def left(self) -> float:
        """The seconds left."""


class RandomBot:
    """Plays any legal action."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose one of the legal actions."""
        actions = view.legal_actions
        return actions[Source(f"{self._seed}/{view.position_text()}").below(len(actions))]


class AbsentBot:
    """Plays for a person who has left: visits the dojo, and ends what was begun without losing much."""

    def __init__(self, seed: int = 0) -> None:
        """The seed doesn't matter: it never chooses by chance."""

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose the first of its preferences that is legal."""
        return min(view.legal_actions, key=_absent_preference)


def _absent_preference(action: Action) -> tuple[float, ...]:
    """Return how late an action comes for someone who isn't there: the smallest first."""
    first = {"dojo": 0, "play": 0, "leave": 0, "keep": 0, "claim": 0, "drop": 0, "fail": 1, "draw": 1}
    rank = first.get(action.verb, 2)
    match action.verb:
        case "draw":
            return (0 if action.words[0] == "deck" else 1, 0)
        case "drop" | "claim":
            return (rank, int(action.words[0][-1]))
        case "keep":
            return (rank, -RANK[action.words[0]])
        case "play":
            play = play_of(action)
            return (rank, len(play.cards) + len(play.tiles), int(play.base[-1]))
        case "disguise":
            return (0 if action.words[0] != "none" else 1, 0)
        case "take":
            return (0 if action.words[0] == "honour" else 1, 0)
        case _:
            return (rank, 0)


class ThumbBot:
    """Plays by rules of thumb."""

    def __init__(self, taste: Taste) -> None:
        self._thumb = Thumb(taste)

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose what the rules of thumb say."""
        return self._thumb.choose(view.table, view.seat)


def make(name: str, seed: int = 0) -> Any:
    """Make a bot by its name.

    Raises:
        UnknownBotError: There is none of that name.
    """
    if (factory := _BOTS.get(name)) is None:
        raise UnknownBotError(
            _("There is no bot called {name} for Ninjato. Choose from {known}.").format(
                name=quoted(name), known=listed(_BOTS)
            )
        )
    return factory(seed)


BEGINNER = Taste(card=2.2, treasure=0.9, influence=0.15, rumour=0.4, tile=0.5, caution=1.0, overhead=3.0)
INTERMEDIATE = Taste()

_BOTS: dict[str, Callable[[int], Any]] = {
    "random": RandomBot,
    "absent": AbsentBot,
    "beginner": lambda _seed: ThumbBot(BEGINNER),
    "intermediate": lambda _seed: ThumbBot(INTERMEDIATE),
}
