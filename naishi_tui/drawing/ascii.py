"""Likenesses of what is drawn, for terminals that show only ASCII or the glyphs of a console font."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from typing_extensions import override

PLAIN = {
    "□": "#", "⬡": "*", "●": "@", "○": "o", "·": ".", "◆": "&", "◇": "+", "•": "~", "▪": "=", "▒": ":", "▸": ">",
    "▐": "[", "▌": "]", "█": "#", "─": "-", "━": "-", "│": "|", "┃": "|", "←": "<", "→": ">", "↑": "^", "↓": "v",
    "⚑": "$", "★": "!", "▲": "^", "▼": "v", "…": "~", "–": "-", "—": "-", "’": "'", "‘": "'", "×": "x", "▁": "_",
    "▔": "-", "♛": "%", "▀": '"', "■": "#", "∙": ".", **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("┌┐└┘┬┴┼", "+"), **dict.fromkeys("▂▃▄▅▆▇", "="),
    **dict.fromkeys("▙▟▛▜", "#"), **dict.fromkeys("▘▝", "'"), **dict.fromkeys("▖▗", "."), "▚": "\\", "▞": "/",
    **{chr(dots): ":" for dots in range(0x2801, 0x2900)},
    "±": "~", "ł": "l", "Ł": "L", "œ": "o", "Œ": "O", "æ": "a", "Æ": "A",
}  # fmt: skip
"""What stands for marks, our own and those of Textual's widgets, and for letters that are more than an accent. No two
marks of the table share one, and what ends where a text was cut doesn't look like the end of a sentence."""

CONSOLE = frozenset("¡£§«¬°±µ¶·»¿π•←↑→↓≈≤≥─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬█░▒■▲▼♦")
"""The marks that are in all the usual fonts of the Linux console, which have 256 or 512 glyphs: CP437, Lat15, Lat2."""
_LATIN_END = "\u0250"
"""Letters before it are in the console font of whoever reads a language that has them."""


class Ascii(LineFilter):
    """Replaces each character above 127: marks by likenesses, letters by their base letter, the rest by `?`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate a line; no cell moves."""
        return [Segment(plain(text), style, control) for text, style, control in segments]


class ConsoleGlyphs(Ascii):
    """Replaces each mark that the fonts of the Linux console lack, as `Ascii` does."""

    @override
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(in_console_font(text), style, control) for text, style, control in segments]


def in_ascii(app: App[object]) -> bool:
    """Whether everything that an app draws becomes ASCII, or nearly so."""
    return any(isinstance(each, Ascii) for each in app.get_line_filters())


@lru_cache(4096)
def plain(text: str) -> str:
    """Write a text in ASCII, as wide as it was; two dots for what goes on, behind a word and a space."""
    return text if text.isascii() else "".join(map(_plain, text.replace(" …", "..")))


@lru_cache(4096)
def in_console_font(text: str) -> str:
    """Write a text with what the fonts of the Linux console have, as wide as it was."""
    return text if text.isascii() else "".join(map(_in_console_font, text.replace(" …", "..")))


def _in_console_font(character: str) -> str:
    is_there = character in CONSOLE or (character < _LATIN_END and character.isalpha())
    return character if is_there else _plain(character)


def _plain(character: str) -> str:
    if character.isascii():
        return character
    width = cell_len(character)
    base = PLAIN.get(character) or unicodedata.normalize("NFKD", character)[0]
    return (base if base.isascii() and base.isprintable() else "?").ljust(width)[:width]
