"""Counting sequences of actions, to test the rules and to time them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naishi.games.naishi.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` actions that can follow a position."""
    actions = position.legal_actions()
    if depth <= 1:
        return len(actions) if depth else 1
    leaves = 0
    for action in actions:
        position.push(action)
        leaves += perft(position, depth - 1)
        position.pop()
    return leaves
