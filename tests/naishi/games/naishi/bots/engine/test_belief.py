"""Beliefs about the other Hand: consistency and quality."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import (
    REASON,
    World,
    determinizations,
    likely_determinizations,
    observations,
    possible_territories,
)
from naishi.games.naishi.bots.engine.network import by_network
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.cards import BASE_CARDS, Phase
from tests.naishi.games.naishi.bots.engine.shared import best_total, played
from tests.naishi.playing import chance

CARDS = BASE_CARDS


@pytest.mark.ci
def test_likely_worlds_can_not_be_told_from_the_truth() -> None:
    for view, _match in played(1):
        if len(view.unseen) > 1:
            for world in likely_determinizations(view, 3, chance(1)):
                assert observations([world], view.seat).tolist() == observe(view).tolist()


@pytest.mark.ci
def test_what_the_other_seat_remembers_follows_from_a_view_without_events() -> None:
    unsure = 0
    for view, match in played(1):
        if all(view.exposed):
            continue  # it may as well have deduced what it has not seen
        without = view.model_copy(update={"events": ()})
        for world in islice(determinizations(without, chance(1)), 2):
            assert world.memories is not None
            assert match.memories is not None
            assert world.memories[1 - view.seat] == match.memories[1 - view.seat]
        unsure += 1
    assert unsure > 5


@pytest.mark.ci
def test_hands_come_up_as_often_as_they_are_likely_but_for_one_time() -> None:
    several = 0
    for view, _world in played(2)[::6]:
        possible = possible_territories(observe(view)[0])
        likely = possible.dealt * np.exp(
            REASON * np.array([best_total([CARDS[card] for card in cards]) for cards in possible.cards])
        )
        drawn = Counter(
            tuple(world.position.territories[1 - view.seat]) for world in likely_determinizations(view, 200, chance(1))
        )
        for cards, share in zip(possible.cards, likely / likely.sum(), strict=True):
            assert abs(drawn[tuple(cards)] - 200 * share) < 1
        several += len(drawn) > 3
    assert several > 2


@pytest.mark.ci
def test_hands_that_were_kept_for_long_are_worth_what_they_really_are() -> None:
    """Uniform ones are worth too little: their owner has replaced bad cards."""
    evaluate = by_network(weights.shipped())

    def worth(worlds: list[World], seat: int) -> float:
        return float(evaluate(observations(worlds, seat))[:, 1].mean())

    any_error, likely_error = [], []
    for deal in range(2):
        for view, world in played(deal):
            other = 1 - view.seat
            true = worth([world], other)
            any_error.append(worth(list(islice(determinizations(view, chance(deal)), 40)), other) - true)
            likely_error.append(worth(likely_determinizations(view, 40, chance(deal)), other) - true)
    assert np.mean(any_error) < -1.5
    assert abs(np.mean(likely_error)) < abs(np.mean(any_error)) / 2


def test_every_face_down_card_comes_up_once_at_each_place_before_any_comes_up_again() -> None:
    tried = 0
    for seed in range(20):
        draw, game = chance(seed), Game.new(seed=seed)
        while game.turn is not None:
            view = game.view(game.turn)
            unseen = sorted(card for card, count in view.unseen.items() for _ in range(count))
            if view.phase is Phase.PLAY and None not in view.theirs.hand and unseen:
                worlds = list(islice(determinizations(view, chance(1)), len(unseen)))
                for pile in range(5):
                    places = range(len(worlds[0].position.river[pile]) - 1)
                    below = [sorted(world.position.river[pile][place] for world in worlds) for place in places]
                    assert all(cards == unseen for cards in below)
                tried += 1
            game.play(draw.choice(game.legal_actions()))
    assert tried
