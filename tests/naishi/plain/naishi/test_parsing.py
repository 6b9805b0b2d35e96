"""Actions as people and programs type them."""

from __future__ import annotations

import random

import pytest

from naishi import Game, NaishiError, Options
from naishi.plain.console import CommandWord
from naishi.plain.naishi.parsing import action_of
from naishi.plain.room import find_number
from tests.naishi.playing import EXPANSION

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("games", [10, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("options", [Options(), EXPANSION], ids=["base", "expansion"])
def test_every_action_that_a_view_offers_is_read_back(options: Options, games: int) -> None:
    """Also at L1, whose number is 0."""
    first = set()
    for seed in range(12, 12 + games):
        game, chance = Game.new(seed, options=options), random.Random(seed)
        while game.turn is not None:
            view = game.view(game.turn)
            for action in view.legal_actions:
                verb, *words = action.text.split()
                assert action_of(verb, words, view) == action
                first |= {verb} if words and "L1" in words[1:] + words[:1] else set()
            game.play(chance.choice(view.legal_actions))
    assert {"develop", "swap", "decree", "copy"} <= first
    assert ("use" in first) is (options.expansion is not None)


@pytest.mark.parametrize("typed", ["0" * 5_000 + "1", "9" * 5_000, "0000001", "²", "-1", ""])
def test_what_is_no_number_up_to_the_most_is_refused(typed: str) -> None:
    """Python reads no number of thousands of digits, and says so in words of its own."""
    command = CommandWord("puzzle", "puzzle", "puzzle 7", "")
    with pytest.raises(NaishiError, match="Say a number from 1 to 50"):
        find_number(typed.split(), 50, command)
    assert find_number(["000007"], 50, command) == 7
