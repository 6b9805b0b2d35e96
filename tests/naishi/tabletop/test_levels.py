"""Each level of Ninjato's and Shogun's bots against the one below: ninjato.bots, shogun.bots."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of

NAMES = ("Aiko", "Bruno", "Chika")
GAMES = 30
"""Of each two levels, each with a chance of its own; the better one sits at each seat as often."""
UNLIKELY = 0.01


def winners(key: str, better: str, worse: str, number: int) -> tuple[int, ...]:
    """Play a game of one better bot among worse ones; return who won, counted from the better one's seat."""
    kind = kind_of(key)
    seats = min(kind.seats)
    own = number % seats
    game: Game = kind.new(NAMES[:seats], {}, f"levels {number}")
    bots = [kind.bot(better if seat == own else worse, number * seats + seat) for seat in range(seats)]
    while awaited := game.awaited:
        seat = awaited[0]
        game.play(bots[seat].choose(game.view(seat), None), seat)
    assert game.result is not None
    return tuple((seat - own) % seats for seat in game.result.winners)


def luck(won: int, fair: float) -> float:
    """How likely a bot that is no better than the others wins so many games or more."""
    return sum(comb(GAMES, each) * fair**each * (1 - fair) ** (GAMES - each) for each in range(won, GAMES + 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "worse", "better"),
    [(key, *pair) for key in ("ninjato", "shogun") for pair in pairwise(kind_of(key).bots())],
)
def test_each_level_wins_more_games_than_luck_brings(key: str, worse: str, better: str) -> None:
    won = sum(winners(key, better, worse, number) == (0,) for number in range(GAMES))  # a shared win is none
    assert luck(won, 1 / min(kind_of(key).seats)) < UNLIKELY, f"{better} won {won} of {GAMES} games among {worse}"
