"""Texts with ASCII alone: written where nothing else can be, and typed by whoever lacks a key."""

from __future__ import annotations

import unicodedata

from naishi.common.i18n import LETTERS, language

_ASCII = str.maketrans({
    "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "×": "x", "−": "-",
    "·": ".", "±": "+-", "→": "->", "←": "<-", "●": "*", "○": "o", "▲": "^", "★": "*",
})  # fmt: skip

_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""Letters that are no letter with an accent."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors of Windows begin a file with: no part of its first line."""


def to_ascii(text: str) -> str:
    """Write a text with ASCII alone: as the language does, or accents dropped; other letters as a question mark."""
    if text.isascii():
        return text
    for letter, plain in LETTERS.get(language(), {}).items():
        text = unicodedata.normalize("NFC", text).replace(letter, plain)
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.translate(_LETTERS).encode("ascii", "replace").decode()


def with_our_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9: a Japanese editor types wide ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def folded(word: str) -> str:
    """Fold case and accents: whoever lacks a key for a letter types it without its accent."""
    return to_ascii(word).casefold()


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Write what the encoding of a stream lacks in ASCII, as the handler of such errors."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end
