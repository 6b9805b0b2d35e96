"""What a puzzle is about: its name in the list, and where to look for its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naishi.common.i18n import N_
from naishi.games.naishi.game import forecast
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, Discard, Recall, Swap, Use
from naishi.games.naishi.rules.cards import LEGENDS, TRAVELLERS, Card
from naishi.games.naishi.rules.territory import RIVER


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
    "effect": Theme(N_("a Traveller"), N_("Which Traveller can act now, and what is the most that it can do for you?")),
    "ryokan": Theme(N_("the Ryokan"), N_("Who has the Ryokan, and what would bring it to you?")),
    "legend": Theme(N_("a Legend"), N_("What does a Legend need to earn most, and who could take it?")),
}
"""By the keys in puzzles.toml."""

EXPANSION_THEMES = "effect", "ryokan", "legend"
"""Those that only games with the expansion have."""

MUCH = 5
"""The points that make a develop one for its points."""


def theme_of(view: PlayerView, answer: Sequence[Action]) -> str:
    """Return what a puzzle is about: a card of the expansion, an action at court, or what a develop is for."""
    if theme := _expansion_theme(view, answer):
        return theme
    kinds: dict[type[Action], str] = {
        Declare: "end", Decree: "decree", Recall: "recall", Discard: "discard", Swap: "swap"
    }  # fmt: skip
    for kind, theme in kinds.items():
        if any(isinstance(action, kind) for action in answer):
            return theme
    gains = [forecast.change(view, action) or 0 for action in answer if isinstance(action, Develop)]
    return "points" if sum(gains) >= MUCH else "later"


def _expansion_theme(view: PlayerView, answer: Sequence[Action]) -> str:
    """Return what of the expansion an answer is about; empty if it is about nothing of it."""
    if any(isinstance(action, Use) for action in answer):
        return "effect"
    if any(isinstance(each, Develop) and view.river[each.cell.position].top in TRAVELLERS for each in answer):
        return "ryokan"
    moved = {card for action in answer for card in _moved(view, action)}
    return "legend" if moved & {*LEGENDS} else ""


def _moved(view: PlayerView, action: Action) -> set[Card | None]:
    """Return the cards that an action moves, as they lie before the turn."""
    match action:
        case Develop(cell=cell):
            return {view.mine.card(cell), view.river[cell.position].top}
        case Decree(cell=cell):
            return {view.mine.card(cell), view.theirs.card(cell)}
        case Swap(first=first, second=second) | Discard(first=first, second=second):
            if first in RIVER:
                return {view.river[cell.position].top for cell in (first, second)}
            return {view.mine.card(cell) for cell in (first, second)}
        case _:
            return set()
