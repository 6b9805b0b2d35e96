"""The position editor."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Button, Static
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.editor.draft import EditorParticipant, Stage
from naishi.games.naishi.editor.replay import check_not_played_out
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules import cards
from naishi.settings.keymap import KEY, KEYS, keymap
from naishi_tui.dialogs.screens import LineQuestion, ScrollText
from naishi_tui.drawing.cells import cut, right
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import Board, river_label, spots
from naishi_tui.games.naishi.board_view import BoardCursor, CardScreen
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.faces import Highlights, worth_of_lines
from naishi_tui.games.naishi.panels import CommandPanel, PanelCommand
from naishi_tui.messages import Command, StartGame, bindings_of, fixed_bindings
from naishi_tui.table.part import ARROWS, Handlers
from naishi_tui.widgets.text_rows import Field, KeyHint, PromptLine, Span, TextRow, TextRows, heading, hint, mark

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.settings.schema import Settings


NAME = 8
"""The cells of a card's name."""
ENTRY = len("M ") + NAME + len(" ")


class EditBoard(Board):
    """The table with both Hands open; below it the letters of the cards that are left, and the position as a text."""

    walk = (cards.HAND, *Board.walk)

    def __init__(self, editing: EditorParticipant) -> None:
        self.editing = editing
        self.letters, self.piles = Letters(id="letters"), CommandPanel(id="piles")
        self.position_line, self.letters_line = PositionLine(id="position"), Letters(id="letters-line")
        super().__init__()
        self.rows = (self.their_hand, *self.rows)
        self.row += 1

    @override
    def panels(self) -> tuple[Widget, ...]:
        return self.court, self.turn, self.letters, self.piles

    def widgets(self) -> tuple[Widget, ...]:
        return self, self.letters_line, self.position_line

    def draw(self) -> None:
        near, draft = self.editing.view, self.editing.draft
        far = self.editing.view_of(1 - near.seat)
        sheet, other = turns.if_it_ended(near), turns.if_it_ended(far)
        worth, plain = worth_of_lines(sheet.lines), Highlights()
        self.their_label.show(near, far.seat, _("Hand and Line"), card_text.points(other.total))
        self.their_hand.show(far.mine.hand, (), face_up=True)
        self.their_line.show(far.mine, worth_of_lines(other.lines), plain)
        self.river_label.show(river_label(near), _("cards left"))
        self.river.show(near, plain)
        self.my_label.show(near, near.seat, _("Line and Hand"), card_text.points(sheet.total))
        self.my_line.show(near.mine, worth, plain)
        self.my_hand.show(near.mine, worth, plain)
        court = (_command(name, label, *marks) for name, label, marks in spots(near))
        self.court.show_commands(_("Imperial court"), court)
        to_play = (mark(near.turn),) if near.turn is not None else ()
        last = Span(_("yes") if near.last is not None else _("no"), "quiet")
        stages = {
            Stage.SETUP: _("gifts"),
            Stage.BEGUN: _("turn begins"),
            Stage.DEVELOPED: _("has developed"),
            Stage.BONUS: _("took a bonus"),
            Stage.SCORING: _("scoring"),
        }
        begun, stage = _command("turn", _("to play"), *to_play), _command("stage", stages[draft.stage])
        self.turn.show_commands(_("Turn"), (begun, stage, _command("last", _("last turn"), last)))
        self.letters.left = self.letters_line.left = tuple(draft.left()[card] for card in cards.BASE_CARDS)
        self.position_line.text = draft.text
        discards = _command("discards", _("discard pile"), Span(str(len(draft.discards)), "quiet"))
        deal, side = _command("deal", _("deal face-down")), _command("side", _("other side"))
        self.piles.show_commands(_("Piles"), (discards, deal, side))
        self._show_cursor()


def _command(name: str, label: str, *marks: Span) -> PanelCommand:
    return PanelCommand(f"edit.{name}", label, True, marks=marks)


class Letters(TextRows):
    """The letter of each card; a click puts that card under the cursor.

    A card of which the box still has some is marked by a plus; one of which the table has too many, by an exclamation
    mark.
    """

    left: var[tuple[int, ...]] = var((0,) * len(cards.BASE_CARDS))
    """For each card, how many the box has left."""

    def watch_left(self) -> None:
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """A line for each card where there is room, else two columns; or all letters in a line."""
        if self.size.height == 1:
            return ((Span(" "), *(span for card in cards.BASE_CARDS for span in (*self._letter(card), Span(" ")))),)
        if self.size.height > len(cards.BASE_CARDS):
            return (heading(_("Letters")), *(self._line(card) for card in cards.BASE_CARDS))
        pairs = zip(cards.BASE_CARDS[::2], cards.BASE_CARDS[1::2], strict=True)
        return (heading(_("Letters")), *((*self._entry(one), *self._entry(other)) for one, other in pairs))

    def on_click(self, event: events.Click) -> None:
        if self.size.height == 1:
            place = (event.x - 1) // 3
        elif self.size.height > len(cards.BASE_CARDS):
            place = event.y - 1
        else:
            place = 2 * (event.y - 1) + (event.x >= ENTRY) if event.y else -1
        if 0 <= place < len(cards.BASE_CARDS):
            self.post_message(Command(f"put {cards.BASE_CARDS[place].letter}"))

    def _letter(self, card: cards.Card) -> Iterator[Span]:
        too_many = self.left[card] < 0
        yield Span(card.letter, "bad" if too_many else "key")
        yield Span("!" if too_many else "+" if self.left[card] else " ", "bad" if too_many else "quiet")

    def _entry(self, card: cards.Card) -> Iterator[Span]:
        yield from self._letter(card)
        yield Span(f"{cut(card_text.name(card), NAME)} ", "bad" if self.left[card] < 0 else "quiet")

    def _line(self, card: cards.Card) -> TextRow:
        return (*self._entry(card), Span(" ", fill=True), Span(f"{self.left[card]} ", "quiet"))


class PositionLine(TextRows):
    """As much of a position text as there is room for."""

    text: var[str] = var("")

    def watch_text(self) -> None:
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        room = max(self.size.width - 2, 1)
        shown = self.text if len(self.text) <= room else f"{cut(self.text, room - 1)}…"
        return ((Span(f" {shown}", "quieter"),),)


class EditLetters(LineQuestion[None]):
    """A field; what is typed is taken once it makes sense, and until then the reason why it doesn't is shown.

    Args:
        take: Takes others, or raises a `NaishiError` that says why not.
    """

    CSS_PATH = stylesheet("games/naishi/study/edit_letters.tcss")

    def __init__(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        super().__init__()
        self.heading, self.text, self.take, self.copied = title, text, take, copied

    @override
    def compose(self) -> ComposeResult:
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

    @override
    async def accept(self, answer: str) -> None:
        self.take(answer)

    @override
    def refuse(self, why: str) -> None:
        self.query_one("#said", Static).update(Content.styled(why, "$error"))

    @on(Button.Pressed, "#copy")
    def _copy(self) -> None:
        self.app.copy_to_clipboard(self.text)
        self.query_one("#said", Static).update(Content(_("Copied, if this terminal allows it.")))


OWN = tuple(command for command in KEYS if command.startswith("edit."))
"""The commands of the editor. All other letters are cards."""


WIDTH = 10
"""The column of the keys."""


class EditHelp(ScrollText):
    """What the editor does by which key."""

    def __init__(self) -> None:
        super().__init__(_("the position editor"), _paragraphs())


def _paragraphs() -> Iterator[Content]:
    yield Content(
        _(
            "Set up any position here, for example from a game at a real table. The letter of a card puts it under "
            "the cursor. In games and analyses from here, both players know each other's Hand; only the face-down "
            "cards of the River are unknown."
        )
    )
    yield Content.styled(_("Letters"), "bold $accent")
    yield Content("\n".join(f"{right(card.letter, WIDTH)}  {card.noun}" for card in cards.BASE_CARDS))
    yield Content(_("+ beside a letter: the box has more of this card. !: the position has more than the box."))
    yield Content.styled(_("Keys"), "bold $accent")
    yield Content("\n".join(f"{right(key, WIDTH)}  {words}" for _command, key, words in keymap().described(*OWN)))


class EditScreen(CardScreen, inherit_bindings=False):
    """The table of a position. A letter sets the card under the cursor; what makes no sense is refused in words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *fixed_bindings({f"put {card.letter}": f"{card.letter.lower()},{card.letter}" for card in cards.BASE_CARDS}),
        *fixed_bindings({f"column_{n}": str(n) for n in range(1, 6)} | {arrow: arrow for arrow in ARROWS}),
        *bindings_of(*OWN),
    ]
    participant: EditorParticipant

    def __init__(self, editing: EditorParticipant, settings: "Settings", chance: random.Random | None = None) -> None:
        super().__init__(editing, settings)
        self.draft, chance = editing.draft, chance or random.SystemRandom()
        self.board = self.middle = EditBoard(editing)
        self.cursor = BoardCursor(self, self.board)
        self.offer(self.cursor.moves, self.cursor.columns)
        self.offer({f"put {card.letter}": partial(self.put, card) for card in cards.BASE_CARDS})
        self.offer({spot: partial(self.send, spot) for spot in ("swap", "discard", "decree")})
        edits: Handlers = {
            # Of a territory, it puts a mountain there.
            "take_off": lambda: self.edit(self.draft.take_off, self.seat, self.board.cell),
            "higher": lambda: self.edit_pile(self.draft.lengthen, chance),
            "lower": lambda: self.edit_pile(self.draft.shorten),
            "turn": lambda: self.edit(self.draft.set_turn, 1 - self.draft.fields.turn),
            "stage": partial(self.edit, self.draft.next_stage),
            "last": lambda: self.edit(self.draft.set_last, self.draft.fields.last is None),
            "ryokan": partial(self.edit, self.draft.next_ryokan),
            "deal": partial(self.edit, self.draft.deal_face_down, chance),
            "undo": partial(self.edit, self.draft.undo),
            "redo": partial(self.edit, self.draft.redo),
        }
        self.offer(edits, {"row": self.ask_for_row, "discards": self.ask_for_discards, "text": self.ask_for_text})
        self.offer({"prompt": self.ask_for_row, "explain": self.reading.explain, "help": self.show_help})
        self.offer({"side": self.turn_table, "play": self.play, "analyse": self.analyse, "back": self.go_back})
        self.draw()

    @override
    def draw(self) -> None:
        self.view = self.participant.view
        super().draw()

    @override
    def draw_header(self) -> None:
        self.header.show_heading(_("position editor"))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Draw what came of an edit, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.draw()

    def edit(self, change: Callable[..., None], *args: object) -> None:
        with self.attempt():
            change(*args)

    def edit_pile(self, change: Callable[..., None], *args: object) -> None:
        if self.board.cell in cards.RIVER:
            self.edit(change, self.board.position, *args)
        else:
            self.refuse(_("Only the piles of the River have a height."))

    @property
    def seat(self) -> int:
        return 1 - self.participant.seat if self.board.on_opponents_side else self.participant.seat

    def put(self, card: cards.Card) -> None:
        """Put a card under the cursor; with the expansion, the same letter again puts its Legend there."""
        self.edit(self.draft.put_letter, self.seat, self.board.cell, card)

    def send(self, spot: str) -> None:
        self.edit(self.draft.send, self.participant.seat, spot)

    def ask_for_row(self) -> None:
        seat, cell = self.seat, self.board.cell
        title = _("{name}, Line:") if cell in cards.LINE else _("{name}, Hand:")
        if cell in cards.RIVER:
            title = _("River, pile {number}, from the top:")
        title = title.format(number=cell.position + 1, name=self.view.names[seat])
        self._ask(title, self.draft.letters(seat, cell), partial(self.draft.set_letters, seat, cell))

    def ask_for_discards(self) -> None:
        self._ask(_("The discard pile, oldest card first:"), self.draft.discards, self.draft.set_discards)

    def ask_for_text(self) -> None:
        self._ask(_("The position as a text:"), self.draft.text, self.draft.read, copied=True)

    def _ask(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        asking = EditLetters(title, text, take, copied=copied)
        self.app.push_screen(asking, lambda _nothing: self.draw())

    def instruction(self) -> str:
        card, cell = self.board.card(self.view), self.board.cell
        name, noun = self.view.names[self.seat], card.noun if card is not None else ""
        letters = " ".join(self.draft.letters(0, cell)) if cell in cards.RIVER else ""
        words = _("{name}, {cell}: {card}.")
        if cell in cards.RIVER and not letters:
            words = _("{cell}: an empty pile.")
        elif cell in cards.RIVER and card is None:
            words = _("{cell}: not turned up yet. The pile from the top: {letters}.")
        elif cell in cards.RIVER:
            words = _("{cell}: {card}. The pile from the top: {letters}.")
        return words.format(name=name, cell=cell.noun, card=noun, letters=letters)

    def cursor_help(self) -> PromptLine:
        if self.draft.fault is not None:
            return PromptLine(self.draft.fault)
        words = _("A letter: another card. {key:edit.row}: the row.")
        if self.board.cell in cards.RIVER:
            words = _("A letter: another card. {key:edit.row}: the pile. {key:edit.higher} {key:edit.lower}: height.")
        elif self.view.module is not None:
            words = _("A letter: another card; again: its Legend. {key:edit.row}: the row, also with Travellers.")
        return PromptLine(words.format(key=KEY))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "←↑↓→", _("move"))
        yield KeyHint("", _("letter"), _("card"))
        yield from map(hint, ("edit.analyse", "edit.play", "edit.text", "edit.undo", "edit.help", "edit.back"))

    def turn_table(self) -> None:
        self.participant.seat = 1 - self.participant.seat
        self.draw()

    def play(self) -> None:
        from naishi_tui.games.naishi.replay import PlayFrom

        with self.attempt():
            check_not_played_out(self.view)
            self.app.push_screen(PlayFrom(self.draft.playable(), self.participant.names), self._begin)

    def _begin(self, game: Game | None) -> None:
        if game is not None:
            self.post_message(StartGame(game))

    def analyse(self) -> None:
        from naishi_tui.games.naishi.study.choices import Choices

        if self.view.turn is None:
            self.refuse(_("The game is over."))
            return
        with self.attempt():
            game = Game.from_position(self.draft.playable(), self.participant.names)
            self.app.push_screen(Choices(game, self._about(game.view(game.turn)), _("do it")), self._do)

    def _about(self, view: PlayerView) -> str:
        """Say whose knowledge chances follow from: a position doesn't say who has seen what."""
        if None in view.theirs.hand:
            return _("Chances to win, as far as this player can know. ± holds 19 of 20 true values.")
        return _("Chances to win for a player who knows both Hands. ± holds 19 of 20 true values.")

    def _do(self, chosen: "WeighedTurn | None") -> None:
        if chosen is not None:
            with self.attempt():
                self.draft.play(chosen.turn[0])

    def show_help(self) -> None:
        self.app.push_screen(EditHelp())

    @override
    def listed(self) -> Iterable[str]:
        return OWN
