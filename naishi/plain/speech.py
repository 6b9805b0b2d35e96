"""Texts for the ear, and in ASCII."""

import re
import unicodedata

from naishi.common.i18n import LETTERS, _, language, pgettext

_CODE = re.compile(r"(?<![\w-])([A-Z])([1-5])(?![\w-])")
"""A place as action texts name it, but not what looks like one within a name, such as R2-D2."""
_RANGE = re.compile(r"(?<=\d)–(?=\d)")
_MINUS = re.compile(r"(?<![\w–-])[-−](?=\d)")
_PLUS = re.compile(r"(?<![\w+])\+(?=\d)")
_ERROR = re.compile(r"\s?±\s?")
_TIMES = re.compile(r"\s?×\s?(?=\d)")
_PERCENT = re.compile(r"(?<=\d)\s?%")
_SHARE = re.compile(r"(?<![\w/.])(\d+)/(\d+)(?![\w/.])")


def spoken(line: str) -> str:
    """Return a line as it is said: "minus 5" for "-5", "48 to 5" for "48–5", "Hand 3" for "H3"."""
    rows = letters()
    line = _CODE.sub(lambda found: row_place(rows[found[1]], int(found[2])) if found[1] in rows else found[0], line)
    line = _SHARE.sub(lambda found: _("{part} of {all}").format(part=found[1], all=found[2]), line)
    words = {"–": pgettext("48 to 5", "to"), "minus": _("minus"), "plus": _("plus"), "±": _("plus or minus")}
    percent, times = _("percent"), _("times")
    line = _RANGE.sub(f" {words['–']} ", line)
    line = _MINUS.sub(f"{words['minus']} ", line)
    line = _PLUS.sub(f"{words['plus']} ", line)
    line = _TIMES.sub(f" {times} ", line)
    line = _PERCENT.sub(f" {percent}", line)
    return _ERROR.sub(f" {words['±']} ", line).replace(" · ", ", ")


def letters() -> dict[str, str]:
    here = {_("line")[0].upper(): "L", _("hand")[0].upper(): "H", _("river")[0].upper(): "R"}
    return {**(here if len(here) == 3 else {}), "L": "L", "H": "H", "R": "R"}


def row_place(letter: str, number: int) -> str:
    match letter:
        case "L":
            return _("Line {number}").format(number=number)
        case "H":
            return _("Hand {number}").format(number=number)
        case _:
            return _("River {number}").format(number=number)


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
