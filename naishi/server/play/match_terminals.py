"""Who is at a match: at a seat, or watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Protocol


class Presence(StrEnum):
    """Where a player is."""

    HERE = "here"
    """At this match."""
    AWAY = "away"
    """On the server, but not at this match."""
    GONE = "gone"


class Terminal(Protocol):
    """Where somebody sees a match."""

    @property
    def seat(self) -> int | None:
        """Whose seat it is at; None where somebody watches."""

    @property
    def name(self) -> str:
        """Of whoever is there."""


class MatchTerminals:
    """The terminals that a match is seen at."""

    def __init__(self, is_online: Callable[[int], bool], elsewhere: Callable[[], Sequence[Terminal]]) -> None:
        """Begin with none.

        Args:
            is_online: Whether a player is on the server at all.
            elsewhere: Returns the terminals at other processes of the server.
        """
        self._is_online, self._elsewhere = is_online, elsewhere
        self._terminals: set[Terminal] = set()

    def __bool__(self) -> bool:
        """Whether there is any at this process."""
        return bool(self._terminals)

    def add(self, terminal: Terminal) -> None:
        """Take note of one that has come."""
        self._terminals.add(terminal)

    def discard(self, terminal: Terminal) -> None:
        """Take note of one that has left."""
        self._terminals.discard(terminal)

    def __iter__(self) -> Iterator[Terminal]:
        """Yield those at this process."""
        return iter(self._terminals)

    def seats(self) -> Sequence[int]:
        """Return the seats whose players are here."""
        return sorted({terminal.seat for terminal in self._all() if terminal.seat is not None})

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch."""
        return tuple(sorted({terminal.name for terminal in self._all() if terminal.seat is None}))

    def presence(self, seat: int, player: int | None) -> Presence:
        """Return where a player is who has a seat here."""
        if seat in self.seats():
            return Presence.HERE
        return Presence.AWAY if player is not None and self._is_online(player) else Presence.GONE

    def _all(self) -> Iterator[Terminal]:
        yield from self._terminals
        yield from self._elsewhere()
