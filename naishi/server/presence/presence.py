"""Presence at a server, in all its processes."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlalchemy import Connection, func, select

from naishi.common.i18n import NaishiError, _
from naishi.server.database.schema import is_gone, players
from naishi.server.database.sharing import Leases


@dataclass(frozen=True, slots=True)
class Account:
    """A player of the server."""

    id: int
    """Below zero for a visitor who has neither a name nor a game yet, and so is stored nowhere."""
    name: str
    named: bool
    """Whether the person chose the name."""
    guest: bool
    """Whether no key belongs to the player, only a code."""

    @property
    def stored(self) -> bool:
        return self.id > 0


def are_gone(db: Connection, *which: int) -> bool:
    here = select(func.count()).select_from(players).where(players.c.id.in_(which), ~is_gone(players.c.name_key))
    return bool(db.execute(here).scalar_one() < len(set(which)))


def check_here(db: Connection, player: int) -> None:
    """Make sure that a player's account is still there. Raises NaishiError: it isn't."""
    if are_gone(db, player):
        raise NaishiError(_("This account is gone: it was deleted, or is part of another one now."))


@dataclass(frozen=True, slots=True)
class DistantTerminal:
    """A terminal at a match, at another process."""

    seat: int | None
    name: str


class Elsewhere:
    """The people at the other processes; nobody, where there are none."""

    def __init__(self) -> None:
        self.leases: Leases | None = None
        """What only one process may do at a time; None where there is only this one."""
        self.tell: Callable[..., None] = lambda _kind, **_said: None
        """Tells the other processes something: its kind, and by name what it says."""
        self.somebody_moved: Callable[[], None] = lambda: None
        """Has the other processes look who is here: someone has come, gone, or is someone else."""
        self.players, self.addresses = Counter[int](), Counter[str]()
        """How many terminals each player has there, and how many there are from each address."""
        self.accounts: Mapping[int, tuple[Account, bool]] = {}
        """The players there whose account is known, and whether a game of theirs is on their screen."""
        self._at: Mapping[str, Sequence[DistantTerminal]] = {}
        self._rows: Mapping[str, Sequence[Any]] = {}

    def at(self, match: str) -> Sequence[DistantTerminal]:
        return self._at.get(match, ())

    @property
    def matches(self) -> Collection[str]:
        return self._at.keys()

    def update(self, present: Mapping[str, Sequence[Any]]) -> tuple[set[int], set[str]]:
        """Take note of who is at some processes now; return the players and the matches of which something differs.

        Args:
            present: For each process the rows of those who are there; none for one that has ended.
        """
        players, at = self.players, self._at
        self._rows = {process: rows for process, rows in {**self._rows, **present}.items() if rows}
        self._count()
        moved = players.keys() ^ self.players.keys()
        return moved, {
            each for each in at.keys() | self._at.keys() if Counter(at.get(each)) != Counter(self._at.get(each))
        }

    def _count(self) -> None:
        self.players, self.addresses = Counter(), Counter()
        accounts: dict[int, tuple[Account, bool]] = {}
        at: dict[str, list[DistantTerminal]] = defaultdict(list)
        for row in chain.from_iterable(self._rows.values()):
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


class Everybody:
    """All players who are on the server, whichever process they are at.

    Args:
        came_or_went: Called with a player whose first terminal has come, or whose last one has gone.
    """

    def __init__(self, elsewhere: Elsewhere, came_or_went: Callable[[int], None]) -> None:
        self.elsewhere, self._came_or_went = elsewhere, came_or_went
        self.here: Counter[int] = Counter()
        """How many terminals each player has at this process."""

    def __contains__(self, player: object) -> bool:
        return player in self.here or player in self.elsewhere.players

    def players(self) -> set[int]:
        return {player for player in (*self.here, *self.elsewhere.players) if player > 0}

    def count(self, player: int) -> int:
        return self.here[player] + self.elsewhere.players[player]

    def arrive(self, player: int) -> None:
        self.here[player] += 1
        self.elsewhere.somebody_moved()
        if self.count(player) == 1:
            self._came_or_went(player)

    def depart(self, player: int) -> None:
        self.here[player] -= 1
        self.elsewhere.somebody_moved()
        if self.here[player] <= 0:
            del self.here[player]
        if player not in self:
            self._came_or_went(player)
