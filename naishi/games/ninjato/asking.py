"""The question to a player of Ninjato, as line mode says it."""

from naishi.common.i18n import _
from naishi.games.ninjato import words
from naishi.games.ninjato.lines import lines
from naishi.games.ninjato.scoring import LAST_ROUND
from naishi.games.ninjato.view import NinjatoView


def asked(view: NinjatoView, reader: int | None, *, again: bool = False) -> str:
    """Say what is asked of the viewer, and when; to whoever goes on with a turn, only what."""
    table = view.table
    if again or reader is None:
        return words.question(table) if again else lines(view)[0]
    text = (
        _("Round {round} of {rounds}. Your turn: {question}")
        if table.scoring is None
        else _("Scoring after round {round}. Your turn: {question}")
    )
    return text.format(
        round=table.round if table.scoring is None else table.scoring.after,
        rounds=LAST_ROUND,
        question=words.question(table),
    )
