"""Perft: action sequence counts, for tests and timing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError, require
from naishi.common.i18n import _

if TYPE_CHECKING:
    from naishi.games.naishi.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` actions that can follow a position.

    Raises:
        NaishiError: The depth isn't a whole number from 0 up.
    """
    require(depth, int)
    if depth < 0:
        raise NaishiError(_("The depth of a count is 0 or more."))
    return _leaves(position, depth)


def _leaves(position: Position, depth: int) -> int:
    actions = position.legal_actions()
    if depth <= 1:
        return len(actions) if depth else 1
    leaves = 0
    for action in actions:
        position.push(action)
        leaves += _leaves(position, depth - 1)
        position.pop()
    return leaves
