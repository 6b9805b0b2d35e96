"""The position editor."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.editor.participant import EditorParticipant
from naishi.games.naishi.editor.replay import check_not_played_out
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.rules.territory import RIVER
from naishi.settings.keymap import KEY, keymap
from naishi_tui.dialogs.scroll_text import ScrollText
from naishi_tui.drawing.cells import right
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import BoardCursor
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.games.naishi.study.edit_board import EditBoard, Letters, PositionLine
from naishi_tui.games.naishi.study.edit_draft import OWN, EditDraft, edit_bindings
from naishi_tui.messages import StartGame
from naishi_tui.table.part import Handlers
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.games.naishi.game.view import PlayerView
    from naishi.settings.schema import Settings

WIDTH = 10
"""The column of the keys."""


class EditHelp(ScrollText):
    """What the editor does by which key."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        """Show keys with what they do."""
        super().__init__(_("the position editor"), _paragraphs(keys))


def _paragraphs(keys: Iterable[tuple[str, str]]) -> Iterator[Content]:
    yield Content(
        _(
            "Set up any position here, for example from a game at a real table. The letter of a card puts it under "
            "the cursor. In games and analyses from here, both players know each other's Hand; only the face-down "
            "cards of the River are unknown."
        )
    )
    yield Content.styled(_("Letters"), "bold $accent")
    yield Content("\n".join(f"{right(card.letter, WIDTH)}  {card.noun}" for card in BASE_CARDS))
    yield Content(_("+ beside a letter: the box has more of this card. !: the position has more than the box."))
    yield Content.styled(_("Keys"), "bold $accent")
    yield Content("\n".join(f"{right(key, WIDTH)}  {words}" for key, words in keys))


class DraftView:
    """Draws a position that is set up: the board, the letters of the cards that are left, and the text of it all."""

    def __init__(self, editing: EditorParticipant) -> None:
        """Draw nothing yet."""
        self._editing = editing
        self.board = EditBoard()
        self.position_line, self.letters_line = PositionLine(id="position"), Letters(id="letters-line")

    def widgets(self) -> tuple[Widget, ...]:
        """Return all three, from top to bottom."""
        return self.board, self.letters_line, self.position_line

    def draw(self) -> None:
        """Draw the position as it is now."""
        self.board.show_draft(self._editing)
        self.letters_line.left = self.board.letters.left
        self.position_line.text = self._editing.draft.text


class EditScreen(CardScreen, inherit_bindings=False):
    """The table of a position. A letter sets the card under the cursor; what makes no sense is refused in words."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*edit_bindings()]
    participant: EditorParticipant

    def __init__(self, editing: EditorParticipant, settings: Settings, chance: random.Random | None = None) -> None:
        """Edit a position.

        Args:
            editing: Its viewer.
            settings: How the table looks.
            chance: Deals face-down cards.
        """
        super().__init__(editing, settings)
        self.draft = editing.draft
        self.middle = DraftView(editing)
        self.board = self.middle.board
        self.cursor = BoardCursor(self, self.board)
        self.editor = EditDraft(self, editing, self.board, chance or random.SystemRandom())
        self.offer(self.cursor.moves, self.cursor.columns, self.editor.at_cursor, self.editor.to_game)
        self.offer(self._own_commands())
        self.draw()

    def _own_commands(self) -> Handlers:
        return {
            "prompt": self.editor.ask_for_row,
            "side": self.turn_table,
            "play": self.play,
            "analyse": self.analyse,
            "explain": self.reading.explain,
            "help": self.show_help,
            "back": self.close,
        }

    def draw(self) -> None:
        """Draw the position as it is now."""
        self.view = self.participant.view
        super().draw()

    def draw_header(self) -> None:
        """Draw the first line."""
        self.header.show_heading(_("position editor"))

    def instruction(self) -> str:
        """Say what is under the cursor."""
        card, cell = self.board.card(self.view), self.board.cell
        if cell in RIVER:
            letters = " ".join(self.draft.letters(0, cell))
            if not letters:
                return _("{cell}: an empty pile.").format(cell=cell.noun)
            if card is None:
                return _("{cell}: not turned up yet. The pile from the top: {letters}.").format(
                    cell=cell.noun, letters=letters
                )
            return _("{cell}: {card}. The pile from the top: {letters}.").format(
                cell=cell.noun, card=card.noun, letters=letters
            )
        name = self.view.names[self.editor.seat]
        noun = card.noun if card is not None else ""
        return _("{name}, {cell}: {card}.").format(name=name, cell=cell.noun, card=noun)

    def cursor_help(self) -> PromptLine:
        """Say what can be done there, or what no game can have on the table."""
        if self.draft.fault is not None:
            return PromptLine(self.draft.fault)
        if self.board.cell in RIVER:
            words = _("A letter: another card. {key:edit.row}: the pile. {key:edit.higher} {key:edit.lower}: height.")
            return PromptLine(words.format(key=KEY))
        if self.view.module is not None:
            words = _("A letter: another card; again: its Legend. {key:edit.row}: the row, also with Travellers.")
        else:
            words = _("A letter: another card. {key:edit.row}: the row.")
        return PromptLine(words.format(key=KEY))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        yield KeyHint("", _("letter"), _("card"))
        yield hint("edit.analyse")
        yield hint("edit.play")
        yield hint("edit.text")
        yield hint("edit.undo")
        yield hint("edit.help")
        yield hint("edit.back")

    def turn_table(self) -> None:
        """Look from the other side."""
        self.participant.seat = 1 - self.participant.seat
        self.draw()

    def play(self) -> None:
        """Play from here."""
        from naishi_tui.games.naishi.play_from import PlayFrom

        with self.editor.attempt():
            check_not_played_out(self.view)
            self.app.push_screen(PlayFrom(self.draft.playable(), self.participant.names), self._begin)

    def _begin(self, game: Game | None) -> None:
        if game is not None:
            self.post_message(StartGame(game))

    def analyse(self) -> None:
        """Weigh the actions from here, and do the one that is chosen."""
        from naishi_tui.games.naishi.study.choices import Choices

        if self.view.turn is None:
            self.refuse(_("The game is over."))
            return
        with self.editor.attempt():
            game = Game.from_position(self.draft.playable(), self.participant.names)
            self.app.push_screen(Choices(game, self._about(game.view(game.turn)), _("do it")), self._do)

    def _about(self, view: PlayerView) -> str:
        """Say whose knowledge chances follow from: a position doesn't say who has seen what."""
        if None in view.theirs.hand:
            return _("Chances to win, as far as this player can know. ± holds 19 of 20 true values.")
        return _("Chances to win for a player who knows both Hands. ± holds 19 of 20 true values.")

    def _do(self, chosen: WeighedTurn | None) -> None:
        if chosen is not None:
            with self.editor.attempt():
                self.draft.play(chosen.turn[0])

    def show_help(self) -> None:
        """Show all keys and letters."""
        self.app.push_screen(EditHelp((key, words) for _command, key, words in keymap().described(*OWN)))

    def close(self) -> None:
        """Leave the editor."""
        self.dismiss()

    def listed(self) -> Iterable[str]:
        """Return what the command palette offers here."""
        return OWN
