"""Games branching from the middle of others."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Game, NaishiError, Options, Phase, Player
from naishi.games.naishi.editor.replay import branch
from tests.fuzzing import examples
from tests.naishi.playing import EXPANSION, SEEDS, chance, random_game

PLAYERS = Player(name="Chiyo"), Player(name="Daan", kind="strong")


@pytest.mark.parametrize("options", [None, EXPANSION], ids=["base", "expansion"])
@settings(max_examples=examples(15, 40), deadline=None)
@given(SEEDS, st.integers(0, 40), st.integers(0, 1))
def test_with_hidden_cards_dealt_anew_the_seat_sees_the_same_all_along(
    options: Options | None, seed: int, steps: int, seat: int
) -> None:
    game = random_game(seed, steps, options)
    if game.phase not in {Phase.GIFT, Phase.PLAY}:
        return
    new = branch(game, game.players, unknown_to=seat, chance=random.Random(seed))
    for ply in range(len(game.actions) + 1):
        assert new.at(ply).view(seat) == game.at(ply).view(seat)


@settings(max_examples=examples(8, 20), deadline=None)
@given(SEEDS, st.integers(0, 20), st.integers(0, 20))
def test_so_it_does_in_a_game_that_began_at_a_position(seed: int, begun: int, steps: int) -> None:
    game = Game.from_position(random_game(seed, begun).position)
    draw = chance(seed)
    for _step in range(steps):
        if actions := game.legal_actions():
            game.play(draw.choice(actions))
    if game.phase not in {Phase.GIFT, Phase.PLAY}:
        return
    for seat in (0, 1):
        new = branch(game, game.players, unknown_to=seat, chance=draw)
        for ply in range(len(game.actions) + 1):
            assert new.at(ply).view(seat) == game.at(ply).view(seat)


def test_hidden_cards_are_dealt_anew() -> None:
    game = random_game(3, 12)
    truth = game.position
    news = [branch(game, PLAYERS, unknown_to=0, chance=random.Random(n)).position for n in range(12)]
    assert len({tuple(tuple(pile) for pile in new.river) for new in news}) == 12
    assert {tuple(new.territories[1]) for new in news} != {tuple(truth.territories[1])}
    assert all(new.territories[0] == truth.territories[0] for new in news)


def test_with_hidden_cards_as_they_were_it_is_the_same_position_of_other_players() -> None:
    game = random_game(3, 12)
    new = branch(game, PLAYERS)
    assert new.position == game.position
    assert new.players == PLAYERS
    assert new.can_undo
    assert not new.can_redo


def test_a_game_whose_hands_are_open_has_no_branches() -> None:
    with pytest.raises(NaishiError, match="nothing left to play"):
        branch(random_game(3), PLAYERS)


def test_the_game_itself_is_left_alone() -> None:
    game = random_game(3, 12)
    record = game.record
    branch(game, PLAYERS, unknown_to=1).play(Game.legal_actions(game)[0])
    assert game.record == record
