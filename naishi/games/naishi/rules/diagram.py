"""Position diagram for debugging, in position-text letters."""

from __future__ import annotations

from naishi.games.naishi.rules import notation
from naishi.games.naishi.rules.fields import Fields

_REST = "court", "turn", "done", "last", "discard", "ryokan"
"""What the fields of a position text after the cards are called."""


def diagram(fields: Fields) -> str:
    """Draw the cards in rows, the second player's above; then the other fields of the position text."""
    first, second = ([card.letter for card in cards] for cards in fields.territories)
    rows = [
        ("", "12345"),
        ("Hand 1", second[5:]),
        ("Line 1", second[:5]),
        ("River", [pile[-1].letter if pile else "-" for pile in fields.river]),
        ("left", [str(len(pile)) for pile in fields.river]),
        ("Line 0", first[:5]),
        ("Hand 0", first[5:]),
    ]
    rest = " ".join(map(" ".join, zip(_REST, notation.write(fields).split()[3:], strict=False)))
    return "\n".join([*(f"{name:8}{' '.join(letters)}" for name, letters in rows), rest])
