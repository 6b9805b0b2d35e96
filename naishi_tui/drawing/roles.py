"""Text roles of widgets, mapped to theme colours.

They are no component classes of Textual's: it makes a node with styles of its own for each such class of each widget,
and at a table that would be 270 of them, more than a third of the memory of a session and of the time to open it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from naishi_tui.drawing.theme import OWNERS, THEMES, TONES


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
}
"""Of pieces of a line."""

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
"""Of the parts of a card."""

SHAPES = ("●", "▲")
"""What stands for a player, by seat. Told apart by shape, not by colour alone."""


def player_role(seat: int) -> str:
    """Return the role of what is in a player's colour."""
    return f"player-{seat}"


@cache
def variables_of(theme: str) -> Mapping[str, str]:
    """Return the colours of a theme by name."""
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
    """Return what a role is painted in, by the colours of a theme."""
    text = Color.parse(variables[role.text]).rich_color if role.text else None
    # A theme may leave a ground transparent.
    around = Color.parse(variables["background"])
    ground = (around + Color.parse(variables[role.ground])).rich_color if role.ground else None
    bold = role.bold and variables.get(role.text) != "ansi_black"  # which is grey on many terminals
    reverse = role.focus and variables["block-cursor-text-style"] == "reverse"
    return Style(color=text, bgcolor=ground, bold=bold or None, reverse=reverse or None)
