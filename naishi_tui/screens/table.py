"""The table: where a person plays a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events, work
from textual.timer import Timer

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Swap
from naishi.rules.phase import Phase
from naishi.rules.territory import Cell
from naishi.sessions.participant import Ask, Participant
from naishi_tui.advice import Advice, advise
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.partial_action import PartialAction, cells_of
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.widgets.card import BEST
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

EXAMPLES: dict[str, Action] = {
    "swap": Swap(Cell.L1, Cell.L2),
    "discard": Discard(Cell.R1, Cell.R2),
    "decree": Decree(Cell.L1),
    "recall": Recall(),
    "declare": Declare(),
}
"""By verb, an action of the kind that it begins: to ask why none is possible."""

IDLE = 60.0
"""Seconds without a key after which somebody in their first games is offered help."""


class Table(BoardScreen):
    """The board, and a half-made action."""

    def __init__(self, participant: Participant, settings: Settings, *, newcomer: bool = False) -> None:
        self.partial = PartialAction()
        self.advice: Advice | None = None
        """What was advised: shown until something else is begun or done."""
        self.newcomer = newcomer
        """Whether it is one of the first games here."""
        self._refused = ""
        """What was refused last, since anything was done."""
        self._idle: Timer | None = None
        super().__init__(participant, settings)

    def on_mount(self) -> None:
        """Offer help to a newcomer who does nothing for a while."""
        if self.newcomer and self.settings.nudges:
            self._idle = self.set_interval(IDLE, self._offer_help)

    def on_key(self, event: events.Key) -> None:
        """Wait anew."""
        self._wait_anew()

    def on_click(self) -> None:
        """Wait anew."""
        self._wait_anew()

    def _wait_anew(self) -> None:
        if self._idle is not None:
            self._idle.reset()
            self._idle.resume()

    def _offer_help(self) -> None:
        """Name the key that helps, once; nothing is painted after that until something is done."""
        if self._idle is not None:
            self._idle.pause()
        if self.acting and self.is_current and self.advice is None:
            self.show_prompt(PromptLine(self.way_on()))

    def way_on(self) -> str:
        """Name the one key that helps somebody who seems stuck."""
        advice = self.settings.advice and Ask.ADVISE in self.participant.allowed
        return prompt_text.way_on(self.view, self.partial, self.keymap, advice=advice)

    def refuse(self, why: str) -> None:
        """Say why something can't be done; said a second time, add the key that helps."""
        again, self._refused = why == self._refused, why
        super().refuse(f"{why} {self.way_on()}" if again and self.acting and self.settings.nudges else why)

    @property
    def advised(self) -> Action | None:
        """The action that was advised."""
        return self.advice.best if self.advice is not None else None

    @property
    def acting(self) -> bool:
        """Whether the person can act now."""
        return Ask.PLAY in self.participant.allowed and self.view.phase is Phase.PLAY

    @property
    def cell(self) -> Cell | None:
        """The cell that Enter chooses. A card of the opponent's Line stands for the own one opposite in a decree."""
        if self.board.on_opponents_line and self.partial.kind is not Decree:
            return None
        return self.board.cell

    @property
    def asked_about(self) -> Action | None:
        """The complete action that only has to be confirmed."""
        return self.partial.action(self.view.legal_actions) if self.acting else None

    def outdated(self) -> bool:
        """Return whether the game is back at the gifts."""
        return self.view.phase is Phase.GIFT

    def view_changed(self, before: PlayerView) -> None:
        """Forget what was being made of the view before."""
        self.partial, self.advice, self._refused = PartialAction(), None, ""
        self._wait_anew()
        super().view_changed(before)

    def highlights(self) -> Highlights:
        """Return what can be chosen, what is chosen, advised, and changed by the opponent."""
        return self.marked(replace(Highlights.of(self.partial, self.view), advised=self.advised))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        if self.advised is not None:
            yield self.hint("advice", _("do it"))
        yield self.hint("choose", _("choose"))
        yield self.hint("back", _("back"))
        yield from self.hints_for_undo()
        yield from self.hints_for_reading()

    def instruction(self) -> str:
        """Say what is asked for, or who is thinking."""
        allowed = self.participant.allowed
        if self.advice is not None:
            return f"{BEST} {self.advice.sentence}" if self.advice.best is not None else self.advice.sentence
        return self.waiting_for_bot() or prompt_text.instruction(self.view, self.partial, self.keymap, allowed)

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do."""
        return prompt_text.cursor_help(self.view, self.partial, self.cell, hints=self.settings.hints)

    async def action_choose(self) -> None:
        """Choose the card under the cursor, do what was asked about, or hand the keyboard over."""
        if self.view.phase is not Phase.PLAY or Ask.HAND_OVER in self.participant.allowed:
            self.proceed()
        elif self.acting and self.asked_about is not None:
            await self.play(self.asked_about)
        elif self.acting:
            await self.pick(self.cell)

    def action_back(self) -> None:
        """Take one step back from a half-made action, or leave the game."""
        if self.advice is not None:
            self.begin(PartialAction())
        elif self.partial != PartialAction():
            self.begin(self.partial.back())
        else:
            super().action_back()

    async def action_begin(self, verb: str) -> None:
        """Begin an action of another kind than the develop. The same key again does it, or leaves it."""
        example = EXAMPLES[verb]
        if self.partial.kind is type(example):
            if self.partial.needs_no_cell:
                await self.action_choose()
            else:
                self.begin(PartialAction())
        elif self.view.can(type(example)):
            self.begin(PartialAction(type(example)))
        else:
            self.refuse(self.view.refusal(example) or _("Not now."))

    async def action_bonus(self) -> None:
        """Begin a swap; asked again, a discard; asked again, leave it. What isn't possible is passed over."""
        begun, discard = self.partial.kind, self.view.can(Discard)
        wanted = begun is Discard or (discard and (begun is Swap or not self.view.can(Swap)))
        await self.action_begin("discard" if wanted else "swap")

    async def action_end_turn(self) -> None:
        """End the turn, or pass."""
        action = Pass() if self.view.can(Pass) else End()
        if reason := self.view.refusal(action):
            self.refuse(reason)
        else:
            await self.play(action)

    def action_next_target(self, step: int) -> None:
        """Move the cursor to the next card that can be chosen."""
        self.board.point_at_next(self.partial.targets(self.view.legal_actions), step)
        self.show_prompt()

    def action_column(self, position: int) -> None:
        """Move the cursor to a column: in a half-made action to the card there that can be chosen, if there is one."""
        super().action_column(position)
        if self.partial != PartialAction():
            targets = self.partial.targets(self.view.legal_actions)
            self.board.point_at_one_of([cell for cell in targets if cell.position == position], unless=())
            self.show_prompt()

    async def action_advice(self) -> None:
        """Ask the strong bot, who sees no more than this participant; asked again, do what it advised."""
        if self.advised is not None:
            await self.do(self.advised)
        elif not self.settings.advice:
            self.refuse(_("Advice is off; it can be switched on in the settings."))
        elif refusal := self.participant.refusal(Ask.ADVISE):
            self.refuse(refusal)
        else:
            self.show_prompt(PromptLine(_("Thinking …")))
            self._advise(self.view)

    @work(exclusive=True, group="advice")
    async def _advise(self, view: PlayerView) -> None:
        try:
            advice = await asyncio.to_thread(advise, view)
        except NaishiError as error:
            self.refuse(str(error))
        else:
            if view is self.view and self.is_current:
                self.show_advice(advice)

    def show_advice(self, advice: Advice) -> None:
        """Mark the action that is advised, and make it so far that Enter does it."""
        self.advice = advice
        if advice.best is not None:
            self.partial, cell = PartialAction.all_but_last(advice.best)
            self.board.point_at_cell(cell)
        self.draw()
        do_it = _("{advice}: do it. {back}: no.").format(**{key: self.keymap.shown(key) for key in ("advice", "back")})
        both = f"{advice.reason} {do_it}".strip() if advice.best is not None else ""
        self.show_prompt(PromptLine(both if cell_len(both) < self.size.width else advice.reason))

    def begin(self, partial: PartialAction) -> None:
        """Go on with a half-made action, the cursor where its next card can be chosen."""
        self.partial, self.advice = partial, None
        chosen = () if partial.kind is Develop else partial.cells
        self.board.point_at_one_of(partial.targets(self.view.legal_actions), unless=chosen)
        self.draw()

    async def pick(self, cell: Cell | None) -> None:
        """Choose a cell for the action being made, and do it once it is complete."""
        try:
            partial = self.partial.pick(cell, self.view)
        except IllegalActionError as error:
            self.refuse(str(error))
            return
        if (action := partial.action(self.view.legal_actions)) is not None:
            await self.do(action)
        else:
            self.begin(partial)

    async def do(self, action: Action) -> None:
        """Do an action, or ask first whether that is meant."""
        if self.is_final(action) and action != self.asked_about:
            self.begin(PartialAction(type(action), cells_of(action)))
        else:
            await self.play(action)

    def is_final(self, action: Action) -> bool:
        """Whether an action is asked about first: the only decree of a game, where it can't be undone."""
        return isinstance(action, Decree) and not self.participant.can_undo_at_all

    async def play(self, action: Action) -> None:
        """Do an action."""
        with self.attempt():
            await self.participant.play(action)

    async def card_clicked(self) -> None:
        """Choose the card, where one is to be chosen."""
        await super().card_clicked()
        if self.acting:
            await self.pick(self.cell)

    async def prompt_clicked(self) -> None:
        """Do what Enter would do, but for choosing a card: no card was clicked."""
        if not self.acting or self.asked_about is not None:
            await super().prompt_clicked()
