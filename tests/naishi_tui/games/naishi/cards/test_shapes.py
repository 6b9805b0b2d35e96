"""True pictures: size, uniqueness, colours."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from textual.color import Color
from textual.theme import Theme

from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, TRAVELLERS, Card
from naishi_tui.games.naishi.cards.shapes import paint
from naishi_tui.pictures.formats import Pixels, png
from tests.fuzzing import some
from tests.naishi_tui.pictures.scenes import COLOURED, colours_of, pixels_of

CARDS = pytest.mark.parametrize("card", Card, ids=str)
SOME_CARDS = pytest.mark.parametrize("card", some(Card, 4), ids=str)
DRAWN = *BASE_CARDS, *TRAVELLERS
"""A Legend is its card in a frame."""
SIZE = 230, 140


@cache
def painted(card: Card, size: tuple[int, int] = SIZE, **options: int) -> Pixels:
    return paint(card, size, colours_of(card), **options)


@SOME_CARDS
def test_a_file_has_the_pixels_that_were_painted(card: Card) -> None:
    assert (pixels_of(png(painted(card))) == painted(card)).all()


@pytest.mark.parametrize("drawn", some(product(Card, COLOURED), 4), ids=lambda drawn: f"{drawn[0]}-{drawn[1].name}")
def test_a_picture_is_a_few_kilobytes(drawn: tuple[Card, Theme]) -> None:
    card, theme = drawn
    assert 500 < len(png(paint(card, SIZE, colours_of(card, theme)))) < 3600


@CARDS
def test_a_picture_has_much_of_the_colour_of_its_card_and_of_its_ground(card: Card) -> None:
    """As the cell picture: nobody should take it for another card."""
    pixels, paints = painted(card), [Color.parse(colour).rgb for colour in colours_of(card)]
    ground, _distance, _ink, own, *_others = ((pixels == rgb).all(axis=2).mean() for rgb in paints)
    assert own > 0.04
    assert ground > 0.1


@pytest.mark.ci
@pytest.mark.parametrize("size", [SIZE, (170, 80)], ids=str)
def test_no_two_cards_look_alike(size: tuple[int, int]) -> None:
    """Not by their shapes either: many pixels are lighter than usual in one of them, and darker in the other."""
    light = {card: (grey := painted(card, size).mean(axis=2)) > grey.mean() for card in DRAWN}
    assert [pair for pair in combinations(DRAWN, 2) if (light[pair[0]] != light[pair[1]]).mean() < 0.1] == []


@pytest.mark.parametrize("card", LEGENDS, ids=str)
def test_a_legend_is_its_card_in_a_golden_frame(card: Card) -> None:
    framed, own = painted(card), painted(REPLACED[card])
    gold = Color.parse(colours_of(card)[-1]).rgb
    assert (framed[10:, 10:-10] == own[10:, 10:-10]).all()
    for edge in (framed[:5], framed[:, :5], framed[:, -5:]):
        assert (edge == gold).all()


@SOME_CARDS
def test_without_shades_there_are_only_paints(card: Card) -> None:
    """Which is what keeps Sixel graphics small."""
    assert len(np.unique(painted(card, shades=1).reshape(-1, 3), axis=0)) <= 16


@pytest.mark.parametrize("drawn", some(product(Card, [(1, 1), (400, 20), (20, 400)]), 4), ids=str)
def test_a_picture_has_any_size(drawn: tuple[Card, tuple[int, int]]) -> None:
    card, size = drawn
    assert painted(card, size).shape == (size[1], size[0], 3)
