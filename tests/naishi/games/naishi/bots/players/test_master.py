"""Choices of the master bot: legal, reproducible, cancelled."""

from __future__ import annotations

import pytest

from naishi import Game
from naishi.bots import (
    Clock,
    ThinkingCancelledError,
    make,
)
from tests.naishi.bots.shared import views


def test_the_master_chooses_the_same_again() -> None:
    for view in views(16, 3):
        assert make("master", 5).choose(view, Clock()) == make("master", 5).choose(view, Clock())


def test_the_masters_choices_are_legal_however_short_the_time() -> None:
    bot = make("master", 1)
    for view in views(13, 12):
        assert bot.choose(view, Clock(0.02)) in view.legal_actions


def test_the_master_can_be_cancelled_while_it_thinks() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    game = Game.new(seed=5)
    game.play("give 1")
    game.play("give 1")
    with pytest.raises(ThinkingCancelledError):
        make("master", 1).choose(game.view(0), Clock(cancelled=cancelled))
    assert asked == 3
