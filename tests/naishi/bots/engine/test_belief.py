"""What the other seat may hold: nothing that is known to be otherwise, and nearly as good as what is really held."""

from __future__ import annotations

from itertools import islice

import numpy as np

from naishi.bots.engine import weights
from naishi.bots.engine.belief import likely_determinizations
from naishi.bots.engine.evaluation import by_network
from naishi.bots.engine.observation import observe
from naishi.bots.engine.worlds import World, determinizations, observations
from naishi.bots.players.learned import IntermediateBot
from naishi.bots.protocol import Clock
from naishi.game.game import Game
from naishi.game.view import PlayerView
from naishi.rules.deal import Deal
from tests.naishi.playing import chance


def played(deal: int) -> list[tuple[PlayerView, World]]:
    """A game between learned bots: what is seen before each turn, and how it really is."""
    game, found = Game.new(deal=Deal.random(f"belief {deal}")), []
    world, bot = World.dealt(game.deal), IntermediateBot(deal)
    while game.turn is not None:
        view = game.view(game.turn)
        if world.playing and not view.developed and not view.bonus:
            found.append((view, world.copy()))
        action = bot.choose(view, Clock())
        game.play(action)
        world.push(action)
    return found


def test_likely_worlds_can_not_be_told_from_the_truth() -> None:
    evaluate = by_network(weights.shipped())
    for view, _match in played(1):
        if len(view.unseen) > 1:
            for world in likely_determinizations(view, 3, evaluate, chance(1)):
                assert observations([world], view.seat).tolist() == observe(view).tolist()


def test_likely_hands_are_nearer_to_true_ones_in_what_they_are_worth() -> None:
    evaluate = by_network(weights.shipped())

    def worth(worlds: list[World], seat: int) -> float:
        return float(evaluate(observations(worlds, seat))[:, 1].mean())

    any_error, likely_error = [], []
    for deal in range(2):
        for view, world in played(deal):
            other = 1 - view.seat
            true = worth([world], other)
            any_error.append(worth(list(islice(determinizations(view, chance(deal)), 40)), other) - true)
            likely_error.append(worth(likely_determinizations(view, 40, evaluate, chance(deal)), other) - true)
    assert np.mean(any_error) < -1.5
    assert abs(np.mean(likely_error)) < abs(np.mean(any_error)) / 2
