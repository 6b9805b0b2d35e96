"""Refusals of games that something can't be done with."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.phase import Phase
from naishi.tabletop.game import Game as AnyGame
from naishi.tabletop.kinds import kind_of


def of_naishi(game: AnyGame) -> Game:
    """Return a game of which it isn't known whether it is one of Naishi, where only those will do.

    Raises:
        NaishiError: It is another.
    """
    if isinstance(game, Game):
        return game
    raise NaishiError(
        _("This is a game of {game}; that works only with games of Naishi so far.").format(
            game=kind_of(game.key).title()
        )
    )


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
