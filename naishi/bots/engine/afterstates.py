"""The afterstates of many positions at once: what the seat to act would know after each of its legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as o
from naishi.bots.engine.effects import DECREED, HIDDEN_DECREES, apply, reveal_decreed
from naishi.bots.engine.legal_moves import Indices, LegalMoves
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import Observations


class Afterstates(NamedTuple):
    """Legal actions, and the observations after them."""

    game: Indices
    """For each action, the index of its position."""
    codes: Indices
    """The codes of the actions."""
    rows: Observations
    """The observations afterwards."""
    action: Indices
    """For each row, the index of its action: a decree on an unknown card has a row for each card it may be."""
    weight: Floats
    """For each row, its probability given the action."""

    def means(self, values: Floats) -> Floats:
        """Average the values of rows into values of actions."""
        if len(self.rows) == len(self.codes):
            return values
        sums = [np.bincount(self.action, self.weight * column, minlength=len(self.codes)) for column in values.T]
        return np.stack(sums, axis=1).astype(np.float32)


def afterstates(
    base: Observations, moves: Sequence[LegalMoves], generator: np.random.Generator | None = None
) -> Afterstates:
    """List the afterstates of positions.

    Args:
        base: The observation of the seat to act in each position.
        moves: Its legal actions there.
        generator: Draws one card to stand for all that the other seat may have kept; None enumerates them.
    """
    game = np.repeat(np.arange(len(moves)), [len(each.codes) for each in moves])
    codes = np.concatenate([each.codes for each in moves])
    after = apply(base[game], codes, np.concatenate([each.follows for each in moves]))
    hidden = HIDDEN_DECREES[codes]
    if hidden.any():
        hidden &= after[np.arange(len(codes)), 5 + DECREED[codes]] == o.UNKNOWN
    unknown = np.flatnonzero(hidden)
    if not unknown.size:
        return Afterstates(game, codes, after, np.arange(len(codes)), np.ones(len(codes), dtype=np.float32))
    return Afterstates(game, codes, *_enumerate_decreed(after, codes, unknown, generator))


def _enumerate_decreed(
    after: Observations, codes: Indices, unknown: Indices, generator: np.random.Generator | None
) -> tuple[Observations, Indices, Floats]:
    """Replace each decree on an unknown card by a row for each card it may be, weighted by its probability."""
    before = after[unknown]
    ways = _possible_cards(before, generator)
    weights = np.stack([share for share, _, _ in ways], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    known = np.setdiff1d(np.arange(len(codes)), unknown, assume_unique=True)
    rows, action, weight = [after[known]], [known], [np.ones(known.size, dtype=np.float32)]
    for i, (share, cards, gift) in enumerate(ways):
        some = np.flatnonzero(share)
        each = before[some]
        reveal_decreed(each, codes[unknown[some]], cards[some], gift=np.full(some.size, gift))
        rows.append(each)
        action.append(unknown[some])
        weight.append(weights[some, i])
    return np.concatenate(rows), np.concatenate(action), np.concatenate(weight)


def _possible_cards(
    before: Observations, generator: np.random.Generator | None
) -> list[tuple[Floats, npt.NDArray[np.integer], bool]]:
    """List what an unknown card may be: the relative probability, the card, and whether it is the seat's own gift."""
    mountains, gift = before[:, o.SURE_MOUNTAINS].astype(np.float32), before[:, o.SURE_GIFT]
    kept, unseen = before[:, o.KEPT].astype(np.float32), before[:, o.UNSEEN].astype(np.float32)
    ways: list[tuple[Floats, npt.NDArray[np.integer], bool]] = [
        (mountains, np.zeros_like(gift), False),
        ((gift != o.UNKNOWN).astype(np.float32), gift, True),
    ]
    if generator is not None:
        ways.append((kept, _draw(unseen, generator), False))
        return ways
    shares = kept[:, None] * unseen / np.maximum(unseen.sum(axis=1, keepdims=True), 1)
    return ways + [(shares[:, card], np.full_like(gift, card), False) for card in np.flatnonzero(shares.any(axis=0))]


def _draw(counts: Floats, generator: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Draw a card from each row of counts."""
    sums = counts.cumsum(axis=1)
    below = sums <= generator.random(len(counts))[:, None] * sums[:, -1:]
    drawn: npt.NDArray[np.uint8] = np.minimum(below.sum(axis=1), counts.shape[1] - 1).astype(np.uint8)
    return drawn
