"""Themes, in Textual's terms.

They are no component classes of Textual's: it makes a node with styles of its own for each such class of each widget,
and at a table that would be 270 of them, more than a third of the memory of a session and of the time to open it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

INK, PAPER = "#14161b", "#ffffff"

# The hues of Okabe and Ito's palette, told apart with any colour vision; a letter says the same everywhere.
_SEATS_ON_DARK = ("#56b4e9", "#e69f00", "#2fc79b", "#f0e442", "#e39ac6")
_SEATS_ON_LIGHT = ("#00659e", "#9a5200", "#00704f", "#4d4700", "#97386f")
TONES = ("red", "blue", "green", "yellow", "purple", "brown")
"""Colours that repeat what a letter says on boards, such as that of a clan or a region."""

_TONES_ON_DARK = ("#f08672", "#7fb0f5", "#86c878", "#dcc55c", "#c49aec", "#cfa47c")
_TONES_ON_LIGHT = ("#a8301f", "#1c55a5", "#2b6b20", "#6f5b00", "#6d3fa6", "#7b4b20")

OWNERS = ("0", "1", "2", "3", "4", "none", "out")
"""Whose an area on a map can be: a seat's, nobody's, or not in the game."""

_LAND = ("#56b4e9", "#e69f00", "#2fc79b", "#f0e442", "#e39ac6", "#b9b3a6", "#33363d")
_LAND_TERMINAL = (
    *("ansi_bright_cyan", "ansi_bright_red", "ansi_green", "ansi_bright_yellow", "ansi_bright_magenta"),
    *("ansi_white", "ansi_default"),
)


def _of_boards(seats: tuple[str, ...], tones: tuple[str, ...], land: tuple[str, ...] = _LAND) -> dict[str, str]:
    named = {f"seat-{seat}": colour for seat, colour in enumerate(seats)}
    named |= dict(zip((f"tone-{tone}" for tone in TONES), tones, strict=True))
    named |= {f"land-{owner}": colour for owner, colour in zip(OWNERS, land, strict=True)}
    named |= {f"edge-{owner}": _edge(colour) for owner, colour in zip(OWNERS, land, strict=True)}
    return named | {"land-ink": "ansi_black" if land is _LAND_TERMINAL else INK}


def _edge(colour: str) -> str:
    return "ansi_black" if colour.startswith("ansi_") else Color.parse(colour).blend(Color.parse(INK), 0.5).hex


_COLOURS = {  # on dark, on light, and on dark for the colour-blind
    "primary": ("#d9ab5b", "#8a5a00", "#e69f00"),
    "secondary": ("#8fa3bf", "#4a5a70", "#56b4e9"),
    "warning": ("#e3b04b", "#8a5a00", "#e69f00"),
    "error": ("#ec7b6e", "#b02a1e", "#ff8c42"),
    "success": ("#79b866", "#2f6f1f", "#56b4e9"),
    "foreground": ("#e8e3d8", "#1f2228", "#ececec"),
    "background": ("#14161b", "#f6f2e9", "#121417"),
    "surface": ("#1c1f26", "#ece6d8", "#1b1e22"),
    "panel": ("#262b35", "#e2dac8", "#26292f"),
}
_VARIABLES = {
    "card-body": ("#262b35", "#e6dfcf", "#26292f"),
    "card-chosen": ("#39414f", "#d2c7ae", "#3d434c"),
    "quiet": ("#98a0ae", "#565c66", "#a0a6b0"),
    "guard": ("#98a0ae", "#565c66", "#a0a6b0"),
    "quieter": ("#667080", "#8b8a84", "#6c727c"),
    "player-0": ("#7db4f5", "#1c5aa8", "#56b4e9"),
    "player-1": ("#ee8fb5", "#a02a68", "#e6a3cb"),
    "block-cursor-background": ("#d9ab5b", "#8a5a00", "#e69f00"),
    "block-cursor-foreground": (INK, PAPER, INK),
}


def _theme(name: str, column: int, boards: dict[str, str]) -> Theme:
    colours: dict[str, Any] = {each: shades[column] for each, shades in _COLOURS.items()}
    variables = {each: shades[column] for each, shades in _VARIABLES.items()}
    return Theme(name, **colours, accent=colours["primary"], dark=name != "light", variables=variables | boards)


DARK = _theme("dark", 0, _of_boards(_SEATS_ON_DARK, _TONES_ON_DARK))
LIGHT = _theme("light", 1, _of_boards(_SEATS_ON_LIGHT, _TONES_ON_LIGHT, (*_LAND[:-1], "#ddd7c9")))
COLOUR_BLIND = _theme("colour-blind", 2, _of_boards(_SEATS_ON_DARK, _TONES_ON_DARK))

# Which colours a terminal has for these names is its own affair, as is its ground: text is in its own colour on that,
# and black or white on those that are light or dark on all. Bold black is grey on many, so nothing black is bold.
_OWN_COLOURS: dict[str, Any] = dict.fromkeys((*_COLOURS, "accent", "boost"), "ansi_default")
TERMINAL = Theme(
    "terminal",
    **_OWN_COLOURS,
    dark=True,
    ansi=True,
    variables={
        **dict.fromkeys(_VARIABLES, "ansi_default"),
        "card-chosen": "ansi_bright_black",
        "guard": "ansi_magenta",  # a picture beside that of a crest, and seen on light and on dark grounds
        "ansi-background": "ansi_default",  # these two are asked for by Textual's command palette
        "ansi-foreground": "ansi_default",
        "block-cursor-background": "ansi_black",
        "block-cursor-foreground": "ansi_cyan",
        "block-cursor-text-style": "reverse",  # black on cyan, and still reverse where no colours are shown
        "block-hover-background": "ansi_bright_black",
        "input-cursor-background": "ansi_black",
        "input-cursor-foreground": "ansi_white",
        "input-cursor-text-style": "reverse",
        "input-selection-background": "ansi_blue",
        "scrollbar": "ansi_bright_black",
        "scrollbar-hover": "ansi_white",
        "scrollbar-active": "ansi_white",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "scrollbar-corner-color": "ansi_default",
        # Its own colour can be read on every ground; letters tell the seats apart.
        **_of_boards(("ansi_default",) * 5, ("ansi_default",) * 6, _LAND_TERMINAL),
    },
)

THEMES = (DARK, LIGHT, COLOUR_BLIND, TERMINAL)


def stylesheet(name: str) -> Path:
    """Return a stylesheet by its path in the package: Textual looks for others beside whoever inherits a screen."""
    return Path(__file__).parent.parent / name


class Role(NamedTuple):
    """What something is painted in: variables of the theme; without one, as what is around it."""

    text: str = ""
    ground: str = ""
    bold: bool = False
    focus: bool = False
    """Whether it shows where keys go: the theme without colours of its own says so by more than colours."""


TEXT: Mapping[str, Role] = {
    "title": Role("accent", bold=True),
    "strong": Role(bold=True),
    "quiet": Role("quiet"),
    "quieter": Role("quieter"),
    "key": Role("accent", bold=True),
    "off": Role("quieter"),
    "good": Role("success"),
    "bad": Role("error"),
    "mark": Role("accent"),
    "section": Role("quiet", bold=True),
    "cursor-row": Role("block-cursor-foreground", "block-cursor-background", bold=True, focus=True),
    "focus": Role("accent", bold=True, focus=True),
    "player-0": Role("player-0", bold=True),
    "player-1": Role("player-1", bold=True),
    **{f"seat-{seat}": Role(f"seat-{seat}", bold=True) for seat in range(5)},
    **{f"tone-{tone}": Role(f"tone-{tone}") for tone in TONES},
    "route": Role("quiet"),
    "guard": Role("guard"),
}

AREAS: Mapping[str, Role] = {
    **{f"land-{owner}": Role("land-ink", f"land-{owner}") for owner in OWNERS},
    **{f"edge-{owner}": Role(f"edge-{owner}") for owner in OWNERS},
    **{f"edge-{owner}-{other}": Role(f"edge-{owner}", f"land-{other}") for owner in OWNERS for other in OWNERS},
}
"""Of the land on a map: what stands on it, and the borders of an owner's areas, on the sea or beside another's."""

CARD: Mapping[str, Role] = {
    "body": Role("foreground", "card-body"),
    "chosen": Role("foreground", "card-chosen"),
    "advised": Role("block-cursor-foreground", "block-cursor-background", bold=True, focus=True),
    "dim": Role("quieter", "surface"),
    "rule": Role("quiet"),
    "worth": Role("success", bold=True),
    "loss": Role("error", bold=True),
    "nothing": Role("quiet"),
    "sign": Role("accent", bold=True),
    "cursor": Role("accent"),
    "back": Role("quieter", "panel"),
    "empty": Role("quieter", "surface"),
}

SHAPES = ("●", "▲")
"""What stands for a player, by seat. Told apart by shape, not by colour alone."""


def player_role(seat: int) -> str:
    return f"player-{seat}"


@cache
def variables_of(theme: str) -> Mapping[str, str]:
    (found,) = (each for each in THEMES if each.name == theme)
    return {**found.to_color_system().generate(), **found.variables}


@cache
def styles(theme: str) -> Mapping[str, Style]:
    """Return the styles of all roles in a theme; all apps of the process share them."""
    variables = variables_of(theme)
    return {name: style_of(role, variables) for name, role in {**TEXT, **AREAS, **CARD}.items()}


def name_of_card(look: Style) -> Style:
    """Return the style of the name on a card: bold, but for black, which would be grey on many terminals."""
    black = look.color is not None and look.color.number == 0
    return look if black else look + Style(bold=True)


def style_of(role: Role, variables: Mapping[str, str]) -> Style:
    text = Color.parse(variables[role.text]).rich_color if role.text else None
    # A theme may leave a ground transparent.
    around = Color.parse(variables["background"])
    ground = (around + Color.parse(variables[role.ground])).rich_color if role.ground else None
    bold = role.bold and variables.get(role.text) != "ansi_black"  # which is grey on many terminals
    reverse = role.focus and variables["block-cursor-text-style"] == "reverse"
    return Style(color=text, bgcolor=ground, bold=bold or None, reverse=reverse or None)
