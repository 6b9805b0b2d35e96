"""The position editor: the table, on which every card, pile and emissary can be set."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import N_, _
from naishi.editor.participant import EditorParticipant
from naishi.rules.cards import BASE_CARDS, Card
from naishi.rules.phase import Phase
from naishi.rules.territory import RIVER, Cell
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.keys import Keymap
from naishi_tui.messages import StartGame
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.screens.edit_help import EditHelp
from naishi_tui.screens.edit_letters import EditLetters
from naishi_tui.widgets.edit_board import EditBoard, Letters
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.position_line import PositionLine

if TYPE_CHECKING:
    from naishi.game.game import Game
    from naishi.rules.actions import Action
    from naishi.settings.schema import Settings

KEYS = {
    "row": "enter",
    "take_off": "backspace",
    "higher": "plus",
    "lower": "minus",
    "swap": "w",
    "discard": "d",
    "decree": "c",
    "turn": "e",
    "stage": "g",
    "last": "l",
    "discards": "j",
    "deal": "z",
    "side": "v",
    "analyse": "i",
    "play": "p",
    "text": "y",
    "undo": "u",
    "redo": "ctrl+r",
    "explain": "question_mark",
    "help": "f1",
    "back": "escape",
}
"""The keys of the editor. All other letters are cards."""

WORDS = {
    "row": N_("type the letters of the whole row or pile"),
    "take_off": N_("take the top card off a pile; elsewhere, put a mountain"),
    "higher": N_("slip a card of the box below the pile"),
    "lower": N_("take the lowest card of the pile away"),
    "swap": N_("send an emissary of the nearer player to swap, or recall them from there"),
    "discard": N_("the same for discard"),
    "decree": N_("the same for the decree"),
    "turn": N_("let the other player act"),
    "stage": N_("how far the turn is: begun, developed, bonus, scoring, gifts"),
    "last": N_("whether this is the last turn"),
    "discards": N_("type the letters of the discard pile, oldest first"),
    "deal": N_("deal the face-down cards anew from all that lie nowhere else"),
    "side": N_("look from the other side"),
    "analyse": N_("analyse: the best actions from here"),
    "play": N_("play from here"),
    "text": N_("the position as a text, to copy or to replace"),
    "undo": N_("undo the last change"),
    "redo": N_("redo what was undone"),
    "explain": N_("explain the card under the cursor"),
    "help": N_("all keys and letters"),
    "back": N_("leave the editor"),
}

KEYMAP = Keymap(KEYS)

ALSO = {"higher": "equals_sign", "take_off": "delete", "row": "space", "help": "f2"}
"""Other keys for the same."""


class EditScreen(BoardScreen, inherit_bindings=False):
    """The table of a position. A letter sets the card under the cursor; what makes no sense is refused in words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{card.letter.lower()},{card.letter}", f"put('{card.letter}')", show=False) for card in BASE_CARDS),
        *(Binding(key, command, show=False) for command, key in KEYS.items()),
        *(Binding(key, command, show=False) for command, key in ALSO.items()),
        *(Binding(str(n), f"column({n - 1})", show=False) for n in range(1, 6)),
        Binding("left", "move(-1,0)", show=False),
        Binding("right", "move(1,0)", show=False),
        Binding("up", "move(0,-1)", show=False),
        Binding("down", "move(0,1)", show=False),
    ]
    participant: EditorParticipant
    board: EditBoard

    def __init__(self, editing: EditorParticipant, settings: Settings, chance: random.Random | None = None) -> None:
        """Edit a position.

        Args:
            editing: Its viewer.
            settings: How the table looks.
            chance: Deals face-down cards.
        """
        self.draft, self.chance = editing.draft, chance or random.SystemRandom()
        self.position_line, self.letters_line = PositionLine(id="position"), Letters(id="letters-line")
        super().__init__(editing, settings)

    def make_board(self) -> EditBoard:
        """Return a board on which the cursor comes to every card."""
        return EditBoard(KEYMAP)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.header
        yield self.board
        yield self.letters_line
        yield self.position_line
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        """Draw the position as it is now."""
        self.view = self.participant.view
        self.header.show(self.view, _("position editor"))
        self.board.show_draft(self.participant)
        self.letters_line.left = self.board.letters.left
        self.position_line.text = self.draft.text
        self.show_prompt()

    def instruction(self) -> str:
        """Say what is under the cursor."""
        card, cell = self.pointed_card(), self.board.cell
        if cell in RIVER:
            if card is None:
                return _("{cell}: an empty pile.").format(cell=cell)
            letters = " ".join(self.draft.letters(0, cell))
            return _("{cell}: {card}. The pile from the top: {letters}.").format(
                cell=cell, card=card.noun, letters=letters
            )
        name = self.view.names[self._seat()]
        return _("{name}, {cell}: {card}.").format(name=name, cell=cell, card=card.noun if card is not None else "")

    def cursor_help(self) -> PromptLine:
        """Say what can be done there, or that the box doesn't hold so many cards."""
        left = self.draft.left()
        if over := [card for card in BASE_CARDS if left[card] < 0]:
            words = listed((card.noun for card in over), conjunction=False)
            return PromptLine(_("More than the box holds: {cards}.").format(cards=words))
        if self.board.cell in RIVER:
            return PromptLine(_("A letter: another card. Enter: the pile. + -: height."))
        return PromptLine(_("A letter: another card. Enter: the row."))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        yield KeyHint("", _("letter"), _("card"))
        yield self.hint("analyse", _("analyse"))
        yield self.hint("play", _("play"))
        yield self.hint("text", _("text"))
        yield self.hint("undo", _("undo"), minor=True)
        yield self.hint("help", _("help"))
        yield self.hint("back", _("back"))

    def hint(self, command: str, does: str, *, minor: bool = False) -> KeyHint:
        """Name the key of a command of the editor."""
        return KeyHint(command, KEYMAP.shown(command), does, minor)

    @contextmanager
    def edit(self) -> Iterator[None]:
        """Draw what came of an edit, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.draw()

    def _seat(self) -> int:
        """The seat whose card is under the cursor."""
        return 1 - self.participant.seat if self.board.on_far_side else self.participant.seat

    def action_put(self, letter: str) -> None:
        """Put a card under the cursor."""
        with self.edit():
            self.draft.put(self._seat(), self.board.cell, Card.from_text(letter))

    def action_take_off(self) -> None:
        """Take the card under the cursor off its pile; of a territory, put a mountain there."""
        with self.edit():
            self.draft.take_off(self._seat(), self.board.cell)

    def action_higher(self) -> None:
        """Slip a card below the pile."""
        if self._at_a_pile():
            with self.edit():
                self.draft.lengthen(self.board.position, self.chance)

    def action_lower(self) -> None:
        """Take the lowest card of the pile away."""
        if self._at_a_pile():
            with self.edit():
                self.draft.shorten(self.board.position)

    def _at_a_pile(self) -> bool:
        if self.board.cell in RIVER:
            return True
        self.refuse(_("Only the piles of the River have a height."))
        return False

    def action_deal(self) -> None:
        """Deal the face-down cards anew."""
        with self.edit():
            self.draft.deal_face_down(self.chance)

    def action_swap(self) -> None:
        """Send an emissary to swap."""
        self._send("swap")

    def action_discard(self) -> None:
        """Send an emissary to discard."""
        self._send("discard")

    def action_decree(self) -> None:
        """Send an emissary to the decree."""
        self._send("decree")

    def _send(self, spot: str) -> None:
        with self.edit():
            self.draft.send(self.participant.seat, spot)

    def action_turn(self) -> None:
        """Let the other seat act."""
        with self.edit():
            self.draft.set_turn(1 - self.draft.fields.turn)

    def action_stage(self) -> None:
        """Go to the next stage of the turn."""
        with self.edit():
            self.draft.next_stage()

    def action_last(self) -> None:
        """Make the turn the last one, or an ordinary one."""
        with self.edit():
            self.draft.set_last(self.draft.fields.last is None)

    def action_side(self) -> None:
        """Look from the other side."""
        self.participant.seat = 1 - self.participant.seat
        self.draw()

    async def action_undo(self) -> None:
        """Undo the last change."""
        with self.edit():
            self.draft.undo()

    async def action_redo(self) -> None:
        """Redo what was undone."""
        with self.edit():
            self.draft.redo()

    async def action_choose(self) -> None:
        """Type the letters of the row or pile, as a click on the prompt does."""
        self.action_row()

    def action_row(self) -> None:
        """Ask for the letters of the row or pile."""
        seat, cell = self._seat(), self.board.cell
        self._ask(self._title(seat, cell), self.draft.letters(seat, cell), lambda text: self._set(seat, cell, text))

    def _title(self, seat: int, cell: Cell) -> str:
        if cell in RIVER:
            return _("River, pile {number}, from the top:").format(number=cell.position + 1)
        row = _("{name}, Line:") if cell.zone.value == "L" else _("{name}, Hand:")
        return row.format(name=self.view.names[seat])

    def _set(self, seat: int, cell: Cell, text: str) -> None:
        self.draft.set_letters(seat, cell, text)

    def action_discards(self) -> None:
        """Ask for the letters of the discard pile."""
        self._ask(_("The discard pile, oldest card first:"), self.draft.discards, self.draft.set_discards)

    def action_text(self) -> None:
        """Show the position as a text, and take another one."""
        self._ask(_("The position as a text:"), self.draft.text, self.draft.read, copied=True)

    def _ask(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        self.app.push_screen(EditLetters(title, text, take, copied=copied), lambda _nothing: self.draw())

    def action_play(self) -> None:
        """Play from here."""
        from naishi_tui.screens.play_from import PlayFrom

        if self.view.phase not in {Phase.GIFT, Phase.PLAY}:
            self.refuse(_("Both Hands are open here, so there is nothing left to play."))
        else:
            self.app.push_screen(PlayFrom(self.draft.position, self.participant.names), self._begin)

    def _begin(self, game: Game | None) -> None:
        if game is not None:
            self.post_message(StartGame(game))

    def action_analyse(self) -> None:
        """Weigh the actions from here, and do the one that is chosen."""
        from naishi_tui.screens.choices import Choices

        if self.view.turn is None:
            self.refuse(_("The game is over."))
        else:
            self.app.push_screen(Choices(self.draft.position, self.participant.names), self._do)

    def _do(self, action: Action | None) -> None:
        if action is not None:
            with self.edit():
                self.draft.play(action)

    def action_help(self) -> None:
        """Show all keys and letters."""
        self.app.push_screen(EditHelp(self._described()))

    def _described(self) -> Iterator[tuple[str, str]]:
        for command, words in WORDS.items():
            yield KEYMAP.shown(command), _(words)

    def action_back(self) -> None:
        """Leave the editor."""
        self.dismiss()

    def action_of(self, command: str) -> str:
        """The action that a command runs: they have the same names."""
        return command

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here."""
        for command, words in WORDS.items():
            said = _(words)
            yield f"{said[0].upper()}{said[1:]} ({KEYMAP.shown(command)})", self._runs(command)
