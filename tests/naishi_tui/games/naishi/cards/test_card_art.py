"""Card pictures: size, pieces, uniqueness."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

import pytest
from textual.theme import Theme

from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, TRAVELLERS, Card
from naishi_tui.drawing.theme import DARK, THEMES
from naishi_tui.games.naishi.cards import card_art
from naishi_tui.games.naishi.cards.card_art import EMPTY, FILLED, LARGE, SMALL, Canvas, canvas_for, colours, pixels
from naishi_tui.games.naishi.cards.colours import card_variables
from naishi_tui.pictures.protocols import Picture

DRAWN = *BASE_CARDS, *TRAVELLERS
"""The cards with pictures of their own."""

CANVASES = pytest.mark.parametrize("canvas", [SMALL, LARGE], ids=lambda canvas: canvas.name)
CARDS = pytest.mark.parametrize("card", DRAWN, ids=str)


def variables(theme: Theme = DARK) -> Mapping[str, str]:
    return card_variables(theme.name)


def picture(card: Card, canvas: Canvas, theme: Theme = DARK) -> Picture:
    return card_art.picture(card, canvas, colours(card, variables(theme)), canvas.width)


def line_art(card: Card, canvas: Canvas) -> Picture:
    return card_art.line_art(card, canvas, colours(card, variables()), canvas.width)


def texts(lines: Picture) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


@CANVASES
@CARDS
def test_a_picture_fills_its_canvas_with_blocks(card: Card, canvas: Canvas) -> None:
    lines = texts(picture(card, canvas))
    assert [len(line) for line in lines] == [canvas.width] * canvas.height
    assert set("".join(lines)) <= set(" ▀▄█")


@CANVASES
@CARDS
def test_line_art_fills_its_canvas_in_ascii(card: Card, canvas: Canvas) -> None:
    lines = texts(line_art(card, canvas))
    assert [len(line) for line in lines] == [canvas.width] * canvas.height
    assert "".join(lines).isascii()
    assert "".join(lines).strip()


@CANVASES
@pytest.mark.parametrize("draw", [picture, line_art])
def test_no_two_cards_look_alike(draw: object, canvas: Canvas) -> None:
    """Even without colour: at least an eighth of the glyphs differ."""
    glyphs = {card: "".join(texts(draw(card, canvas))) for card in Card}  # type: ignore[operator]
    least = canvas.width * canvas.height / 8
    alike = [
        (one, other)
        for one, other in combinations(Card, 2)
        if sum(a != b for a, b in zip(glyphs[one], glyphs[other], strict=True)) < least
    ]
    assert alike == []


@CANVASES
@CARDS
def test_the_silhouette_can_be_told_without_colour(card: Card, canvas: Canvas) -> None:
    """Between what is filled and what is empty, the glyph alone says which half is which."""
    rows, lines = pixels(card, canvas, canvas.width), texts(picture(card, canvas))
    for y, line in enumerate(lines):
        for upper, lower, glyph in zip(rows[2 * y], rows[2 * y + 1], line, strict=True):
            if upper in FILLED and lower in EMPTY:
                assert glyph == "▀"
            elif upper in EMPTY and lower in FILLED:
                assert glyph == "▄"
            elif upper == lower:
                assert glyph == (" " if upper in EMPTY else "█")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@CARDS
def test_a_picture_has_the_colour_of_its_card(card: Card, theme: Theme) -> None:
    """Beside few others, on a ground that it stands out from."""
    own, ground = (variables(theme)[f"card-{card}{part}"] for part in ("", "-deep"))
    used = set("".join(pixels(card, LARGE, LARGE.width)))
    assert "c" in used
    assert own != ground
    assert len(used) <= 7


@CANVASES
@CARDS
def test_a_picture_is_cheap_to_send(card: Card, canvas: Canvas) -> None:
    """Neighbouring pieces differ in style, and there are few of them."""
    for line in picture(card, canvas):
        assert all(a.style != b.style for a, b in pairwise(line))
        assert len(line) <= canvas.width * 0.7


@CANVASES
@pytest.mark.parametrize("width", [0, 3])
@pytest.mark.parametrize("card", LEGENDS, ids=str)
def test_a_legend_is_its_card_in_a_frame(card: Card, canvas: Canvas, width: int) -> None:
    """At any width, in gold, and in ASCII in the sign that its corner has."""
    width += canvas.width
    framed, own = (pixels(each, canvas, width) for each in (card, REPLACED[card]))
    assert framed[0] == "g" * width
    assert [row[1:-1] for row in framed[1:]] == [row[1:-1] for row in own[1:]]
    assert {row[0] + row[-1] for row in framed} == {"gg"}
    lines = texts(card_art.line_art(card, canvas, colours(card, variables()), width))
    assert [len(line) for line in lines] == [width] * canvas.height
    assert {line[0] + line[-1] for line in lines} == {"%%"}


@CANVASES
@CARDS
def test_a_wider_card_has_its_picture_in_the_middle(card: Card, canvas: Canvas) -> None:
    shades = colours(card, variables())
    wide = texts(card_art.picture(card, canvas, shades, canvas.width + 3))
    assert [line[1:-2] for line in wide] == texts(picture(card, canvas))
    assert {len(line[0].text) for line in card_art.line_art(card, canvas, shades, canvas.width + 3)} == {
        canvas.width + 3
    }


def test_the_largest_picture_that_fits_is_taken() -> None:
    assert canvas_for(23, 7) is LARGE
    assert canvas_for(40, 6) is SMALL
    assert canvas_for(17, 4) is SMALL
    assert canvas_for(16, 40) is None
    assert canvas_for(23, 3) is None
