"""Pseudo-locale: accented, bracketed, 40 % longer English.

with pseudo():
    said = text_of_some_screen()
assert outside(said).split() == []
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from string import Formatter
from unittest.mock import patch

from naishi.common import i18n

OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.4

_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "àçéíñöšûýžÀÇÉÍÑÖŠÛÝŽ")


@cache
def dressed(text: str) -> str:
    """Dress up a text; its gaps and its space at both ends stay as they are."""
    bare = text.strip()
    if not bare:
        return text
    letters = sum(len(words) for words, *_gap in Formatter().parse(bare))
    start, end = text[: text.index(bare)], text[text.index(bare) + len(bare) :]
    return f"{start}{OPEN}{_accented(bare)}{'~' * int(letters * LONGER)}{CLOSE}{end}"


def _accented(text: str) -> str:
    """Accent the words of a text, and leave its gaps."""
    return "".join(
        part if part.startswith("{") else part.translate(_ACCENTS) for part in re.split(r"(\{[^{}]*\})", text)
    )


def _dressed_form(name: str, form: str) -> str:
    """Dress up a form of a word; a short one has no room to become longer."""
    return _accented(form) if name == "short" else dressed(form)


class Pseudo(gettext.NullTranslations):
    """The catalogue."""

    def gettext(self, message: str) -> str:
        return dressed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return dressed(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return dressed(message)


@contextmanager
def pseudo() -> Iterator[None]:
    """Speak the language in the current context: texts, words with forms, and the sentences of click."""
    before, nouns = i18n.current(), i18n.nouns

    @cache
    def dressed_nouns(code: str, table: str) -> Mapping[str, i18n.Forms]:
        words = nouns(code, table).items()
        return {word: {name: _dressed_form(name, form) for name, form in forms.items()} for word, forms in words}

    i18n.use(Pseudo())
    with (
        patch.object(i18n, "nouns", dressed_nouns),
        patch.object(gettext, "dgettext", lambda _domain, text: dressed(text)),
        patch.object(gettext, "dngettext", lambda _domain, one, many, n: dressed(one if n == 1 else many)),
    ):
        try:
            yield
        finally:
            i18n.use(before)


def outside(text: str) -> str:
    """Return what stands outside all brackets: it has escaped translation, or needs none."""
    depth, found = 0, []
    for character in text:
        depth += character == OPEN
        found.append(character if depth == 0 else " " if character == CLOSE else "")
        depth -= character == CLOSE
    assert depth == 0, f"a bracket is cut off: {text}"
    return "".join(found)
