"""Who is at the other processes of a server, as the one that everybody here is at knows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from naishi.server.storage.players import Account


class Claims(Protocol):
    """See `Leases`."""

    async def claim(self, name: str, seconds: float) -> bool: ...  # noqa: D102
    async def release(self, name: str) -> None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class DistantTerminal:
    """A terminal at a match, at another process."""

    seat: int | None
    name: str


class Elsewhere:
    """The people at the other processes; nobody, where there are none."""

    def __init__(self) -> None:
        self.leases: Claims | None = None
        """What only one process may do at a time; None where there is only this one."""
        self.tell: Callable[..., None] = _nobody_hears
        """Tells the other processes something: its kind, and by name what it says."""
        self.somebody_moved: Callable[[], None] = _nobody_looks
        """Has the other processes look who is here: somebody has come, gone, or is somebody else."""
        self.players: Counter[int] = Counter()
        """How many terminals each player has there."""
        self.addresses: Counter[str] = Counter()
        """How many terminals there are from each address."""
        self.accounts: Mapping[int, tuple[Account, bool]] = {}
        """The players there whose account is known, and whether a game of theirs is on their screen."""
        self._at: Mapping[str, Sequence[DistantTerminal]] = {}
        self._rows: dict[str, Sequence[Any]] = {}

    def at(self, match: str) -> Sequence[DistantTerminal]:
        """Return the terminals at a match."""
        return self._at.get(match, ())

    @property
    def matches(self) -> Collection[str]:
        """The matches that somebody is at."""
        return self._at.keys()

    def update(self, present: Mapping[str, Sequence[Any]]) -> tuple[set[int], set[str]]:
        """Take note of who is at some processes now; return the players and the matches of which something differs.

        Args:
            present: For each process the rows of those who are there; none for one that has ended.
        """
        players, at = self.players, self._at
        self._rows |= present
        self._rows = {process: rows for process, rows in self._rows.items() if rows}
        self._count()
        moved = players.keys() ^ self.players.keys()
        return moved, {
            each for each in at.keys() | self._at.keys() if Counter(at.get(each)) != Counter(self._at.get(each))
        }

    def _count(self) -> None:
        self.players, self.addresses = Counter(), Counter()
        accounts: dict[int, tuple[Account, bool]] = {}
        at: dict[str, list[DistantTerminal]] = defaultdict(list)
        for row in self._all():
            if row.match is not None:
                at[row.match].append(DistantTerminal(row.seat, row.name))
            elif row.player is not None:
                self.players[row.player] += row.count
                if row.name:
                    plays = row.plays or accounts.get(row.player, (None, False))[1]
                    accounts[row.player] = Account(row.player, row.name, named=True, guest=row.guest), plays
            else:
                self.addresses[row.address] += row.count
        self.accounts, self._at = accounts, at

    def _all(self) -> Iterator[Any]:
        for rows in self._rows.values():
            yield from rows


def _nobody_hears(_kind: str, **_said: object) -> None:
    """Tell nobody: there is no other process."""


def _nobody_looks() -> None:
    """Do nothing, likewise."""
