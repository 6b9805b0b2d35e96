"""Better variation on the board, marked as hypothetical."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.game.turns import newest_turn
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import BoardView
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.games.naishi.cards.card import BEST
from naishi_tui.keys import COLUMNS, bindings_of, table_bindings
from naishi_tui.replay.replay_time import Moments
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.editor.replay import BetterLine
    from naishi.settings.schema import Settings


class BetterLineScreen(CardScreen):
    """The board at any moment of a line that wasn't played; Esc goes back to the game."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without={*COLUMNS, "decree"}),
        *bindings_of("replay.first", "replay.last"),
    ]
    participant: BetterLine

    def __init__(self, line: BetterLine, settings: Settings, why: tuple[str, ...]) -> None:
        """Look at a line.

        Args:
            line: The line.
            settings: How the table looks.
            why: What speaks for it, each in a sentence.
        """
        super().__init__(line, settings)
        self.why = why
        self.board_view = BoardView(self, newest_turn, lasting=True)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.moments = Moments(self, line, self.board_view.show_turn)
        self.parts += self.board_view, self.moments
        self.offer(self.game_commands, self.moments.handlers, self.board_view.card_commands())
        self.offer({"choose": partial(self.moments.step, 1), "back": self.back})
        self.moments.show()

    @property
    def reader(self) -> int | None:
        """The seat that is looked from, if it was a person's."""
        return self.participant.reader

    @property
    def note(self) -> str:
        """Say that this isn't the game."""
        return _("better line, not the game")

    def instruction(self) -> str:
        """Say where in the line this is."""
        return f"{BEST} {self.participant.where()}"

    def cursor_help(self) -> PromptLine:
        """Say what speaks for the line once it has begun; else how to move through it."""
        words = _("←→: an action. ↑↓: a turn. {key:back}: back to the game.")
        keys = arrows(words.format(key=KEY))
        if self.why and self.participant.ply == self.participant.start + 1:
            return PromptLine("", reasons=self.why, after=keys)
        return PromptLine(keys)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", arrows("←→"), _("action"))
        yield KeyHint("", arrows("↑↓"), _("turn"))
        yield from self.reading.hints()
        yield hint("back")

    def listed(self) -> Iterable[str]:
        """Return what the command palette offers here."""
        return "log", "explain", "rules", "legend"

    def back(self) -> None:
        """Go back to the game."""
        self.dismiss()
