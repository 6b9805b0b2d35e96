"""The gift: each player gives one of the two dealt cards away before the first turn."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from naishi.i18n import _
from naishi.rules.actions import Give
from naishi.rules.cards import Card
from naishi.rules.territory import HAND
from naishi.settings.schema import Settings
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights, card_face
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.seats import Seat
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.header import Header, RowLabel
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.prompt import Prompt
from naishi_tui.widgets.river import River
from naishi_tui.widgets.text_rows import TextRows


class Gift(GameScreen):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    CSS_PATH = "gift.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,1", "point(0)", show=False),
        Binding("right,l,2", "point(1)", show=False),
        Binding("tab,shift+tab", "other", show=False),
        Binding("enter,space", "give", show=False),
    ]

    def __init__(self, seat: Seat, settings: Settings) -> None:
        super().__init__(seat, settings)
        self.pointed = 0
        self.header, self.river, self.prompt = Header(id="header"), River(id="river"), Prompt(id="prompt")
        self.dealt = CardRow(id="dealt")
        self.header.show(self.view)
        self.river.show(self.view, Highlights())
        self.dealt.faces = tuple(
            card_face(card, cell, foot=str(number))
            for number, (cell, card) in enumerate(zip(HAND, self.view.dealt or (), strict=False), 1)
        )
        self.show()

    def compose(self) -> ComposeResult:
        """Lay out the River and the two cards."""
        yield self.header
        with Vertical(id="board"):
            yield RowLabel(_("River"), _("cards left"))
            yield self.river
            yield RowLabel(_("Dealt to {name}").format(name=self.view.names[self.seat.seat]))
            yield self.dealt
        yield self.prompt
        yield KeyLine(
            [
                KeyHint("other", "←→", _("choose")),
                KeyHint("give", "Enter", _("give")),
                KeyHint("explain", self.keymap.shown("explain"), _("card")),
                KeyHint("undo", self.keymap.shown("undo"), _("undo")),
                KeyHint("rules", self.keymap.shown("rules"), _("help")),
                KeyHint("leave", "Esc", _("leave")),
            ],
            id="keys",
        )

    def show(self, refused: str = "") -> None:
        """Draw the cursor and the prompt."""
        self.dealt.cursor = self.pointed
        given, kept = (card_text.name(card) for card in self._given_and_kept())
        here = _("Enter: give {given} to {name}, keep {kept}.").format(
            given=given, name=self.view.names[1 - self.seat.seat], kept=kept
        )
        now = _("Which of your two cards do you give away?")
        self.prompt.show(now, refused or here, refused=bool(refused))

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.show(why)

    def pointed_card(self) -> Card:
        """The card that would be given."""
        return self._given_and_kept()[0]

    def action_point(self, which: int) -> None:
        """Point at a card."""
        self.pointed = which
        self.show()

    def action_other(self) -> None:
        """Point at the other card."""
        self.action_point(1 - self.pointed)

    def action_give(self) -> None:
        """Give the card away."""
        self.change(lambda: self.seat.play(Give(self.pointed + 1)))

    @on(CardRow.Picked, "#dealt")
    def _clicked(self, event: CardRow.Picked) -> None:
        if event.position == self.pointed:
            self.action_give()
        else:
            self.action_point(event.position)

    @on(TextRows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        self.action_give()

    def _given_and_kept(self) -> tuple[Card, Card]:
        first, second = self.view.dealt or (Card.MOUNTAIN, Card.MOUNTAIN)
        return (first, second) if self.pointed == 0 else (second, first)
