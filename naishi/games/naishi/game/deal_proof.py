"""Checks of a deal by what it was drawn from."""

from __future__ import annotations

from enum import StrEnum

from naishi.common.i18n import _
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.expansion import Module
from naishi.tabletop.commitments import DealProof


def deal_from(proof: DealProof, expansion: Module | None) -> Deal:
    """Return the deal that follows from a secret and the players' words."""
    return Deal.random(proof.seed, expansion)


def holds(proof: DealProof, deal: Deal) -> bool:
    """Return whether a deal and the seats are what follows."""
    return proof.is_sound and deal_from(proof, deal.expansion) == deal


class DealCheck(StrEnum):
    """What has come of checking a deal."""

    RIGHT = "right"
    """It is what follows from what was committed to, and from the players' words."""
    WRONG = "wrong"
    """It isn't."""
    UNPROVED = "unproved"
    """Nobody had committed to anything."""
    NO_DEAL = "no deal"
    """The game began at a position."""


def checked(deal: Deal | None, proof: DealProof | None) -> DealCheck:
    """Check the deal of a game, if it has one, by its proof, if it has one."""
    if deal is None:
        return DealCheck.NO_DEAL
    if proof is None:
        return DealCheck.UNPROVED
    return DealCheck.RIGHT if holds(proof, deal) else DealCheck.WRONG


def verdict(check: DealCheck) -> str:
    """Say what has come of checking a deal, and what that means."""
    match check:
        case DealCheck.RIGHT:
            return _("The deal is right: it follows from the secret that was committed to and from the players' words.")
        case DealCheck.WRONG:
            return _("The deal is wrong: the cards or the seats don't follow from the secret and the words.")
        case DealCheck.UNPROVED:
            return _("This deal can't be checked: nobody had committed to it. That is so for games played at home.")
        case DealCheck.NO_DEAL:
            return _("There is no deal to check: this game began at a position that somebody had set up.")
