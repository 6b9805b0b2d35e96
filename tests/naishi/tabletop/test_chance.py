"""Chance by its seed."""

from __future__ import annotations

from tests.naishi.tabletop.shared import new


def test_an_undone_turn_meets_the_same_luck_and_another_seed_another() -> None:
    assert [new(3, "7").view().card for _again in range(3)] == [new(3, "7").view().card] * 3
    assert len({new(3, str(seed)).view().card for seed in range(20)}) == 3


def test_chance_of_a_seed_is_the_same_on_every_platform() -> None:
    assert [new(2, str(seed)).position.cards for seed in range(4)] == [(1, 2, 3), (3, 2, 1), (1, 3, 2), (1, 3, 2)]
