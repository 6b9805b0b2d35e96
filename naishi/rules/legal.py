"""Which actions are legal, and why others are not. (Rulebook: a turn, the end of the game.)

`refusal` states each rule once, with the sentence a person reads; the actions that it doesn't refuse are legal, and
`naishi.rules.legal_sets` lists them. It looks only at what is public, so it works for a `Position` and a `PlayerView`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from naishi.i18n import _
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.cards import Card
from naishi.rules.court import Openings
from naishi.rules.territory import Cell, Zone


class Phase(StrEnum):
    """The phases of a game, in order."""

    GIFT = "gift"
    PLAY = "play"
    COPY = "copy"
    OVER = "over"


class Situation(NamedTuple):
    """Everything that decides which actions are legal."""

    phase: Phase
    developed: bool = False
    """The seat to act has developed this turn."""
    bonus: bool = False
    """It has taken its bonus this turn."""
    ending: bool = False
    """The end is triggered: this is the last turn."""
    open_piles: int = 0
    """The River piles that are not empty, as bits: 1 is pile 1, 16 is pile 5."""
    two_left: bool = False
    """Two piles of one card each are all that is left of the River."""
    court: Openings = Openings()
    ninja: Cell | None = None
    """In the copy phase: the ninja whose turn it is to copy."""
    characters: tuple[Card, ...] = ()
    """In the copy phase: what it may copy."""

    @property
    def river_left(self) -> bool:
        """Whether a card is left in the River."""
        return self.open_piles != 0


def refusal(s: Situation, action: Action) -> str | None:
    """Return why an action is illegal, or None if it is legal."""
    if s.phase is Phase.OVER:
        return _("The game is over.")
    if isinstance(action, Give):
        return None if s.phase is Phase.GIFT else _("Gifts are only chosen before the first turn.")
    if isinstance(action, Copy):
        return _refuse_copy(s, action)
    if s.phase is not Phase.PLAY:
        return _NOT_PLAYING[s.phase]()
    match action:
        case Develop(cell=cell):
            return _refuse_develop(s, cell)
        case Swap() | Discard():
            return _refuse_bonus(s, action)
        case End() | Pass():
            return _refuse_idle(s, action)
        case _:
            return _refuse_whole_turn(s, action)


_NOT_PLAYING = {
    Phase.GIFT: lambda: _("First choose which dealt card to give."),
    Phase.COPY: lambda: _("The game is over; only the ninjas still choose what they copy."),
}


def _refuse_copy(s: Situation, action: Copy) -> str | None:
    if s.phase is not Phase.COPY:
        return _("Ninjas choose what they copy when the game is over.")
    if action.cell is not s.ninja:
        return _("It is the turn of the ninja at {cell} to copy.").format(cell=s.ninja)
    if action.card not in s.characters:
        return _("There is no {card:bare} in this territory to copy.").format(card=action.card.noun)
    return None


def _refuse_develop(s: Situation, cell: Cell) -> str | None:
    if s.developed:
        return _("You have already developed this turn.")
    return _refuse_pile(s, cell)


def _refuse_pile(s: Situation, cell: Cell) -> str | None:
    if s.open_piles >> cell.position & 1:
        return None
    return _("River pile {position} is empty.").format(position=cell.position + 1)


def _refuse_bonus(s: Situation, action: Swap | Discard) -> str | None:
    """Refuse what sends an emissary for a bonus. (Rulebook: additional actions.)"""
    if s.bonus:
        return _("You have already taken your bonus: one a turn.")
    if not s.court.emissary:
        return _("Both your emissaries are at the court.")
    if isinstance(action, Swap) and not s.court.swap:
        return _("All three swap spots of the court are taken.")
    if isinstance(action, Discard) and not s.court.discard:
        return _("Both discard spots of the court are taken.")
    if action.first.zone is Zone.RIVER and (reason := _refuse_pile(s, action.first) or _refuse_pile(s, action.second)):
        return reason
    none_left = s.two_left if isinstance(action, Discard) else not s.river_left
    if not s.developed and none_left:
        return _("A bonus before the develop must leave a River card to develop with.")
    return None


def _refuse_whole_turn(s: Situation, action: Action) -> str | None:
    """Refuse what takes a whole turn: the decree, the recall, the declaration."""
    if s.developed or s.bonus:
        return _("That takes a whole turn, and you have begun to develop.")
    match action:
        case Decree() if not s.court.decree:
            return _("The decree has been imposed: once in a game, by one player.")
        case Decree() if not s.court.emissary:
            return _("Both your emissaries are at the court.")
        case Recall() if not s.court.recall:
            return _("You have no emissary to take back.")
        case Declare() if s.ending:
            return _("The end is already triggered: this is the last turn.")
        case Declare() if s.open_piles == 0b11111:
            return _("The end can be declared once a River pile is empty.")
    return None


def _refuse_idle(s: Situation, action: End | Pass) -> str | None:
    if isinstance(action, End):
        return None if s.developed else _("First do one of: develop, decree, recall, declare the end.")
    return _("You can pass only when nothing else is possible.") if _something_to_do(s) else None


def _something_to_do(s: Situation) -> bool:
    whole_turns = (_refuse_whole_turn(s, action) is None for action in (_ANY_DECREE, Recall(), Declare()))
    return s.developed or s.bonus or s.river_left or any(whole_turns)


_ANY_DECREE = Decree(Cell.L1)
