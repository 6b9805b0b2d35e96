"""What stands for a player wherever one is meant: a shape and a colour of each seat's own, whoever looks."""

from __future__ import annotations

from naishi_tui.widgets.text_rows import Span

SHAPES = ("●", "▲")
"""By seat. Told apart by shape, not by colour alone."""


def role(seat: int) -> str:
    """Return the role of the spans in a player's colour."""
    return f"player-{seat}"


def mark(seat: int, count: int = 1) -> Span:
    """Return a player's shape, once for each emissary where those are meant."""
    return Span(SHAPES[seat] * count, role(seat))
