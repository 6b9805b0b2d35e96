"""What is agreed on with a new table, as it is typed behind `new` and `private`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.common.nearest import naming_nearest
from naishi.plain.ascii_text import folded
from naishi.plain.new_game import expansion_among
from naishi.server.play.clock_text import check_choice
from naishi.server.storage.clock import CHOICES
from naishi.server.storage.terms import Terms

_DAYS = re.compile(r"(\d+)(\w)")


def terms_of(words: Sequence[str], command: str) -> Terms:
    """Read the words behind a command that makes a table: `expansion`, `rated`, then `clock 3d`.

    Raises:
        NaishiError: One is unknown, or there is no such clock.
    """
    terms, others = terms_among(words)
    if others:
        why = _("Type {word} alone, or with the words expansion and rated, or with clock and one of {choices}.")
        raise NaishiError(why.format(word=command, choices=listed(CHOICES, conjunction=False)))
    return terms


def terms_among(words: Sequence[str]) -> tuple[Terms, list[str]]:
    """Return what some words say about a table, and the other words.

    Raises:
        NaishiError: There is no such clock.
    """
    expansion, others = expansion_among(words)
    rated, others = rated_among(others)
    names, control = {"clock", folded(pgettext("an option", "clock"))}, ""
    if (at := next((place for place, word in enumerate(others) if folded(word) in names), None)) is not None:
        chosen, rest = others[at + 1 : at + 2], others[at + 2 :]
        control = _control(" ".join(chosen))
        check_choice(control or "?")
        others = [*others[:at], *rest]
    return Terms(expansion, control, rated), others


def naming_nearest_option(error: NaishiError, words: Sequence[str]) -> NaishiError:
    """Return an error that also names the option that one of some words is nearest to, if one is near any."""
    local = (pgettext("an option", "expansion"), pgettext("an option", "rated"), pgettext("an option", "clock"))
    options = {folded(option): option for option in ("expansion", "rated", "clock", *local)}
    return naming_nearest(error, map(folded, words), options)


def rated_among(words: Sequence[str]) -> tuple[bool, list[str]]:
    """Return whether some words ask for a rated game, and the other words."""
    names = {"rated", folded(pgettext("an option", "rated"))}
    others = [word for word in words if folded(word) not in names]
    return len(others) < len(words), others


def _control(typed: str) -> str:
    """Return a clock as it was typed, with the letter for days of the language of the moment, too."""
    text = folded(typed)
    if (found := _DAYS.fullmatch(text)) and found[2] == folded(pgettext("days", "d")):
        return f"{found[1]}d"
    return text
