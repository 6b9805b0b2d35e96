"""A keyboard that several players share."""

from __future__ import annotations

import pytest

from naishi.bots import register
from naishi.sessions import Ask
from naishi.sessions.one_keyboard import is_covered_at_table, is_passed_on, next_viewer, who_may_drop_pin, with_winner
from tests.naishi.sessions.shared import NAMES, Careless, session_of, toy
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()
    register("careless", Careless, "unison")


async def test_the_keyboard_goes_round_the_table_to_those_who_have_to_choose() -> None:
    session = session_of(toy("human", "highest", "human", "human"))
    assert next_viewer(session) == 0
    assert next_viewer(session, 2) == 2
    await session.join(2).play("1")
    assert Ask.HAND_OVER in session.join(2, one_keyboard=True).allowed
    assert next_viewer(session, 2) == 3
    await session.join(3).play("1")
    assert next_viewer(session, 3) == 0
    await session.join(0).play("1")
    assert next_viewer(session, 3) == 3


def test_who_is_covered_and_who_lets_a_player_go_on_without_a_pin() -> None:
    game = toy("human", "highest", "human", "human", pins="AC")
    assert is_passed_on(game.players, "always")
    assert not is_passed_on(toy("human", "highest").players, "always")
    assert [is_covered_at_table(game, seat, "never") for seat in (0, 2, 3)] == [True, True, False]
    assert is_covered_at_table(game, 3, "always")
    while game.awaited:
        game.play(game.view(game.awaited[0]).legal_actions[0], game.awaited[0])
    assert not is_covered_at_table(game, 0, "always")
    assert who_may_drop_pin(game.players, 0) == (2,)
    assert who_may_drop_pin(game.players, 3) == (0, 2)
    assert who_may_drop_pin(toy("human", "human", "human", pins="B").players, 1) == (2, 0)


def test_who_shares_the_first_place_has_won_no_game_of_a_series() -> None:
    game = toy("human", "human")
    while game.awaited:
        game.play(game.view(game.awaited[0]).legal_actions[0], game.awaited[0])
    assert with_winner({}, game.result, NAMES) == {}
    game = toy("human", "human")
    for number, seat in ((1, 0), (2, 1), (2, 0), (3, 1), (3, 0), (1, 1)):
        game.play(str(number), seat)
    assert game.result is not None
    assert with_winner({"Aiko": 1}, game.result, NAMES)[NAMES[game.result.winner or 0]] >= 1
