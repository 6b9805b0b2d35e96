"""Naishi's table: commands of a turn, advice and memory aid; games of bots, and those open elsewhere, watched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType
from textual.timer import Timer
from typing_extensions import override

from naishi.common.i18n import IllegalActionError, NaishiError, _, pgettext
from naishi.games.naishi.game.turns import last_turn, newest_turn
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Skip, Swap
from naishi.games.naishi.rules.cards import RIVER, Card, Cell, Phase
from naishi.games.naishi.text.sentences import check_advice_is_on
from naishi.sessions import PACES
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import arrows
from naishi_tui.games.naishi import partial_action, prompt_text
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.games.naishi.cards.card import BEST
from naishi_tui.games.naishi.cards.faces import Highlights
from naishi_tui.games.naishi.partial_action import PartialAction, cells_of
from naishi_tui.games.naishi.prompt_text import Advice, advise, first_look
from naishi_tui.messages import ResumeGame, bindings_of, table_bindings
from naishi_tui.table.game_screen import next_steps, pace, speed
from naishi_tui.table.part import Handlers, Part
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

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


class TurnInProgress(Part):
    """The half-made action on a board, and the advice that was given. Out of turn, it says why nothing can be chosen.

    Args:
        play: What becomes of a complete action; by default, the participant plays it.
    """

    def __init__(
        self, screen: CardScreen, board_view: BoardView, play: Callable[[Action], Awaitable[None]] | None = None
    ) -> None:
        self.screen, self.board_view, self.board = screen, board_view, board_view.board
        self.widgets = board_view.widgets
        self.partial = PartialAction.beginning(screen.view)
        self.advice: Advice | None = None
        """What was advised: shown until something else is begun or done."""
        self._pointing = False
        """Whether the board is about to show what Enter would do."""
        self._play = play or self._have_it_played
        self.handlers: Handlers = {
            **board_view.cursor.moves,
            **{verb: partial(self.begin_verb, verb) for verb in EXAMPLES},
            "bonus": self.begin_bonus,
            "end": self.end_turn,
            "next": partial(self.go_to_target, 1),
            "previous": partial(self.go_to_target, -1),
            "card": self.pick_clicked,
            "prompt": self.confirm,
            **{f"column_{n + 1}": partial(self.go_to_column, n) for n in range(5)},
        }

    async def _have_it_played(self, action: Action) -> None:
        with self.screen.attempt():
            await self.screen.participant.play(action)

    async def choose(self) -> None:
        """Choose the card under the cursor, do what was asked about, or hand the keyboard over."""
        if self.board_view.cut_short:
            return
        if self.leads_on:
            self.screen.following.proceed()
        elif self.acting and self.asked_about is not None:
            await self._play(self.asked_about)
        elif self.acting:
            await self.pick(self.cell)

    async def confirm(self) -> None:
        """Do what Enter would do, but for choosing a card: the prompt was clicked, and no card."""
        if not self.acting or self.asked_about is not None:
            await self.screen.action_command("choose")

    async def pick_clicked(self) -> None:
        if self.acting and not self.board_view.showing and not self.board_view.cut_short:
            await self.pick(self.cell)

    def back(self, otherwise: Callable[[], object]) -> None:
        """Take one step back from a half-made action; where there is none, do something else."""
        if self.advice is not None:
            self.begin(PartialAction.beginning(self.screen.view))
        elif self.begun:
            self.begin(self.partial.back(self.screen.view))
        else:
            otherwise()

    async def begin_verb(self, verb: str) -> None:
        """Begin an action of another kind than the develop. The same key again does it, or leaves it."""
        example, view = EXAMPLES[verb], self.screen.view
        if view.turn is not None and (why := self.screen.participant.refusal(Ask.PLAY)):
            self.screen.refuse(why)
        elif view.pending:
            await self._begin_effect(verb)
        elif self.partial.kind is type(example) and self.partial.needs_no_cell:
            await self.choose()
        elif self.partial.kind is type(example):
            self.begin(PartialAction())
        elif view.can(type(example)):
            self.begin(PartialAction(type(example)))
        else:
            self.screen.refuse(view.refusal(example) or _("Not now."))

    async def _begin_effect(self, verb: str) -> None:
        """Begin an effect that is pending. The same key again uses it, or leaves what was chosen for it."""
        view = self.screen.view
        effects = [card for kind, card in partial_action.offered(view).items() if partial_action.VERBS[kind] == verb]
        if not effects:
            self.screen.refuse(view.refusal(Recall()) or _("Not now."))
        elif self.partial == (wanted := PartialAction.using(effects[0])) and wanted.needs_no_cell:
            await self.choose()
        else:
            self.begin(wanted)

    async def begin_bonus(self) -> None:
        """Begin a swap; asked again, a discard; asked again, leave it. What isn't possible is passed over.

        While effects are pending, go to the next of them.
        """
        begun, view = self.partial.kind, self.screen.view
        if view.pending and self.acting:
            self.begin(PartialAction.using(partial_action.after(self.partial.traveller, view)))
            return
        wanted = begun is Discard or (view.can(Discard) and (begun is Swap or not view.can(Swap)))
        await self.begin_verb("discard" if wanted else "swap")

    async def end_turn(self) -> None:
        view = self.screen.view
        action = Skip() if view.pending else Pass() if view.can(Pass) else End()
        if reason := view.refusal(action):
            self.screen.refuse(reason)
        else:
            await self._play(action)

    def go_to_target(self, step: int) -> None:
        self.board.point_at_next(self.targets, step)
        self.screen.cursor_moved()

    def go_to_column(self, position: int) -> None:
        self.board_view.cursor.go_to_column(position)
        if self.begun:
            self.board.point_at_one_of([cell for cell in self.targets if cell.position == position])
            self.screen.cursor_moved()

    def advise(self, advice: Advice) -> None:
        """Mark the action that is advised, and make it so far that Enter does it."""
        self.advice = advice
        if advice.best is not None:
            self.partial, cell = PartialAction.all_but_last(advice.best)
            self.board.point_at_cell(cell)
        self.screen.draw()

    def begin(self, partial: PartialAction) -> None:
        self.partial, self.advice = partial, None
        chosen = () if partial.kind is Develop else partial.cells
        self.board.point_at_one_of(self.targets, unless=chosen)
        self.screen.draw()

    async def pick(self, cell: Cell | None) -> None:
        """Choose a cell for the action being made, and do it once it is complete."""
        try:
            partial = self.partial.pick(cell, self.screen.view)
        except IllegalActionError as error:
            self.screen.refuse(str(error))
            return
        if (action := partial.action(self.screen.view.legal_actions)) is not None:
            await self.do(action)
        else:
            self.begin(partial)

    async def do(self, action: Action) -> None:
        """Do an action; the only decree of a game is asked about first, where it can't be undone."""
        is_final = isinstance(action, Decree) and not self.screen.participant.can_undo_at_all
        if is_final and action != self.asked_about:
            self.begin(PartialAction(type(action), cells_of(action)))
        else:
            await self._play(action)

    @property
    def acting(self) -> bool:
        return Ask.PLAY in self.screen.participant.allowed and self.screen.view.phase is Phase.PLAY

    @property
    def leads_on(self) -> bool:
        return self.screen.view.phase is not Phase.PLAY or Ask.HAND_OVER in self.screen.participant.allowed

    @property
    def begun(self) -> bool:
        return self.partial != PartialAction.beginning(self.screen.view)

    @property
    def advised(self) -> Action | None:
        return self.advice.best if self.advice is not None else None

    @property
    def cell(self) -> Cell | None:
        """The cell that Enter chooses. A card of the opponent's Line stands for the own one opposite in a decree."""
        if self.board.on_opponents_side and self.partial.kind is not Decree:
            return None
        return self.board.cell

    @property
    def asked_about(self) -> Action | None:
        return self.partial.action(self.screen.view.legal_actions) if self.acting else None

    @property
    def targets(self) -> frozenset[Cell]:
        return self.partial.targets(self.screen.view.legal_actions)

    @property
    def highlights(self) -> Highlights:
        """What can be chosen, what is chosen and advised, and what Enter would do; nothing of a view not drawn yet."""
        if self.board_view.showing:
            return Highlights()
        shown = Highlights(advised=self.advised, aimed=self.aimed)
        if self.partial == PartialAction():  # the develop that one begins with dims nothing
            return shown
        cells, kind = self.partial.cells, self.partial.kind
        return replace(shown, targets=self.targets, chosen=cells, begun=kind, dim_others=True)

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
        self.partial, self.advice = PartialAction.beginning(self.screen.view), None

    def view_changed(self, before: PlayerView) -> None:
        """Move the cursor from a card that the player has just placed to the River: Enter would throw it away there."""
        self.forget()
        if self.acting and self.partial.traveller is not None:
            self.board.point_at_one_of(self.targets)
            return
        view = self.screen.view
        own = [event.action for event in view.events[len(before.events) :] if event.seat == view.seat]
        placed = {cell for action in own if action is not None for cell in cells_of(action)} - {*RIVER}
        if self.board.cell in placed and not self.board.on_opponents_side:
            river = [cell for cell, pile in zip(RIVER, view.river, strict=True) if pile.top is not None]
            self.board.point_at_one_of(river)

    def draw(self) -> None:
        self.board_view.draw(self.highlights)

    def instruction(self) -> str:
        if self.advice is not None:
            return f"{BEST} {self.advice.sentence}" if self.advice.best is not None else self.advice.sentence
        allowed = self.screen.participant.allowed
        return self.screen.bots.thinking() or prompt_text.instruction(self.screen.view, self.partial, allowed)

    def cursor_help(self) -> PromptLine:
        if self.board_view.showing:
            return PromptLine("")
        return prompt_text.cursor_help(self.screen.view, self.partial, self.cell, hints=self.screen.settings.hints)

    def way_on(self) -> str:
        if self.advised is not None:
            return prompt_text.follow_advice()
        return prompt_text.way_on(self.screen.view, self.partial, advice=self.may_advise)

    @property
    def may_advise(self) -> bool:
        return self.screen.settings.advice and Ask.ADVISE in self.screen.participant.allowed


IDLE = 60.0
"""Seconds without a key after which someone in their first games is offered help."""


class Nudges(Part):
    """Offers help to someone to whom the same was refused twice, or who does nothing in one of their first games.

    Args:
        way_on: Names the key that helps; by default, what the turn says.
    """

    def __init__(
        self,
        screen: CardScreen,
        turn: TurnInProgress,
        way_on: Callable[[], str] | None = None,
        *,
        newcomer: bool = False,
    ) -> None:
        self.screen, self.turn, self.way_on, self.newcomer = screen, turn, way_on or turn.way_on, newcomer
        self.idle: Timer | None = None
        self._refused = ""
        """What was refused last, since anything was done."""

    def start(self) -> None:
        if self.newcomer and self.screen.settings.nudges:
            self.idle = self.screen.set_interval(IDLE, self.offer_help)

    @override
    def key_pressed(self, event: events.Key) -> None:
        self.clicked()

    @override
    def clicked(self) -> None:
        if self.idle is not None:
            self.idle.reset()
            self.idle.resume()

    def view_changed(self, before: PlayerView) -> None:
        self._refused = ""
        self.clicked()

    def offer_help(self) -> None:
        """Name the key that helps, once; nothing is painted after that until something is done."""
        if self.idle is not None:
            self.idle.pause()
        if self.turn.acting and self.screen.is_current and self.turn.advice is None:
            self.screen.show_prompt(PromptLine(self.way_on()))

    def add_to(self, refusal: str) -> str:
        """Return why something can't be done; said a second time, with the key that helps."""
        again, self._refused = refusal == self._refused, refusal
        helps = again and self.turn.acting and self.screen.settings.nudges
        return f"{refusal} {self.way_on()}" if helps else refusal


class Adviser:
    """Asks a bot that sees no more than the participant what it would do in a turn."""

    def __init__(self, screen: CardScreen, turn: TurnInProgress) -> None:
        self.screen, self.turn = screen, turn
        self._asked: PlayerView | None = None
        """What advice is being worked out for."""

    async def ask(self) -> None:
        """Ask for advice; asked again, do what it was."""
        if (advised := self.turn.advised) is not None:
            await self.turn.do(advised)
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
        self.turn.advise(advice)
        self.screen.show_prompt(advice.line(prompt_text.follow_advice() if advice.best is not None else ""))


class Table(CardScreen):
    """The board, a turn on it, advice, and help for someone who is stuck."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, participant: Participant, settings: Settings, *, newcomer: bool = False) -> None:
        """Play at a seat; `newcomer` in one of the first games here."""
        super().__init__(participant, settings)
        self.board_view = BoardView(self, copies_told=False)
        self.cursor = self.board_view.cursor
        self.turn = self.middle = self.control = TurnInProgress(self, self.board_view)
        self.adviser = Adviser(self, self.turn)
        self.nudges = Nudges(self, self.turn, newcomer=newcomer)
        self.parts += self.turn, self.board_view, self.nudges
        self.offer(self.game_commands, self.turn.handlers, pace(self))
        self.offer({"choose": self.turn.choose, "back": partial(self.turn.back, self.ask_to_leave)})
        self.offer({"advice": self.adviser.ask, "memory": self.show_memory})
        self.draw()

    def outdated(self) -> bool:
        """Return whether the game is back at the gifts; far away, also whether it is over: nobody waits there."""
        if not self.participant.goes_on_without:
            return self.view.phase is Phase.GIFT
        return self.view.phase is not Phase.PLAY or bool(self.participant.ended_early)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        turn = self.turn
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if turn.advised is not None:
            yield hint("advice", _("do it"), minor=False)
        if turn.targets or turn.asked_about is not None or turn.leads_on:
            yield hint("choose")
        if pending := partial_action.offered(self.view):
            if len(pending) > 1:
                yield hint("bonus", pgettext("effects", "other"))
            yield hint("end", _("use none"))
        if turn.advised is None and turn.may_advise:
            yield hint("advice")
        yield hint("back")
        yield from self.requests.hints()
        yield from self.reading.hints()


class WatchedBoard(CardScreen):
    """The board of a game that others play."""

    turn: Callable[[PlayerView], tuple[Event, ...]] = staticmethod(last_turn)
    """Which turn of a view is shown and marked."""

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.board_view = BoardView(self, self.turn, self.open_hand)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.parts += (self.board_view,)
        self.offer(self.game_commands, self.cursor.moves, self.cursor.columns, {"back": self.leave})
        self.draw()

    def open_hand(self) -> Sequence[Card | None] | None:
        return self.view.theirs.hand if self.participant.ended_early else None


class Watching(WatchedBoard):
    """Bots that play each other; they can be paused, and made faster or slower."""

    turn = staticmethod(newest_turn)
    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without=("choose", "next", "previous", "memory")),
        *bindings_of("watch.pause", "watch.step", "watch.hands"),
    ]

    def __init__(self, participant: Participant, settings: Settings, other: Participant) -> None:
        """Watch from behind the seat of a participant; `other` is the one at the other seat."""
        self.other = other
        self.hands_open = False
        super().__init__(participant, settings)
        self.offer(pace(self), {"pause": self.go_on_or_pause, "step": self.step, "hands": self.open_hands})

    @override
    def open_hand(self) -> Sequence[Card | None] | None:
        return self.other.view.mine.hand if self.hands_open else None

    @property
    def reader(self) -> None:
        """Nobody who plays: the bots are watched from behind one of them, and that one isn't "you"."""

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if self.view.phase is not Phase.PLAY:
            yield hint("watch.pause", _("count"))
        elif Ask.CONTINUE in self.participant.allowed:
            yield hint("watch.pause", _("play"))
            yield hint("watch.step")
        else:
            yield hint("watch.pause")
        if self.participant.pace > min(PACES.values()):
            yield hint("faster")
        if self.participant.pace < max(PACES.values()):
            yield hint("slower")
        yield hint("watch.hands", _("one Hand") if self.hands_open else _("both Hands"))
        yield from self.reading.hints()
        yield hint("back", _("home"))

    def instruction(self) -> str:
        return prompt_text.watched(self.view, paused=self.participant.bots.paused)

    def cursor_help(self) -> PromptLine:
        return PromptLine(speed(self.participant.pace))

    def open_hands(self) -> None:
        self.hands_open = not self.hands_open
        self.draw()

    def step(self) -> None:
        with self.attempt():
            self.participant.step()

    def go_on_or_pause(self) -> None:
        me = self.participant
        if self.view.phase is not Phase.PLAY:
            self.following.proceed()
        else:
            with self.attempt():
                (me.resume if Ask.CONTINUE in me.allowed else me.pause)()


class Spectating(WatchedBoard):
    """A game as everybody at the table sees it; or one that was ended early, as its player sees it."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *bindings_of("score.rematch", "watch.other_side")]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.offer({"choose": self.choose, "memory": self.show_memory})
        self.offer({"rematch": self.requests.rematch, "other_side": self.requests.turn_table})

    @property
    def note(self) -> str:
        """What the other player asks for; else that one watches."""
        return super().note or (_("watching") if self.view.public else "")

    def outdated(self) -> bool:
        """Return whether the points come next, or one's own table: at once only far away, where nobody waits."""
        me = self.participant
        return me.goes_on_without and not me.ended_early and (self.view.phase is Phase.OVER or not self.view.public)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        allowed = self.participant.allowed
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if Ask.TAKE_OVER in allowed:
            yield hint("choose", _("play on"))
        if Ask.REMATCH in allowed:
            yield hint("score.rematch")
        if Ask.OTHER_SIDE in allowed:
            yield hint("watch.other_side")
        yield from self.requests.hints()
        yield from self.reading.hints()
        yield hint("back", _("leave"))

    def instruction(self) -> str:
        me = self.participant
        return me.ended_early or prompt_text.looked_at(self.view, ended=Ask.TAKE_OVER in me.allowed)

    def cursor_help(self) -> PromptLine:
        """Say where the game is open, and what can be done once it is over; no card can be chosen."""
        me = self.participant
        # Why it isn't rated is said in short: how it ended needs the other line.
        over = super().note or " ".join((*me.unrated[1:], next_steps(me)))
        return PromptLine(over if me.ended_early else me.elsewhere)

    def choose(self) -> None:
        """Open the game once that is possible, or say how to go on once it is over, else why nothing can be chosen."""
        me = self.participant
        if me.ended_early:
            self.refuse(next_steps(me))
        elif self.view.phase is Phase.OVER:
            self.following.proceed()
        elif Ask.TAKE_OVER in me.allowed:
            self.post_message(ResumeGame(me.id))  # type: ignore[attr-defined]
        else:
            self.refuse(me.refusal(Ask.PLAY))
