"""The table: the River, both Lines, the viewer's Hand, the court; where a turn is played."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from naishi.errors import NaishiError
from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Swap
from naishi.rules.cards import Card
from naishi.rules.legal import Phase
from naishi.rules.territory import HAND, LINE, RIVER, Cell
from naishi.settings.schema import Settings
from naishi_tui.advice import Advice, advise
from naishi_tui.drawing import card_text
from naishi_tui.drawing import prompt_text as prompt
from naishi_tui.drawing.faces import Highlights, worth_of_cells
from naishi_tui.drawing.prompt_text import Said
from naishi_tui.keys import action_of, table_bindings
from naishi_tui.messages import LeaveGame, PaceBots, PauseBots, Proceed
from naishi_tui.partial_action import PartialAction, cells_of
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.perfect_memory import PerfectMemory
from naishi_tui.seats import Seat
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.court_panel import CourtPanel
from naishi_tui.widgets.hand import Hand, HiddenHand
from naishi_tui.widgets.header import Header, PlayerLabel, RowLabel
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.line import Line
from naishi_tui.widgets.log import Log
from naishi_tui.widgets.prompt import Prompt
from naishi_tui.widgets.river import River
from naishi_tui.widgets.score_panel import ScorePanel
from naishi_tui.widgets.text_rows import TextRows
from naishi_tui.widgets.turn_panel import TurnPanel

THEIRS = 0
ROWS: tuple[tuple[Cell, ...], ...] = (LINE, RIVER, LINE, HAND)
"""What the cursor walks through, from top to bottom: the opponent's Line, the River, the own Line and Hand."""

BEGUN: dict[str, tuple[type[Action], Action]] = {
    "swap": (Swap, Swap(Cell.L1, Cell.L2)),
    "discard": (Discard, Discard(Cell.R1, Cell.R2)),
    "decree": (Decree, Decree(Cell.L1)),
    "recall": (Recall, Recall()),
    "declare": (Declare, Declare()),
}
"""What each verb begins, and an action of that kind to ask why it isn't possible."""


class Table(GameScreen):
    """Where a turn is played. Handed a seat, it can see and do no more than that seat may."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, seat: Seat, settings: Settings) -> None:
        super().__init__(seat, settings)
        self.choice = PartialAction()
        self.row, self.position = 2, 2
        self.waiting_for = ""
        """What is said while a bot thinks."""
        self.paused = False
        self.advised: Action | None = None
        """The action that was advised: marked until something is done."""
        self.changed_theirs, self.changed_mine = _changed_by_opponent(self.view)
        self.header = Header(id="header")
        self.their_label, self.my_label = PlayerLabel(id="their-label"), PlayerLabel(id="my-label")
        self.their_hand, self.their_line = HiddenHand(id="their-hand"), Line(id="their-line")
        self.river, self.my_line, self.my_hand = River(id="river"), Line(id="my-line"), Hand(id="my-hand")
        self.rows: tuple[CardRow, ...] = (self.their_line, self.river, self.my_line, self.my_hand)
        self.court, self.turn = CourtPanel(self.keymap, id="court"), TurnPanel(self.keymap, id="turn")
        self.score, self.events = ScorePanel(id="score"), Log(id="log")
        self.prompt = Prompt(id="prompt")
        self.show()

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield self.header
        with Horizontal(id="table"):
            with Vertical(id="board"):
                yield self.their_label
                yield self.their_hand
                yield self.their_line
                yield RowLabel(_("River"), _("cards left"))
                yield self.river
                yield self.my_label
                yield self.my_line
                yield RowLabel(_("Hand"))
                yield self.my_hand
            with Vertical(id="side"):
                yield self.court
                yield self.turn
                yield self.score
                yield self.events
        yield self.prompt
        yield KeyLine(self.hints(), id="keys")

    def hints(self) -> list[KeyHint]:
        """The keys that the last line names."""
        reading = {"explain": _("card"), "log": _("log"), "rules": _("help")}
        words = {"choose": _("choose"), "back": _("back"), "undo": _("undo"), "redo": _("redo"), **reading}
        if self.seat.watching:
            words = {"choose": _("pause"), "faster": _("faster"), "slower": _("slower"), **reading, "back": _("home")}
        return [
            KeyHint("", "←↑↓→", _("move")),
            *(KeyHint(id_, self.keymap.shown(id_), does) for id_, does in words.items()),
        ]

    def show(self) -> None:
        """Draw the view, the half-made choice and the cursor. Widgets repaint only what differs."""
        view = self.view
        highlights = Highlights.of(self.choice, view, self.changed_theirs)
        if self.advised is not None:
            highlights = replace(highlights, advised=cells_of(self.advised))
        own_lighting = replace(highlights, fresh=self.changed_mine)
        sheet = forecast.if_it_ended(view) if self.settings.hints and not view.public else None
        worth = worth_of_cells(sheet) if sheet else {}
        known = view.theirs.hand if self.settings.memory_aid or view.public else (None,) * 5
        self.header.show(view, self.note)
        self.their_label.show(view, 1 - view.seat, _("Hand and Line"))
        self.their_hand.show(known, self.changed_theirs)
        self.their_line.show(view.theirs, {}, replace(highlights, targets=(), chosen=(), advised=()))
        self.river.show(view, highlights)
        points = card_text.points(sheet.total) if sheet else ""
        self.my_label.show(view, view.seat, _("Line"), points)
        self.my_line.show(view.mine, worth, own_lighting)
        self.my_hand.show(view.mine, worth, own_lighting)
        self.court.show(view, self.choice.kind, self.advised)
        self.turn.show(view, self.choice.kind, self.advised)
        self.score.show(sheet)
        self.events.show(view)
        self.show_cursor()

    def show_cursor(self, said: Said | None = None) -> None:
        """Draw the cursor and the prompt; `said` instead of what Enter would do here."""
        for number, row in enumerate(self.rows):
            row.cursor = self.position if number == self.row else None
        here = said or Said(self.seat.trouble, refused=True)
        if not here.text:
            cell = None if self.seat.watching else self.cell
            here = prompt.what_here(self.view, self.choice, cell, hints=self.settings.hints)
        here = here if here.text else Said(self.aside)
        self.prompt.show(self._what_now(), here.text, refused=here.refused)

    def _what_now(self) -> str:
        if self.seat.watching:
            return prompt.watched(self.view, self.keymap, paused=self.paused)
        if self.waiting_for:
            return self.waiting_for
        return prompt.what_now(self.view, self.choice, self.keymap, against_bot=self.seat.against_bot)

    @property
    def note(self) -> str:
        """What the top line tells first, if anything."""
        return ""

    @property
    def aside(self) -> str:
        """What the prompt adds where nothing is under the cursor to be done, if anything."""
        return ""

    @property
    def cell(self) -> Cell | None:
        """The cell that Enter chooses. A card of the opponent's Line stands for the own one opposite in a decree."""
        if self.row == THEIRS and self.choice.kind is not Decree:
            return None
        return ROWS[self.row][self.position]

    @property
    def passed(self) -> bool:
        """Whether the turn has passed from this seat, or the game is over."""
        return self.view.turn != self.view.seat or self.view.phase is not Phase.PLAY

    def on_key(self, event: events.Key) -> None:
        """Any key ends the marking of what the opponent changed."""
        if self.changed_theirs or self.changed_mine:
            self.changed_theirs = self.changed_mine = frozenset()
            self.show()

    def look_again(self) -> None:
        """Draw the game anew after somebody else has acted."""
        self.view, self.advised = self.seat.view(), None
        self.waiting_for = ""
        self.changed_theirs, self.changed_mine = _changed_by_opponent(self.view)
        self.show()

    def wait_for(self, name: str) -> None:
        """Say that a bot thinks."""
        self.waiting_for = _("{name} is thinking … {undo} takes back.").format(
            name=name, undo=self.keymap.shown("undo")
        )
        self.show_cursor()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.position = min(max(self.position + columns, 0), 4)
        self.row = min(max(self.row + rows, 0), len(ROWS) - 1)
        self.show_cursor()

    def action_column(self, position: int) -> None:
        """Move the cursor to a column."""
        self.position = position
        self.show_cursor()

    def action_next_target(self, step: int) -> None:
        """Move the cursor to the next cell that can be chosen."""
        targets = self.choice.targets(self.view.legal_actions)
        places = [(row, p) for row in (1, 2, 3) for p in range(5) if ROWS[row][p] in targets]
        if places:
            here = (self.row, self.position)
            after = [place for place in places if (place > here if step > 0 else place < here)] or places
            self.row, self.position = after[0 if step > 0 else -1]
            self.show_cursor()

    def action_choose(self) -> None:
        """Choose the card under the cursor, or do what has been asked about."""
        if self.passed and self.view.phase is not Phase.PLAY:
            self.post_message(Proceed())
        elif self.seat.watching:
            self.paused = not self.paused
            self.post_message(PauseBots())
            self.show_cursor()
        elif self.passed:
            if not self.seat.against_bot:
                self.post_message(Proceed())
        elif self.choice.kind in {Recall, Declare}:
            self.play(self.choice.action(self.view.legal_actions))
        else:
            self.pick(self.cell)

    def action_back(self) -> None:
        """Take one step back from a half-made choice, or leave the game."""
        if self.advised is not None and self.choice == PartialAction():
            self.advised = None
            self.show()
        elif self.choice == PartialAction():
            self.post_message(LeaveGame())
        elif self.choice.cells:
            self.choose(replace(self.choice, cells=self.choice.cells[:-1]))
        else:
            self.choose(PartialAction())

    def action_begin(self, verb: str) -> None:
        """Begin an action of another kind than the develop. The same key again does it, or leaves it."""
        kind, example = BEGUN[verb]
        if self.choice.kind is kind:
            self.action_choose() if kind in {Recall, Declare} else self.choose(PartialAction())
        elif self.view.can(kind):
            self.choose(PartialAction(kind))
        elif self.seat.watching:
            self.change(lambda: self.seat.play(example))  # refused, in the words of the seat
        else:
            self.refuse(self.view.refusal(example) or _("Not now."))

    def action_bonus(self) -> None:
        """Begin a swap; asked again, a discard; asked again, leave it. What isn't possible is passed over."""
        begun, discard = self.choice.kind, self.view.can(Discard)
        wanted = begun is Discard or (discard and (begun is Swap or not self.view.can(Swap)))
        self.action_begin("discard" if wanted else "swap")

    def action_end_turn(self) -> None:
        """End the turn, or pass."""
        action = Pass() if self.view.can(Pass) else End()
        if (reason := self.view.refusal(action)) and not self.seat.watching:
            self.refuse(reason)
        else:
            self.play(action)

    def action_memory(self) -> None:
        """Show what a perfect memory knows, if the players want that."""
        if self.settings.memory_aid:
            self.app.push_screen(PerfectMemory(self.view))
        else:
            self.refuse(_("The memory aid is off; it can be switched on in the settings."))

    @work(exclusive=True)
    async def action_advice(self) -> None:
        """Ask the strong bot, who sees no more than this seat."""
        if not self.settings.advice:
            self.refuse(_("Advice is off; it can be switched on in the settings."))
        elif self.seat.watching or self.passed:
            self.refuse(_("Advice is for your own turn."))
        else:
            view = self.view
            self.show_cursor(Said(_("Thinking …")))
            try:
                advice = await asyncio.to_thread(advise, view)
            except NaishiError as error:
                self.refuse(str(error))
                return
            if view is self.view and self.is_current:
                self.show_advice(advice)

    def show_advice(self, advice: Advice) -> None:
        """Mark the action that is advised, and tell what speaks for it."""
        self.advised = advice.best
        self.show()
        self.show_cursor(Said(advice.sentence))

    def action_pace(self, step: int) -> None:
        """Let watched bots act faster or slower."""
        if self.seat.watching:
            self.post_message(PaceBots(step))

    def pointed_card(self) -> Card | None:
        """The card under the cursor."""
        cell = ROWS[self.row][self.position]
        if cell in RIVER:
            return self.view.river[self.position].top
        return (self.view.theirs if self.row == THEIRS else self.view.mine).card(cell)

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.show_cursor(Said(why, refused=True))

    def changed(self) -> None:
        """Show what came of an action, or leave the table where the game is back at the gifts."""
        self.choice, self.advised = PartialAction(), None
        self.view = self.seat.view()
        self.waiting_for = ""
        if self.view.phase is Phase.GIFT:
            self.post_message(Proceed())
            return
        self.show()
        if self.seat.against_bot and self.passed and self.view.phase is Phase.PLAY:
            self.post_message(Proceed())

    def action_of(self, command: str) -> str:
        """The action that a key has."""
        return action_of(command)

    @on(CardRow.Picked)
    def _card_clicked(self, event: CardRow.Picked) -> None:
        if event.row in self.rows:
            self.row, self.position = self.rows.index(event.row), event.position
            self.show_cursor()
            if not self.passed and not self.seat.watching:
                self.pick(self.cell)

    @on(TextRows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        if self.passed or self.seat.watching or self.choice.kind in {Recall, Declare}:
            self.action_choose()

    def pick(self, cell: Cell | None) -> None:
        """Choose a cell for the action being made, and do it once it is complete."""
        legal = self.view.legal_actions
        if cell is None:
            self.refuse(_("That card is {name}'s.").format(name=self.view.names[1 - self.view.seat]))
        elif cell in self.choice.cells:
            self.choose(replace(self.choice, cells=tuple(each for each in self.choice.cells if each is not cell)))
        elif cell not in self.choice.targets(legal):
            self.refuse(self.choice.refusal(cell, self.view))
        else:
            chosen = self.choice.plus(cell)
            action = chosen.action(legal)
            if action is None:
                self.choose(chosen)
            else:
                self.play(action)

    def choose(self, choice: PartialAction) -> None:
        """Go on with a half-made choice."""
        self.choice = choice
        if choice.kind is Develop and choice.cells:
            self.row = 2
        self.show()

    def play(self, action: Action | None) -> None:
        """Do an action."""
        if action is not None:
            self.change(lambda: self.seat.play(action))


def _changed_by_opponent(view: PlayerView) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Cells changed since the viewer's last action: of the opponent and the River, and of the viewer."""
    theirs: set[Cell] = set()
    mine: set[Cell] = set()
    for event in reversed(view.events):
        if event.seat == view.seat or event.action is None:
            break
        theirs.update(cells_of(event.action))
        if isinstance(event.action, Decree):
            mine.add(event.action.cell)
    return frozenset(theirs), frozenset(mine)
