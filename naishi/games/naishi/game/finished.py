"""What may be done only with a game that is over, because it looks at all cards."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.phase import Phase


def check_finished(game: Game, *, ended_early: bool = False) -> None:
    """Refuse to analyse a game that isn't over: that would tell what it still hides.

    Args:
        game: The game.
        ended_early: Whether its players have ended it before its end.

    Raises:
        NaishiError: It isn't over, or not all of it was played.
    """
    if ended_early or game.early_end is not None:
        raise NaishiError(_("This game ended before all was played, so it can't be analysed."))
    if game.phase is not Phase.OVER:
        raise NaishiError(_("Only a finished game can be analysed: the analysis looks at all cards."))
