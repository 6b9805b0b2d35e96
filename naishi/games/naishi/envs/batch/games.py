"""Shared setup of batches: kinds of game, starting positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.position import Position

Numbers = npt.NDArray[np.intp]
"""The numbers of some games."""


class Step(NamedTuple):
    """What a step has led to."""

    rewards: npt.NDArray[np.int8]
    """A row for each game, a column for each seat: 1 for a win, -1 for a loss, else 0."""
    over: npt.NDArray[np.bool_]
    """Whether the game has ended with this step."""
    points: npt.NDArray[np.int16]
    """A row for each game, a column for each seat: the points of a game that has just ended, else 0."""


class GameBatch(ABC):
    """Many games with one action in each at a time. Games that end begin again, unless asked otherwise."""

    with_expansion: bool
    """Whether all are played with Legends & Travellers, or none is."""

    def __init__(self, size: int, seed: int | None = None, *, begin_anew: bool = True) -> None:
        """Begin with random deals.

        Args:
            size: The number of games.
            seed: Draws all deals and random actions; None draws any.
            begin_anew: Whether a game that ends begins again at once. Otherwise it stays as it is, and its action is
                ignored.

        Raises:
            NaishiError: Not at least one game.
        """
        if not isinstance(size, int) or size < 1:
            raise NaishiError(_("A batch has at least one game."))
        self.size, self.begin_anew = size, begin_anew
        self.chance = np.random.default_rng(seed)

    def reset(
        self,
        games: npt.ArrayLike | None = None,
        deals: Sequence[Deal] | None = None,
        positions: Sequence[Position] | None = None,
    ) -> None:
        """Begin games again.

        Args:
            games: Their numbers; None for all.
            deals: A deal for each; None for random ones.
            positions: A position for each to begin at, instead of a deal. In play, each seat knows the other Hand, as
                if it had seen every card arrive (compare `naishi.Game.from_position`).

        Raises:
            NaishiError: There is no such game; not as many deals or positions as games; both are given; one isn't of
                the game that the batch plays; or the game is over at a position.
        """
        numbers = np.arange(self.size) if games is None else self._numbered(games)
        if deals is not None and positions is not None:
            raise NaishiError(_("A game begins with a deal or at a position, not with both."))
        if positions is not None:
            if len(positions) != len(numbers):
                raise NaishiError(_("There have to be as many positions as games."))
            self._check(positions, Position)
            if any(position.is_game_over() for position in positions):
                raise NaishiError(_("The game is over at this position, so nothing can be played there."))
            self._begin_at(numbers, positions)
            return
        if deals is not None:
            if len(deals) != len(numbers):
                raise NaishiError(_("There have to be as many deals as games."))
            self._check(deals, Deal)
        self._begin(numbers, deals)

    def _check(self, starts: Sequence[Any], kind: type[Deal | Position]) -> None:
        if not all(isinstance(start, kind) for start in starts):
            raise NaishiError(_("A batch begins with naishi.Deal objects, or at naishi.Position objects."))
        if all((start.expansion is not None) == self.with_expansion for start in starts):
            return
        if self.with_expansion:
            raise NaishiError(_("An ExpansionBatch plays with the expansion only."))
        raise NaishiError(_("A batch plays the base game only."))

    def _numbered(self, games: npt.ArrayLike) -> Numbers:
        numbers = np.asarray(games)
        if numbers.ndim != 1 or not (np.issubdtype(numbers.dtype, np.integer) or not numbers.size):
            raise NaishiError(_("Games are given as a list of their numbers."))
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < self.size):
            raise NaishiError(_("The games of this batch are numbered from 0 to {last}.").format(last=self.size - 1))
        return numbers.astype(np.intp)

    def _whole_numbers(self, actions: npt.ArrayLike) -> npt.NDArray[Any]:
        """Return an array of actions that has one for each game.

        Raises:
            ValueError: Not one whole number for each game.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"expected {self.size} whole numbers, not {numbers.dtype} of shape {numbers.shape}")
        return numbers

    @abstractmethod
    def _begin(self, games: Numbers, deals: Sequence[Deal] | None) -> None:
        """Begin games with deals, or with random ones."""

    @abstractmethod
    def _begin_at(self, games: Numbers, positions: Sequence[Position]) -> None:
        """Begin games at positions where they aren't over.

        Raises:
            NaishiError: One can't be played by this batch.
        """


def impossible(number: int, game: int, count: int) -> IllegalActionError:
    """Return the error about an action of a game.

    Args:
        number: The action; it may be none.
        game: The game.
        count: How many actions there are.
    """
    name = ACTIONS[number].text if 0 <= number < count else str(number)
    return IllegalActionError(_("{action} is not possible in game {game}.").format(action=name, game=game))
