"""Connection slots, in all and per address."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from naishi.server.presence.limits import Limits


class Newcomer(Protocol):
    """A connection, whoever is at its other end."""

    address: str
    """What limits count by: see `address_group`."""

    @property
    def has_terminal(self) -> bool:
        """Whether it has come so far that somebody can play."""

    def abort(self) -> None:
        """End at once."""


class Places:
    """The places for connections."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.addresses: Counter[str] = Counter()
        self.connections: dict[Newcomer, None] = {}
        """All of them, the oldest first."""

    def take(self, newcomer: Newcomer) -> bool:
        """Give a connection a place; where all are taken, that of somebody who has no terminal yet.

        That may be the newcomer. Otherwise whoever opens many and never logs in would keep everybody else of their
        address out.

        Returns:
            Whether the newcomer may stay.
        """
        limits, address = self._limits, newcomer.address
        self.addresses[address] += 1
        self.connections[newcomer] = None
        many = self.addresses.total() > limits.connections
        if many or self.addresses[address] > limits.per_address:
            waiting = (each for each in self.connections if not each.has_terminal and (many or each.address == address))
            oldest = next(waiting)
            del self.connections[oldest]
            oldest.abort()
        return newcomer in self.connections

    def leave(self, connection: Newcomer) -> None:
        """Count a connection off that had come for a place, whether or not it kept it."""
        self.connections.pop(connection, None)
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]
