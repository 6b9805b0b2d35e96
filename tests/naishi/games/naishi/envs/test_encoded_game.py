"""Encoded rows, against the library's views."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import pytest

from naishi import Deal, Game, InvalidActionError, InvalidPositionError, Position, encode_view
from naishi.games.naishi.envs.encoded_game import EncodedGame
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Phase

KINDS = pytest.mark.parametrize("expansion", [False, True], ids=["base", "expansion"])


def moments(game: EncodedGame, seed: int) -> Iterator[EncodedGame]:
    """A random game at each of its moments."""
    chance = random.Random(seed)
    yield game
    while (seat := game.turn) is not None:
        game.play(chance.choice(game.legal(seat)))
        yield game


def begun(seed: int, *, expansion: bool) -> EncodedGame:
    return EncodedGame(Deal.random(seed, LEGENDS_TRAVELLERS if expansion else None))


def rows_of(game: EncodedGame) -> list[list[int]]:
    return [game.row(viewer).tolist() for viewer in (None, 0, 1)]


def assert_same_rows(game: EncodedGame) -> None:
    for viewer in (None, 0, 1):
        row = game.row(viewer).tolist()
        assert row == list(encode_view(game.view(viewer))[: len(row)]), game.position.to_text()


@KINDS
def test_a_row_is_the_encoded_view_of_everybody_at_every_moment(expansion: bool) -> None:
    for seed in range(12):
        for game in moments(begun(seed, expansion=expansion), seed):
            assert_same_rows(game)


@KINDS
def test_a_game_that_begins_at_a_position_has_the_rows_of_the_library_there(expansion: bool) -> None:
    phases = set()
    for seed in range(6):
        for moment in moments(begun(seed, expansion=expansion), seed):
            if moment.turn is None:
                continue
            game, same = EncodedGame(moment.position), Game.from_position(moment.position)
            phases.add(game.position.phase)
            for viewer in (None, 0, 1):
                row = game.row(viewer).tolist()
                assert row == list(encode_view(same.view(viewer))[: len(row)])
    assert phases >= {Phase.GIFT, Phase.PLAY}


def test_what_is_left_to_be_deduced_is_in_the_row() -> None:
    """Few cards are left: what the other seat kept follows from them, or is certain to be known."""
    deduced = 0
    for seed in range(40):
        for game in moments(begun(seed, expansion=False), seed):
            watching = game.table.memories
            if watching is not None and None in watching[0].seen and game.view(0).theirs.hand.count(None) == 0:
                assert_same_rows(game)
                deduced += game.position.phase is Phase.PLAY
    assert deduced


@pytest.mark.parametrize("copied", [EncodedGame.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])  # noqa: S301
@KINDS
def test_copies_play_the_same_game_independently(copied: object, expansion: bool) -> None:
    assert callable(copied)
    for number, game in enumerate(moments(begun(3, expansion=expansion), 3)):
        twin = copied(game)
        before = rows_of(game)
        assert (rows_of(twin), twin.position.to_text()) == (before, game.position.to_text())
        assert twin.mask(twin.position.turn).tolist() == game.mask(game.position.turn).tolist()
        if number % 5 == 0:
            for _moment in moments(twin, number):
                pass
            assert twin.turn is None
            assert rows_of(game) == before


@pytest.mark.parametrize("number", [92.9, "92", None, -1, 234, 92.0])
def test_what_is_no_number_of_an_action_is_refused(number: object) -> None:
    game = begun(1, expansion=False)
    with pytest.raises(InvalidActionError, match="no action number"):
        game.play(number)  # type: ignore[arg-type]


def test_no_game_begins_where_it_is_over() -> None:
    game = begun(1, expansion=False)
    *_before, last = moments(game, 1)
    with pytest.raises(InvalidPositionError, match="over"):
        EncodedGame(last.position)


def test_pickled_positions_are_small_and_go_back() -> None:
    position, chance = Position(Deal.random(7)), random.Random(7)
    while actions := position.legal_actions():
        position.push(chance.choice(actions))
    pickled = pickle.dumps(position)
    assert len(pickled) < 10_000
    twin = pickle.loads(pickled)  # noqa: S301 - our own
    for other in (twin, copy.deepcopy(position)):
        assert (other, other.court, other.ply()) == (position, position.court, position.ply())
        while other.ply():
            other.pop()
        assert other == Position(Deal.random(7))
        assert [action.text for action in other.legal_actions()] == ["give 1", "give 2"]
