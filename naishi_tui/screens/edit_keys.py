"""The keys of the position editor, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding

from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.settings.keymap import KEYS
from naishi_tui.keys import Keymap, bindings_of, described, fixed_bindings

SCREEN = "edit"
OWN = tuple(command for command in KEYS if command.startswith(f"{SCREEN}."))
"""The commands of the editor. All other letters are cards."""


def edit_bindings() -> list[Binding]:
    """Return the keys of the editor as Textual binds them."""
    letters = {f"put {card.letter}": f"{card.letter.lower()},{card.letter}" for card in BASE_CARDS}
    columns = {f"column_{n}": str(n) for n in range(1, 6)}
    moves = {each: each for each in ("left", "right", "up", "down")}
    return [*fixed_bindings(letters | columns | moves), *bindings_of(*OWN)]


def commands(keymap: Keymap) -> Iterator[tuple[str, str, str]]:
    """Return the commands of the editor, each with its key and what it does."""
    return ((command, keymap.shown(command), described(command)) for command in OWN)
