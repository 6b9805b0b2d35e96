"""Advice on the table: what the strong bot would do with what this seat knows, and why."""

from __future__ import annotations

from typing import NamedTuple

from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Recall, Swap
from naishi.rules.territory import RIVER, Cell, Zone
from naishi.text.reasons import reason
from naishi_tui.drawing import card_text
from naishi_tui.widgets.card import BEST


class Advice(NamedTuple):
    """The best action."""

    sentence: str
    reason: str
    """What speaks for it; empty where nothing can be said for sure."""
    best: Action | None


def advise(view: PlayerView) -> Advice:
    """Ask for the best action, in words; takes a moment, so call it from a thread.

    Raises:
        BotNotReadyError: The bot's weights are missing or damaged.
    """
    from naishi.bots import advise as best_actions

    found = best_actions(view)
    if not found:
        return Advice(_("There is nothing to choose."), "", None)
    best = found[0]
    return Advice(sentence(view, best.action, best.win_chance), reason(view, best.turn), best.action)


def sentence(view: PlayerView, action: Action, chance: float) -> str:
    """Advise an action in words, with the chance to win once it is done."""
    words, gaps = _advised(view, action)
    return words.format(mark=BEST, chance=f"{chance:.0%}", **gaps)


def _advised(view: PlayerView, action: Action) -> tuple[str, dict[str, object]]:
    match action:
        case Develop(cell=cell):
            gaps: dict[str, object] = {"new": _name(view, RIVER[cell.position]), "old": _name(view, cell), "cell": cell}
            return _("{mark} Place {new} at {cell}, discarding {old}: {chance} to win."), gaps
        case Swap(first=first, second=second):
            gaps = {"one": _name(view, first), "first": first, "other": _name(view, second), "second": second}
            return _("{mark} Swap {one} at {first} with {other} at {second}: {chance} to win."), gaps
        case Discard(first=first, second=second):
            gaps = {"one": _name(view, first), "other": _name(view, second)}
            return _("{mark} Discard {one} and {other}: {chance} to win."), gaps
        case Decree(cell=cell):
            gaps = {"card": _name(view, cell), "cell": cell}
            return _("{mark} Decree at {cell}, giving {card}: {chance} to win."), gaps
        case Recall():
            return _("{mark} Recall your emissaries: {chance} to win."), {}
        case Declare():
            return _("{mark} Declare the end: {chance} to win."), {}
        case End():
            return _("{mark} End your turn: {chance} to win."), {}
        case _:
            return _("{mark} Pass: {chance} to win."), {}


def _name(view: PlayerView, cell: Cell) -> str:
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card_text.name(card) if card is not None else ""
