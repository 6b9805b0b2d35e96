"""A screen around the board, on which nothing can be done but looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.cards import Card
from naishi.sessions.participant import Ask, Participant
from naishi_tui.drawing.faces import Highlights, changed_by_opponent
from naishi_tui.keys import action_of, table_bindings
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.perfect_memory import PerfectMemory
from naishi_tui.widgets.board import Board
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

AFTER_FAILURE = {"retry": Ask.RETRY, "replace_bot": Ask.REPLACE_BOT}
"""Commands that there is a use for only where a bot can't go on."""


class BoardScreen(GameScreen):
    """The board between the top line and the prompt; the cursor moves, and what plays a turn is refused in words."""

    CSS_PATH = "board_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.board = Board(self.keymap)
        self.changed = changed_by_opponent(self.view)
        """What the opponent has changed, until the next key."""
        self.draw()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.header
        yield self.board
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        """Draw the view, what stands out and the prompt."""
        view, settings = self.view, self.settings
        sheet = forecast.if_it_ended(view) if settings.hints and not view.public else None
        self.header.show(view, self.note)
        self.board.show(view, self.highlights(), sheet=sheet, memory_aid=settings.memory_aid)
        self.show_prompt()

    def highlights(self) -> Highlights:
        """Return what stands out on the board."""
        return self.changed

    @property
    def note(self) -> str:
        """What the top line says first, if anything."""
        return ""

    def view_changed(self, before: PlayerView) -> None:
        """Mark what the opponent has done, where something new was done."""
        done = len(self.view.events) > len(before.events)
        self.changed = changed_by_opponent(self.view) if done else Highlights()

    def outdated(self) -> bool:
        """The board shows every phase."""
        return False

    def pointed_card(self) -> Card | None:
        """Return the card under the cursor."""
        return self.board.card(self.view)

    def hints_for_reading(self) -> Iterator[KeyHint]:
        """Name the keys that explain."""
        yield self.hint("explain", _("card"))
        yield self.hint("log", _("log"))
        yield self.hint("rules", _("help"))

    def on_key(self, event: events.Key) -> None:
        """End the marking of what the opponent changed: it was seen."""
        if self.changed != Highlights():
            self.changed = Highlights()
            self.draw()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.board.move_cursor(columns, rows)
        self.show_prompt()

    def action_column(self, position: int) -> None:
        """Move the cursor to a column."""
        self.board.point_at(position=position)
        self.show_prompt()

    async def action_choose(self) -> None:
        """Choose the card under the cursor."""
        self._refuse_to_play()

    def action_next_target(self, _step: int) -> None:
        """Move the cursor to the next card that can be chosen: there is none."""

    async def action_begin(self, _verb: str) -> None:
        """Begin an action."""
        self._refuse_to_play()

    async def action_bonus(self) -> None:
        """Begin a swap or a discard."""
        self._refuse_to_play()

    async def action_end_turn(self) -> None:
        """End the turn, or pass."""
        self._refuse_to_play()

    def action_advice(self) -> None:
        """Ask for advice."""
        self.refuse(self.participant.refusal(Ask.ADVISE))

    def action_pace(self, _step: int) -> None:
        """Have bots act faster or slower."""
        self.refuse(self.participant.refusal(Ask.PACE))

    def action_memory(self) -> None:
        """Show what a perfect memory knows, if the players want that."""
        if self.view.public:
            self.refuse(_("You are looking on; what the players remember is theirs."))
        elif self.settings.memory_aid:
            self.app.push_screen(PerfectMemory(self.view))
        else:
            self.refuse(_("The memory aid is off; it can be switched on in the settings."))

    def action_of(self, command: str) -> str:
        """The action that a key has."""
        return action_of(command)

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return everything that has a key, but what is asked for after a failure alone."""
        for command, key, words in self.keymap.described():
            if command not in AFTER_FAILURE or AFTER_FAILURE[command] in self.participant.allowed:
                yield f"{words[0].upper()}{words[1:]} ({key})", self._runs(action_of(command))

    def _runs(self, action: str) -> Callable[[], Awaitable[object]]:
        return lambda: self.run_action(action)

    def _refuse_to_play(self) -> None:
        self.refuse(self.participant.refusal(Ask.PLAY))

    def marked(self, highlights: Highlights) -> Highlights:
        """Add what the opponent has changed."""
        return replace(highlights, changed=self.changed.changed, changed_mine=self.changed.changed_mine)
