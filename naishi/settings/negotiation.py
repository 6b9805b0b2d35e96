"""Which language to speak: the one that was asked for, else the one that the system is set to, else English."""

from __future__ import annotations

import os

from naishi.common import i18n
from naishi.common.i18n import _

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language; the first that is set counts."""


def negotiate(wanted: str) -> str:
    """Return the code of the language to speak.

    Args:
        wanted: The setting `language`; empty for the language of the system.
    """
    if wanted:
        return i18n.find_language(wanted) or i18n.ENGLISH
    named = next((os.environ[each] for each in LOCALE if os.environ.get(each)), "")
    found = i18n.find_language(named)
    return found if found is not None and found in i18n.languages() else i18n.ENGLISH


def unknown(wanted: str) -> str:
    """Return a line about a language that was asked for and isn't here; empty where there is nothing to say."""
    if not wanted or i18n.find_language(wanted) is not None:
        return ""
    return _("There is no {code} translation yet; this is English.").format(code=i18n.quoted(wanted))
