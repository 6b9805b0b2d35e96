"""What is agreed on with a new table, as it is typed behind `new` and `private`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.plain.ascii_text import folded
from naishi.plain.new_game import expansion_among
from naishi.rules.expansion import Module
from naishi.server.play.clock_text import check_choice
from naishi.server.storage.clock import CHOICES

_DAYS = re.compile(r"(\d+)(\w)")


class TableOptions(NamedTuple):
    """What a table is made with."""

    expansion: Module | None
    control: str
    """The clock, as `clock.TimeControl` reads it; empty for none."""


def table_options(words: Sequence[str], command: str) -> TableOptions:
    """Read the words behind a command that makes a table: `expansion`, `clock 3d`, in any order.

    Raises:
        NaishiError: One is unknown, or there is no such clock.
    """
    expansion, others = expansion_among(words)
    if not others:
        return TableOptions(expansion, "")
    if folded(others[0]) not in {"clock", folded(pgettext("an option", "clock"))}:
        why = _("Type {word} alone, or with the word expansion, or with clock and one of {choices}.")
        raise NaishiError(why.format(word=command, choices=listed(CHOICES, conjunction=False)))
    control = _control(" ".join(others[1:]))
    check_choice(control or "?")
    return TableOptions(expansion, control)


def _control(typed: str) -> str:
    """Return a clock as it was typed, with the letter for days of the language of the moment, too."""
    text = folded(typed)
    if (found := _DAYS.fullmatch(text)) and found[2] == folded(pgettext("days", "d")):
        return f"{found[1]}d"
    return text
