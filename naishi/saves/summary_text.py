"""The state of a saved game in words: who is to play, or who won."""

from __future__ import annotations

from naishi.common.i18n import _, ngettext
from naishi.games.naishi.rules.phase import Phase
from naishi.saves.summary import Summary
from naishi.tabletop.early_end import in_a_list


def state(game: Summary, expansion: str) -> str:
    """Return how far a saved game is, or how it ended; and whether it is played with the expansion, where it is.

    Args:
        game: The game.
        expansion: How to name the expansion.
    """
    if game.module is None:
        return _progress(game)
    return _("{what} ({note})").format(what=_progress(game), note=expansion)


def _progress(game: Summary) -> str:
    if game.early_end is not None:
        return in_a_list(game.early_end, game.names)
    if game.turn is not None:
        name = game.names[game.turn]
        if game.phase is Phase.GIFT:
            return _("{name} is choosing a gift").format(name=name)
        return _("round {round}, {name} to play").format(round=game.round, name=name)
    if game.points is None or game.winner is None:
        return ngettext(
            "a draw, {count} point each", "a draw, {count} points each", game.points[0] if game.points else 0
        )
    won, lost = game.points[game.winner], game.points[1 - game.winner]
    if won == lost:
        tied = _("{name} won {won} to {lost} on colours")
        words = tied if lost < 0 else _("{name} won {won}–{lost} on colours")
    elif lost < 0:  # a dash before a minus can't be read
        words = _("{name} won {won} to {lost}")
    else:
        words = _("{name} won {won}–{lost}")
    return words.format(name=game.names[game.winner], won=won, lost=lost)
