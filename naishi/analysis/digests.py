"""What identifies a game for whatever is kept about it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from naishi.game.game import Game
from naishi.rules.actions import Action
from naishi.rules.deal import Deal


def digest(deal: Deal, actions: Iterable[Action]) -> str:
    """Return a digest of a deal and the actions that were done with it."""
    cards = bytes(card for pile in (*deal.river, *deal.gifts) for card in pile)
    orders = bytes(number for shuffle in deal.shuffles for number in shuffle)
    return hashlib.sha256(cards + orders + bytes(action.code for action in actions)).hexdigest()


def digest_of(game: Game) -> str:
    """Return the digest of a game as it stands, without what was undone."""
    return digest(game.deal, game.actions)
