"""The turn in progress on a board: how far the next action is made, and what the screen shows and says of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from naishi.common.i18n import _, pgettext
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Decree
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import Cell
from naishi.sessions.participant import Ask
from naishi_tui import effects
from naishi_tui.advice_text import Advice
from naishi_tui.drawing.faces import Highlights
from naishi_tui.partial_action import PartialAction
from naishi_tui.screens.bot_watch import BotScreen
from naishi_tui.screens.part import Part
from naishi_tui.widgets import prompt_text
from naishi_tui.widgets.card import BEST
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from textual.widget import Widget

    from naishi_tui.screens.board_view import BoardView
    from naishi_tui.screens.reading import Reading
    from naishi_tui.screens.requests import Requests


class TurnScreen(BotScreen, Protocol):
    """A screen with a turn on it."""

    requests: Requests
    reading: Reading

    def call_later(self, callback: Callable[[], None]) -> bool:
        """Call something once all keys that wait are handled."""


class TurnInProgress(Part):
    """The half-made action on a board, and the advice that was given."""

    def __init__(self, screen: TurnScreen, board_view: BoardView) -> None:
        """Begin with nothing chosen on a board."""
        self.screen, self.board_view, self.board = screen, board_view, board_view.board
        self.partial = PartialAction.beginning(screen.view)
        self.advice: Advice | None = None
        """What was advised: shown until something else is begun or done."""
        self._pointing = False
        """Whether the board is about to show what Enter would do."""

    @property
    def acting(self) -> bool:
        """Whether the person can act now."""
        return Ask.PLAY in self.screen.participant.allowed and self.screen.view.phase is Phase.PLAY

    @property
    def leads_on(self) -> bool:
        """Whether Enter leads to another screen, and chooses nothing on this one."""
        return self.screen.view.phase is not Phase.PLAY or Ask.HAND_OVER in self.screen.participant.allowed

    @property
    def begun(self) -> bool:
        """Whether there is something to take back of a half-made action."""
        return self.partial != PartialAction.beginning(self.screen.view)

    @property
    def advised(self) -> Action | None:
        """The action that was advised."""
        return self.advice.best if self.advice is not None else None

    @property
    def cell(self) -> Cell | None:
        """The cell that Enter chooses. A card of the opponent's Line stands for the own one opposite in a decree."""
        if self.board.on_opponents_line and self.partial.kind is not Decree:
            return None
        return self.board.cell

    @property
    def asked_about(self) -> Action | None:
        """The complete action that only has to be confirmed."""
        return self.partial.action(self.screen.view.legal_actions) if self.acting else None

    @property
    def targets(self) -> frozenset[Cell]:
        """The cells that can be chosen next."""
        return self.partial.targets(self.screen.view.legal_actions)

    @property
    def highlights(self) -> Highlights:
        """What can be chosen, what is chosen and advised, and what Enter would do; nothing of a view not drawn yet."""
        if self.board_view.showing:
            return Highlights()
        marked = Highlights.of(self.partial, self.screen.view)
        return replace(marked, advised=self.advised, aimed=self.aimed)

    @property
    def aimed(self) -> Action | None:
        """The action that Enter would do at the cursor, or do once it is confirmed."""
        if not self.acting or self.asked_about is not None:
            return self.asked_about
        if self.cell is None or self.cell not in self.targets:
            return None
        return self.partial.plus(self.cell).action(self.screen.view.legal_actions)

    def cursor_moved(self) -> None:
        """Show on the board what Enter would do, once for all keys that wait to be handled."""
        if not self._pointing:
            self._pointing = True
            self.screen.call_later(self._point_out)

    def _point_out(self) -> None:
        self._pointing = False
        self.board_view.point_out(self.highlights)

    def forget(self) -> None:
        """Forget the action that was being made, and the advice."""
        self.partial, self.advice = PartialAction.beginning(self.screen.view), None

    def view_changed(self, before: PlayerView) -> None:
        """Forget what was being made of the view before."""
        self.forget()
        if self.acting and self.partial.traveller is not None:
            self.board.point_at_one_of(self.targets, unless=())

    def widgets(self) -> tuple[Widget, ...]:
        """Return the board."""
        return self.board_view.widgets()

    def draw(self) -> None:
        """Draw the board with what can be chosen on it."""
        self.board_view.draw(self.highlights)

    def instruction(self) -> str:
        """Say what is asked for, or who is thinking."""
        screen = self.screen
        if self.advice is not None:
            return f"{BEST} {self.advice.sentence}" if self.advice.best is not None else self.advice.sentence
        allowed = screen.participant.allowed
        return screen.bots.thinking() or prompt_text.instruction(screen.view, self.partial, screen.keymap, allowed)

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do."""
        if self.board_view.showing:
            return PromptLine("")
        return prompt_text.cursor_help(self.screen.view, self.partial, self.cell, hints=self.screen.settings.hints)

    def way_on(self) -> str:
        """Name the one key that helps somebody who seems stuck."""
        if self.advised is not None:
            return prompt_text.follow_advice(self.screen.keymap)
        return prompt_text.way_on(self.screen.view, self.partial, self.screen.keymap, advice=self.may_advise)

    @property
    def may_advise(self) -> bool:
        """Whether there is advice to be had."""
        return self.screen.settings.advice and Ask.ADVISE in self.screen.participant.allowed

    def key_hints(self) -> Iterator[KeyHint]:
        """Return the keys of somebody who plays."""
        yield KeyHint("", self.screen.keymap.arrows("←↑↓→"), _("move"))
        if self.advised is not None:
            yield self.screen.hint("advice", _("do it"))
        if self.targets or self.asked_about is not None or self.leads_on:
            yield self.screen.hint("choose", _("choose"))
        if pending := effects.offered(self.screen.view):
            if len(pending) > 1:
                yield self.screen.hint("bonus", pgettext("effects", "other"), minor=True)
            yield self.screen.hint("end", _("use none"), minor=True)
        if self.advised is None and self.may_advise:
            yield self.screen.hint("advice", _("advice"), minor=True)
        yield self.screen.hint("back", _("back"))
        yield from self.screen.requests.hints()
        yield from self.screen.reading.hints()
