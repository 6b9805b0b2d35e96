"""A screen around the board, on which nothing can be done but looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer

from naishi.common.i18n import _
from naishi.game import forecast
from naishi.game.events import Event
from naishi.game.view import PlayerView
from naishi.rules.cards import Card
from naishi.sessions.participant import Ask, Participant
from naishi.text.sentences import last_turn
from naishi_tui.drawing.faces import Highlights, changed_by
from naishi_tui.keys import action_of, table_bindings
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.perfect_memory import PerfectMemory
from naishi_tui.turn_steps import Steps
from naishi_tui.widgets.board import Board
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.last_turn import LastTurn
from naishi_tui.widgets.text_rows import TextRows

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

AFTER_FAILURE = {"retry": Ask.RETRY, "replace_bot": Ask.REPLACE_BOT}
"""Commands that there is a use for only where a bot can't go on."""


class BoardScreen(GameScreen):
    """The board between the top line and the prompt; the cursor moves, and what plays a turn is refused in words."""

    CSS_PATH = "board_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    NOT_HERE: ClassVar[frozenset[str]] = frozenset()
    """Commands that there is no use for on this screen."""

    step_timer: Timer | None = None
    hands_open = False
    """Whether the Hand on the other side is open too."""

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.board, self.last_turn = self.make_board(), LastTurn(id="last-turn")
        self.steps = Steps(self.turn_to_show(), animated=self.animated)
        self.draw()

    def make_board(self) -> Board:
        """Return the board of this screen."""
        return Board(self.keymap)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.header
        yield self.board
        yield self.last_turn
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        """Draw the view, what stands out and the prompt."""
        view, settings = self.view, self.settings
        sheet = forecast.if_it_ended(view) if settings.hints and not view.public else None
        self.header.show(view, self.note)
        self.board.show(view, self.highlights(), sheet=sheet, known=self.known_hand(), face_up=self.hands_open)
        self.last_turn.show(view, self.steps.so_far)
        self.show_prompt()

    def highlights(self) -> Highlights:
        """Return what stands out on the board."""
        return changed_by(self.steps.marked, self.view.seat)

    def known_hand(self) -> Sequence[Card | None]:
        """Return what is shown of the opponent's Hand."""
        return self.view.theirs.hand if self.settings.memory_aid or self.view.public else (None,) * 5

    def turn_to_show(self) -> tuple[Event, ...]:
        """Return the turn that is shown and marked."""
        return last_turn(self.view)

    @property
    def animated(self) -> bool:
        """Whether a turn is shown one step at a time."""
        return self.settings.animations and self.participant.pace > 0

    def on_mount(self) -> None:
        """Begin to show the last turn."""
        self._go_on_with_steps()

    def _go_on_with_steps(self) -> None:
        if self.step_timer is not None:
            self.step_timer.stop()
        if not self.steps.all_shown:
            self.step_timer = self.set_timer(self.participant.pace, self._next_step)

    def _next_step(self) -> None:
        self.steps = self.steps.next()
        self.draw()
        self._go_on_with_steps()

    def view_changed(self, before: PlayerView) -> None:
        """Tell of the newest turn, and mark what was newly done in it."""
        turn, shown = self.turn_to_show(), self.steps.turn
        if len(self.view.events) > len(before.events) and turn != shown:
            self.steps = Steps(turn, len(shown) if turn[: len(shown)] == shown else 0, animated=self.animated)
        else:
            self.steps = Steps(turn).seen()
        self._go_on_with_steps()

    def outdated(self) -> bool:
        """The board shows every phase."""
        return False

    def pointed_card(self) -> Card | None:
        """Return the card under the cursor."""
        return self.board.card(self.view)

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, beyond the end of a row to the next one, and return the card under it."""
        if not rows and not 0 <= self.board.position + columns <= 4:
            self.board.point_at(position=4 if columns < 0 else 0)
            columns, rows = 0, columns
        self.action_move(columns, rows)
        return self.pointed_card()

    def hints_for_reading(self) -> Iterator[KeyHint]:
        """Name the keys that explain."""
        yield self.hint("explain", _("card"))
        yield self.hint("legend", _("marks"), minor=True)
        yield self.hint("log", _("log"), minor=True)
        yield self.hint("rules", _("help"))

    def on_key(self, event: events.Key) -> None:
        """Show at once what is left of the last turn; the next key ends the marking: it was seen."""
        if (steps := self.steps.skipped()) != self.steps:
            self.steps = steps
            self.draw()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.board.move_cursor(columns, rows)
        self.show_prompt()

    def action_column(self, position: int) -> None:
        """Move the cursor to a column."""
        self.board.point_at(position=position)
        self.show_prompt()

    @on(Board.Picked)
    async def _card_clicked(self) -> None:
        await self.card_clicked()

    async def card_clicked(self) -> None:
        """Show what is said of the card that was clicked; the board has moved the cursor there."""
        self.show_prompt()

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        await self.prompt_clicked()

    async def prompt_clicked(self) -> None:
        """Do what Enter would do."""
        await self.action_choose()

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

    async def action_advice(self) -> None:
        """Ask for advice."""
        self.refuse(self.participant.refusal(Ask.ADVISE))

    def action_pace(self, _step: int) -> None:
        """Have bots act faster or slower."""
        self.refuse(self.participant.refusal(Ask.PACE))

    def action_memory(self) -> None:
        """Show what a perfect memory knows, if the players want that."""
        if self.view.public:
            self.refuse(_("You are watching; the memory aid is for the players."))
        elif self.settings.memory_aid:
            self.app.push_screen(PerfectMemory(self.view))
        else:
            self.refuse(_("The memory aid is off; it can be switched on in the settings."))

    def action_of(self, command: str) -> str:
        """The action that a key has."""
        return command if command.startswith("app.") else action_of(command)

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return everything that has a key, but what is asked for after a failure alone, and what is never possible."""
        for command, key, words in self.keymap.described():
            if command in self.NOT_HERE:
                continue
            if command not in AFTER_FAILURE or AFTER_FAILURE[command] in self.participant.allowed:
                yield f"{words[0].upper()}{words[1:]} ({key})", self._runs(action_of(command))

    def _runs(self, action: str) -> Callable[[], Awaitable[object]]:
        return lambda: self.run_action(action)

    def _refuse_to_play(self) -> None:
        self.refuse(self.participant.refusal(Ask.PLAY))

    def marked(self, highlights: Highlights) -> Highlights:
        """Add what was changed in the last turn."""
        changed = changed_by(self.steps.marked, self.view.seat)
        return replace(highlights, changed=changed.changed, changed_mine=changed.changed_mine)
