"""Screens of a game with Naishi's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import BindingType
from typing_extensions import override

from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import in_short
from naishi_tui.games.naishi.board import Board
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.panels import Header
from naishi_tui.games.naishi.reading import CardCursor, Reading
from naishi_tui.keys import bindings_of
from naishi_tui.table.game_screen import GameScreen

if TYPE_CHECKING:
    from naishi.sessions.participant import Participant
    from naishi.settings.schema import Settings
    from naishi_tui.games.naishi.table_questions import ChooseBot


class CardScreen(GameScreen):
    """A screen with a cursor on cards, which explains the one under it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("legend")]

    view: PlayerView
    header: Header
    reading: Reading
    cursor: CardCursor
    """Where the cursor is."""

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.header, self.reading = Header(id="header"), Reading(self)

    def show_header(self) -> None:
        self.header.show(self.view, self.note, clock=self.participant.clock)

    @override
    def in_short(self, event: Any) -> str:
        return in_short(event)

    def choose_bot(self) -> ChooseBot:
        from naishi_tui.games.naishi.table_questions import ChooseBot

        return ChooseBot()

    @on(Board.Pointed)
    def _board_pointed_at(self) -> None:
        self.cursor_moved()

    @on(Board.Picked)
    async def _board_clicked(self) -> None:
        """Show what is said of the card that was clicked, and choose it; the board has moved the cursor there."""
        self.cursor_moved()
        await self._run("card")

    @on(Board.Asked)
    async def _board_asked(self) -> None:
        """Explain the card that was asked about; the board has moved the cursor there."""
        self.cursor_moved()
        await self._run("explain")

    @on(CardRow.Asked)
    async def _card_asked(self, event: CardRow.Asked) -> None:
        self.cursor.pick(event.row, event.position)
        await self._run("explain")

    @on(CardRow.Hovered)
    def _card_hovered(self, event: CardRow.Hovered) -> None:
        self.cursor.pick(event.row, event.position)

    @on(CardRow.Picked)
    async def _card_clicked(self, event: CardRow.Picked) -> None:
        if not event.again and self.cursor.pick(event.row, event.position):  # a double click acts once
            await self._run("choose")
