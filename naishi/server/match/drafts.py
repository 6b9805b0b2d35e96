"""Half-made choices of players, in memory."""

from __future__ import annotations

from collections import OrderedDict

MOST = 2000
"""Matches of players whose choices are kept, the latest first."""


class MatchDrafts:
    """What a player has half chosen in a match; nobody else is shown it."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[str, str]] = {}

    def find(self, seat: int, moment: str) -> str:
        """Return what was chosen so far at a moment; empty for nothing, or what belongs to another moment."""
        at, words = self._kept.get(seat, ("", ""))
        return words if at == moment else ""

    def keep(self, seat: int, moment: str, words: str) -> None:
        """Keep what is chosen so far at a moment; empty words forget it, but nothing of another moment."""
        if words:
            self._kept[seat] = moment, words
        elif self.find(seat, moment):
            del self._kept[seat]


class PlayerDrafts:
    """Drafts by player and match, so that a lost connection loses none; they end with the server's process."""

    def __init__(self, most: int = MOST) -> None:
        """Begin with none.

        Args:
            most: How many are kept; those that nobody has come to for the longest time go first.
        """
        self._most = most
        self._kept: OrderedDict[tuple[int, str], MatchDrafts] = OrderedDict()

    def of(self, player: int, match: str) -> MatchDrafts:
        """Return those of a player in a match, which are the same at each of the player's terminals."""
        drafts = self._kept.setdefault((player, match), MatchDrafts())
        self._kept.move_to_end((player, match))
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return drafts
