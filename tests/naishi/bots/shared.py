"""What several of the test modules here use."""

from __future__ import annotations

from naishi import Game
from naishi.bots import (
    Clock,
    make,
)


def played(bots: tuple[str, str], deal: int, seed: int = 0, limit: float = 60) -> Game:
    game = Game.new(seed=deal)
    seats = [make(name, seed) for name in bots]
    while game.turn is not None:
        game.play(seats[game.turn].choose(game.view(game.turn), Clock(limit)))
    return game
