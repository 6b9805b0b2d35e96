"""A line of play that would have been better than a game's own, to be looked at like the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from naishi.bots.asking import ask
from naishi.bots.protocol import Clock
from naishi.common.i18n import _
from naishi.games.naishi.bots.engine.turns import up_to_new_cards
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.sessions.participant import Ask


def play_better_line(game: Game, turn: Sequence[Action]) -> BetterLine:
    """Play a turn, and go on as the strong bot would, until its seat has had its next turn; takes a moment.

    Args:
        game: The game; it is copied.
        turn: The turn of the seat to act. What follows new cards is decided once they are seen.

    Raises:
        BotFailedError: The bot can't play, such as when its weights are missing or damaged.
    """
    line, seat, start = game.at(game.ply()), game.turn, game.ply()
    assert seat is not None  # noqa: S101 - there is a turn
    for action in up_to_new_cards(tuple(turn)):
        line.play(action)
    for mover in (seat, 1 - seat, seat):
        while line.turn == mover:
            line.play(ask(line.key, "strong", 0, line.view(mover), Clock()))
    return BetterLine(line, seat, start, game.record.actions[start:])


class BetterLine(NaishiReplay):
    """A viewer of such a line, who sees what the seat would have known that it begins with."""

    def __init__(self, game: Game, seat: int, start: int, played: Sequence[Action] = ()) -> None:
        """Begin after the first action of the line.

        Args:
            game: The game up to the line, and the line.
            seat: The seat.
            start: How many actions are the game's own.
            played: What was played from there on, where that may be known.
        """
        super().__init__(game)
        self.start = start
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(game.actions[start:], played, strict=False))
        self.as_played = len([*alike])
        """How many of its actions were played in the game, too."""
        self.revealed, self.viewpoints, self.seat = False, (seat,), seat
        self.go(start + 1)

    def go(self, ply: int) -> None:
        """Go to the moment after so many actions, as far as the line goes."""
        super().go(max(ply, self.start))

    def _why_not(self, ask: Ask) -> str:
        return _("This wasn't played. Go back to the game first.")
