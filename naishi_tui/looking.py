"""Looking on at a game that is open in another window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on, work

from naishi.errors import NaishiError, SaveInUseError
from naishi.i18n import _
from naishi_tui.messages import Rematch
from naishi_tui.playing import PlayingApp

if TYPE_CHECKING:
    from naishi.saves import Saves, SpectatedGame


class LookingApp(PlayingApp):
    """An app in which a game can be looked at that is played elsewhere. It shows what everybody at the table sees."""

    def __init__(self) -> None:
        super().__init__()
        self.looked: SpectatedGame | None = None

    @property
    def saves(self) -> Saves:
        """The folder of saves."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Tell something on the screen on top."""
        raise NotImplementedError

    async def look(self, looked: SpectatedGame) -> None:
        """Look on at a game."""
        self.close_game()
        self.looked = looked
        await self.proceed()

    def close_game(self) -> str:
        """Let go of the open game, and look at none."""
        self.looked = None
        return super().close_game()

    async def proceed(self) -> None:
        """Show what comes next."""
        if self.looked is None:
            await super().proceed()
            return
        from naishi_tui.screens.score import Score
        from naishi_tui.screens.spectating import Spectating
        from naishi_tui.seats import PublicSeat

        seat, outcome = PublicSeat(self.looked), self.looked.game.outcome
        if outcome is None:
            await self._show(Spectating(seat, self.settings))
        else:
            await self._show(Score(seat, self.settings, outcome, {}))

    @work
    async def offer_to_look(self, save_id: str, error: SaveInUseError) -> None:
        """Offer to look on at a game that is open elsewhere."""
        from naishi_tui.screens.confirm import Confirm

        if any(isinstance(screen, Confirm) for screen in self.screen_stack):
            return
        question = _(
            "This game is open in another window ({owner}); close it there to play it here.\n\n"
            "Look at it read only? You will see what lies open on the table and follow the game, but see no Hand."
        ).format(owner=error.owner)
        if not await self.push_screen_wait(Confirm(question, harmless=True)):
            return
        try:
            await self.look(self.saves.spectate(save_id))
        except NaishiError as refused:
            self.say(str(refused))

    @on(Rematch)
    def _no_rematch(self) -> None:
        if self.looked is not None:
            self.say(_("You are looking on: begin a new game from home."))
