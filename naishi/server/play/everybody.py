"""Who is on the server: players come and go, with one terminal or several, at this process and at others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from naishi.server.play.elsewhere import Elsewhere


class Everybody:
    """All players who are on the server, whichever process they are at."""

    def __init__(self, elsewhere: Elsewhere, came_or_went: Callable[[int], None]) -> None:
        """Begin with nobody here.

        Args:
            elsewhere: Who is at the other processes, which are told who is here.
            came_or_went: Called with a player whose first terminal has come, or whose last one has gone.
        """
        self.elsewhere, self._came_or_went = elsewhere, came_or_went
        self.here: Counter[int] = Counter()
        """The number of terminals that each player has at this process."""

    def __contains__(self, player: object) -> bool:
        return player in self.here or player in self.elsewhere.players

    def players(self) -> set[int]:
        """Return the players who have a name or a game here."""
        return {player for player in (*self.here, *self.elsewhere.players) if player > 0}

    def count(self, player: int) -> int:
        """Return how many terminals a player has."""
        return self.here[player] + self.elsewhere.players[player]

    def arrive(self, player: int) -> None:
        """Count a terminal of a player."""
        self.here[player] += 1
        self.elsewhere.somebody_moved()
        if self.count(player) == 1:
            self._came_or_went(player)

    def depart(self, player: int) -> None:
        """Count a terminal off."""
        self.here[player] -= 1
        self.elsewhere.somebody_moved()
        if self.here[player] <= 0:
            del self.here[player]
        if player not in self:
            self._came_or_went(player)
