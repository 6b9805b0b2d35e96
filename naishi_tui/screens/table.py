"""The table: the River, both Lines, the viewer's Hand, the court; where a turn is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from naishi.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Swap
from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.legal import Phase
from naishi.scoring import best_copies, score
from naishi.territory import HAND, LINE, RIVER, Cell
from naishi.view import PlayerView
from naishi_tui import prompt
from naishi_tui.choice import Choice, cells_of
from naishi_tui.faces import Lighting, worth_of_cells
from naishi_tui.keys import table_bindings, table_keys
from naishi_tui.messages import Command, LeaveGame, Proceed
from naishi_tui.prompt import Said
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.whole_log import WholeLog
from naishi_tui.seats import Seat
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.court import Court
from naishi_tui.widgets.hand import Hand, HiddenHand
from naishi_tui.widgets.header import Header, PlayerLabel, RowLabel
from naishi_tui.widgets.key_line import Hint, KeyLine
from naishi_tui.widgets.line import Line
from naishi_tui.widgets.log import Log
from naishi_tui.widgets.prompt import Prompt
from naishi_tui.widgets.river import River
from naishi_tui.widgets.rows import Rows
from naishi_tui.widgets.score_panel import ScorePanel
from naishi_tui.widgets.turn import Turn

ROWS: tuple[tuple[str, tuple[Cell, ...]], ...] = (
    ("their-line", LINE),
    ("river", RIVER),
    ("my-line", LINE),
    ("my-hand", HAND),
)
"""The rows that the cursor walks through, from top to bottom, and the cells of each."""

BEGUN: dict[str, tuple[type[Action], Action]] = {
    "swap": (Swap, Swap(Cell.L1, Cell.L2)),
    "discard": (Discard, Discard(Cell.R1, Cell.R2)),
    "decree": (Decree, Decree(Cell.L1)),
    "recall": (Recall, Recall()),
    "declare": (Declare, Declare()),
}
"""What each verb begins, and an action of that kind to ask why it isn't possible."""


class Table(Screen[None]):
    """Where a turn is played. Handed a seat, it can see and do no more than that seat may."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.view: PlayerView = seat.view()
        self.choice = Choice()
        self.row, self.position = 2, 2
        self.fresh = _changed_by_opponent(self.view)

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Header(id="header")
        with Horizontal(id="table"):
            with Vertical(id="board"):
                yield PlayerLabel(id="their-label")
                yield HiddenHand(id="their-hand")
                yield Line(id="their-line")
                yield RowLabel(id="river-label")
                yield River(id="river")
                yield PlayerLabel(id="my-label")
                yield Line(id="my-line")
                yield RowLabel(id="hand-label")
                yield Hand(id="my-hand")
            with Vertical(id="side"):
                yield Court(id="court")
                yield Turn(id="turn")
                yield ScorePanel(id="score")
                yield Log(id="log")
        yield Prompt(id="prompt")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Draw what doesn't change, then the view."""
        self.query_one("#river-label", RowLabel).show(_("River"), _("cards left"))
        self.query_one("#hand-label", RowLabel).show(_("Hand"))
        keys = table_keys()
        words = {
            "choose": _("choose"),
            "back": _("back"),
            "undo": _("undo"),
            "redo": _("redo"),
            "explain": _("card"),
            "log": _("log"),
            "rules": _("help"),
        }
        moves = Hint("", "←↑↓→", _("move"))
        self.query_one(KeyLine).show([moves, *(Hint(id_, keys[id_].shown, does) for id_, does in words.items())])
        self.show()

    def show(self) -> None:
        """Draw the view, the half-made choice and the cursor. Widgets repaint only what differs."""
        view = self.view
        lighting = Lighting.of(self.choice, view, self.fresh)
        sheet = score(view.mine.territory(), best_copies(view.mine.territory()))
        worth = worth_of_cells(sheet)
        fresh_hand = [cell for cell in self.fresh if cell in HAND]
        self.query_one(Header).show(view)
        self.query_one("#their-label", PlayerLabel).show(view, 1 - view.seat, _("Hand and Line"))
        self.query_one(HiddenHand).show(fresh_hand)
        theirs = replace(lighting, targets=(), chosen=())
        self.query_one("#their-line", Line).show(view.theirs, {}, theirs)
        self.query_one(River).show(view, lighting)
        self.query_one("#my-label", PlayerLabel).show(view, view.seat, _("Line"))
        self.query_one("#my-line", Line).show(view.mine, worth, replace(lighting, fresh=()))
        self.query_one(Hand).show(view.mine, worth, replace(lighting, fresh=()))
        self.query_one(Court).show(view, self.choice.kind)
        self.query_one(Turn).show(view, self.choice.kind)
        self.query_one(ScorePanel).show(sheet)
        self.query_one(Log).show(view.events, view.names)
        self.show_cursor()

    def show_cursor(self, said: Said | None = None) -> None:
        """Draw the cursor and the prompt; `said` instead of what Enter would do here."""
        for row, (id_, _cells) in enumerate(ROWS):
            self.query_one(f"#{id_}", CardRow).cursor = self.position if row == self.row else None
        here = said or Said(self.seat.trouble, refused=True)
        if not here.text:
            here = prompt.what_here(self.view, self.choice, self.cell)
        self.query_one(Prompt).show(prompt.what_now(self.view, self.choice), here.text, refused=here.refused)

    @property
    def cell(self) -> Cell | None:
        """The cell that Enter chooses. A card of the opponent's Line stands for the own one opposite in a decree."""
        id_, cells = ROWS[self.row]
        if id_ == "their-line" and self.choice.kind is not Decree:
            return None
        return cells[self.position]

    @property
    def passed(self) -> bool:
        """Whether the turn has passed from this seat, or the game is over."""
        return self.view.turn != self.view.seat or self.view.phase is not Phase.PLAY

    def on_key(self, event: events.Key) -> None:
        """Any key ends the marking of what the opponent changed."""
        if self.fresh:
            self.fresh = frozenset()
            self.show()

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
        places = [(row, p) for row in (1, 2, 3) for p in range(5) if ROWS[row][1][p] in targets]
        if places:
            here = (self.row, self.position)
            after = [place for place in places if (place > here if step > 0 else place < here)] or places
            self.row, self.position = after[0 if step > 0 else -1]
            self.show_cursor()

    def action_choose(self) -> None:
        """Choose the card under the cursor, or do what has been asked about."""
        if self.passed:
            self.post_message(Proceed())
        elif self.choice.kind in {Recall, Declare}:
            self.play(self.choice.action(self.view.legal_actions))
        else:
            self.pick(self.cell)

    def action_back(self) -> None:
        """Take one step back from a half-made choice, or leave the game."""
        if self.choice == Choice():
            self.post_message(LeaveGame())
        elif self.choice.cells:
            self.choose(replace(self.choice, cells=self.choice.cells[:-1]))
        else:
            self.choose(Choice())

    def action_begin(self, verb: str) -> None:
        """Begin an action of another kind than the develop. The same key again does it, or leaves it."""
        kind, example = BEGUN[verb]
        if self.choice.kind is kind:
            self.action_choose() if kind in {Recall, Declare} else self.choose(Choice())
        elif self.view.can(kind):
            self.choose(Choice(kind))
        else:
            self.show_cursor(Said(self.view.refusal(example) or _("Not now."), refused=True))

    def action_bonus(self) -> None:
        """Begin a swap; asked again, a discard; asked again, leave it."""
        self.action_begin("discard" if self.choice.kind is Swap and self.view.can(Discard) else "swap")
        if self.choice.kind is Discard and not self.view.can(Discard):
            self.choose(Choice())

    def action_end_turn(self) -> None:
        """End the turn, or pass."""
        action = Pass() if self.view.can(Pass) else End()
        if reason := self.view.refusal(action):
            self.show_cursor(Said(reason, refused=True))
        else:
            self.play(action)

    def action_undo(self) -> None:
        """Take back the last action of the game."""
        self._change(self.seat.undo)

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self._change(self.seat.redo)

    def action_explain(self) -> None:
        """Explain the card under the cursor."""
        id_, cells = ROWS[self.row]
        cell = cells[self.position]
        side = self.view.theirs if id_ == "their-line" else self.view.mine
        card = self.view.river[self.position].top if id_ == "river" else side.card(cell)
        if card is not None:
            self.app.push_screen(Explain(card))

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(WholeLog(self.view))

    def action_rules(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(Rules())

    @on(CardRow.Picked)
    def _card_clicked(self, event: CardRow.Picked) -> None:
        rows = [id_ for id_, _cells in ROWS]
        if event.row.id in rows:
            self.row, self.position = rows.index(event.row.id), event.position
            self.show_cursor()
            if not self.passed:
                self.pick(self.cell)

    @on(Rows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        if self.passed or self.choice.kind in {Recall, Declare}:
            self.action_choose()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(table_keys()[event.id].action)

    def pick(self, cell: Cell | None) -> None:
        """Choose a cell for the action being made, and do it once it is complete."""
        legal = self.view.legal_actions
        if cell is None:
            self.show_cursor(
                Said(_("That card is {name}'s.").format(name=self.view.names[1 - self.view.seat]), refused=True)
            )
        elif cell in self.choice.cells:
            self.choose(replace(self.choice, cells=tuple(each for each in self.choice.cells if each is not cell)))
        elif cell not in self.choice.targets(legal):
            self.show_cursor(Said(self.choice.refusal(cell, self.view), refused=True))
        else:
            chosen = self.choice.plus(cell)
            action = chosen.action(legal)
            if action is None:
                self.choose(chosen)
            else:
                self.play(action)

    def choose(self, choice: Choice) -> None:
        """Go on with a half-made choice."""
        self.choice = choice
        if choice.kind is Develop and choice.cells:
            self.row = 2
        self.show()

    def play(self, action: Action | None) -> None:
        """Do an action."""
        if action is not None:
            self._change(lambda: self.seat.play(action))

    def _change(self, change: Callable[[], None]) -> None:
        """Change the game, and show what came of it or why not."""
        try:
            change()
        except NaishiError as error:
            self.show_cursor(Said(str(error), refused=True))
            return
        self.choice = Choice()
        self.view = self.seat.view()
        if self.view.phase is Phase.GIFT:
            self.post_message(Proceed())
        else:
            self.show()


def _changed_by_opponent(view: PlayerView) -> frozenset[Cell]:
    """Cells that the opponent changed since the viewer's last action."""
    cells: set[Cell] = set()
    for event in reversed(view.events):
        if event.seat == view.seat or event.action is None:
            break
        cells.update(cells_of(event.action))
    return frozenset(cells)
