"""A game that is open in another window, looked at from this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions import Spectator
from naishi.sessions.participant import Ask
from naishi_tui.keys import table_bindings
from naishi_tui.messages import ResumeGame
from naishi_tui.screens.board_view import BoardView, memory_aid
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.widgets import prompt_text
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Spectating(CardScreen):
    """The board as everybody at the table sees it. It follows the game, which can't be changed from here."""

    CSS_PATH = "board_view.tcss"
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]
    participant: Spectator

    def __init__(self, spectator: Spectator, settings: Settings) -> None:
        super().__init__(spectator, settings)
        self.board_view = BoardView(self)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.parts += (self.board_view,)
        self.offer(self.game_commands, self.cursor.moves, self.cursor.columns, memory_aid(self))
        self.offer({"choose": self.choose, "back": self.leave})
        self.draw()

    @property
    def note(self) -> str:
        """That one can only look."""
        return _("watching")

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", self.keymap.arrows("←↑↓→"), _("move"))
        if Ask.TAKE_OVER in self.participant.allowed:
            yield self.hint("choose", _("play on"))
        yield from self.reading.hints()
        yield self.hint("back", _("leave"))

    def instruction(self) -> str:
        """Say whose turn it is."""
        return prompt_text.looked_at(self.view, ended=Ask.TAKE_OVER in self.participant.allowed)

    def cursor_help(self) -> PromptLine:
        """Say where the game is open."""
        owner = self.participant.owner
        return PromptLine(_("It is open elsewhere: {owner}.").format(owner=owner) if owner else "")

    def choose(self) -> None:
        """Open the game once that is possible, or count the points once it is over."""
        if self.view.phase is Phase.OVER:
            self.following.proceed()
        elif Ask.TAKE_OVER in self.participant.allowed:
            self.post_message(ResumeGame(self.participant.id))
        else:
            self.refuse(_("You are watching. To play on here, close the game in the other window."))
