"""What several of the test modules here use."""

from __future__ import annotations

import re

from textual.color import Color

from naishi import Game
from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.cards import card_text

NAMES_OF_CARDS = re.compile(
    r"\b(" + "|".join(re.escape(card_text.name(card)) for card in sorted(Card, reverse=True)) + r")(?!\w)"
)
"""Legends first: the name of a card stands in that of its Legend."""


def other_deal(game: Game, viewer: int) -> Game | None:
    """The same game with the other Hand's unknown mountains and kept card laid otherwise, if the viewer can't tell."""
    deal = game.record.deal
    assert deal is not None
    for shift in range(1, 5):
        shuffle = tuple((each + shift) % 5 for each in deal.shuffles[1 - viewer])
        shuffles = (shuffle, deal.shuffles[1]) if viewer == 1 else (deal.shuffles[0], shuffle)
        try:
            other = Game(game.record.model_copy(update={"deal": deal.model_copy(update={"shuffles": shuffles})}))
        except ValueError:
            continue
        if other.view(viewer) == game.view(viewer):
            return other
    return None


def contrast(one: Color, other: Color) -> float:
    """The contrast of WCAG 2, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Color) -> float:
    parts = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
