"""Open game at this keyboard: begun, resumed, left, replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.screen import Screen

from naishi.common.i18n import _
from naishi.settings.keymap import KEY

if TYPE_CHECKING:
    from naishi.saves import OpenGame
    from naishi.sessions import BotExecutor
    from naishi.sessions.one_keyboard import GamesWon
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.navigator import Navigator


class CurrentGame:
    """Opens and closes games, one at a time; what opens one returns the screen that comes next in it.

    Args:
        say_at_home: Has home say what became of a game: what went wrong, and how to go on.
        bots: Where bots think; by default in threads.
    """

    def __init__(
        self, context: AppContext, say_at_home: Callable[[str, str], None], bots: BotExecutor | None = None
    ) -> None:
        self.played = False
        """A game was open since the start."""
        self._context, self._say_at_home, self._bots = context, say_at_home, bots
        self._navigator: Navigator | None = None

    @property
    def navigator(self) -> Navigator:
        """The way through the open game; what plays a game is imported only now, after the first frame."""
        if self._navigator is None:
            from naishi_tui.navigator import Navigator

            self._navigator = Navigator(self._context, self._bots)
        return self._navigator

    @property
    def unsaved(self) -> Sequence[str]:
        return self._navigator.unsaved if self._navigator is not None else ()

    def next_screen(self, seat: int | None = None) -> Screen[None] | None:
        """Return the screen that comes next, if a game is open.

        Args:
            seat: The seat whose player has just said that they are at the keyboard; None where nobody has.
        """
        return self.navigator.next_screen(seat)

    def play(self, opened: OpenGame, series: GamesWon | None = None) -> Screen[None] | None:
        """Play a game from where it stands."""
        self.played = True
        self._say_at_home(self.navigator.open(opened, series), "")
        return self.next_screen()

    def begin(self, game: Game) -> Screen[None] | None:
        return self.play(self._context.saves.create(game))

    def resume(self, save_id: str) -> Screen[None] | None:
        """Go on with a saved game. Raises SaveError: it can't be opened."""
        return self.play(self._context.saves.open(save_id))

    def spectate(self, save_id: str) -> Screen[None] | None:
        """Watch a game that is open elsewhere. Raises SaveError: it can't be read."""
        self.navigator.spectate(self._context.saves.spectate(save_id))
        return self.next_screen()

    def rematch(self) -> Screen[None] | None:
        if (following := self.navigator.rematch()) is None:
            return None
        game, won = following
        return self.play(self._context.saves.create(game), won)

    async def drop_pin(self, seat: int) -> Screen[None] | None:
        """Let a player go on without a PIN; the table stays covered, since the other one has just agreed to that."""
        if (session := self.navigator.session) is None:
            return None
        await session.drop_pin(seat)
        return self.navigator.cover()

    def leave(self) -> None:
        session = self.navigator.session
        played = session is not None and not self.navigator.only_looked
        if session is None or session.game.awaited:
            how = _("The game is saved. {key:home.continue}: continue. {key:home.saves}: all saved games.").format(
                key=KEY
            )
        else:
            how = _("The game is saved. {key:home.saves}: all saved games.").format(key=KEY)
        said = self.close()
        saved = played and said not in self.unsaved
        self._say_at_home(said, how if saved else "")

    def close(self) -> str:
        """Close the open game, if one is; return where it is now, if its folder refused it to the last."""
        return self._navigator.close() if self._navigator is not None else ""

    def settings_changed(self) -> None:
        if self._navigator is not None:
            self._navigator.settings_changed()
