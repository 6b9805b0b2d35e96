"""A model of the tower, and its impossible throws."""

from __future__ import annotations

import pytest

from naishi.games.shogun.data import towers
from naishi.games.shogun.tower import fall, impossible
from naishi.tabletop.chance import Source


@pytest.mark.ci
@pytest.mark.parametrize("name", ["published", "by_throw"])
def test_the_model_throws_as_it_says(name: str) -> None:
    model, source = towers()[name], Source("model")
    thrown, inside, throws = [8, 5, 0, 30], [4, 0, 20, 0], 3000
    fell = [0] * 4
    for _number in range(throws):
        for colour, number in enumerate(fall(model, thrown, inside, source)):
            fell[colour] += number
    loose, of = model.falling(sum(thrown))
    for number, new, old in zip(fell, thrown, inside, strict=True):
        expected = new * (1 - model.stay[0] / model.stay[1]) + old * loose / of
        assert number / throws == pytest.approx(expected, abs=0.2)


def test_an_impossible_throw_says_why() -> None:
    assert impossible("3.0.0.1", [3, 0, 0, 1], [0, 0, 0, 0]) == ""
    assert impossible("4.0.0.1", [3, 0, 0, 1], [0, 0, 0, 0]) == (
        "4 armies of A can't have fallen out: 3 went in and 0 were inside. Count again."
    )
    assert impossible("1.0.1", [3, 0, 0, 1], [0, 0, 0, 0]).startswith("Write a throw")
    assert impossible("01.0.0.1", [3, 0, 0, 1], [0, 0, 0, 0])
    assert impossible([1, 0, 0, 1], [3, 0, 0, 1], [0, 0, 0, 0])
