"""The turn that a player asks to undo, and what would be undone with it."""

from __future__ import annotations

from dataclasses import dataclass

from naishi.games.naishi.game.game import Game


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What is undone with the last turn of a player."""

    seat: int
    """Whose turn it is."""
    ply: int
    """How many actions are left."""
    both: bool
    """Whether something that the other player has done since goes with it."""

    @classmethod
    def of(cls, seat: int, game: Game) -> LastTurn:
        """Return the last turn of a seat, or the one it is at if it has done something in it."""
        before, both = game.copy(), False
        while before.can_undo:
            before.undo()
            view = before.view(seat)
            both = both or before.turn != seat
            if before.turn == seat and not (view.developed or view.bonus):
                break
        return cls(seat, len(before.actions), both)


class LastTurns:
    """The last turns of both players, worked out once for each revision of their game."""

    def __init__(self) -> None:
        """Begin with none known."""
        self._revision = -1
        self._by_seat: dict[int, LastTurn] = {}

    def of(self, seat: int, game: Game, revision: int) -> LastTurn:
        """Return the last turn of a seat in a game, at a revision of it."""
        if revision != self._revision:
            self._revision, self._by_seat = revision, {}
        if seat not in self._by_seat:
            self._by_seat[seat] = LastTurn.of(seat, game)
        return self._by_seat[seat]
