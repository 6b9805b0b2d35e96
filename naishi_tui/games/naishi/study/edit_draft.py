"""Edits of a position, and their keys."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.territory import RIVER, Cell
from naishi.settings.keymap import KEYS
from naishi_tui.dialogs.questions import LineQuestion
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings_of, fixed_bindings
from naishi_tui.table.part import Handlers, PartHost
from naishi_tui.widgets.menu import Field

if TYPE_CHECKING:
    from naishi.games.naishi.editor.participant import EditorParticipant
    from naishi_tui.games.naishi.study.edit_board import EditBoard


class EditLetters(LineQuestion[None]):
    """A field; what is typed is taken once it makes sense, and until then the reason why it doesn't is shown."""

    CSS_PATH = stylesheet("games/naishi/study/edit_letters.tcss")

    def __init__(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        """Ask for letters.

        Args:
            title: What they are of.
            text: As they are now.
            take: Takes others, or raises a `NaishiError` that says why not.
            copied: Whether to offer the text to be copied, too.
        """
        super().__init__()
        self.heading, self.text, self.take, self.copied = title, text, take, copied

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(id="box"):
            yield Static(Content(self.heading), id="title")
            if self.copied:
                yield Static(Content(self.text), id="whole")
            yield Field(self.text, id="answer", compact=True)
            yield Static(id="said")
            with Horizontal():
                yield Button(_("Take it (Enter)"), id="take", compact=True, variant="primary")
                if self.copied:
                    yield Button(_("Copy"), id="copy", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> None:
        """Take the letters."""
        self.take(answer)

    def refuse(self, why: str) -> None:
        """Say why they make no sense."""
        self.query_one("#said", Static).update(Content.styled(why, "$error"))

    @on(Button.Pressed, "#copy")
    def _copy(self) -> None:
        """Put the text on the clipboard, where the terminal allows that."""
        self.app.copy_to_clipboard(self.text)
        self.query_one("#said", Static).update(Content(_("Copied, if this terminal allows it.")))


class EditDraft:
    """Commands that change a draft; what makes no sense is refused in words."""

    def __init__(self, screen: PartHost, editing: EditorParticipant, board: EditBoard, chance: random.Random) -> None:
        """Edit a position.

        Args:
            screen: Where it is drawn.
            editing: Its viewer.
            board: Where the cursor is.
            chance: Deals face-down cards.
        """
        self.screen, self.editing, self.board, self.chance = screen, editing, board, chance
        self.draft: Draft = editing.draft
        self.at_cursor: Handlers = {
            **{f"put {card.letter}": partial(self.put, card) for card in BASE_CARDS},
            "take_off": self.take_off,
            "higher": self.lengthen,
            "lower": self.shorten,
            "row": self.ask_for_row,
        }
        """The commands at the card under the cursor."""
        self.to_game: Handlers = {
            **{spot: partial(self.send, spot) for spot in ("swap", "discard", "decree")},
            "turn": self.let_other_act,
            "stage": partial(self.edit, self.draft.next_stage),
            "last": self.change_last,
            "ryokan": partial(self.edit, self.draft.next_ryokan),
            "discards": self.ask_for_discards,
            "deal": partial(self.edit, lambda: self.draft.deal_face_down(self.chance)),
            "text": self.ask_for_text,
            "undo": partial(self.edit, self.draft.undo),
            "redo": partial(self.edit, self.draft.redo),
        }
        """The commands to the game as a whole."""

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Draw what came of an edit, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.screen.refuse(str(error))
        else:
            self.screen.draw()

    def edit(self, change: Callable[[], None]) -> None:
        """Make a change."""
        with self.attempt():
            change()

    @property
    def seat(self) -> int:
        """The seat whose card is under the cursor."""
        return 1 - self.editing.seat if self.board.on_far_side else self.editing.seat

    def put(self, card: Card) -> None:
        """Put a card under the cursor; with the expansion, the same letter again puts its Legend there."""
        with self.attempt():
            self.draft.put_letter(self.seat, self.board.cell, card)

    def take_off(self) -> None:
        """Take the card under the cursor off its pile; of a territory, put a mountain there."""
        with self.attempt():
            self.draft.take_off(self.seat, self.board.cell)

    def lengthen(self) -> None:
        """Slip a card below the pile."""
        if self._at_a_pile():
            with self.attempt():
                self.draft.lengthen(self.board.position, self.chance)

    def shorten(self) -> None:
        """Take the lowest card of the pile away."""
        if self._at_a_pile():
            with self.attempt():
                self.draft.shorten(self.board.position)

    def _at_a_pile(self) -> bool:
        if self.board.cell in RIVER:
            return True
        self.screen.refuse(_("Only the piles of the River have a height."))
        return False

    def send(self, spot: str) -> None:
        """Send an emissary of the nearer player to a spot of the court, or recall them from there."""
        with self.attempt():
            self.draft.send(self.editing.seat, spot)

    def let_other_act(self) -> None:
        """Let the other seat act."""
        with self.attempt():
            self.draft.set_turn(1 - self.draft.fields.turn)

    def change_last(self) -> None:
        """Make the turn the last one, or an ordinary one."""
        with self.attempt():
            self.draft.set_last(self.draft.fields.last is None)

    def ask_for_row(self) -> None:
        """Ask for the letters of the row or pile."""
        seat, cell = self.seat, self.board.cell
        self._ask(self._title(seat, cell), self.draft.letters(seat, cell), partial(self.draft.set_letters, seat, cell))

    def _title(self, seat: int, cell: Cell) -> str:
        if cell in RIVER:
            return _("River, pile {number}, from the top:").format(number=cell.position + 1)
        row = _("{name}, Line:") if cell.zone.value == "L" else _("{name}, Hand:")
        return row.format(name=self.screen.view.names[seat])

    def ask_for_discards(self) -> None:
        """Ask for the letters of the discard pile."""
        self._ask(_("The discard pile, oldest card first:"), self.draft.discards, self.draft.set_discards)

    def ask_for_text(self) -> None:
        """Show the position as a text, and take another one."""
        self._ask(_("The position as a text:"), self.draft.text, self.draft.read, copied=True)

    def _ask(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        asking = EditLetters(title, text, take, copied=copied)
        self.screen.app.push_screen(asking, lambda _nothing: self.screen.draw())


OWN = tuple(command for command in KEYS if command.startswith("edit."))
"""The commands of the editor. All other letters are cards."""


def edit_bindings() -> list[Binding]:
    """Return the keys of the editor as Textual binds them."""
    letters = {f"put {card.letter}": f"{card.letter.lower()},{card.letter}" for card in BASE_CARDS}
    columns = {f"column_{n}": str(n) for n in range(1, 6)}
    moves = {each: each for each in ("left", "right", "up", "down")}
    return [*fixed_bindings(letters | columns | moves), *bindings_of(*OWN)]
