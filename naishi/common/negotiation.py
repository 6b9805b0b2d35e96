"""Language negotiation: requested, system, else English."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import takewhile

from naishi.common import i18n
from naishi.common.i18n import _

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
        return i18n.find_language(wanted) or i18n.ENGLISH
    return language_of({**os.environ, **_of_system})


def language_of(environment: Mapping[str, str]) -> str:
    """Return the code of the language that an environment asks for, in the way of gettext."""
    locale = next((environment[each] for each in LOCALE if environment.get(each)), "")
    better = "" if locale in UNTRANSLATED else environment.get(LIST, "")
    wishes = takewhile(lambda wish: wish not in UNTRANSLATED, [*better.split(":"), locale])
    found = filter(None, (i18n.find_language(each[:32]) for each in wishes))
    return next((each for each in found if each in i18n.languages()), i18n.ENGLISH)


def put_in_list(code: str) -> None:
    """Have libraries that look into the environment speak a language, too."""
    _of_system.setdefault(LIST, os.environ.get(LIST, ""))
    os.environ[LIST] = code


def unknown(wanted: str) -> str:
    """Return a line about a language that was asked for and isn't here; empty where there is nothing to say."""
    if not wanted or i18n.find_language(wanted) is not None:
        return ""
    return _("There is no {code} translation yet; this is English.").format(code=i18n.quoted(wanted))
