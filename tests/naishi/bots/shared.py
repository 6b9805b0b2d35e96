"""What several of the test modules here use."""

from __future__ import annotations

from collections.abc import Iterator

from naishi import Game, Phase, PlayerView
from naishi.bots import (
    Clock,
    make,
)
from tests.naishi.playing import chance


def played(bots: tuple[str, str], deal: int, seed: int = 0, limit: float = 60) -> Game:
    game = Game.new(seed=deal)
    seats = [make(name, seed) for name in bots]
    while game.turn is not None:
        game.play(seats[game.turn].choose(game.view(game.turn), Clock(limit)))
    return game


def views(seed: int, count: int) -> Iterator[PlayerView]:
    """Views of the seat to act in random games, at any step, gifts and copies too."""
    draw = chance(seed)
    while True:
        game = Game.new(seed=draw.random().hex())
        while game.turn is not None:
            if draw.random() < 0.3 or game.phase is not Phase.PLAY:
                yield game.view(game.turn)
                count -= 1
                if not count:
                    return
            game.play(draw.choice(game.legal_actions()))
