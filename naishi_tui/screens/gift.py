"""The gift: each player gives one of the two dealt cards away before the first turn."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from naishi.actions import Give
from naishi.cards import Card
from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.territory import HAND
from naishi_tui import card_text
from naishi_tui.faces import Lighting, card_face
from naishi_tui.messages import Command, LeaveGame, Proceed
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.rules import Rules
from naishi_tui.seats import Seat
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.header import Header, RowLabel
from naishi_tui.widgets.key_line import Hint, KeyLine
from naishi_tui.widgets.prompt import Prompt
from naishi_tui.widgets.river import River
from naishi_tui.widgets.rows import Rows


class Gift(Screen[None]):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    CSS_PATH = "gift.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,1", "point(0)", show=False),
        Binding("right,l,2", "point(1)", show=False),
        Binding("tab,shift+tab", "other", show=False),
        Binding("enter,space", "give", show=False),
        Binding("question_mark", "explain", show=False),
        Binding("u", "undo", show=False),
        Binding("f1", "rules", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.view = seat.view()
        self.pointed = 0

    def compose(self) -> ComposeResult:
        """Lay out the River and the two cards."""
        yield Header(id="header")
        with Vertical(id="board"):
            yield RowLabel(id="river-label")
            yield River(id="river")
            yield RowLabel(id="dealt-label")
            yield CardRow(id="dealt")
        yield Prompt(id="prompt")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Draw the view."""
        self.query_one(Header).show(self.view)
        self.query_one("#river-label", RowLabel).show(_("River"), _("cards left"))
        self.query_one(River).show(self.view, Lighting())
        self.query_one("#dealt-label", RowLabel).show(_("Dealt to {name}").format(name=self.view.names[self.seat.seat]))
        self.query_one("#dealt", CardRow).faces = tuple(
            card_face(card, cell, foot=str(number))
            for number, (cell, card) in enumerate(zip(HAND, self.view.dealt or (), strict=False), 1)
        )
        self.query_one(KeyLine).show(
            [
                Hint("", "←→", _("choose")),
                Hint("give", "Enter", _("give it away")),
                Hint("explain", "?", _("card")),
                Hint("undo", "u", _("undo")),
                Hint("rules", "F1", _("help")),
                Hint("leave", "Esc", _("leave")),
            ]
        )
        self.show()

    def show(self, refused: str = "") -> None:
        """Draw the cursor and the prompt."""
        self.query_one("#dealt", CardRow).cursor = self.pointed
        given, kept = (card_text.name(card) for card in self._given_and_kept())
        here = _("Enter: give {given} to {name}, keep {kept}.").format(
            given=given, name=self.view.names[1 - self.seat.seat], kept=kept
        )
        now = _("Which of your two cards do you give away?")
        self.query_one(Prompt).show(now, refused or here, refused=bool(refused))

    def action_point(self, which: int) -> None:
        """Point at a card."""
        self.pointed = which
        self.show()

    def action_other(self) -> None:
        """Point at the other card."""
        self.action_point(1 - self.pointed)

    def action_give(self) -> None:
        """Give the card away."""
        try:
            self.seat.play(Give(self.pointed + 1))
        except NaishiError as error:
            self.show(str(error))
        else:
            self.post_message(Proceed())

    def action_undo(self) -> None:
        """Take back the last action of the game: the other player's gift."""
        try:
            self.seat.undo()
        except NaishiError as error:
            self.show(str(error))
        else:
            self.post_message(Proceed())

    def action_explain(self) -> None:
        """Explain the card pointed at."""
        self.app.push_screen(Explain(self._given_and_kept()[0]))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(Rules())

    def action_leave(self) -> None:
        """Leave the game."""
        self.post_message(LeaveGame())

    @on(CardRow.Picked, "#dealt")
    def _clicked(self, event: CardRow.Picked) -> None:
        if event.position == self.pointed:
            self.action_give()
        else:
            self.action_point(event.position)

    @on(Rows.Picked, "#prompt")
    def _prompt_clicked(self) -> None:
        self.action_give()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _given_and_kept(self) -> tuple[Card, Card]:
        first, second = self.view.dealt or (Card.MOUNTAIN, Card.MOUNTAIN)
        return (first, second) if self.pointed == 0 else (second, first)
