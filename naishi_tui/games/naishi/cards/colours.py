"""Colours of Naishi's cards and their pictures, in each theme."""

from collections.abc import Mapping
from functools import cache

from rich.style import Style
from textual.color import Color

from naishi.games.naishi.rules.cards import REPLACED, TRAVELLERS, Card
from naishi_tui.drawing.theme import (
    COLOUR_BLIND,
    DARK,
    INK,
    LIGHT,
    PAPER,
    TERMINAL,
    Role,
    style_of,
    styles,
    variables_of,
)

Colours = tuple[str, str]
"""Background and text."""

# By type: in dark and light themes, after the colours of the rulebook, with a contrast of 4.5 or more to the text; told
# apart with any colour vision, by the hues of Okabe and Ito's palette, spread further in lightness; the terminal's own.
_BY_TYPE: Mapping[Card, tuple[Colours, Colours, Colours]] = {
    Card.MOUNTAIN: (("#c9ced6", INK), ("#d6d6d6", INK), ("ansi_white", "ansi_black")),
    Card.NAISHI: (("#ee9fc0", INK), ("#f0c6dc", INK), ("ansi_bright_magenta", "ansi_black")),
    Card.ADVISOR: (("#b18ae6", INK), ("#cc79a7", INK), ("ansi_magenta", "ansi_bright_white")),
    Card.SENTINEL: (("#79b866", INK), ("#009e73", INK), ("ansi_green", "ansi_black")),
    Card.MONK: (("#f09a45", INK), ("#e69f00", INK), ("ansi_bright_red", "ansi_black")),
    Card.HORSEMAN: (("#3a57b5", PAPER), ("#0b4f86", PAPER), ("ansi_blue", "ansi_bright_white")),
    Card.RONIN: (("#3cc4b4", INK), ("#7fd8c0", INK), ("ansi_cyan", "ansi_black")),
    Card.NINJA: (("#4a5060", PAPER), ("#454545", PAPER), ("ansi_black", "ansi_bright_white")),
    Card.FORT: (("#5a3b22", PAPER), ("#5a3b22", PAPER), ("ansi_bright_blue", "ansi_bright_white")),
    Card.TORII: (("#d4402f", PAPER), ("#d55e00", INK), ("ansi_red", "ansi_bright_white")),
    Card.RICE: (("#ead04e", INK), ("#f0e442", INK), ("ansi_bright_yellow", "ansi_black")),
    Card.BANNER: (("#86cdf2", INK), ("#56b4e9", INK), ("ansi_bright_cyan", "ansi_black")),
    **dict.fromkeys(TRAVELLERS, (("#cbb08c", INK), ("#c2ab87", INK), ("ansi_bright_green", "ansi_black"))),
}

_ART: Mapping[str, tuple[str, str]] = {
    "art-ink": (INK, "ansi_black"),
    "art-paper": ("#f4efe4", "ansi_bright_white"),
    "art-skin": ("#edc39b", "ansi_white"),
    "art-red": ("#d8412f", "ansi_red"),
    "art-gold": ("#e3b64f", "ansi_yellow"),
}
"""What the pictures are painted in, beside the colour of their card; and the terminal's own colour for that."""

_CARDS = {
    theme.name: {card: each[place] for card, each in _BY_TYPE.items()}
    for theme, place in ((DARK, 0), (LIGHT, 0), (COLOUR_BLIND, 1), (TERMINAL, 2))
}
_CARDS[LIGHT.name][Card.MOUNTAIN] = ("#aab0ba", INK)

TYPES: Mapping[str, Role] = {str(card): Role(f"card-{card}-text", f"card-{card}") for card in Card}
"""The roles of what is in the colour of a type of card."""


@cache
def card_variables(theme: str) -> Mapping[str, str]:
    cards = _CARDS[theme]
    named = {name: paints[theme == TERMINAL.name] for name, paints in _ART.items()}
    for card in (*cards, *REPLACED):
        background, text = cards[REPLACED.get(card, card)]
        deep, distance = _shades(background)
        named |= {f"card-{card}": background, f"card-{card}-text": text}
        named |= {f"card-{card}-deep": deep, f"card-{card}-distance": distance}
    return named


@cache
def card_styles(theme: str) -> Mapping[str, Style]:
    variables = {**variables_of(theme), **card_variables(theme)}
    return {**styles(theme), **{name: style_of(role, variables) for name, role in TYPES.items()}}


def _shades(colour: str) -> tuple[str, str]:
    """Return the ground of a card's picture and what lies in its distance: darker shades of its colour.

    The terminal's own colours have no shades; there, the two dark ones serve.
    """
    if colour.startswith("ansi_"):
        return ("ansi_black", "ansi_black") if colour == "ansi_bright_black" else ("ansi_bright_black", "ansi_black")
    ink, own = Color.parse(INK), Color.parse(colour)
    return own.blend(ink, 0.62).hex, own.blend(ink, 0.36).hex
