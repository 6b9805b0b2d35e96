"""Places and cards, typed in another language."""

from __future__ import annotations

import pytest

from naishi.games.naishi.rules.cards import Card
from naishi.plain.naishi.parsing import action_of, find_card


@pytest.mark.usefixtures("polish")
def test_places_are_found_without_their_accents() -> None:
    assert action_of("swap", ["rzad", "5", "ręka", "5"]).text == action_of("swap", ["L5", "H5"]).text


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize("typed", ["pole ryżowe", "pole", "ryż", "ryz", "rice"])
def test_a_card_is_found_by_its_name_and_its_short_name(typed: str) -> None:
    assert find_card(typed) is Card.RICE
