"""The table: where a person plays a turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.participant import Participant
from naishi_tui.keys import table_bindings
from naishi_tui.screens.adviser import Adviser
from naishi_tui.screens.board_view import BoardView, memory_aid
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.screens.nudges import Nudges
from naishi_tui.screens.pace import pace
from naishi_tui.screens.turn_commands import TurnCommands
from naishi_tui.screens.turn_in_progress import TurnInProgress
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Table(CardScreen):
    """The board, a turn on it, advice, and help for somebody who is stuck."""

    CSS_PATH = "board_view.tcss"
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, participant: Participant, settings: Settings, *, newcomer: bool = False) -> None:
        """Play at a seat; `newcomer` in one of the first games here."""
        super().__init__(participant, settings)
        self.board_view = BoardView(self, copies_told=False)
        self.cursor = self.board_view.cursor
        self.turn = self.middle = self.control = TurnInProgress(self, self.board_view)
        self.turn_commands = TurnCommands(self, self.turn)
        self.adviser = Adviser(self, self.turn_commands)
        self.nudges = Nudges(self, self.turn, newcomer=newcomer)
        self.parts += self.turn, self.board_view, self.nudges
        self.offer(self.game_commands, self.cursor.moves, memory_aid(self), pace(self))
        self.offer(self.turn_commands.handlers, self.adviser.handlers)
        self.offer({"choose": self.turn_commands.choose, "back": partial(self.turn_commands.back, self.ask_to_leave)})
        self.draw()

    def outdated(self) -> bool:
        """Return whether the game is back at the gifts."""
        return self.view.phase is Phase.GIFT

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        return self.turn.key_hints()
