"""A better line on the board, step by step; it isn't the game, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.rules.territory import HAND, LINE, RIVER
from naishi.text.sentences import newest_turn
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.keys import COLUMNS, bindings_of, table_bindings
from naishi_tui.screens.board_view import BoardView
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.part import Handlers
from naishi_tui.widgets.card import BEST
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.sessions.better_line import BetterLine
    from naishi.settings.schema import Settings


class BetterLineScreen(GameScreen):
    """The board at any moment of a line that wasn't played; Esc goes back to the game."""

    CSS_PATH = "board_view.tcss"
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
        self.board_view = BoardView(self, newest_turn)
        self.cursor, self.middle = self.board_view.cursor, self.board_view.widgets
        self.parts += (self.board_view,)
        self.offer(self.game_commands, self._own_commands())
        self.show_moment()

    def _own_commands(self) -> Handlers:
        line = self.participant
        return {
            "left": partial(self.step, -1),
            "right": partial(self.step, 1),
            "up": partial(self.step_turn, -1),
            "down": partial(self.step_turn, 1),
            "choose": partial(self.step, 1),
            "first": lambda: self.go(line.start),
            "last": lambda: self.go(line.length),
            "next": partial(self.go_to_card, 1),
            "previous": partial(self.go_to_card, -1),
            "back": self.back,
        }

    def go(self, ply: int) -> None:
        """Go to a moment of the line."""
        self.participant.go(ply)
        self.show_moment()

    def step(self, actions: int) -> None:
        """Go by some actions."""
        self.go(self.participant.ply + actions)

    def step_turn(self, turns: int) -> None:
        """Go by a turn."""
        self.participant.go_by_turns(turns)
        self.show_moment()

    def show_moment(self) -> None:
        """Draw the line at the moment where it is now."""
        self.view = self.participant.view
        self.board_view.show_turn()
        self.draw()

    def draw(self) -> None:
        """Draw the board."""
        self.header.show(self.view, self.note)
        self.board_view.draw()
        self.show_prompt()

    @property
    def note(self) -> str:
        """Say that this isn't the game."""
        return _("better line, not the game")

    def instruction(self) -> str:
        """Say where in the line this is."""
        line = self.participant
        if line.ply == line.start:
            words = _("Better line: from here.")
            return f"{BEST} {words}"
        words = _("Better line, action {number} of {count}: not played in the game.")
        return f"{BEST} {words.format(number=line.ply - line.start, count=line.length - line.start)}"

    def cursor_help(self) -> PromptLine:
        """Say what speaks for the line once it has begun; else how to move through it."""
        keys = _("←→: an action. ↑↓: a turn. {back}: back to the game.").format(back=self.keymap.shown("back"))
        if self.why and self.participant.ply == self.participant.start + 1:
            return PromptLine("", reasons=self.why, after=keys)
        return PromptLine(keys)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←→", _("action"))
        yield KeyHint("", "↑↓", _("turn"))
        yield from self.hints_for_reading()
        yield self.hint("back", _("back"))

    def described(self) -> Iterator[tuple[str, str, str]]:
        """Return what the command palette offers here."""
        for command in ("log", "explain", "rules", "legend"):
            yield next(each for each in self.keymap.described() if each[0] == command)

    def go_to_card(self, step: int) -> None:
        """Move the cursor to the next card, or to the previous one."""
        self.board_view.board.point_at_next((*RIVER, *LINE, *HAND), step)

    def back(self) -> None:
        """Go back to the game."""
        self.dismiss()
