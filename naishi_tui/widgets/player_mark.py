"""What stands for a player wherever one is meant: a shape and a colour of each seat's own, whoever looks."""

from __future__ import annotations

from naishi_tui.drawing.roles import SHAPES, player_role
from naishi_tui.widgets.text_rows import Span


def mark(seat: int, count: int = 1) -> Span:
    """Return a player's shape, once for each emissary where those are meant."""
    return Span(SHAPES[seat] * count, player_role(seat))
