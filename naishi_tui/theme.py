"""Our colours, by Textual's theme mechanism. Widgets name roles; the stylesheet maps roles to these variables."""

from __future__ import annotations

from textual.theme import Theme

from naishi.cards import Card

# A card's header: background and text, after the colours of the rulebook. The text keeps a contrast of 4.5 or more.
_DARK_CARDS: dict[Card, tuple[str, str]] = {
    Card.MOUNTAIN: ("#c9ced6", "#14161b"),
    Card.NAISHI: ("#ee9fc0", "#14161b"),
    Card.ADVISOR: ("#b18ae6", "#14161b"),
    Card.SENTINEL: ("#79b866", "#14161b"),
    Card.MONK: ("#f09a45", "#14161b"),
    Card.HORSEMAN: ("#3a57b5", "#ffffff"),
    Card.RONIN: ("#3cc4b4", "#14161b"),
    Card.NINJA: ("#4a5060", "#ffffff"),
    Card.FORT: ("#8a5a38", "#ffffff"),
    Card.TORII: ("#c93a2e", "#ffffff"),
    Card.RICE: ("#ead04e", "#14161b"),
    Card.BANNER: ("#86cdf2", "#14161b"),
}


def _card_variables(colours: dict[Card, tuple[str, str]]) -> dict[str, str]:
    return {
        variable: value
        for card, (background, text) in colours.items()
        for variable, value in ((f"card-{card}", background), (f"card-{card}-text", text))
    }


DARK = Theme(
    name="naishi-dark",
    primary="#d9ab5b",
    secondary="#8fa3bf",
    accent="#d9ab5b",
    warning="#e3b04b",
    error="#e0695c",
    success="#79b866",
    foreground="#e8e3d8",
    background="#14161b",
    surface="#1c1f26",
    panel="#262b35",
    dark=True,
    variables={
        "card-body": "#262b35",
        "card-body-lit": "#39414f",
        "quiet": "#8b93a1",
        "quieter": "#5f6775",
        "block-cursor-background": "#d9ab5b",
        "block-cursor-foreground": "#14161b",
        "input-cursor-background": "#e8e3d8",
        "input-cursor-foreground": "#14161b",
        **_card_variables(_DARK_CARDS),
    },
)
