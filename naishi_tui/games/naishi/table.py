"""Naishi's table, with advice and memory aid."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.text.advised import check_advice_is_on
from naishi.sessions.participant import Ask, Participant
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import BoardView, memory_aid
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.games.naishi.nudges import Nudges
from naishi_tui.games.naishi.prompt_text import Advice, advise, first_look
from naishi_tui.games.naishi.turn_commands import TurnCommands, TurnInProgress
from naishi_tui.keys import table_bindings
from naishi_tui.table.game_screen import pace
from naishi_tui.table.part import Handlers, Part, PartHost
from naishi_tui.widgets.prompt import KeyHint, PromptLine

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Adviser(Part):
    """Asks a bot that sees no more than the participant what it would do in a turn."""

    def __init__(self, screen: PartHost, commands: TurnCommands) -> None:
        self.screen, self.commands = screen, commands
        self._asked: PlayerView | None = None
        """What advice is being worked out for."""
        self.handlers: Handlers = {"advice": self.ask}

    async def ask(self) -> None:
        """Ask for advice; asked again, do what it was."""
        if (advised := self.commands.turn.advised) is not None:
            await self.commands.do(advised)
            return
        with self.screen.attempt():
            self.screen.participant.check(Ask.ADVISE)
            check_advice_is_on(self.screen.settings.advice)
            if self._asked is not self.screen.view:  # else it is on its way
                self.screen.show_prompt(PromptLine(_("Thinking …")))
                self.screen.run_worker(self._advise(self.screen.view), exclusive=True, group="advice")

    async def _advise(self, view: PlayerView) -> None:
        self._asked = view
        try:
            if (first := await asyncio.to_thread(first_look, view)) and self._is_at(view):
                self.screen.show_prompt(PromptLine(first))
            advice = await asyncio.to_thread(advise, view)
        except NaishiError as error:
            self.screen.refuse(str(error))
        else:
            if self._is_at(view):
                self.show(advice)
        finally:
            self._asked = None

    def _is_at(self, view: PlayerView) -> bool:
        return view is self.screen.view and self.screen.is_current

    def show(self, advice: Advice) -> None:
        """Show advice, and the keys that follow it or don't."""
        self.commands.advise(advice)
        do_it = prompt_text.follow_advice() if advice.best is not None else ""
        self.screen.show_prompt(advice.line(do_it))


class Table(CardScreen):
    """The board, a turn on it, advice, and help for someone who is stuck."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
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
        """Return whether the game is back at the gifts; far away, also whether it is over: nobody waits there."""
        if not self.participant.goes_on_without:
            return self.view.phase is Phase.GIFT
        return self.view.phase is not Phase.PLAY or bool(self.participant.ended_early)

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        return self.turn.key_hints()
