"""Replays of games of any kind, by seat."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from naishi.bots import register
from naishi.common.i18n import IllegalActionError
from naishi.sessions import Replay
from tests.naishi.sessions.shared import SEEDS, Careless, toy
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()
    register("careless", Careless, "unison")


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 5), SEEDS)
def test_a_finished_game_is_replayed_from_every_seat(seats: int, seed: int) -> None:
    draw = random.Random(seed)
    game = toy(*["human"] * seats, seed=str(seed))
    while game.awaited:
        seat = draw.choice(game.awaited)
        game.play(draw.choice(game.view(seat).legal_actions), seat)
    replay = Replay(game)
    assert replay.viewpoints == (*range(seats), None)
    for ply in range(game.ply() + 1):
        replay.go(ply)
        for viewer in replay.viewpoints:
            assert replay.view_of(viewer) == game.at(ply).view(viewer).unable()
    for number in (1, 2, 3):
        replay.go_to_round(number)
        assert replay.ply == (number - 1) * seats
        assert replay.view.round == number
    replay.go_to_round(4)
    assert replay.ply == replay.length
    replay.go_by_turns(-1)
    assert replay.ply < replay.length


@pytest.mark.parametrize(
    ("kinds", "first"),
    [
        (("highest", "human", "highest"), 1),
        (("human", "highest"), 0),
        (("highest", "human", "human"), 0),
        (("highest", "highest"), 0),
    ],
)
def test_a_replay_of_a_finished_game_begins_at_the_only_person(kinds: tuple[str, ...], first: int) -> None:
    game = toy(*kinds)
    while game.awaited:
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    assert Replay(game).seat == first


def test_an_unfinished_game_is_replayed_by_its_people_and_never_from_a_bots_seat() -> None:
    game = toy("human", "highest", "human")
    game.play("2", 0)
    assert Replay(game).viewpoints == (0, 2, None)
    assert Replay(game, public_only=True).viewpoints == (None,)
    with pytest.raises(IllegalActionError, match="isn't over"):
        Replay(game).look_from(1)
