"""Shared setup of batches, and batches with the expansion."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.games.naishi.envs.batch.state import Bytes, Games
from naishi.games.naishi.envs.encoded_game import Table
from naishi.games.naishi.game.encoding import VIEW_WIDTH
from naishi.games.naishi.game.hiding import check_seat
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Deal
from naishi.games.naishi.rules.position import Position


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

    def copy(self) -> Self:
        """Copy the games and their chance: both play on in the same way, independent of each other."""
        return deepcopy(self)

    __copy__ = copy

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

    def _numbered(self, games: npt.ArrayLike) -> Games:
        numbers = np.asarray(games)
        if numbers.ndim != 1 or not (np.issubdtype(numbers.dtype, np.integer) or not numbers.size):
            raise NaishiError(_("Games are given as a list of their numbers."))
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < self.size):
            raise NaishiError(_("The games of this batch are numbered from 0 to {last}.").format(last=self.size - 1))
        return numbers.astype(np.intp)

    def position(self, game: int) -> Position:
        """Return the position of a game, with all cards open.

        A `Batch` counts discarded cards but doesn't keep their order, except for the one on top.

        Raises:
            NaishiError: There is no such game.
        """
        (number,) = self._numbered([game]).tolist()
        return self._position(number)

    def observations(self, viewer: int | None = None) -> Bytes:
        """Return encoded views, a row for each game; those of a `Batch` change with the next call.

        Args:
            viewer: The seat; None for that to act in each game.

        Raises:
            NaishiError: There is no such seat.
        """
        return self._observations(check_seat(viewer))

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each game.

        Args:
            actions: Their numbers.

        Raises:
            IllegalActionError: One is illegal or no action; the text says in which game, and nothing has changed.
            ValueError: Not one whole number for each game.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"expected {self.size} whole numbers, not {numbers.dtype} of shape {numbers.shape}")
        return self._step(numbers)

    @abstractmethod
    def _position(self, game: int) -> Position: ...

    @abstractmethod
    def _observations(self, viewer: int | None) -> Bytes: ...

    @abstractmethod
    def _step(self, actions: npt.NDArray[Any]) -> Step: ...

    @abstractmethod
    def _begin(self, games: Games, deals: Sequence[Deal] | None) -> None:
        """Begin games with deals, or with random ones."""

    @abstractmethod
    def _begin_at(self, games: Games, positions: Sequence[Position]) -> None:
        """Begin games at positions where they aren't over.

        Raises:
            NaishiError: One can't be played by this batch.
        """


def impossible(number: int, game: int, count: int) -> IllegalActionError:
    """Return the error about a number that is no legal action of a game, or none of the `count` actions at all."""
    name = ACTIONS[number].text if 0 <= number < count else str(number)
    return IllegalActionError(_("{action} is not possible in game {game}.").format(action=name, game=game))


class ExpansionBatch(GameBatch):
    """Many games with the expansion. Games that end begin again, unless asked otherwise.

    It has all that `Batch` has, but plays its games one after the other.
    """

    with_expansion = True

    @override
    def __init__(self, size: int, seed: int | None = None, *, begin_anew: bool = True) -> None:
        super().__init__(size, seed, begin_anew=begin_anew)
        self._tables: dict[int, Table] = {}
        self.reset()

    @override
    def _begin(self, games: Games, deals: Sequence[Deal] | None) -> None:
        if deals is None:
            seeds = self.chance.integers(1 << 63, size=len(games)).tolist()
            deals = [Deal.random(seed, LEGENDS_TRAVELLERS) for seed in seeds]
        self._begin_at(games, [Position(deal) for deal in deals])

    @override
    def _begin_at(self, games: Games, positions: Sequence[Position]) -> None:
        self._tables.update((game, Table(each.copy())) for game, each in zip(games.tolist(), positions, strict=True))

    @override
    def _position(self, game: int) -> Position:
        return self._tables[game].position.copy()

    @property
    def turn(self) -> Bytes:
        """The seat to act in each game; once it is over, the one that acted last."""
        return np.array([table.position.turn for table in self._tables.values()], dtype=np.uint8)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; only without `begin_anew` it stays so."""
        return np.array([table.position.is_game_over() for table in self._tables.values()])

    def masks(self) -> Bytes:
        """Return 1 for each legal action, a row for each game; all 0 where it is over."""
        rows = bytearray().join([_mask(table.position.legal_set().codes) for table in self._tables.values()])
        return np.frombuffer(rows, np.uint8).reshape(self.size, len(ACTIONS))

    @override
    def _observations(self, viewer: int | None) -> Bytes:
        rows = [table.row(table.position.turn if viewer is None else viewer) for table in self._tables.values()]
        return np.frombuffer(bytearray().join(rows), np.uint8).reshape(self.size, VIEW_WIDTH)

    def random_actions(self) -> Bytes:
        """Return a random legal action of each game, and any number for one that is over."""
        shares = self.chance.random(self.size).tolist()
        legal = [table.position.legal_set().actions for table in self._tables.values()]
        chosen = [some[int(share * len(some))].code if some else 0 for share, some in zip(shares, legal, strict=True)]
        return np.array(chosen, dtype=np.uint8)

    @override
    def _step(self, actions: npt.NDArray[Any]) -> Step:
        numbers: list[int] = actions.tolist()
        for game, table in self._tables.items():
            codes = table.position.legal_set().codes
            if numbers[game] not in codes and codes:
                raise impossible(numbers[game], game, len(ACTIONS))
        step = Step(
            np.zeros((self.size, 2), dtype=np.int8),
            np.zeros(self.size, dtype=np.bool_),
            np.zeros((self.size, 2), dtype=np.int16),
        )
        for game, table in self._tables.items():
            if not table.position.is_game_over():
                table.push(ACTIONS[numbers[game]])
                if table.position.is_game_over():
                    first, second = table.position.totals()
                    won = (first > second) - (first < second)
                    step.over[game], step.rewards[game] = True, (won, -won)
                    step.points[game] = first.points, second.points
        if self.begin_anew and len(ended := step.over.nonzero()[0]):
            self.reset(ended)
        return step


@cache
def _mask(codes: frozenset[int]) -> bytes:
    return bytes([code in codes for code in range(len(ACTIONS))])
