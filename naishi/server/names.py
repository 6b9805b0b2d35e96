"""Names of players: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata

from naishi.errors import NaishiError
from naishi.game.record import clean_name
from naishi.i18n import _

COLUMNS = 16
"""How wide a name may be on a terminal."""

PUNCTUATION = frozenset(" -_.'’·")

_ALIKE = str.maketrans(
    # What is drawn like a Latin letter, or like another one, in the common fonts of terminals.
    "0135ıіјѕаеорсухвнкмтгԁһԛԝαεικνορτυχβηϲϳɑɡ|ӏ",
    "ol3siijsaeopcyxbhkmtrdhqwaeiknoptuxbncjagll",
)
_LONG_ALIKE = (("rn", "m"), ("vv", "w"), ("i", "l"))


def checked_name(name: str) -> str:
    """Return a name as it may be used: NFC, letters with their marks, numbers, and a little punctuation.

    Raises:
        NaishiError: It can't be used; the text says why.
    """
    clean = clean_name(name)
    if _columns(clean) > COLUMNS:
        raise NaishiError(_("A name can be at most {count} columns wide.").format(count=COLUMNS))
    if any(unicodedata.category(c)[0] not in "LMN" and c not in PUNCTUATION for c in clean):
        raise NaishiError(_("A name can contain letters, digits, spaces and - _ . '"))
    if not any(unicodedata.category(c)[0] == "L" for c in clean):
        raise NaishiError(_("A name needs a letter."))
    return clean


def skeleton(name: str) -> str:
    """Return what two names have in common that people can't tell apart."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if unicodedata.category(c)[0] in "LN").casefold().translate(_ALIKE)
    for alike, letter in _LONG_ALIKE:
        letters = letters.replace(alike, letter)
    return letters


def _columns(text: str) -> int:
    """How wide a text without control characters is on a terminal."""
    spacing = (c for c in text if not unicodedata.category(c).startswith("M"))
    return sum(2 if unicodedata.east_asian_width(c) in {"W", "F"} else 1 for c in spacing)
