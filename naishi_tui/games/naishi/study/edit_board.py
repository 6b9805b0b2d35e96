"""Board of the position editor."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.reactive import var
from textual.widget import Widget

from naishi.common.i18n import _
from naishi.games.naishi.editor.draft import Draft, Stage
from naishi.games.naishi.editor.participant import EditorParticipant
from naishi.games.naishi.game import forecast
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, SWAP_SPOTS
from naishi.games.naishi.rules.territory import HAND, LINE, RIVER, Cell
from naishi_tui.drawing import cells
from naishi_tui.drawing.cells import cut
from naishi_tui.games.naishi.board import Board, river_label, spot_marks
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.faces import Highlights, worth_of_cells
from naishi_tui.games.naishi.panels import CommandPanel, PanelCommand
from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading, mark

ROWS: tuple[tuple[Cell, ...], ...] = (HAND, LINE, RIVER, LINE, HAND)
"""What the cursor walks through: the far Hand and Line, the River, the near Line and Hand."""

NEAR_LINE = 3
NAME = 8
"""The cells of a card's name."""
ENTRY = len("M ") + NAME + len(" ")


class EditBoard(Board):
    """The table with both Hands open."""

    def __init__(self) -> None:
        self.letters, self.piles = Letters(id="letters"), CommandPanel(id="piles")
        super().__init__()
        self.rows = (self.their_hand, *self.rows)
        self.row, self.position = NEAR_LINE, 2

    def panels(self) -> tuple[Widget, ...]:
        """Return what stands beside the cards."""
        return self.court, self.turn, self.letters, self.piles

    @property
    def cell(self) -> Cell:
        """The cell under the cursor; on the far side where `on_far_side`."""
        return ROWS[self.row][self.position]

    @property
    def on_far_side(self) -> bool:
        """Whether the cursor is on a card of the far side."""
        return self.row < ROWS.index(RIVER)

    def card(self, view: PlayerView) -> Card | None:
        """Return the card under the cursor; None for an empty pile."""
        if self.cell in RIVER:
            return view.river[self.position].top
        return (view.theirs if self.on_far_side else view.mine).card(self.cell)

    def show_draft(self, editing: EditorParticipant) -> None:
        """Draw a position, with the points of both territories."""
        near, draft = editing.view, editing.draft
        far = editing.view_of(1 - near.seat)
        sheet, other = forecast.if_it_ended(near), forecast.if_it_ended(far)
        worth, plain = worth_of_cells(sheet), Highlights()
        self.their_label.show(near, far.seat, _("Hand and Line"), card_text.points(other.total))
        self.their_hand.show(far.mine.hand, (), face_up=True)
        self.their_line.show(far.mine, worth_of_cells(other), plain)
        self.river_label.show(river_label(near), _("cards left"))
        self.river.show(near, plain)
        self.my_label.show(near, near.seat, _("Line and Hand"), card_text.points(sheet.total))
        self.my_line.show(near.mine, worth, plain)
        self.my_hand.show(near.mine, worth, plain)
        self._show_court(near)
        self._show_turn(near, draft.stage)
        self.letters.left = tuple(draft.left()[card] for card in BASE_CARDS)
        self._show_piles(draft)
        self._show_cursor()

    def _show_court(self, view: PlayerView) -> None:
        first, second = (side.sent for side in view.sides)
        self.court.show_commands(
            _("Imperial court"),
            (
                PanelCommand("edit.swap", _("swap"), True, marks=spot_marks(SWAP_SPOTS, first.swap, second.swap)),
                PanelCommand(
                    "edit.discard", _("discard"), True, marks=spot_marks(DISCARD_SPOTS, first.discard, second.discard)
                ),
                PanelCommand(
                    "edit.decree", _("decree"), True, marks=spot_marks(DECREE_SPOTS, first.decree, second.decree)
                ),
            ),
        )

    def _show_turn(self, view: PlayerView, stage: Stage) -> None:
        to_play = (mark(view.turn),) if view.turn is not None else ()
        last = _("yes") if view.last is not None else _("no")
        self.turn.show_commands(
            _("Turn"),
            (
                PanelCommand("edit.turn", _("to play"), True, marks=to_play),
                PanelCommand("edit.stage", stage_words(stage), True),
                PanelCommand("edit.last", _("last turn"), True, marks=(Span(last, "quiet"),)),
            ),
        )

    def _show_piles(self, draft: Draft) -> None:
        count = str(len(draft.discards))
        self.piles.show_commands(
            _("Piles"),
            (
                PanelCommand("edit.discards", _("discard pile"), True, marks=(Span(count, "quiet"),)),
                PanelCommand("edit.deal", _("deal face-down"), True),
                PanelCommand("edit.side", _("other side"), True),
            ),
        )


def stage_words(stage: Stage) -> str:
    """Say how far a turn or the game is."""
    return {
        Stage.SETUP: _("gifts"),
        Stage.BEGUN: _("turn begins"),
        Stage.DEVELOPED: _("has developed"),
        Stage.BONUS: _("took a bonus"),
        Stage.SCORING: _("scoring"),
    }[stage]


class Letters(TextRows):
    """The letter of each card; a click puts that card under the cursor.

    A card of which the box still has some is marked by a plus; one of which the table has too many, by an exclamation
    mark.
    """

    left: var[tuple[int, ...]] = var((0,) * len(BASE_CARDS))
    """For each card, how many the box has left."""

    def watch_left(self) -> None:
        """Draw the letters."""
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """A line for each card where there is room, else two columns; or all letters in a line."""
        if self.size.height == 1:
            return ((Span(" "), *(span for card in BASE_CARDS for span in (*self._letter(card), Span(" ")))),)
        if self.size.height > len(BASE_CARDS):
            return (heading(_("Letters")), *(self._line(card) for card in BASE_CARDS))
        pairs = zip(BASE_CARDS[::2], BASE_CARDS[1::2], strict=True)
        return (heading(_("Letters")), *((*self._entry(one), *self._entry(other)) for one, other in pairs))

    def on_click(self, event: events.Click) -> None:
        """Put the card that was clicked under the cursor."""
        if (card := self._at(event.x, event.y)) is not None:
            self.post_message(Command(f"put {card.letter}"))

    def _at(self, x: int, y: int) -> Card | None:
        if self.size.height == 1:
            place = (x - 1) // 3
        elif self.size.height > len(BASE_CARDS):
            place = y - 1
        else:
            place = 2 * (y - 1) + (x >= ENTRY) if y else -1
        return BASE_CARDS[place] if 0 <= place < len(BASE_CARDS) else None

    def _letter(self, card: Card) -> Iterator[Span]:
        too_many = self.left[card] < 0
        yield Span(card.letter, "bad" if too_many else "key")
        yield Span("!" if too_many else "+" if self.left[card] else " ", "bad" if too_many else "quiet")

    def _entry(self, card: Card) -> Iterator[Span]:
        left = self.left[card]
        yield from self._letter(card)
        yield Span(f"{cells.cut(card_text.name(card), NAME)} ", "bad" if left < 0 else "quiet")

    def _line(self, card: Card) -> TextRow:
        return (*self._entry(card), Span(" ", fill=True), Span(f"{self.left[card]} ", "quiet"))


class PositionLine(TextRows):
    """As much of a position text as there is room for."""

    text: var[str] = var("")

    def watch_text(self) -> None:
        """Draw the text."""
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The text, cut at the end where it is too long."""
        room = max(self.size.width - 2, 1)
        shown = self.text if len(self.text) <= room else f"{cut(self.text, room - 1)}…"
        return ((Span(f" {shown}", "quieter"),),)
