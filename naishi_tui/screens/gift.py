"""The gift: each player gives one of the two dealt cards away before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from naishi.common.i18n import _
from naishi.rules.actions import Give
from naishi.rules.cards import Card
from naishi.rules.phase import Phase
from naishi.rules.territory import HAND
from naishi.sessions.participant import Ask, Participant
from naishi_tui.drawing.faces import Highlights, card_face
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.widgets.card import CardRow
from naishi_tui.widgets.ground import Column
from naishi_tui.widgets.header import RowLabel
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.river import River
from naishi_tui.widgets.text_rows import TextRows

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Gift(GameScreen):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    CSS_PATH = "gift.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,1", "point(0)", show=False),
        Binding("right,l,2", "point(1)", show=False),
        Binding("tab,shift+tab", "other", show=False),
        Binding("enter,space", "give", show=False),
    ]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.pointed = 0
        self.river, self.dealt = River(id="river"), CardRow(id="dealt")
        self.draw()

    def compose(self) -> ComposeResult:
        """Lay out the River and the two cards."""
        yield self.header
        with Column(id="board"):
            yield RowLabel(_("River"), _("cards left"))
            yield self.river
            yield RowLabel(_("Dealt to {name}").format(name=self.view.names[self.view.seat]))
            yield self.dealt
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        """Draw the River, the two cards, the cursor and the prompt."""
        self.header.show(self.view, self.note)
        self.river.show(self.view, Highlights())
        self.dealt.faces = tuple(
            card_face(card, cell, foot=str(number))
            for number, (cell, card) in enumerate(zip(HAND, self.view.dealt or (), strict=False), 1)
        )
        self._show_cursor()

    def _show_cursor(self) -> None:
        self.dealt.cursor = self.pointed if Ask.PLAY in self.participant.allowed else None
        self.show_prompt()

    def outdated(self) -> bool:
        """Return whether both have given, the other person has to choose, or the game was ended."""
        moved_on = self.view.phase is not Phase.GIFT or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        if Ask.PLAY in self.participant.allowed:
            yield KeyHint("other", "←→", _("choose"))
            yield KeyHint("give", _("Enter"), _("give"))
        yield self.hint("explain", _("card"))
        yield from self.hints_for_undo()
        yield self.hint("rules", _("help"))
        yield self.hint("back", _("leave"))

    def instruction(self) -> str:
        """Ask for the gift, or say for whom one waits."""
        if Ask.PLAY in self.participant.allowed:
            return _("Which of your two cards do you give away?")
        return self.waiting_for_bot() or _("It is {name}'s turn.").format(name=self.view.names[self.view.turn or 0])

    def cursor_help(self) -> PromptLine:
        """Say which card would be given."""
        if Ask.PLAY not in self.participant.allowed:
            return PromptLine("")
        given, kept = (card.noun for card in self._given_and_kept())
        name = self.view.names[1 - self.view.seat]
        return PromptLine(_("Enter: give {given} to {name}, keep {kept}.").format(given=given, name=name, kept=kept))

    def pointed_card(self) -> Card:
        """Return the card that would be given."""
        return self._given_and_kept()[0]

    def next_card(self, columns: int, _rows: int) -> Card:
        """Point at the other card, and return it."""
        if columns:
            self.action_other()
        return self.pointed_card()

    def action_point(self, which: int) -> None:
        """Point at a card."""
        self.pointed = which
        self._show_cursor()

    def action_other(self) -> None:
        """Point at the other card."""
        self.action_point(1 - self.pointed)

    async def action_give(self) -> None:
        """Give the card away."""
        with self.attempt():
            await self.participant.play(Give(self.pointed + 1))

    @on(CardRow.Picked, "#dealt")
    async def _clicked(self, event: CardRow.Picked) -> None:
        if event.position == self.pointed:
            await self.action_give()
        else:
            self.action_point(event.position)

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        await self.action_give()

    def _given_and_kept(self) -> tuple[Card, Card]:
        first, second = self.view.dealt or (Card.MOUNTAIN, Card.MOUNTAIN)
        return (first, second) if self.pointed == 0 else (second, first)
