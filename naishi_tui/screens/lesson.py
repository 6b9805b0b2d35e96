"""The screens on which tasks are worked on: a turn on the board, a gift, a ninja's choice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.lessons import Hint, Place, Solved, TaskParticipant
from naishi.games.naishi.lessons.task import PANELS
from naishi.games.naishi.rules.actions import Copy, Develop, Give
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import LINE, RIVER
from naishi_tui.advice_text import Advice
from naishi_tui.keys import bindings_of, table_bindings
from naishi_tui.screens.board_view import BoardView, memory_aid
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.screens.gift_control import GiftControl, gift_bindings
from naishi_tui.screens.ninja_control import NinjaControl, ninja_bindings
from naishi_tui.screens.nudges import Nudges
from naishi_tui.screens.task_guide import TaskGuide, settings_of, task_bindings
from naishi_tui.screens.turn_commands import TurnCommands
from naishi_tui.screens.turn_in_progress import TurnInProgress
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class TableTask(CardScreen):
    """A turn on the board."""

    CSS_PATH = "board_view.tcss"
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *task_bindings()]
    participant: TaskParticipant

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(TaskParticipant(place.task), settings_of(place, settings))
        self.place, self.board_view = place, BoardView(self)
        self.cursor = self.board_view.cursor
        self.turn = TurnInProgress(self, self.board_view)
        self.turn_commands = TurnCommands(self, self.turn)
        self.guide = self.middle = self.control = TaskGuide(
            self, self.participant, place, progress, self.turn, self._point_out
        )
        self.nudges = Nudges(self, self.turn, self._way_on, newcomer=True)
        self.parts += self.turn, self.board_view, self.nudges, self.guide
        self.offer(self.game_commands, self.cursor.moves, memory_aid(self))
        self.offer(self.guide.taught(self.turn_commands.handlers), self.guide.choose(self.turn_commands.choose))
        self.offer(self.guide.handlers, {"advice": self.give_hint})
        self.offer({"back": partial(self.turn_commands.back, self.guide.leave)})
        for part in (panel for panel in PANELS if panel not in self.guide.panels):
            self.board_view.board.leave_out(part)
        if place.task.hides == "opponent":
            self.board_view.board.leave_out("opponent")
        self.set_class(place.task.hides == "river", "-low-cards")
        self.board_view.board.point_at(position=self._first_column())
        self.set_class(bool(place.task.hides), "-with-text")
        self.draw()

    def _first_column(self) -> int:
        """The column where the cursor begins: one where Enter alone solves nothing."""
        leads_there = self.participant.leads_there
        return next((column for column in (1, 2, 3, 0, 4) if not leads_there(Develop(LINE[column]))), 1)

    def draw_header(self) -> None:
        """Draw which task it is."""
        self.guide.draw_header()

    def instruction(self) -> str:
        """Say how to go on, or what is asked for; of a puzzle, the best action where nothing is begun."""
        begun = self.turn.begun or self.turn.advice is not None or bool(self.participant.attempt.actions)
        return (self.guide.question() if not begun and not self.guide.solved else "") or super().instruction()

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        return self.guide.key_hints()

    def described(self) -> Iterable[tuple[str, str, str]]:
        """Return all commands of the table."""
        return self.keymap.described()

    def _way_on(self) -> str:
        """Name the key that gives a hint, or does what the last one showed."""
        if self.turn.advised is not None:
            return self.turn.way_on()
        return _("{advice}: a hint.").format(advice=self.keymap.shown("advice"))

    async def give_hint(self) -> None:
        """Give the next hint; do the action that the last one showed."""
        if self.turn.advised is not None and not self.guide.solved:
            await self.turn_commands.do(self.turn.advised)
        else:
            self.guide.give_hint()

    def _point_out(self, hint: Hint) -> bool:
        """Point at the card, or make the action so far that Enter does it."""
        if hint.action is not None:
            do_it = _("One way to do it. {advice}: do it.").format(advice=self.keymap.shown("advice"))
            self.turn_commands.advise(advice := Advice(do_it, hint.reasons, hint.action))
            self.show_prompt(advice.line())
        elif hint.cell is not None and not (hint.cell in RIVER and self.place.task.hides == "river"):
            self.board_view.board.point_at_cell(hint.cell)
        return hint.action is not None


class GiftTask(CardScreen):
    """A gift."""

    CSS_PATH = "gift.tcss"
    DEFAULT_CLASSES = "-gift"
    BINDINGS: ClassVar[list[BindingType]] = [*gift_bindings(), *bindings_of("advice"), *task_bindings()]
    participant: TaskParticipant

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(TaskParticipant(place.task), settings_of(place, settings))
        self.place = place
        self.gift = self.cursor = GiftControl(self, _("Your two dealt cards"))
        self.guide = self.middle = self.control = TaskGuide(
            self, self.participant, place, progress, self.gift, self._point_out, arrows="←→"
        )
        self.parts += (self.guide,)
        self.offer(self.game_commands, self.gift.handlers, self.guide.choose(self.gift.give))
        self.offer(self.guide.handlers, {"advice": self.guide.give_hint, "back": self.guide.leave})
        self.draw()

    def draw_header(self) -> None:
        """Draw which task it is."""
        self.guide.draw_header()

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        return self.guide.key_hints()

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt; what is said stands above what Enter would do."""
        super().show_prompt(said)
        self.gift.keep_enter_named(said)

    def _point_out(self, hint: Hint) -> bool:
        """Point at the card to give."""
        if isinstance(hint.action, Give):
            self.gift.point(hint.action.which - 1)
        return isinstance(hint.action, Give)


class NinjaTask(CardScreen):
    """What a ninja copies."""

    CSS_PATH = "open_territories.tcss"
    DEFAULT_CLASSES = "-territories -ninja"
    BINDINGS: ClassVar[list[BindingType]] = [*ninja_bindings(), *bindings_of("advice"), *task_bindings()]
    participant: TaskParticipant

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(TaskParticipant(place.task), settings_of(place, settings))
        self.place, self.ninja = place, NinjaControl(self)
        self.cursor = self.ninja.territories
        self.guide = self.middle = self.control = TaskGuide(
            self, self.participant, place, progress, self.ninja, self._point_out
        )
        self.parts += self.ninja, self.guide
        self.offer(self.game_commands, self.ninja.handlers, self.guide.choose(self.ninja.copy))
        self.offer(self.guide.handlers, {"advice": self.guide.give_hint, "back": self.guide.leave})
        self.draw()

    def draw_header(self) -> None:
        """Draw which task it is."""
        self.guide.draw_header()

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        return self.guide.key_hints()

    def _point_out(self, hint: Hint) -> bool:
        """Point at the card to copy."""
        if not isinstance(hint.action, Copy):
            return False
        seat, copied = self.ninja.seat, hint.action.card
        at = next(cell for cell in self.ninja.targets if self.view.sides[seat].card(cell) is copied)
        self.ninja.territories.point_at(seat, at)
        return True


TaskScreen = TableTask | GiftTask | NinjaTask
"""A screen of a task."""


def task_screen(place: Place, settings: Settings, progress: Solved) -> TaskScreen:
    """Return the screen that a task is worked on."""
    match place.task.game().phase:
        case Phase.GIFT:
            return GiftTask(place, settings, progress)
        case Phase.COPY:
            return NinjaTask(place, settings, progress)
        case _:
            return TableTask(place, settings, progress)
