"""Colours on 16- and 256-colour terminals."""

from __future__ import annotations

import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.color import Color as Shade

from naishi.games.naishi.rules.cards import BASE_CARDS, TRAVELLERS
from naishi_tui.drawing.theme import AREAS, TEXT, THEMES, name_of_card
from naishi_tui.games.naishi.cards.colours import card_styles
from naishi_tui.terminal.colours import INDEXED, nearest_of_256

XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
VGA = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
PALETTES = {"xterm": XTERM.split(), "VGA": VGA.split()}
GROUNDS = {"dark": "000000", "light": "ffffff"}
COLOURED = [theme.name for theme in THEMES if theme.name != "terminal"]
CARDS = [*map(str, BASE_CARDS), str(next(iter(TRAVELLERS)))]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


NO_TEXT = ("seat-", "tone-", "edge-", "land-out")
"""Colours that repeat what letters say, and those of land on which nothing is written."""


def _luminance(colour: tuple[int, int, int]) -> float:
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (each / 255 for each in colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def of_16(colour: Color | None, palette: list[str], default: str) -> tuple[int, int, int]:
    if colour is None or colour.is_default:
        return ColorTriplet(*bytes.fromhex(default))
    assert colour.number is not None
    return ColorTriplet(*bytes.fromhex(palette[colour.number]))


def of_256(colour: Color | None) -> tuple[int, int, int]:
    assert colour is not None
    assert colour.triplet is not None
    return INDEXED[nearest_of_256(*colour.triplet)]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("palette", PALETTES)
def test_with_16_colours_each_card_has_its_own_and_all_text_can_be_read(palette: str, ground: str) -> None:
    colours, roles = PALETTES[palette], card_styles("terminal")
    own, opposite = GROUNDS[ground], GROUNDS["light" if ground == "dark" else "dark"]
    assert len({roles[card].bgcolor for card in CARDS}) == len(CARDS)
    for name, style in roles.items():
        on = of_16(style.bgcolor, colours, own)
        text = of_16(style.color, colours, opposite)
        if name != "chosen" and not name.startswith(NO_TEXT):
            assert contrast(text, on) >= (3 if name == "guard" else 4.5), name  # of a picture it is enough to be seen
        black = style.color is not None and style.color.number == 0
        assert not (black and name_of_card(style).bold), f"{name}: bold black is grey on many terminals"


@pytest.mark.parametrize("theme", COLOURED)
def test_with_256_colours_each_card_has_its_own_and_its_name_can_be_read(theme: str) -> None:
    roles = card_styles(theme)
    grounds = {card: of_256(roles[card].bgcolor) for card in CARDS}
    assert len(set(grounds.values())) == len(CARDS)
    for card in CARDS:
        assert contrast(of_256(roles[card].color), grounds[card]) >= 4.5, card


@pytest.mark.parametrize("theme", COLOURED)
def test_with_256_colours_text_can_be_read_on_the_ground_and_on_cards(theme: str) -> None:
    (found,) = (each for each in THEMES if each.name == theme)
    roles = card_styles(theme)
    background = INDEXED[nearest_of_256(*Shade.parse(found.background or "").rgb)]
    for name in TEXT.keys() - {"quieter", "off", "cursor-row", "strong"}:
        assert contrast(of_256(roles[name].color), background) >= 4.5, name
    for name in (
        "body",
        "chosen",
        "advised",
        *(name for name in AREAS if name.startswith("land-") and name != "land-out"),
    ):
        assert contrast(of_256(roles[name].color), of_256(roles[name].bgcolor)) >= 4.5, name


def test_a_card_s_name_is_bold_unless_it_is_black() -> None:
    assert name_of_card(Style(color="bright_white")).bold
    assert not name_of_card(Style(color="black")).bold
