"""Digests that identify a game for stored analyses."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.actions import Action


def digest(record: GameRecord, actions: Iterable[Action]) -> str:
    """Return a digest of how a game begins and of the actions that were done then."""
    if record.deal is None:
        return _hashed((record.position or "").encode(), actions)
    deal = record.deal
    cards = bytes(card for pile in (*deal.river, *deal.gifts) for card in pile)
    orders = bytes(number for shuffle in deal.shuffles for number in shuffle)
    return _hashed(cards + orders, actions)


def digest_of(game: Game) -> str:
    """Return the digest of a game as it stands, without what was undone."""
    return digest(game.record, game.actions)


def _hashed(beginning: bytes, actions: Iterable[Action]) -> str:
    return hashlib.sha256(beginning + bytes(action.code for action in actions)).hexdigest()
