"""Heuristics for hands of Ninjato, counted by hand."""

from __future__ import annotations

import pytest

from naishi.games.ninjato.judgement import cheapest_play, guards_beaten, hand_value, survival, worst_card


def test_a_card_beats_four_of_the_five_ordinary_guards_or_none() -> None:
    assert guards_beaten(("5",), "strength") == pytest.approx(0.8)
    assert guards_beaten(("1",), "stealth") == pytest.approx(0.8)
    assert guards_beaten(("1",), "strength") == 0


def test_guards_in_a_row_are_beaten_with_what_is_left() -> None:
    assert survival(("5", "5"), "strength") == pytest.approx((0.8, 0.8 * 0.8))


def test_the_play_that_costs_least_is_the_lowest_card_that_wins() -> None:
    play = cheapest_play(("2", "4", "5"), (), "strength", ("3",))
    assert play is not None
    assert play.text == "play 4"
    assert cheapest_play(("2",), (), "strength", ("3",)) is None


def test_a_hand_is_worth_more_with_another_card() -> None:
    assert hand_value(()) == 0
    assert hand_value(("5",)) < hand_value(("4", "5"))


def test_of_equal_cards_and_an_extreme_one_a_double_is_missed_least() -> None:
    assert worst_card(("1", "1", "3")) == "1"
