"""The log of Naishi's table."""

from __future__ import annotations

from collections.abc import Collection

from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.widgets.log import Log

LONGEST = 100
"""More sentences than any screen has lines for."""


class CardLog(Log):
    """What happened last in a game of Naishi."""

    def show(self, view: PlayerView, told: Collection[Event], reader: int | None) -> None:
        """Draw the end of the log, but for what is `told` elsewhere on the screen.

        The player at the seat of the `reader` is addressed as "you".
        """
        events = [event for event in without_turn_ends(view.events[-LONGEST:]) if event not in told]
        self.show_sentences([(event.seat, sentence(event, view.names, reader)) for event in events])
