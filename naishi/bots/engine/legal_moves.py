"""What may be done in many positions at once, and what the seat to act would know afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as f
from naishi.bots.engine.effects import DECREED, HIDDEN_DECREES, Menu, Rows, done, received
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import Facts


class Options(NamedTuple):
    """Options, and what the seat to act would know after each."""

    game: Rows
    """For each option, which position it belongs to."""
    codes: Rows
    rows: Facts
    """What the seat knows afterwards."""
    option: Rows
    """For each row, which option it is about: a decree on an unknown card has a row for each card it may be."""
    weight: Floats

    def means(self, values: Floats) -> Floats:
        """Average the values of rows into those of options."""
        if len(self.rows) == len(self.codes):
            return values
        sums = [np.bincount(self.option, self.weight * column, minlength=len(self.codes)) for column in values.T]
        return np.stack(sums, axis=1).astype(np.float32)


def options(base: Facts, menus: Sequence[Menu], chance: np.random.Generator | None = None) -> Options:
    """List what may be done.

    Args:
        base: What the seat to act knows in each position.
        menus: What it may do there.
        chance: Draws the one card that stands for all that the other seat may have kept; None tries them all.
    """
    game = np.repeat(np.arange(len(menus)), [len(each.codes) for each in menus])
    codes = np.concatenate([each.codes for each in menus])
    after = done(base[game], codes, np.concatenate([each.follows for each in menus]))
    hidden = HIDDEN_DECREES[codes]
    if hidden.any():
        hidden &= after[np.arange(len(codes)), 5 + DECREED[codes]] == f.UNKNOWN
    unknown = np.flatnonzero(hidden)
    if not unknown.size:
        return Options(game, codes, after, np.arange(len(codes)), np.ones(len(codes), dtype=np.float32))
    return Options(game, codes, *_revealed(after, codes, unknown, chance))


def _revealed(
    after: Facts, codes: Rows, unknown: Rows, chance: np.random.Generator | None
) -> tuple[Facts, Rows, Floats]:
    """Give each decree on an unknown card a row for each card it may be, weighted by how likely that is."""
    before = after[unknown]
    ways = _ways(before, chance)
    weights = np.stack([share for share, _, _ in ways], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    known = np.setdiff1d(np.arange(len(codes)), unknown, assume_unique=True)
    rows, option, weight = [after[known]], [known], [np.ones(known.size, dtype=np.float32)]
    for i, (share, cards, gift) in enumerate(ways):
        some = np.flatnonzero(share)
        each = before[some]
        received(each, codes[unknown[some]], cards[some], gift=np.full(some.size, gift))
        rows.append(each)
        option.append(unknown[some])
        weight.append(weights[some, i])
    return np.concatenate(rows), np.concatenate(option), np.concatenate(weight)


def _ways(before: Facts, chance: np.random.Generator | None) -> list[tuple[Floats, npt.NDArray[np.integer], bool]]:
    """Tell what an unknown card may be: how likely, which card, and whether it is the seat's own gift."""
    mountains, gift = before[:, f.SURE_MOUNTAINS].astype(np.float32), before[:, f.SURE_GIFT]
    kept, unseen = before[:, f.KEPT].astype(np.float32), before[:, f.UNSEEN].astype(np.float32)
    ways: list[tuple[Floats, npt.NDArray[np.integer], bool]] = [
        (mountains, np.zeros_like(gift), False),
        ((gift != f.UNKNOWN).astype(np.float32), gift, True),
    ]
    if chance is not None:
        ways.append((kept, _draw(unseen, chance), False))
        return ways
    shares = kept[:, None] * unseen / np.maximum(unseen.sum(axis=1, keepdims=True), 1)
    return ways + [(shares[:, card], np.full_like(gift, card), False) for card in np.flatnonzero(shares.any(axis=0))]


def _draw(counts: Floats, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Draw a card from each row of counts."""
    sums = counts.cumsum(axis=1)
    below = sums <= chance.random(len(counts))[:, None] * sums[:, -1:]
    drawn: npt.NDArray[np.uint8] = np.minimum(below.sum(axis=1), counts.shape[1] - 1).astype(np.uint8)
    return drawn
