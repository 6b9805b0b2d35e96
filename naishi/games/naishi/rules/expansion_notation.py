"""What position text says about the expansion: the ninth field, and what is pending (see `rules.notation`)."""

from __future__ import annotations

import re

from naishi.common.errors import InvalidPositionError
from naishi.common.i18n import _, quoted
from naishi.games.naishi.rules.cards import BY_LETTER, ON_ENTERING, ON_LEAVING, Card
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.piles import PILES

_EFFECTIVE = sorted(ON_LEAVING | ON_ENTERING)
_PENDING = re.compile("".join(f"{card.letter}?" for card in _EFFECTIVE))
"""Letters of Travellers, each at most once, in card order."""
_PILES = re.compile("-|(?=[1-5])1?2?3?4?5?")


def read_expansion(ryokan: str | None = None, *, effects: str | None) -> Expansion | None:
    """Read what a text says about the expansion; None where it has no ninth field.

    Args:
        ryokan: The ninth field, if there is one.
        effects: What is pending, `CG:2`, if the text says so.

    Raises:
        InvalidPositionError: Neither is understood; or effects are pending in a base game.
    """
    if ryokan is None:
        if effects is not None:
            raise InvalidPositionError(_("Effects can be pending only with the expansion; its ninth field is missing."))
        return None
    if ryokan != "-" and not re.fullmatch("[01][47]", ryokan):
        raise InvalidPositionError(
            _("The Ryokan is written as - or as its owner and side, such as 04 or 17, not as {text}.").format(
                text=quoted(ryokan)
            )
        )
    owner, side = (None, 4) if ryokan == "-" else (int(ryokan[0]), int(ryokan[1]))
    pending, unturned = ((), 0) if effects is None else _effects(effects)
    return Expansion(owner, side, pending, unturned)


def write_ryokan(expansion: Expansion) -> str:
    """Write the ninth field."""
    return "-" if expansion.owner is None else f"{expansion.owner}{expansion.side}"


def write_effects(expansion: Expansion) -> str:
    """Write what is pending, `:CG:2`."""
    letters = "".join(card.letter for card in expansion.pending)
    piles = "".join(str(pile + 1) for pile in range(PILES) if expansion.unturned >> pile & 1)
    return f":{letters}:{piles or '-'}"


def _effects(text: str) -> tuple[tuple[Card, ...], int]:
    letters, _colon, piles = text.partition(":")
    if not letters or not _PENDING.fullmatch(letters) or not _PILES.fullmatch(piles):
        raise InvalidPositionError(
            _("{text} doesn't say what is pending: write some of {letters} in this order, then piles, as CG:2.").format(
                text=quoted(text), letters="".join(card.letter for card in _EFFECTIVE)
            )
        )
    unturned = 0 if piles == "-" else sum(1 << int(pile) - 1 for pile in piles)
    return tuple(BY_LETTER[letter] for letter in letters), unturned
