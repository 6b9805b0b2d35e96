"""Bots' blindness to hidden cards: learned, master, novice."""

from __future__ import annotations

import pytest

from naishi import Deal, Game
from naishi.bots import Clock, make
from naishi.games.naishi.analysis.choices import advise
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from tests.fuzzing import long_seeds
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.playing import chance

FAST = ("random", "greedy", "beginner", "intermediate", "strong")


def check(name: str, seed: int, every: int = 1, module: Module | None = None) -> None:
    """Play a game at random; ask the bot at each step, and again in another deal that looks the same."""
    draw, game = chance(seed), Game.new(deal=Deal.random(seed, module))
    bot, step = make(name, seed), 0
    while game.turn is not None:
        seat, step = game.turn, step + 1
        if step % every == 0:
            other = Game(resampled(game, seat, draw))
            while len(other.actions) < len(game.actions):
                other.redo()
            assert other.turn == seat
            assert bot.choose(game.view(seat), Clock()) == make(name, seed).choose(other.view(seat), Clock())
        game.play(draw.choice(game.legal_actions()))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FAST)
def test_the_choice_is_the_same_in_deals_that_look_the_same(name: str, seed: int) -> None:
    check(name, seed)


def test_the_masters_choice_is_the_same_too() -> None:
    check("master", 1, every=6)


@pytest.mark.parametrize("name", FAST)
def test_the_choice_is_the_same_whichever_traveller_is_in_the_box(name: str) -> None:
    check(name, 2, every=2, module=LEGENDS_TRAVELLERS)


def test_the_masters_choice_is_too() -> None:
    check("master", 3, every=12, module=LEGENDS_TRAVELLERS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", [*FAST, "master"])
def test_the_choice_is_the_same_in_many_games(name: str, seed: int) -> None:
    check(name, 100 + seed)
    check(name, 100 + seed, every=4, module=LEGENDS_TRAVELLERS)


@pytest.mark.parametrize(
    ("seed", "every"), [(0, 18), *(pytest.param(seed, 6, marks=pytest.mark.slow) for seed in long_seeds(0, 20))]
)
@pytest.mark.parametrize("module", [None, LEGENDS_TRAVELLERS])
def test_advice_is_the_same_in_deals_that_look_the_same(seed: int, every: int, module: Module | None) -> None:
    draw, game = chance(seed), Game.new(deal=Deal.random(seed, module))
    while game.turn is not None:
        if len(game.actions) % every == seed % every:  # reasons take longer than a choice
            other = Game(resampled(game, game.turn, draw))
            while len(other.actions) < len(game.actions):
                other.redo()
            assert advise(game.view(game.turn)) == advise(other.view(game.turn))
        game.play(draw.choice(game.legal_actions()))
