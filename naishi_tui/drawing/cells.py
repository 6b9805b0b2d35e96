"""Text cut and wrapped by terminal cells."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rich import _wrap
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.content import Content
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


_wrap.re_word = re.compile(r"[^\S\xa0]*[\S\xa0]+[^\S\xa0]*")
"""Rich would break lines at a no-break space too, and begin one with the colon of a French sentence. Textual wraps all
its texts by this; neither has a setting for it. `_wrap` is private, and only used here. Checked with rich 15.0.0."""

cut = set_cell_size
"""Return a text cut or padded with spaces to exactly so many cells."""


def shortened(text: str, width: int) -> str:
    """Return a text padded to so many cells, or cut to them with a mark at the end."""
    return cut(text, width) if cell_len(text) <= width else cut(f"{cut(text, width - 1).rstrip()}…", width)


NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space at which no text is wrapped; lines have an ordinary one in its place."""
_KEPT = "\ue000"


@lru_cache(512)
def wrap(text: str, width: int, hanging: int = 0) -> tuple[str, ...]:
    kept = Content(text.replace(NO_BREAK, _KEPT)).wrap(max(width, 2))
    first, *rest = (line.plain.rstrip().replace(_KEPT, " ") for line in kept)
    if rest and hanging:
        rest = list(wrap(text[len(first) :].lstrip(), width - hanging))
    return first, *rest


def cut_off(lines: Sequence[str], height: int, width: int) -> tuple[str, ...]:
    *kept, last = lines[:height]
    return *kept, f"{cut(last, min(cell_len(last), width - 1)).rstrip()}…"


def center(text: str, width: int, fill: str) -> str:
    text = cut(text, min(width, cell_len(text)))
    room = width - cell_len(text)
    left = room // 2 + (room & width & 1)  # as str.center does
    return f"{fill * left}{text}{fill * (room - left)}"


def right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text
