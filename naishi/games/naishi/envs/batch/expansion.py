"""Batches with Legends & Travellers, effects by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import cache

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from naishi.games.naishi.envs.batch.games import GameBatch, Numbers, Step, impossible
from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.envs.rows import Table
from naishi.games.naishi.game.encoding import VIEW_WIDTH
from naishi.games.naishi.game.hiding import check_seat
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS
from naishi.games.naishi.rules.legal_sets import LegalSet
from naishi.games.naishi.rules.position import Position


class ExpansionBatch(GameBatch):
    """Many games with the expansion. Games that end begin again, unless asked otherwise.

    It has all that `Batch` has, but plays its games one after the other.
    """

    with_expansion = True

    @override
    def __init__(self, size: int, seed: int | None = None, *, begin_anew: bool = True) -> None:
        super().__init__(size, seed, begin_anew=begin_anew)
        self._tables: list[Table] = [_UNDEALT] * size
        self._legal: list[LegalSet] = [_UNDEALT.position.legal_set()] * size
        self.reset()

    def copy(self) -> ExpansionBatch:
        """Copy the games and their chance: both play on in the same way, independent of each other."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.chance = deepcopy(self.chance)
        twin._tables, twin._legal = [table.copy() for table in self._tables], self._legal.copy()
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_legal"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._legal = [table.position.legal_set() for table in self._tables]

    @override
    def _begin(self, games: Numbers, deals: Sequence[Deal] | None) -> None:
        if deals is None:
            seeds = self.chance.integers(1 << 63, size=len(games)).tolist()
            deals = [Deal.random(seed, LEGENDS_TRAVELLERS) for seed in seeds]
        self._lay_out(games, map(Position, deals))

    @override
    def _begin_at(self, games: Numbers, positions: Sequence[Position]) -> None:
        self._lay_out(games, (position.copy() for position in positions))

    def _lay_out(self, games: Numbers, positions: Iterable[Position]) -> None:
        for game, position in zip(games.tolist(), positions, strict=True):
            self._tables[game], self._legal[game] = Table(position), position.legal_set()

    def position(self, game: int) -> Position:
        """Return the position of a game, with all cards open.

        Raises:
            NaishiError: There is no such game.
        """
        (number,) = self._numbered([game])
        return self._tables[number].position.copy()

    @property
    def turn(self) -> Bytes:
        """The seat to act in each game; once it is over, the one that acted last."""
        return np.array([table.position.turn for table in self._tables], dtype=np.uint8)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; only without `begin_anew` it stays so."""
        return np.array([not legal.codes for legal in self._legal])

    def masks(self) -> Bytes:
        """Return 1 for each legal action, a row for each game; all 0 where it is over."""
        rows = bytearray().join([_mask(legal.codes) for legal in self._legal])
        return np.frombuffer(rows, np.uint8).reshape(self.size, len(ACTIONS))

    def observations(self, viewer: int | None = None) -> Bytes:
        """Return encoded views, a row for each game.

        Args:
            viewer: The seat; None for that to act in each game.

        Raises:
            NaishiError: There is no such seat.
        """
        seat = check_seat(viewer)
        rows = [table.row(table.position.turn if seat is None else seat) for table in self._tables]
        return np.frombuffer(bytearray().join(rows), np.uint8).reshape(self.size, VIEW_WIDTH)

    def random_actions(self) -> Bytes:
        """Return a random legal action of each game, and any number for one that is over."""
        shares = self.chance.random(self.size).tolist()
        chosen = [
            legal.actions[int(share * len(legal.actions))].code if legal.actions else 0
            for share, legal in zip(shares, self._legal, strict=True)
        ]
        return np.array(chosen, dtype=np.uint8)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each game.

        Args:
            actions: Their numbers.

        Raises:
            IllegalActionError: One is illegal or no action; the text says in which game, and nothing has changed.
            ValueError: Not one whole number for each game.
        """
        numbers: list[int] = self._whole_numbers(actions).tolist()
        for game, (number, legal) in enumerate(zip(numbers, self._legal, strict=True)):
            if number not in legal.codes and legal.codes:
                raise impossible(number, game, len(ACTIONS))
        step = Step(
            np.zeros((self.size, 2), dtype=np.int8),
            np.zeros(self.size, dtype=np.bool_),
            np.zeros((self.size, 2), dtype=np.int16),
        )
        for game, (number, table) in enumerate(zip(numbers, self._tables, strict=True)):
            if self._legal[game].codes:
                table.push(ACTIONS[number])
                legal = self._legal[game] = table.position.legal_set()
                if not legal.codes:
                    _finish(step, game, table.position)
        if self.begin_anew and len(ended := step.over.nonzero()[0]):
            self.reset(ended)
        return step


@cache
def _mask(codes: frozenset[int]) -> bytes:
    return bytes([code in codes for code in range(len(ACTIONS))])


def _finish(step: Step, game: int, position: Position) -> None:
    first, second = position.totals()
    won = (first > second) - (first < second)
    step.over[game], step.rewards[game], step.points[game] = True, (won, -won), (first.points, second.points)


_UNDEALT = Table(Position(Deal.random(0, LEGENDS_TRAVELLERS)))
"""Stands where a game is about to be dealt."""
