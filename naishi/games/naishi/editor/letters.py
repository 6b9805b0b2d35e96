"""Cards by their letters, as people type them."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.rules.cards import Card, read_letters


def from_letters(letters: str, *, expansion: bool = False) -> list[Card]:
    """Read letters as people type them, - for none. With the `expansion`, a small letter is a Legend."""
    typed = "".join(letters.split()).strip("-")
    return read_letters(typed if expansion else typed.upper())


def to_letters(cards: Sequence[Card]) -> str:
    """Write the letters of cards."""
    return "".join(card.letter for card in cards)
