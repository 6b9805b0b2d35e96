"""What names have in common that people can't tell apart.

The table is Unicode's (UTS #39), brought into a form for names by `scripts/confusables.py`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("confusables.txt")
"""Each line: what characters count as, and those characters, by their hexadecimal code points."""

_LONG = (("rn", "m"), ("vv", "w"))
"""Pairs of letters that are drawn like one."""


def skeleton(name: str) -> str:
    """Return what two names have in common that people can't tell apart; there is no space in it.

    It is stored with players, so a change of it needs a migration of the database.
    """
    letters = "".join(_table().get(c, c) for c in folded(name))
    for pair, letter in _LONG:
        letters = letters.replace(pair, letter)
    return letters


def skeletons(names: Iterable[str]) -> list[str]:
    """Return the skeletons of names that are in use already, oldest first, each made unique.

    Of several alike the first gets the plain skeleton. The others get keys with a space, which no skeleton has: those
    players keep their names, and nobody new can take any of them.
    """
    seen: Counter[str] = Counter()
    unique = []
    for key in map(skeleton, names):
        seen[key] += 1
        # The `#` sets it apart from the key of a guest who is gone (see `naishi.server.storage.cleanup`).
        unique.append(key if seen[key] == 1 else f"{key} #{seen[key]}")
    return unique


def folded(text: str) -> str:
    """Return the letters, digits and vowel signs of a text, without case, accents and variants of form."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in plain if _is_distinctive(c))


def _is_distinctive(c: str) -> bool:
    """Whether a character makes another name: accents, points and strokes don't, signs for vowels and sounds do."""
    category = unicodedata.category(c)
    if category in {"Mn", "Mc"}:
        place = unicodedata.combining(c)  # 1: through the letter; 10-36: Hebrew and Arabic points; from 200: around it
        return place != 1 and (place < 10 or 36 < place < 200)
    return category[0] in "LN"


@cache
def _table() -> Mapping[str, str]:
    """Read what characters count as."""
    table: dict[str, str] = {}
    for line in TABLE.read_text("ascii").splitlines():
        if not line.startswith("#"):
            result, _, sources = line.partition(":")
            table |= dict.fromkeys(map(_decoded, sources.split()), _decoded(result))
    return table


def _decoded(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split("+") if code)
