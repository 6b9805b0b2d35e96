"""The one door through which every text that a person reads passes, so that it can be translated.

Write `_("A sentence with {a_gap}.").format(a_gap=…)`; the catalogues are gettext's. A text is translated when it is
shown, never when a module is imported: one process may speak several languages.
"""

from __future__ import annotations

import gettext
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALES = Path(__file__).parent / "text" / "locales"
"""A folder for each language: its catalogue, and its words with their forms."""

Forms = Mapping[str, str]
"""A word in the forms that its language needs, by the name of the form; `name` is the plain one."""

_ENGLISH = gettext.NullTranslations()

_catalogue: ContextVar[gettext.NullTranslations] = ContextVar("catalogue")
"""Tasks and `asyncio.to_thread` inherit it from what started them."""


def use(catalogue: gettext.NullTranslations) -> None:
    """Take all texts from this catalogue from now on, in the current context: the current task and what it starts."""
    _catalogue.set(catalogue)


def _(text: str) -> str:
    """Translate a text."""
    return _catalogue.get(_ENGLISH).gettext(text)


def ngettext(one: str, many: str, count: int, **gaps: object) -> str:
    """Translate a text whose form depends on a count, and fill in the count as `{count}`, and other gaps."""
    return _catalogue.get(_ENGLISH).ngettext(one, many, count).format(count=count, **gaps)


def pgettext(sense: str, text: str) -> str:
    """Translate a text that has several senses in English, in one of them."""
    return _catalogue.get(_ENGLISH).pgettext(sense, text)


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext's tools find it
    """Mark a text for the catalogues and leave it as it is; `_` translates it where it is shown."""
    return text


class Noun(str):
    """A word that has forms: in a sentence `{card}` is the plain one, `{card:a}` another.

    Each language has the forms that it needs, and its translations ask for those.
    """

    __slots__ = ("_forms",)
    _forms: Forms

    def __new__(cls, forms: Forms) -> Noun:
        """Make a word of its forms."""
        word = super().__new__(cls, forms["name"])
        word._forms = forms
        return word

    def __format__(self, form: str) -> str:
        return self._forms[form] if form else str(self)


def noun(table: str, key: str) -> Noun:
    """Return a word in the language of the moment.

    Args:
        table: The file of the language that has it: `cards`.
        key: The English name of the thing, as in action texts.
    """
    return Noun(nouns(getattr(_catalogue.get(_ENGLISH), "language", "en"), table)[key])


@cache
def nouns(language: str, table: str) -> Mapping[str, Forms]:
    """Read the words of a language, by their English names."""
    words: Mapping[str, Forms] = tomllib.loads((LOCALES / language / f"{table}.toml").read_text("utf-8"))
    return words


def quoted(text: str) -> str:
    """Show foreign text inside a sentence: shortened, and with every control character made visible."""
    short = text if len(text) <= 30 else text[:29] + "…"
    return ascii(short) if not short.isprintable() else f"'{short}'"
