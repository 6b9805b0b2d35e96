"""The deal of a match in lines: how it was drawn, and words for the one of the rematch."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.i18n import _
from naishi.games.naishi.game import deal_text
from naishi.server import MatchParticipant


def dealt(me: MatchParticipant) -> Sequence[str]:
    """Say how the cards were drawn, as far as that may be known."""
    lines, check = [*deal_text.dealt(me.commitment, me.proof, me.view.names)], me.view.deal_check
    if lines and check is not None:
        lines.append(deal_text.verdict(check))
    if (following := me.rematch_deal.commitment) is not None:
        lines.append(deal_text.committed_to_rematch(following))
    return lines or [_("The server drew this deal by itself; there is nothing to check.")]


async def mix(me: MatchParticipant, words: Sequence[str]) -> str:
    """Add words to the deal of the rematch, or say what that is committed to.

    Raises:
        NaishiError: They can't be added.
    """
    deal, word = me.rematch_deal, " ".join(words)
    if not word and deal.commitment is not None:
        return deal_text.committed_to_rematch(deal.commitment)
    await deal.add(word)
    return _("Your words are added to the deal of the rematch.")
