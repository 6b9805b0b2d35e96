"""Language negotiation with a browser."""

from __future__ import annotations

import re

from naishi.common.i18n import ENGLISH, find_language, language, languages

_WANTED = re.compile(r"[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,3})[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?))?[ \t]*")
MOST = 20


def language_of(header: str) -> str:
    """Return the language that serves an Accept-Language header best; that of the server where it names none."""
    wanted = [found for each in header.split(",")[:MOST] if (found := _WANTED.fullmatch(each)) is not None]
    for each in sorted(wanted, key=lambda one: -float(one[2] or 1)):
        code = find_language(each[1])
        if code is not None and code in languages():
            return code
    return ENGLISH if wanted else language()
