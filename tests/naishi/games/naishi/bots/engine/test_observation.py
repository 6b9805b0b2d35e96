"""Observations, against views and rules: observation, afterstates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from naishi import Game, Phase
from naishi.games.naishi.bots.engine import observation as f
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.belief import World, determinizations, observations, revealed_observations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.network import Network
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.training.training import self_play
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import BASE_CARDS
from tests.fuzzing import seeds
from tests.naishi.playing import chance


def steps(seed: int) -> Iterator[tuple[Game, World]]:
    """A random game in play, as a game and as a world."""
    draw, game = chance(seed), Game.new(seed=seed)
    world = World.dealt(game.deal)
    while actions := game.legal_actions():
        if game.phase is Phase.PLAY:
            yield game, world
        action = draw.choice(actions)
        game.play(action)
        world.push(action)


def test_once_the_other_hand_is_revealed_only_the_river_is_unseen() -> None:
    for game, world in steps(5):
        (before,), (revealed,) = observations([world]), revealed_observations([world])
        mover = world.position.turn
        assert revealed[f.THEIR_HAND].tolist() == world.position.territories[1 - mover][5:]
        down = Counter(card for pile in game.position.river for card in pile[:-1])
        assert revealed[f.UNSEEN].tolist() == [down[card] for card in BASE_CARDS]
        assert revealed[[f.SURE_MOUNTAINS, f.SURE_GIFT, f.KEPT]].tolist() == [0, f.UNKNOWN, 0]
        same = [*range(f.THEIR_HAND.start), *range(f.TOPS.start, f.SURE_MOUNTAINS)]
        assert revealed[same].tolist() == before[same].tolist()


@pytest.mark.parametrize("seed", seeds(7, 20))
def test_a_match_and_a_view_tell_the_same_facts(seed: int) -> None:
    for game, world in steps(seed):
        for seat in (0, 1):
            view = game.view(seat)
            if len(view.unseen) > 1:  # else a view deduces more
                assert observe(view)[0].tolist() == observations([world], seat)[0].tolist()


@pytest.mark.parametrize("seed", seeds(7, 20))
def test_a_world_can_not_be_told_from_the_truth(seed: int) -> None:
    for game, _world in steps(seed):
        for seat in (0, 1):
            view = game.view(seat)
            drawn = determinizations(view, chance(seed))
            for world in (next(drawn), next(drawn)):
                if len(view.unseen) > 1:
                    same = [column for column in range(f.WIDTH) if column not in range(f.EXPOSED.start, f.EXPOSED.stop)]
                    assert observe(view)[0, same].tolist() == observations([world], seat)[0, same].tolist()
                assert world.position.turn == game.turn


def test_worlds_differ_in_what_is_hidden() -> None:
    view = Game.new(seed=1).view(0)
    drawn = determinizations(view, chance(1))
    texts = {next(drawn).position.to_text() for _world in range(20)}
    assert len(texts) == 20


@pytest.mark.parametrize("seed", seeds(4, 10))
def test_options_hold_what_the_seat_knows_after_each_action(seed: int) -> None:
    """Every row is what the rules lead to, but for cards not yet turned up."""
    for _game, world in steps(seed):
        seat = world.position.turn
        after = afterstates(observations([world], seat), [legal_moves(world.position)])
        assert [ACTIONS[code] for code in after.codes] == [*world.position.legal_actions()]
        for index, code in enumerate(after.codes):
            mine = after.action == index
            assert after.weight[mine].sum() == pytest.approx(1)
            played = world.copy()
            played.push(ACTIONS[code])
            truth = observations([played], seat)[0]
            assert any(agree(row, truth) for row in after.rows[mine]), ACTIONS[code]


def agree(row: f.Observations, truth: f.Observations) -> bool:
    """Whether a row foresees the truth; what a turned-up card changes, and what is deduced from it, isn't."""
    row, truth = row.copy(), truth.copy()
    if (row[f.EXPOSED] > truth[f.EXPOSED]).any():
        return False
    row[f.EXPOSED] = truth[f.EXPOSED]
    if (row[f.THEIR_HAND] == f.UNKNOWN).sum() != (truth[f.THEIR_HAND] == f.UNKNOWN).sum():
        return bool((row[: f.THEIR_HAND.start] == truth[: f.THEIR_HAND.start]).all())
    down = row[f.TOPS] == f.DOWN
    row[f.TOPS][down] = truth[f.TOPS][down]
    if down.any() or len(np.flatnonzero(truth[f.UNSEEN])) <= 1:
        row[f.UNSEEN] = truth[f.UNSEEN]
    return bool((row == truth).all())


def test_a_mirror_image_is_worth_the_same_and_mirrors_back() -> None:
    lesson = self_play(Network.random(1), 1, 0, 4, 0.1, 0.7)
    twice = f.mirrored(f.mirrored(lesson.rows))
    assert (twice == lesson.rows).all()
