"""The one door through which every text that a person reads passes, so that it can be translated.

Write `_("A sentence with {a_gap}.").format(a_gap=…)`; the catalogues are gettext's.
"""

from __future__ import annotations

import gettext

_catalogue = gettext.NullTranslations()


def use(catalogue: gettext.NullTranslations) -> None:
    """Take all texts from this catalogue from now on."""
    global _catalogue  # noqa: PLW0603 - a program speaks one language at a time
    _catalogue = catalogue


def _(text: str) -> str:
    """Translate a text."""
    return _catalogue.gettext(text)


def ngettext(one: str, many: str, count: int, **gaps: object) -> str:
    """Translate a text whose form depends on a count, and fill in the count as `{count}`, and other gaps."""
    return _catalogue.ngettext(one, many, count).format(count=count, **gaps)


def quoted(text: str) -> str:
    """Show foreign text inside a sentence: shortened, and with every control character made visible."""
    short = text if len(text) <= 30 else text[:29] + "…"
    return ascii(short) if not short.isprintable() else f"'{short}'"
