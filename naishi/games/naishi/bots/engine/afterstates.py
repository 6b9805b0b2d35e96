"""Batched afterstates: a seat's knowledge after each legal action.

No rule is repeated here. Where an action moves each card is found by playing it once on a `Position` whose cards are
all different.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o, points as p
from naishi.games.naishi.bots.engine.legal_moves import Indices, LegalMoves
from naishi.games.naishi.bots.engine.network import Floats
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.game.hiding import Memory
from naishi.games.naishi.rules.actions import ACTIONS, Decree, Use
from naishi.games.naishi.rules.cards import Card, Cell, Expansion
from naishi.games.naishi.rules.position import Position

MOVED = 30
"""The number of columns, the first ones of an observation, that say where cards are and which are exposed."""
_DRAWN, _SEEN = 30, 31
"""Two more sources: the next card of a pile, and the constant "exposed"."""

_PROBE = Position.from_text("FF/FF/FF/FF/FF MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")


@cache
def _effects() -> tuple[Indices, Observations]:
    """Return for [action, column] the column that its value comes from, for [action, pile] 1 if a card leaves it."""
    source = np.tile(np.arange(MOVED), (len(ACTIONS), 1))
    drop = np.zeros((len(ACTIONS), 5), dtype=np.uint8)
    for action in ACTIONS:
        probe = _PROBE.copy()
        if isinstance(action, Use):
            probe.developed, probe.expansion = True, Expansion(owner=0, pending=(action.traveller,))
        if probe.is_legal(action):
            probe.territories = [list(range(10)), list(range(10, 20))]  # type: ignore[arg-type]
            probe.river = [[_DRAWN, 20 + position] for position in range(5)]  # type: ignore[list-item]
            watcher = Memory(1, tuple(range(25, 30)), (), kept=False)  # type: ignore[arg-type]
            watcher = watcher.after(action, probe)
            probe.push(action)
            tops = [pile[-1] for pile in probe.river]
            exposed = [_SEEN if card is None or card not in range(25, 30) else int(card) for card in watcher.seen]
            cards = [*probe.territories[0], *probe.territories[1], *tops]
            source[action.code] = [*map(int, cards), *exposed]
            drop[action.code] = [2 - len(pile) for pile in probe.river]
    return source, drop


DECREED = np.array([action.cell if isinstance(action, Decree) else -1 for action in ACTIONS])
"""The cell that an action exchanges by decree; -1 for another action."""


def apply(before: Observations, codes: Indices, follows: Observations) -> Observations:
    """Apply actions to observations.

    Args:
        follows: What follows from each (see `LegalMoves`).

    Returns:
        The observation right after, before new River cards are turned up. If a decree takes an unknown card, that
        card is `UNKNOWN` in the seat's own territory: see `reveal_decreed`.
    """
    source, drop = _effects()
    sources = np.empty((len(before), MOVED + 2), dtype=np.uint8)
    sources[:, :MOVED] = before[:, :MOVED]
    wide = o.is_wide(before)
    sources[:, _DRAWN], sources[:, _SEEN] = o.FACE_DOWN if wide else o.DOWN, 1
    after = before.copy()
    starts = np.arange(0, sources.size, MOVED + 2)[:, None]
    after[:, :MOVED] = sources.ravel().take(source[codes] + starts)
    after[:, o.HEIGHTS] -= drop[codes]
    tops = after[:, o.TOPS]
    tops[after[:, o.HEIGHTS] == 0] = o.EMPTY
    if wide:
        after[:, o.TRAVELS] = follows[:, _FLOW:]
    after[:, o.FLOW] = follows[:, :_FLOW]
    return after


_FLOW = o.FLOW.stop - o.FLOW.start


def reveal_decreed(
    after: Observations, codes: Indices, cards: npt.NDArray[np.integer], *, gift: npt.NDArray[np.bool_]
) -> None:
    """Write the card that a decree took into the observations, in place.

    Args:
        after: Rows made by `apply`.
        gift: Whether the card is the one that the seat gave at the start, and no mountain.
    """
    every = np.arange(len(after))
    after[every, DECREED[codes]] = cards
    mountain = cards == Card.MOUNTAIN
    after[mountain, o.SURE_MOUNTAINS] -= 1
    after[gift, o.SURE_GIFT] = o.UNKNOWN
    kept = ~(mountain | gift)
    after[kept, o.KEPT] = 0
    after[kept, o.UNSEEN.start + cards[kept]] -= 1


class Afterstates(NamedTuple):
    """Legal actions, and the observations after them."""

    game: Indices
    """For each action, the index of its position."""
    codes: Indices
    rows: Observations
    action: Indices
    """For each row, the index of its action: a decree on an unknown card has a row for each card it may be."""
    weight: Floats
    """For each row, its probability given the action."""

    def means(self, values: Floats) -> Floats:
        if len(self.rows) == len(self.codes):
            return values
        sums = [np.bincount(self.action, self.weight * column, minlength=len(self.codes)) for column in values.T]
        return np.stack(sums, axis=1).astype(np.float32)


def afterstates(
    base: Observations, moves: Sequence[LegalMoves], generator: np.random.Generator | None = None
) -> Afterstates:
    """List the afterstates of positions.

    Args:
        generator: Draws one card to stand for all that the other seat may have kept; None enumerates them.
    """
    codes, follows = np.concatenate([each.codes for each in moves]), np.concatenate([each.follows for each in moves])
    return after_each(base, np.array([len(each.codes) for each in moves]), codes, follows, generator)


def after_each(
    base: Observations,
    counts: Indices,
    codes: Indices,
    follows: Observations,
    generator: np.random.Generator | None = None,
) -> Afterstates:
    """List the afterstates of positions whose legal actions come in one array.

    Args:
        follows: What follows from each (see `LegalMoves`).
        generator: As in `afterstates`.
    """
    game = np.arange(len(base)).repeat(counts)
    after = apply(base[game], codes, follows)
    decreed = DECREED[codes]
    hidden = decreed >= Cell.H1
    if hidden.any():
        hidden &= after[np.arange(len(codes)), decreed] == o.UNKNOWN
    unknown = np.flatnonzero(hidden)
    if not unknown.size:
        return Afterstates(game, codes, after, np.arange(len(codes)), np.ones(len(codes), dtype=np.float32))
    return Afterstates(game, codes, *_enumerate_decreed(after, codes, unknown, generator))


def _enumerate_decreed(
    after: Observations, codes: Indices, unknown: Indices, generator: np.random.Generator | None
) -> tuple[Observations, Indices, Floats]:
    """Replace each decree on an unknown card by a row for each card it may be, weighted by its probability."""
    before = after[unknown]
    shares, cards = _possible_cards(before, generator)
    shares /= shares.sum(axis=1, keepdims=True)
    row, way = shares.nonzero()
    each = before[row]
    reveal_decreed(each, codes[unknown[row]], cards[row, way], gift=way == _GIFT)
    known = np.setdiff1d(np.arange(len(codes)), unknown, assume_unique=True)
    return (
        np.concatenate([after[known], each]),
        np.concatenate([known, unknown[row]]),
        np.concatenate([np.ones(known.size, dtype=np.float32), shares[row, way]]),
    )


_GIFT = 1
"""The column of `_possible_cards` for the seat's own gift; the one before is for a mountain."""


def _possible_cards(before: Observations, generator: np.random.Generator | None) -> tuple[Floats, Observations]:
    """List what an unknown card may be: for each row the relative probabilities, and the cards."""
    gift, kept, unseen = before[:, o.SURE_GIFT], before[:, o.KEPT, None], before[:, o.UNSEEN].astype(np.float32)
    if generator is None:
        shares = kept * unseen / np.maximum(unseen.sum(axis=1, keepdims=True), 1)
        cards = np.broadcast_to(np.arange(p.TYPES, dtype=np.uint8), shares.shape)
    else:
        shares, cards = kept.astype(np.float32), _draw(unseen, generator)[:, None]
    certain = np.stack([before[:, o.SURE_MOUNTAINS], gift != o.UNKNOWN], axis=1, dtype=np.float32)
    sure = np.stack([np.full_like(gift, Card.MOUNTAIN), gift], axis=1)
    return np.concatenate([certain, shares], axis=1), np.concatenate([sure, cards], axis=1)


def _draw(counts: Floats, generator: np.random.Generator) -> npt.NDArray[np.uint8]:
    sums = counts.cumsum(axis=1)
    below = sums <= generator.random(len(counts))[:, None] * sums[:, -1:]
    result: npt.NDArray[np.uint8] = np.minimum(below.sum(axis=1), counts.shape[1] - 1).astype(np.uint8)
    return result
