"""Translation of every text that people read.

Write `_("A sentence with {a_gap}.").format(a_gap=…)`; the catalogues are gettext's. A text is translated when it is
shown, never when a module is imported: one process may speak several languages.
"""

from __future__ import annotations

import gettext
import os
import re
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language; the first that is set counts."""
LIST = "LANGUAGE"
"""Where it lists those that are better still."""
UNTRANSLATED = frozenset({"C", "POSIX"})
"""Locales where nothing is translated, whatever the list says; in it, they end it."""

_of_system: dict[str, str] = {}
"""What the list was before the command put its own choice there."""


def negotiate(wanted: str) -> str:
    """Return the code of the language to speak.

    Args:
        wanted: The setting `language`; empty for the language of the system.
    """
    if wanted:
        return find_language(wanted) or ENGLISH
    return language_of({**os.environ, **_of_system})


def language_of(environment: Mapping[str, str]) -> str:
    locale = next((environment[each] for each in LOCALE if environment.get(each)), "")
    better = "" if locale in UNTRANSLATED else environment.get(LIST, "")
    wishes = takewhile(lambda wish: wish not in UNTRANSLATED, [*better.split(":"), locale])
    found = filter(None, (find_language(each[:32]) for each in wishes))
    return next((each for each in found if each in languages()), ENGLISH)


def put_in_list(code: str) -> None:
    """Have libraries that look into the environment speak a language, too."""
    _of_system.setdefault(LIST, os.environ.get(LIST, ""))
    os.environ[LIST] = code


def unknown(wanted: str) -> str:
    """Return a line about a language that was asked for and isn't here; empty where there is nothing to say."""
    if not wanted or find_language(wanted) is not None:
        return ""
    return _("There is no {code} translation yet; this is English.").format(code=quoted(wanted))


LOCALES = Path(__file__).parent / "locales"
"""A folder for each language: its catalogues, and its words with their forms."""

ENGLISH = "en"
"""The language of the texts in the code; it has no catalogue."""

_LANGUAGES: Mapping[str, Mapping[str, Any]] = tomllib.loads((LOCALES / "languages.toml").read_text("utf-8"))

OWN_NAMES: Mapping[str, str] = {ENGLISH: "English"} | {code: each["name"] for code, each in _LANGUAGES.items()}
"""What each language calls itself."""

SHARES: Mapping[str, int] = {code: each["share"] for code, each in _LANGUAGES.items() if "share" in each}
"""How many percent of the texts are translated, in the languages where not all are."""

LETTERS: Mapping[str, Mapping[str, str]] = {code: each.get("letters", {}) for code, each in _LANGUAGES.items()}
"""How a language writes its letters where there is only ASCII, if not by dropping their accents."""

OFFERED_FROM = 50
"""The share from which an incomplete language is offered; with less, most of what one reads would be English."""

Forms = Mapping[str, str]
"""A word in the forms that its language needs, by the name of the form; `name` is the plain one."""

_ENGLISH = gettext.NullTranslations()


class _Speech:
    """What language an app speaks. All its tasks share it, so that a switch reaches those already running."""

    def __init__(self, catalogue: gettext.NullTranslations) -> None:
        self.catalogue = catalogue


_speech: ContextVar[_Speech] = ContextVar("speech")
"""Tasks and `asyncio.to_thread` inherit it from what started them."""

_games: list[str] = []
"""The games whose texts are loaded with every language."""
_loaded: dict[str, gettext.NullTranslations] = {}
"""The languages that are loaded, by their codes."""


def languages() -> Mapping[str, str]:
    """Return the languages that are offered: their codes, and what they call themselves: "Deutsch (82 %)"."""
    shares = {code: SHARES.get(code, 100) for code in OWN_NAMES}
    return {
        code: name if shares[code] == 100 else f"{name} ({shares[code]}\N{NO-BREAK SPACE}%)"
        for code, name in OWN_NAMES.items()
        if shares[code] >= OFFERED_FROM
    }


def find_language(wanted: str) -> str | None:
    """Find the language that serves a wanted one best: `fr` for `fr_CA`, `fr_FR.UTF-8` and `FR`; else None.

    A language of which too little is translated is found too: whoever asks for it by name may have it.
    """
    code = wanted.split(".", maxsplit=1)[0].split("@", maxsplit=1)[0].replace("-", "_").lower()
    have = {each.lower(): each for each in OWN_NAMES}
    return have.get(code) or have.get(code.split("_")[0])


@cache
def load(code: str) -> gettext.NullTranslations:
    """Load the catalogue of a language by its code; a text that it lacks stays English."""
    if code == ENGLISH:
        return _ENGLISH
    catalogue = _loaded[code] = gettext.translation("naishi", LOCALES, [code])
    for game in _games:
        catalogue.add_fallback(_of_game(game, code))
    return catalogue


def add_game(key: str) -> None:
    """Have the texts of a game in every language, from now on: what doesn't play it doesn't load them."""
    if key not in _games:
        _games.append(key)
        for code, catalogue in _loaded.items():
            catalogue.add_fallback(_of_game(key, code))


def _of_game(key: str, code: str) -> gettext.NullTranslations:
    return gettext.translation(key, LOCALES, [code], fallback=True)


def use(catalogue: gettext.NullTranslations) -> None:
    """Use this catalogue from now on, in the current context: the current task and those it starts."""
    _speech.set(_Speech(catalogue))


def switch(catalogue: gettext.NullTranslations) -> None:
    """Use this catalogue from now on, wherever the language was set by the same `use` as here."""
    if (speech := _speech.get(None)) is not None:
        speech.catalogue = catalogue
    else:
        use(catalogue)


def current() -> gettext.NullTranslations:
    speech = _speech.get(None)
    return speech.catalogue if speech is not None else _ENGLISH


def language() -> str:
    return current().info().get("language", ENGLISH)


def _(text: str) -> str:
    return current().gettext(text) if text else ""  # gettext's answer to "" is the head of the catalogue


def ngettext(one: str, many: str, count: int, **gaps: object) -> str:
    """Translate a text whose form depends on a count, and fill in the count as `{count}`, and other gaps.

    The form is that of the count without its sign: -1 point.
    """
    return current().ngettext(one, many, abs(count)).format(count=count, **gaps)


def pgettext(sense: str, text: str) -> str:
    return current().pgettext(sense, text)


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext's tools find it
    """Mark a text for the catalogues and leave it as it is; `_` translates it where it is shown."""
    return text


class Sensed(str):
    """A text that has several senses in English, in one of them; `translated` translates it."""

    __slots__ = ("sense",)

    sense: str


def pN_(sense: str, text: str) -> Sensed:  # noqa: N802 - as N_
    marked = Sensed(text)
    marked.sense = sense
    return marked


def translated(marked: str) -> str:
    """Translate a text that was marked, by `N_` or `pN_`."""
    return pgettext(marked.sense, marked) if isinstance(marked, Sensed) else _(marked)


class Noun(str):
    """A word that has forms: in a sentence `{card}` is the plain one, `{card:a}` another.

    Each language has the forms that it needs, and its translations ask for those. A text that is not translated yet
    asks for English ones; where the language has no such form it gets the plain one.
    """

    __slots__ = ("_forms",)
    _forms: Forms

    def __new__(cls, forms: Forms) -> Noun:
        word = super().__new__(cls, forms["name"])
        word._forms = forms
        return word

    @classmethod
    def plain(cls, text: str) -> Noun:
        """Make a word of a text that stands where words do, such as "unknown": it has one form for all."""
        return cls({"name": text})

    @property
    def short(self) -> Noun:
        return Noun({**self._forms, "name": self._forms["short"]})

    def __format__(self, form: str) -> str:
        return self._forms.get(form, str(self)) if form.isidentifier() else format(str(self), form)


def noun(table: str, key: str, **gaps: str) -> Noun:
    """Return a word in the current language.

    Args:
        table: The file that has it, such as `cards`.
    """
    forms = nouns(language(), table)[key]
    return Noun({form: text.format(**gaps) for form, text in forms.items()} if gaps else forms)


@cache
def nouns(code: str, table: str) -> Mapping[str, Forms]:
    """Read the words of a language, by their English names; the English ones where it has none."""
    path = LOCALES / code / f"{table}.toml"
    if not path.exists():
        return nouns(ENGLISH, table)
    words: Mapping[str, Forms] = tomllib.loads(path.read_text("utf-8"))
    return words


def sentence_case(text: str) -> str:
    """Return a text as a sentence begins; unlike `str.capitalize` it leaves German nouns and names as they are."""
    return text[:1].upper() + text[1:]


def quoted(text: str, longest: int = 30) -> str:
    """Show foreign text inside a sentence: shortened, and with every control character made visible."""
    return _("'{text}'").format(text=visible(text, longest))


def visible(text: str, longest: int = 30) -> str:
    """Shorten foreign text, and make every control character in it visible."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return short if short.isprintable() else ascii(short)[1:-1]


def requoted(text: str) -> str:
    """Put what stands between straight quotes between those of the current language, in a text of a library."""
    return re.sub(r"(?<!\w)'([^'\n]+)'(?!\w)", lambda found: _("'{text}'").format(text=found[1]), text)
