"""The keys of the position editor, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding

from naishi.common.i18n import N_, _
from naishi.rules.cards import BASE_CARDS
from naishi_tui.keys import Keymap, fixed_bindings

KEYS = {
    "row": "enter",
    "take_off": "backspace",
    "higher": "plus",
    "lower": "minus",
    "swap": "w",
    "discard": "d",
    "decree": "c",
    "turn": "e",
    "stage": "g",
    "last": "l",
    "discards": "j",
    "deal": "z",
    "side": "v",
    "analyse": "i",
    "play": "p",
    "text": "y",
    "undo": "u",
    "redo": "ctrl+r",
    "explain": "question_mark",
    "help": "f1",
    "back": "escape",
}
"""The keys of the editor. All other letters are cards."""

WORDS = {
    "row": N_("type the letters of the whole row or pile"),
    "take_off": N_("take the top card off a pile; elsewhere, put a mountain"),
    "higher": N_("slip a card of the box below the pile"),
    "lower": N_("take the lowest card of the pile away"),
    "swap": N_("send an emissary of the nearer player to swap, or recall them from there"),
    "discard": N_("the same for discard"),
    "decree": N_("the same for the decree"),
    "turn": N_("let the other player act"),
    "stage": N_("how far the turn is: begun, developed, bonus, scoring, gifts"),
    "last": N_("whether this is the last turn"),
    "discards": N_("type the letters of the discard pile, oldest first"),
    "deal": N_("deal the face-down cards anew from all that lie nowhere else"),
    "side": N_("look from the other side"),
    "analyse": N_("analyse: the best actions from here"),
    "play": N_("play from here"),
    "text": N_("the position as a text, to copy or to replace"),
    "undo": N_("undo the last change"),
    "redo": N_("redo what was undone"),
    "explain": N_("explain the card under the cursor"),
    "help": N_("all keys and letters"),
    "back": N_("leave the editor"),
}

KEYMAP = Keymap(KEYS)

ALSO = {"higher": "equals_sign", "take_off": "delete", "row": "space", "help": "f2"}
"""Other keys for the same."""


def edit_bindings() -> list[Binding]:
    """Return the keys of the editor as Textual binds them."""
    letters = {f"put {card.letter}": f"{card.letter.lower()},{card.letter}" for card in BASE_CARDS}
    columns = {f"column_{n}": str(n) for n in range(1, 6)}
    moves = {each: each for each in ("left", "right", "up", "down")}
    return [*fixed_bindings(letters | KEYS | columns | moves), *fixed_bindings(ALSO)]


def described() -> Iterator[tuple[str, str, str]]:
    """Return the commands of the editor, each with its key and what it does."""
    return ((command, KEYMAP.shown(command), _(words)) for command, words in WORDS.items())
