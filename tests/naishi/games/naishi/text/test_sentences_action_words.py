"""The table of words: complete, with gaps that can be filled."""

from __future__ import annotations

import pytest

from naishi.games.naishi.rules.actions import ACTIONS, Action
from naishi.games.naishi.rules.cards import Card, Cell
from naishi.games.naishi.text.sentences import gaps, words_for

OTHERS = {"name": "Aiko", "other": "Bruno", "chance": "50%"}


@pytest.mark.parametrize("cards", [(Card.MOUNTAIN, Card.TORII), (Card.MOUNTAIN, Card.MOUNTAIN)])
def test_every_action_has_words_whose_gaps_are_filled(cards: tuple[Card, ...]) -> None:
    nouns = [card.noun for card in cards]
    for action in ACTIONS:
        for words in words_for(action, nouns):
            assert "{" not in words.format(**gaps(action, nouns), **OTHERS)


@pytest.mark.parametrize("text", ["swap H1 H2", "use umbrella_lady L1 H1"])
def test_what_nobody_saw_names_places_alone(text: str) -> None:
    action = Action.from_text(text)
    words = words_for(action, ())
    for done in (words.yours, words.theirs, words.short):
        assert "face down" in done.format(**gaps(action, ()), **OTHERS)


def test_an_action_has_the_cells_that_its_text_names() -> None:
    assert Action.from_text("develop L4").cells == (Cell.L4,)
    assert Action.from_text("swap R1 R3").cells == (Cell.R1, Cell.R3)
    assert Action.from_text("copy L1 sentinel").cells == (Cell.L1,)
    assert Action.from_text("recall").cells == ()
