"""Navigation of a game at one keyboard: screens, handovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from naishi.common.i18n import _
from naishi.saves.open_save import moment_of, rescue
from naishi.sessions import PACES, Session, Spectator
from naishi.sessions.one_keyboard import AllSeries, GamesWon, PinHandover, is_covered_at_table, next_viewer, with_winner
from naishi.settings.keymap import KEY
from naishi_tui.parts import input_guard
from naishi_tui.registry import GameScreens, Seated, screens_of
from naishi_tui.table.cover import Handover

if TYPE_CHECKING:
    from naishi.saves import OpenGame, SpectatedGame
    from naishi.sessions import BotExecutor
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext


class Navigator:
    """Holds the open game, and hands each screen the participant that may see what it shows.

    Args:
        bots: Where bots think; by default in threads.
    """

    def __init__(self, context: AppContext, bots: BotExecutor | None = None) -> None:
        self.context, self.bots = context, bots
        self.session: Session | None = None
        self.spectator: Spectator | None = None
        self.viewer: int | None = None
        """The seat whose player has said that they are at the keyboard; None where nobody has."""
        self._last: int | None = None
        """The seat of the person whose screen was shown last, or who has uncovered theirs."""
        self.series: GamesWon = {}
        """How many games each player had won before the open one, since the first of a series of rematches."""
        self.unsaved: list[str] = []
        """Where each game is now that its folder refused to the last."""
        self._opened: OpenGame | None = None
        self._watched = ""
        """The key of the kind of game that is looked on at."""
        self._all_series = AllSeries()

    def open(self, opened: OpenGame, series: GamesWon | None = None) -> str:
        """Play a game from where it stands; returns what there is to say about the one before (see `close`)."""
        said = self.close()
        self._opened = opened
        self.series = self._all_series.before(opened.game, opened.created) if series is None else series
        self._all_series.begin(opened.game, opened.created, self.series)
        self.session = Session(opened.game, opened, bots=self.bots, pace=PACES[self.context.settings.pace])
        return said

    @property
    def only_looked(self) -> bool:
        """Whether nothing was done in the open game, an example, so that there is nothing to save."""
        return self._opened is not None and self._opened.untouched

    def spectate(self, game: SpectatedGame) -> str:
        """Look on at a game that is open elsewhere; returns the same as `open`."""
        said = self.close()
        self.spectator, self._watched = Spectator(game), game.game.key
        return said

    def close(self) -> str:
        """Close the open game; returns where it is now, if its folder refused it to the last."""
        opened, self._opened = self._opened, None
        if self.session is not None:
            self.session.close()
        self.session = self.spectator = self.viewer = self._last = None
        if opened is None:
            return ""
        said = rescue(opened)
        if opened.unsaved is not None:
            self.unsaved.append(said)
        return said

    def settings_changed(self) -> None:
        if self.session is not None:
            self.session.pace = PACES[self.context.settings.pace]

    def next_screen(self, seat: int | None = None) -> Screen[None] | None:
        """Return the screen that comes next: a cover wherever another person has to sit down first; None for none."""
        if seat is not None:
            self.viewer = self._last = seat
        if self.spectator is not None:
            return screens_of(self._watched, self.context).spectate(self.spectator)
        if (session := self.session) is None:
            return None
        return self._screen_of(session, self._next_viewer(session))

    def _screen_of(self, session: Session, viewer: int) -> Screen[None]:
        game = session.game
        if self._is_covered(session, viewer):
            self.viewer = None
            return self._cover(session, viewer)
        session.start()
        self.viewer = viewer if game.is_private(viewer) else None
        seated = Seated(
            session,
            viewer,
            self.series,
            drafts=self._opened.drafts if self._opened is not None else None,
            is_covered=lambda: self._is_covered(session, self._next_viewer(session)),
            must_cover=lambda: self._must_cover(session, viewer),
        )
        screen = self._screens(game).play(seated)
        if viewer != self._last and viewer in game.awaited and len(session.people) > 1:
            screen.pause = input_guard.TO_PASS_ON  # the last person's second Enter isn't this one's
        self._last = viewer
        return screen

    def _next_viewer(self, session: Session) -> int:
        return next_viewer(session, self.viewer if session.game.awaited else None)

    def _is_covered(self, session: Session, viewer: int) -> bool:
        return self.viewer != viewer and is_covered_at_table(session.game, viewer, self.context.settings.handover)

    def _must_cover(self, session: Session, viewer: int) -> bool:
        """Return whether a viewer who is at the keyboard has to be alone by now, and has not said that they are."""
        if self.viewer == viewer and len(session.people) > 1 and not session.game.is_private(viewer):
            self.viewer = None  # from here on the others look on again
        return self._is_covered(session, viewer)

    def _screens(self, game: Game) -> GameScreens:
        return screens_of(game.key, self.context)

    def cover(self) -> Screen[None] | None:
        """Return the cover of whoever has to sit down next, whatever the settings say; None where no game is open."""
        if self.session is None:
            return None
        self.viewer = None
        return self._cover(self.session, self._next_viewer(self.session))

    async def undo_covered(self) -> Screen[None] | None:
        """Undo the last action for whoever has just passed the keyboard on, and cover what comes next.

        Raises NaishiError: it can't be undone.
        """
        if (session := self.session) is None:
            return None
        game, before, notice = session.game, session.game.events(), session.undo_notice()
        keeps = self._screens(game).keeps_drafts
        secrets = {seat: game.events(seat) for seat in session.people if keeps and game.can_withdraw(seat)}
        await session.undo(self._next_viewer(session))
        undone = before[len(game.events())]
        if undone.seat in secrets:
            self._keep_choice(session, undone.seat, secrets[undone.seat][len(game.events())].action)
        self.viewer = None
        screen = self._screen_of(session, next_viewer(session, undone.seat))
        if isinstance(screen, Handover):
            done = _("Undone: {action}.").format(action=self._screens(game).in_short(game, undone))
            redo = _("{key:redo} at the table: redo.").format(key=KEY)
            after = _kept(session, undone.seat) if undone.seat in secrets else redo
            screen.tell(" ".join(filter(None, (done, notice, after))))
        return screen

    async def withdraw_covered(self, seat: int) -> Screen[None] | None:
        """Withdraw what a seat has chosen; its player finds it as it was, behind a cover where others play too.

        Raises NaishiError: there is nothing to withdraw.
        """
        if (session := self.session) is None:
            return None
        chosen = next((event.action for event in reversed(session.game.events(seat)) if event.seat == seat), None)
        await session.withdraw(seat)
        self._keep_choice(session, seat, chosen)
        self.viewer = None
        screen = self._screen_of(session, seat)
        if isinstance(screen, Handover):
            screen.tell(_kept(session, seat))
        return screen

    def _keep_choice(self, session: Session, seat: int, action: Any) -> None:
        """Keep an action that was undone, or withdrawn, for its own player alone, to be chosen again."""
        if self._opened is not None and action is not None:
            self._opened.drafts.keep(seat, moment_of(session.game.view(seat)), str(action))

    def rematch(self) -> tuple[Game, GamesWon] | None:
        if self.session is None or (result := self.session.game.result) is None:
            return None
        game = self.session.game
        return game.rematch(), with_winner(self.series, result, [player.name for player in game.players])

    def replay(self, save_id: str = "") -> Any:
        """Return a saved game, or the open one, to be looked at action by action.

        Raises NaishiError: it can't be read.
        """
        if not save_id and self.session is not None:
            return self._screens(self.session.game).replay(self.session.game)
        game = self.context.saves.spectate(save_id or (self.spectator.id if self.spectator is not None else ""))
        return self._screens(game.game).replay(game.game, public_only=game.owner is not None)

    def _cover(self, session: Session, seat: int) -> Screen[None]:
        screens, pin = self._screens(session.game), PinHandover(session.game.players, seat, self.context.pin_attempts)
        cover = Handover(pin, *screens.so_far(session, seat), screens.cover_words())
        cover.can_undo = not session.undo_refusal(seat)
        cover.unsaved = str(session.store.unsaved or "")
        return cover


def _kept(session: Session, seat: int) -> str:
    return _("What {name} chose is kept, to be changed.").format(name=session.game.players[seat].name)
