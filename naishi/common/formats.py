"""Lists, dates and numbers in the current language, and texts as a terminal can show them.

Babel knows how. It is imported when it is first needed: that takes 40 ms, which the first frame doesn't have.
"""

from __future__ import annotations

import datetime as calendar
import os
import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from naishi.common.i18n import ENGLISH, language

if TYPE_CHECKING:
    from babel import Locale


def listed(items: Iterable[str], *, conjunction: bool = True) -> str:
    """List things: "rice, torii and fort", or "rice, torii, fort" without the conjunction."""
    items = [*items]
    if len(items) < 2:
        return items[0] if items else ""
    if not conjunction:
        return ", ".join(items)  # as in every language that there is: home has no time for babel
    from babel.lists import format_list

    return format_list(items, locale=_locale())


def date(moment: datetime) -> str:
    """Write a date and time as the clock on the wall shows it, "21 Nov 2026, 20:00".

    Any year that a wrong clock may have written will do.
    """
    local = _local(moment)
    return f"{_day(local.date(), language())}, {_time(local.hour, local.minute, language())}"


LAST_MOMENT = 253_402_300_799
"""The last second that a date can be of, in the year 9999."""


def moment(seconds: float) -> datetime:
    """Return the moment so many seconds after 1970; what no date can be of counts as the first or the last one."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), LAST_MOMENT), UTC)


def universal(moment: datetime) -> str:
    """Write a date and time so that it means the same everywhere, "21 Nov 2026, 20:00 UTC"."""
    utc = moment.astimezone(UTC)
    return f"{_day(utc.date(), language())}, {_time(utc.hour, utc.minute, language())} UTC"


def day(moment: datetime | calendar.date) -> str:
    """Write a date as the calendar on the wall shows it, "21 Nov 2026"."""
    return _day(_local(moment).date() if isinstance(moment, datetime) else moment, language())


@lru_cache(1000)
def _day(date_: calendar.date, code: str) -> str:
    """Write a date in a language. A long list has many games of one day, and Babel takes 0.1 ms for each."""
    locale = _babel(code)
    from babel.dates import format_date

    return format_date(date_, locale=locale)


@lru_cache(24 * 60)
def _time(hour: int, minute: int, code: str) -> str:
    locale = _babel(code)
    from babel.dates import format_time

    return format_time(calendar.time(hour, minute), "short", locale=locale)


def _local(moment: datetime) -> datetime:
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):  # a time for which this system has no local time
        return moment.astimezone(UTC)


def number(value: float, decimals: int = 0) -> str:
    """Write a number with so many decimals: "1,234.5"."""
    from babel.numbers import format_decimal

    pattern = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    rounded = round(value, decimals) + 0.0  # what rounds to nothing from below is no "-0.0"
    return _in_a_terminal(format_decimal(rounded, pattern, locale=_locale()))


def percent(share: float, decimals: int = 0) -> str:
    """Write a share as percent with so many decimals: "71%", in French with a space before the sign."""
    from babel.numbers import format_percent

    locale = _locale()
    pattern = locale.percent_formats[None].pattern
    if decimals:
        pattern = pattern.replace("##0", f"##0.{'0' * decimals}")
    return _in_a_terminal(format_percent(share, pattern, locale=locale))


def _in_a_terminal(text: str) -> str:
    """Write a narrow space as one of a whole cell: many fonts for terminals lack the other."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")


def _locale() -> Locale:
    return _babel(language())


@lru_cache(20)
def _babel(code: str) -> Locale:
    """Return what Babel knows about a language; our English is British."""
    from babel import Locale

    _import_dates()
    return Locale.parse("en_GB" if code == ENGLISH else code)


def _import_dates() -> None:
    """Import Babel's dates, which all its data need, even where they can't read the system's time zone."""
    try:
        import babel.dates
    except (ValueError, LookupError, OSError):
        zone = os.environ.get("TZ")
        os.environ["TZ"] = "UTC"  # local times are worked out without it
        try:
            import babel.dates  # noqa: F401
        finally:
            if zone is None:
                del os.environ["TZ"]
            else:
                os.environ["TZ"] = zone


_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Marks and letters without a shape: joiners, fillers, variation selectors."""


def letters(text: str) -> str:
    """Keep of a text what a terminal shows: no control sequences, nothing invisible."""
    # C holds what controls, Cf in it what turns the writing direction; Zl and Zp are line separators, and the marks of
    # Me enclose letters.
    kept = "".join(c for c in text if not unicodedata.category(c).startswith(("C", "Me", "Zl", "Zp")))
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", kept))
