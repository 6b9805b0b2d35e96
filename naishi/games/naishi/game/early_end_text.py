"""What is said of a game that its players ended before its end."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.i18n import N_, _
from naishi.games.naishi.game.early_end import EarlyEnd

SENTENCES = {
    "resigned": N_("{loser} resigned; {winner} wins."),
    "timed out": N_("{loser} lost on time; {winner} wins."),
    "claimed": N_("{loser} stayed away; {winner} has claimed the game."),
    "drawn": N_("The players agreed on a draw."),
    "aborted": N_("{name} has called the game off."),
}
LOST = {
    "resigned": N_("{name} has resigned"),
    "timed out": N_("{name} lost on time"),
    "claimed": N_("{name} stayed away and lost"),
}
"""How a player can lose before the end of a game."""


def told(end: EarlyEnd | None, names: Sequence[str]) -> str:
    """Say in a sentence how the players ended a game before its end; empty where they haven't."""
    if end is None:
        return ""
    loser = end.seat or 0
    return _(SENTENCES[end.how]).format(name=names[loser], loser=names[loser], winner=names[1 - loser])


def in_a_list(end: EarlyEnd, names: Sequence[str]) -> str:
    """Say it in a list of games."""
    if end.how in LOST and end.seat is not None:
        return _(LOST[end.how]).format(name=names[end.seat])
    return _("called off") if end.how == "aborted" else _("a draw was agreed")
