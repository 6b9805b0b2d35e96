"""Hints: the best two actions by own knowledge."""

from __future__ import annotations

import pytest

from naishi import Card, Game, Phase, Territory, score
from naishi.games.naishi.analysis.choices import CHOICES, advise, ranked
from naishi.games.naishi.bots.engine.weights import shipped_evaluation
from naishi.games.naishi.rules.actions import Copy
from tests.fuzzing import long_seeds
from tests.naishi.playing import chance

pytestmark = pytest.mark.ci


@pytest.mark.parametrize(
    ("seed", "stride"), [(0, 7), *(pytest.param(seed, 3, marks=pytest.mark.slow) for seed in long_seeds(0, 20))]
)
def test_advice_is_legal_different_and_the_best_of_the_choices_at_that_moment(seed: int, stride: int) -> None:
    draw, game = chance(seed), Game.new(seed=seed)
    while game.turn is not None:
        view = game.view(game.turn)
        if len(game.actions) % stride == 0 or view.phase is not Phase.PLAY:
            told = advise(view)
            assert 1 <= len(told) <= 2
            assert len({each.action for each in told}) == len(told)
            for each in told:
                assert each.action in view.legal_actions
                assert each.turn[0] == each.action
                assert 0 <= each.win_chance <= 1
            chosen = ranked(view, CHOICES["quick"], shipped_evaluation())[0]
            assert (told[0].turn, told[0].win_chance) == (chosen.turn, chosen.chance)
        game.play(draw.choice(game.legal_actions()))
    assert advise(game.view(0)) == ()


def test_advice_tells_the_points_that_a_turn_changes() -> None:
    game = Game.new(seed=3)
    for given in ("give 1", "give 1"):
        game.play(given)
    view = game.view(0)
    for each in advise(view):
        after = Game(game.record)
        for action in each.turn:
            after.play(action)
        if after.view(0).theirs.hand == view.theirs.hand and len(each.turn) <= 2:
            gained = lead(after) - lead(game)
            assert each.points == pytest.approx(gained)


def lead(game: Game) -> int:
    """By how much seat 0 leads as far as it sees, its own points being all that its turn changes."""
    territory = Territory(tuple(game.position.territories[0]))
    return 0 if territory.where(Card.NINJA) else score(territory).total


def test_advice_at_the_end_tells_what_a_copy_earns() -> None:
    draw = chance(1)
    for seed in range(200):
        game = Game.new(seed=seed)
        while game.turn is not None and game.phase is not Phase.COPY:
            game.play(draw.choice(game.legal_actions()))
        if game.phase is Phase.COPY:
            told = advise(game.view(game.turn or 0))
            assert isinstance(told[0].action, Copy)
            assert told[0].points >= told[-1].points
            return
    pytest.fail("no game ended with a ninja")
