"""Keyboard layouts, by the letters on their keys."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

_ROWS = "1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"
_SHIFTED_ROWS = "!@#$%^&*()_+", "QWERTYUIOP{}", 'ASDFGHJKL:"', "ZXCVBNM<>?"
"""The keys of the layout that ours are named after, from the top left."""

_DIGITS, _SAME = _ROWS[0], ""


def _layout(*rows: str) -> dict[str, str]:
    """Return the keys of a layout by what they print: rows like those above, "" for one that is the same."""
    return {
        letter: key
        for row, keys in zip(rows, _ROWS, strict=True)
        for letter, key in zip(row, keys, strict=False)
        if letter != key
    }


_AZERTY = _layout("&é\"'(-è_çà)=", _SAME, _SAME, _SAME) | {"§": "6", "!": "8"}
"""Digits need Shift. Letters stay where their names are, wherever that is. The last two are Belgian."""
_KOREAN = "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"

LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "Russian": _layout(_SAME, "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."),
    "Ukrainian": _layout(_SAME, "йцукенгшщзхї", "фівапролджє", "ячсмитьбю."),
    "Belarusian": _layout(_SAME, "йцукенгшўзх'", "фывапролджэ", "ячсміть бю."),
    "Serbian": _layout(_SAME, "љњертзуиопшђ", "асдфгхјклчћ", "ѕџцвбнм"),
    "Greek": _layout(_SAME, ";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),
    "Hebrew": _layout(_SAME, "/'קראטוןםפ][", "שדגכעיחלךף,", "זסבהנמצתץ."),
    "Arabic": _layout(_SAME, "ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرﻻىةوزظ"),
    "Persian": _layout(_SAME, "ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"),
    "Korean": _layout(_SAME, "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", *_KOREAN) | _layout(_SAME, "ㅃㅉㄸㄲㅆㅛㅕㅑㅒㅖ", *_KOREAN),
    "Thai": _layout("ๅ/-ภถุึคตจขช", "ๆไำพะัีรนยบล", "ฟหกดเ้่าสวง", "ผปแอิืทมใฝ"),
    "Georgian": _layout(_SAME, "ქწერტყუიოპ", "ასდფგჰჯკლ", "ზხცვბნმ"),
    "French": _AZERTY,
    "Czech": _layout("+ěščřžýáíé", _SAME, _SAME, _SAME),
    "Slovak": _layout("+ľščťžýáíé", _SAME, _SAME, _SAME),
    "Turkish": {"ı": "i", "İ": "i"},
}
"""Those that print other letters or digits than ours; the commoner ones come first, for what several of them print."""

_SHIFTED = dict(zip("".join(_ROWS), "".join(_SHIFTED_ROWS), strict=True))


class Keyboard:
    """Finds which keys of ours someone may mean who types with another layout, Caps Lock or a Japanese editor.

    Which layout it is shows in the letters; a mark, such as the `;` that Greek keyboards have for `q`, is taken for a
    letter only after one of the same layout.
    """

    def __init__(self) -> None:
        self._name = ""
        """The layout of the last letter that isn't Latin."""

    def keys(self, character: str, base: str = "") -> Iterator[str]:
        """Yield the characters of our keys that a character may stand for, the likeliest first.

        Args:
            character: What was typed.
            base: What the key prints in the layout that ours are named after, where the terminal says so.
        """
        plain = _plain(character)
        self._recognize(plain)
        latin = plain.isascii() and plain.isalnum()
        yield from (each for each in (plain, plain.lower()) if each != character and each.isascii())
        if latin:
            return
        if base:
            yield from (_SHIFTED.get(base, base), base) if character.isupper() else (base,)
        for layout in self._layouts(plain):
            if key := layout.get(plain) or layout.get(plain.lower()):
                yield from (_SHIFTED[key], key) if plain.isupper() and not key.isalnum() else (key,)

    def _recognize(self, letter: str) -> None:
        """Note the layout that a letter belongs to."""
        if letter.isascii():
            self._name = "" if letter.isalpha() else self._name
        elif letter.lower() not in LAYOUTS.get(self._name, {}):
            self._name = next((name for name, keys in LAYOUTS.items() if letter.lower() in keys), "")

    def _layouts(self, letter: str) -> Iterator[Mapping[str, str]]:
        """Yield the layouts in which a letter may be meant."""
        yield LAYOUTS.get(self._name, {})
        yield from LAYOUTS.values() if not letter.isascii() else (_AZERTY,)


def _plain(character: str) -> str:
    """Return a character in its usual width, and any digit as ours."""
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    wide = unicodedata.normalize("NFKC", character)
    return wide if wide.isascii() and len(wide) == 1 else character
