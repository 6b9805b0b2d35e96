"""Colours of cards in each theme."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import Theme

from naishi.games.naishi.rules.cards import Card
from naishi_tui.drawing.theme import THEMES
from naishi_tui.games.naishi.cards.colours import card_variables
from tests.naishi_tui.drawing.shared import contrast

COLOURED = [theme for theme in THEMES if theme.name != "terminal"]


@pytest.mark.ci
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("card", Card)
def test_a_cards_name_stands_out_from_its_colour(theme: Theme, card: Card) -> None:
    variables = card_variables(theme.name)
    ground, text = Color.parse(variables[f"card-{card}"]), Color.parse(variables[f"card-{card}-text"])
    assert contrast(ground, text) >= 4.5
