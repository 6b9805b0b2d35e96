"""A field to type in."""

from __future__ import annotations

from textual.widgets import Input

from naishi.game.record import letters

LONGEST = 1000
"""How much of what is pasted is looked at; no field takes as much."""


class Field(Input):
    """Takes letters only. What a terminal could obey is left out at once: a field is drawn before it is checked."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Put a text in the place of another; all that is typed or pasted comes this way."""
        super().replace(letters(text[:LONGEST]), start, end)
