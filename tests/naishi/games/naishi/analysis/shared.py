"""What several of the test modules here use."""

from __future__ import annotations

from naishi import Action, Game, Position
from naishi.games.naishi.analysis.follow import why_rather
from naishi.games.naishi.analysis.reasons import in_words
from naishi.games.naishi.game.view import PlayerView

NAMES = "Aiko", "Bruno"


def view(position: str) -> PlayerView:
    game = Game.from_position(Position.from_text(position), NAMES)
    return game.view(game.turn)


def why(position: str, action: str) -> str:
    """Why an action is worth playing; never for more than two reasons."""
    seen = view(position)
    given = why_rather(seen, (Action.from_text(action),))
    assert len(given) <= 2
    return in_words(given, seen.names[1 - seen.seat], seen.names[seen.seat])
