"""The commands of a turn: an action is made card by card on the board, and handed on once it is complete."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Skip, Swap
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import Cell
from naishi.sessions.participant import Ask
from naishi_tui import effects
from naishi_tui.advice_text import Advice
from naishi_tui.partial_action import PartialAction, cells_of
from naishi_tui.screens.part import Handlers, PartHost

if TYPE_CHECKING:
    from naishi_tui.screens.following import Following
    from naishi_tui.screens.turn_in_progress import TurnInProgress

EXAMPLES: dict[str, Action] = {
    "swap": Swap(Cell.L1, Cell.L2),
    "discard": Discard(Cell.R1, Cell.R2),
    "decree": Decree(Cell.L1),
    "recall": Recall(),
    "declare": Declare(),
}
"""By verb, an action of the kind that it begins: to ask why none is possible."""


class TurnCommandsScreen(PartHost, Protocol):
    """A screen on which a turn is made."""

    following: Following

    async def action_command(self, name: str) -> None:
        """Run a command."""


class TurnCommands:
    """Makes an action, and has it done. Where it isn't the person's turn, it says why nothing can be chosen."""

    def __init__(
        self, screen: TurnCommandsScreen, turn: TurnInProgress, play: Callable[[Action], Awaitable[None]] | None = None
    ) -> None:
        """Begin with nothing chosen.

        Args:
            screen: What the board lies on.
            turn: The action that is being made on the board.
            play: What becomes of a complete action; by default, the participant plays it.
        """
        self.screen, self.turn = screen, turn
        self.board_view, self.board = turn.board_view, turn.board_view.board
        self._play = play or self._have_it_played
        self.handlers: Handlers = {
            **{verb: partial(self.begin_verb, verb) for verb in EXAMPLES},
            "bonus": self.begin_bonus,
            "end": self.end_turn,
            "next": partial(self.go_to_target, 1),
            "previous": partial(self.go_to_target, -1),
            "card": self.pick_clicked,
            "prompt": self.confirm,
            **{f"column_{n + 1}": partial(self.go_to_column, n) for n in range(5)},
        }
        """The commands of a turn, but for the way on and the way back."""

    async def _have_it_played(self, action: Action) -> None:
        with self.screen.attempt():
            await self.screen.participant.play(action)

    async def choose(self) -> None:
        """Choose the card under the cursor, do what was asked about, or hand the keyboard over."""
        if self.board_view.cut_short:
            return
        if self.turn.leads_on:
            self.screen.following.proceed()
        elif self.turn.acting and self.turn.asked_about is not None:
            await self._play(self.turn.asked_about)
        elif self.turn.acting:
            await self.pick(self.turn.cell)

    async def confirm(self) -> None:
        """Do what Enter would do, but for choosing a card: the prompt was clicked, and no card."""
        if not self.turn.acting or self.turn.asked_about is not None:
            await self.screen.action_command("choose")

    async def pick_clicked(self) -> None:
        """Choose the card that was clicked, where one is to be chosen."""
        if self.board_view.showing or self.board_view.cut_short:
            return
        if self.turn.acting:
            await self.pick(self.turn.cell)

    def back(self, otherwise: Callable[[], object]) -> None:
        """Take one step back from a half-made action; where there is none, do something else."""
        if self.turn.advice is not None:
            self.begin(PartialAction.beginning(self.screen.view))
        elif self.turn.begun:
            self.begin(self.turn.partial.back(self.screen.view))
        else:
            otherwise()

    async def begin_verb(self, verb: str) -> None:
        """Begin an action of another kind than the develop. The same key again does it, or leaves it."""
        example, view = EXAMPLES[verb], self.screen.view
        if view.turn is not None and (why := self.screen.participant.refusal(Ask.PLAY)):
            self.screen.refuse(why)
        elif view.pending:
            await self._begin_effect(effects.begun_by(verb, view))
        elif self.turn.partial.kind is type(example):
            if self.turn.partial.needs_no_cell:
                await self.choose()
            else:
                self.begin(PartialAction())
        elif view.can(type(example)):
            self.begin(PartialAction(type(example)))
        else:
            self.screen.refuse(view.refusal(example) or _("Not now."))

    async def _begin_effect(self, traveller: Card | None) -> None:
        """Begin an effect that is pending. The same key again uses it, or leaves what was chosen for it."""
        if traveller is None:
            self.screen.refuse(self.screen.view.refusal(Recall()) or _("Not now."))
            return
        wanted = PartialAction.using(traveller)
        if self.turn.partial == wanted and wanted.needs_no_cell:
            await self.choose()
        else:
            self.begin(wanted)

    async def begin_bonus(self) -> None:
        """Begin a swap; asked again, a discard; asked again, leave it. What isn't possible is passed over.

        While effects are pending, go to the next of them.
        """
        begun, view = self.turn.partial.kind, self.screen.view
        if view.pending and self.turn.acting:
            self.begin(PartialAction.using(effects.after(self.turn.partial.traveller, view)))
            return
        wanted = begun is Discard or (view.can(Discard) and (begun is Swap or not view.can(Swap)))
        await self.begin_verb("discard" if wanted else "swap")

    async def end_turn(self) -> None:
        """End the turn, pass, or leave the pending effects unused."""
        view = self.screen.view
        action = Skip() if view.pending else Pass() if view.can(Pass) else End()
        if reason := self.screen.view.refusal(action):
            self.screen.refuse(reason)
        else:
            await self._play(action)

    def go_to_target(self, step: int) -> None:
        """Move the cursor to the next card that can be chosen, or to the previous one."""
        self.board.point_at_next(self.turn.targets, step)
        self.screen.cursor_moved()

    def go_to_column(self, position: int) -> None:
        """Move the cursor to a column: in a half-made action to the card there that can be chosen, if there is one."""
        self.board_view.cursor.go_to_column(position)
        if self.turn.begun:
            self.board.point_at_one_of([cell for cell in self.turn.targets if cell.position == position], unless=())
            self.screen.cursor_moved()

    def advise(self, advice: Advice) -> None:
        """Mark the action that is advised, and make it so far that Enter does it."""
        self.turn.advice = advice
        if advice.best is not None:
            self.turn.partial, cell = PartialAction.all_but_last(advice.best)
            self.board.point_at_cell(cell)
        self.screen.draw()

    def begin(self, partial: PartialAction) -> None:
        """Go on with a half-made action, the cursor where its next card can be chosen."""
        self.turn.partial, self.turn.advice = partial, None
        chosen = () if partial.kind is Develop else partial.cells
        self.board.point_at_one_of(self.turn.targets, unless=chosen)
        self.screen.draw()

    async def pick(self, cell: Cell | None) -> None:
        """Choose a cell for the action being made, and do it once it is complete."""
        try:
            partial = self.turn.partial.pick(cell, self.screen.view)
        except IllegalActionError as error:
            self.screen.refuse(str(error))
            return
        if (action := partial.action(self.screen.view.legal_actions)) is not None:
            await self.do(action)
        else:
            self.begin(partial)

    async def do(self, action: Action) -> None:
        """Do an action, or ask first whether that is meant."""
        if self._is_final(action) and action != self.turn.asked_about:
            self.begin(PartialAction(type(action), cells_of(action)))
        else:
            await self._play(action)

    def _is_final(self, action: Action) -> bool:
        """Whether an action is asked about first: the only decree of a game, where it can't be undone."""
        return isinstance(action, Decree) and not self.screen.participant.can_undo_at_all
