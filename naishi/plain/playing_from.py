"""How to play on from a position: against whom, and with which hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.ascii_text import folded
from naishi.plain.parsing import find_bot
from naishi.tabletop.players import HUMAN


def kind_and_cards(words: Sequence[str], offered: str) -> tuple[str, bool]:
    """Read against whom to play, and whether hidden cards are dealt anew.

    Args:
        words: A bot's level or `person`, `anew` or `same`, in any order, or nothing.
        offered: The kind of opponent where none is named.

    Raises:
        NaishiError: A word is none of these.
    """
    kind, anew = offered, False
    for word in words:
        if (level := find_bot(word)) is not None:
            kind = level
        elif folded(word) in {"person", folded(_("person"))}:
            kind = HUMAN
        elif folded(word) in {"anew", "same", folded(_("anew")), folded(_("same"))}:
            anew = folded(word) in {"anew", folded(_("anew"))}
        else:
            raise NaishiError(_("Say against whom, and anew for other hidden cards: play strong anew, play person."))
    return kind, anew
