"""Recorded games, looked at action by action."""

from __future__ import annotations

from itertools import pairwise

import pytest

from naishi import Game, IllegalActionError, Phase, Player
from naishi.common.i18n import NaishiError
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.sessions import Ask
from tests.naishi.playing import random_game


def test_every_moment_is_what_the_seat_knew_then() -> None:
    game = random_game(5)
    replay = NaishiReplay(game)
    for seat in (0, 1, None):
        replay.look_from(seat)
        for ply in (*range(replay.length + 1), 7, 0, replay.length):
            replay.go(ply)
            assert replay.view == game.at(ply).view(seat).model_copy(update={"legal_actions": ()})


def test_it_goes_by_turns_and_to_rounds_and_never_beyond_the_ends() -> None:
    game = random_game(5)
    replay = NaishiReplay(game)
    replay.go_by_turns(-1)
    assert replay.ply == 0
    seats = []
    while replay.ply < replay.length:
        seats.append(replay.turn)
        replay.go_by_turns(1)
    assert all(one != other for one, other in pairwise(seats))
    replay.go(replay.length + 5)
    assert replay.ply == replay.length
    replay.go_to_round(3)
    assert (replay.view.round, replay.view.turn) == (3, 0)
    assert game.at(replay.ply - 1).round == 2
    replay.go_to_round(99)
    assert replay.ply == replay.length


def test_an_undone_action_is_not_replayed() -> None:
    game = random_game(5, 9)
    game.undo()
    assert NaishiReplay(game).length == 8


def test_a_finished_game_may_be_seen_from_everywhere() -> None:
    replay = NaishiReplay(random_game(5))
    assert replay.viewpoints == (0, 1, None)
    assert replay.seat == 0
    assert replay.revealed


@pytest.mark.parametrize(
    ("kinds", "public_only", "viewpoints"),
    [
        (("human", "human"), False, (0, 1, None)),
        (("human", "strong"), False, (0, None)),
        (("strong", "human"), False, (1, None)),
        (("strong", "greedy"), False, (0, 1, None)),
        (("human", "human"), True, (None,)),
    ],
)
def test_an_unfinished_game_hides_what_it_still_hides(
    kinds: tuple[str, str], public_only: bool, viewpoints: tuple[int | None, ...]
) -> None:
    game = Game.new(5, tuple(Player(name=kind.title() + str(n), kind=kind) for n, kind in enumerate(kinds)))
    for action in random_game(5, 12).actions:
        game.play(action)
    assert game.phase is Phase.PLAY
    replay = NaishiReplay(game, public_only=public_only)
    assert replay.viewpoints == viewpoints
    assert replay.revealed == ("human" not in kinds)
    for seat in {0, 1} - {*viewpoints}:
        with pytest.raises(IllegalActionError, match="stays hidden"):
            replay.look_from(seat)
        with pytest.raises(IllegalActionError, match="stays hidden"):
            replay.view_of(seat)


def test_a_game_that_begins_in_an_unfinished_one_hides_what_the_seat_does_not_know() -> None:
    game = random_game(5, 12)
    replay = NaishiReplay(game)
    replay.go(replay.length)
    with pytest.raises(IllegalActionError, match="stays hidden"):
        replay.branch(game.players)
    with pytest.raises(IllegalActionError, match="show both Hands"):
        replay.position_text()
    new = replay.branch(game.players, unknown_to=1)
    assert new.view(1) == game.view(1)
    assert new.deal != game.deal


def test_a_finished_game_gives_its_positions_and_its_cards_as_they_were() -> None:
    game = random_game(5)
    replay = NaishiReplay(game)
    replay.go(9)
    assert replay.position_text() == game.at(9).position.to_text()
    assert replay.branch(game.players).deal == game.deal


async def test_nothing_can_be_done_in_it_but_to_begin_something_new() -> None:
    replay = NaishiReplay(random_game(5))
    assert replay.allowed == {Ask.BRANCH}
    with pytest.raises(IllegalActionError, match="recorded game"):
        await replay.play("develop L1")
    assert [change async for change in replay.changes()] == []


def test_a_game_that_was_resigned_is_over_but_not_analysed() -> None:
    replay = NaishiReplay(Game.new(seed="x"), ended="Aiko resigned; Bruno wins.", at_home=False)
    with pytest.raises(NaishiError, match="ended before all was played"):
        replay.finished_game()
