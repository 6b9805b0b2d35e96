"""Legends & Travellers: the Ryokan, and the effects of Travellers."""

from __future__ import annotations

from typing import Literal, NamedTuple

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import DEVELOPING, ON_ENTERING, ON_LEAVING, RECALLING, TRAVELLERS, Card

Module = Literal["legends-travellers"]
"""The modules that a game may have beside the base game."""

LEGENDS_TRAVELLERS: Module = "legends-travellers"
"""Legends & Travellers."""

MODULES: tuple[Module, ...] = (LEGENDS_TRAVELLERS,)

LEGENDS_DRAWN = 3
TRAVELLERS_DRAWN = 5
"""How many cards of the expansion take part in a game. (Expansion: setup.)"""


def title() -> str:
    """Return the name of the expansion."""
    return _("Legends & Travellers")


def initials() -> str:
    """Return the name of the expansion where there is little room."""
    return _("L&T")


_FIRST_TRAVELLER, _SAMURAI = TRAVELLERS[0], Card.SAMURAI
"""Module-level names: looking up a member of an enum takes long."""


class Expansion(NamedTuple):
    """The Ryokan, and what is pending. Never changed in place: a change makes another one."""

    owner: int | None = None
    """The seat that has the Ryokan; None while it lies aside."""
    side: int = 4
    """The side that lies up: 4 or 7."""
    pending: tuple[Card, ...] = ()
    """The Travellers whose effects may be used now, in card order."""
    unturned: int = 0
    """The River piles whose next card isn't turned up before all effects are settled, as bits: 1 is pile 1."""

    def ryokan(self, seat: int) -> int:
        """Return the points that a seat has of the Ryokan."""
        return self.side if self.owner == seat else 0

    def developed(self, seat: int, left: Card, came: Card, pile: int) -> Expansion:
        """Return what follows from a develop: where the Ryokan is, and what is pending. (Expansion: play.)

        Args:
            seat: Whose develop it was.
            left: The card that was discarded.
            came: The card that was taken from the River.
            pile: The pile that it was taken from, 0-4.
        """
        owner, side, pending, unturned = self
        if came >= _FIRST_TRAVELLER:
            owner, side = seat, 7 if owner == seat or came is _SAMURAI else 4
        if left in ON_LEAVING:
            pending = *pending, left
        if came in ON_ENTERING:
            pending = *pending, came
        if len(pending) > 1:
            pending = tuple(sorted(pending))
        return Expansion(owner, side, pending, unturned | 1 << pile)

    def settled(self, *, recall: bool, piles: int, used: Card | None = None) -> Expansion:
        """Return what is left pending. An effect that can do nothing lapses. (Expansion: resolving effects.)

        Args:
            recall: Whether there is an emissary to recall.
            piles: The River piles that are not empty, as bits.
            used: The Traveller whose effect has been used.
        """
        owner, side, pending, unturned = self
        if pending:
            unturned &= piles
            develop = bool(piles & ~unturned)
            pending = tuple([
                card for card in pending
                if card is not used and (recall or card not in RECALLING) and (develop or card is not DEVELOPING)
            ])  # fmt: skip
        return Expansion(owner, side, pending, unturned if pending else 0)
