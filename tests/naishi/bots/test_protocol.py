"""Promises of bots: legal, in time, reproducible."""

from __future__ import annotations

import time

import pytest

from naishi.bots import (
    Clock,
    ThinkingCancelledError,
    make,
)
from tests.naishi.bots.shared import played, views

FAST = ("random", "novice", "greedy", "beginner", "intermediate", "brief", "strong")


@pytest.mark.parametrize("name", FAST)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    one, again = (played((name, name), deal=3, seed=8) for _time in range(2))
    assert one.actions == again.actions


@pytest.mark.parametrize("name", ["random", "novice", "beginner"])
def test_another_seed_plays_another_game(name: str) -> None:
    assert played((name, name), deal=3, seed=8).actions != played((name, name), deal=3, seed=9).actions


@pytest.mark.parametrize(
    ("name", "positions"),
    [("random", 1000), ("novice", 400), ("greedy", 300), ("beginner", 120), ("strong", 80)],
)
def test_choices_are_legal(name: str, positions: int) -> None:
    """2,000 positions, a share for each bot."""
    bot = make(name, 1)
    for view in views(11, positions):
        assert bot.choose(view, Clock()) in view.legal_actions


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAST, "master"])
def test_choices_are_legal_in_2000_positions(name: str) -> None:
    bot = make(name, 1)
    for view in views(12, 2000):
        assert bot.choose(view, Clock()) in view.legal_actions


@pytest.mark.parametrize("name", ["strong", "master"])
def test_the_clock_bounds_the_worst_case(name: str) -> None:
    bot, slowest = make(name, 1), 0.0
    for view in views(14, 10):
        began = time.thread_time()  # of this thread alone, whatever else the machine does
        bot.choose(view, Clock(0.05))
        slowest = max(slowest, time.thread_time() - began)
    assert slowest < 1.5


@pytest.mark.parametrize("name", [*FAST, "master"])
def test_a_cancelled_bot_stops(name: str) -> None:
    view = next(views(15, 1))
    with pytest.raises(ThinkingCancelledError):
        make(name, 1).choose(view, Clock(cancelled=lambda: True))


@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("novice", "random"), ("strong", "novice")])
def test_better_bots_win(better: str, worse: str) -> None:
    won = sum(played((better, worse), deal).outcome.winner == 0 for deal in range(5))  # type: ignore[union-attr]
    won += sum(played((worse, better), deal).outcome.winner == 1 for deal in range(5))  # type: ignore[union-attr]
    assert won >= 9
