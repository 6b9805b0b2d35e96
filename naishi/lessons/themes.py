"""What a puzzle is about: its name in the list, and where to look for its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naishi.common.i18n import N_
from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, Recall, Swap


class Theme(NamedTuple):
    """A kind of puzzle, in English."""

    title: str
    nudge: str


THEMES: Mapping[str, Theme] = {
    "end": Theme(N_("when to end"), N_("What if the game were to end now, or could not for a while?")),
    "decree": Theme(N_("the decree"), N_("What of the other side would be worth most on yours?")),
    "recall": Theme(N_("emissaries"), N_("Which bonus will you need, and who could take it?")),
    "discard": Theme(N_("the River"), N_("Which River cards help Bruno more than you?")),
    "swap": Theme(N_("the right place"), N_("Which card would be worth more in another place?")),
    "points": Theme(N_("points"), N_("Which River card brings most, and where?")),
    "later": Theme(N_("looking ahead"), N_("It brings little now: what will it make possible, or keep from Bruno?")),
}
"""By the keys in puzzles.toml."""

MUCH = 5
"""The points that make a develop one for its points."""


def theme_of(view: PlayerView, answer: Sequence[Action]) -> str:
    """Return what a puzzle is about: an action at court if its answer has one, else what a develop is for."""
    kinds: dict[type[Action], str] = {
        Declare: "end", Decree: "decree", Recall: "recall", Discard: "discard", Swap: "swap"
    }  # fmt: skip
    for kind, theme in kinds.items():
        if any(isinstance(action, kind) for action in answer):
            return theme
    gains = [forecast.change(view, action) or 0 for action in answer if isinstance(action, Develop)]
    return "points" if sum(gains) >= MUCH else "later"
