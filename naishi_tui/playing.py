"""A game that is being played: which screen comes next, who may see it, and the bots at the table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from textual import events, on, work
from textual.app import App

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi_tui.messages import Begin, PaceBots, PauseBots, Proceed, Rematch
from naishi_tui.terminal.exceptions import forgive_closed_screens
from naishi_tui.terminal.input_guard import SETTLED, InputGuard

if TYPE_CHECKING:
    from naishi.game.game import Game
    from naishi.saves import OpenGame
    from naishi.settings.schema import Settings
    from naishi_tui.opponents import Opponents
    from naishi_tui.screens.game_screen import GameScreen
    from naishi_tui.screens.handover import Handover
    from naishi_tui.screens.table import Table
    from naishi_tui.seats import LocalSeat

BOTS = "bots"
"""The workers in which bots think."""

PATIENCE = 0.3
"""Seconds after which it is said that a bot thinks."""


class PlayingApp(App[None]):
    """An app in which a game can be open. Screens say what they want by messages; here it is decided who sees what."""

    def __init__(self) -> None:
        super().__init__()
        self.guard = InputGuard(self)
        forgive_closed_screens(self)
        self.open_game: OpenGame | None = None
        self.viewer: int | None = None
        """The seat whose player is at the keyboard and has said so; None where nobody has."""
        self.opponents: Opponents | None = None
        self.watched_pace = ""
        """The pace that somebody who watches bots has chosen, instead of the one in the settings."""
        self.bots_go_on = asyncio.Event()
        self.series: dict[str, int] = {}
        """How many games each player has won since the first of a series of rematches."""

    @property
    def settings(self) -> Settings:
        """How the app looks and behaves."""
        raise NotImplementedError

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen. A key that no widget took returns here."""
        if self.guard.admits(event):
            await super().on_event(event)

    def on_unmount(self) -> None:
        """Wait for no bot's thought when the program ends."""
        self._stop_bots()

    async def play(self, opened: OpenGame) -> None:
        """Play a game from where it stands."""
        self.close_game()
        self.open_game = opened
        self.bots_go_on.set()
        await self.proceed()

    def close_game(self) -> str:
        """Let go of the open game; it is saved. Where its folder refused it to the last, say where it is now."""
        told = ""
        self._stop_bots()
        self.opponents = None
        if self.open_game is not None:
            from naishi_tui.terminal.crash_report import rescue

            self.open_game.close()
            told = rescue(self.open_game)
            self.open_game = None
        self.viewer = None
        return told

    async def proceed(self) -> None:
        """Show what comes next in the open game, if one is: a cover wherever another person has to sit down first."""
        from naishi.rules.legal import Phase
        from naishi_tui.screens.gift import Gift
        from naishi_tui.screens.ninja import Ninja
        from naishi_tui.screens.score import Score
        from naishi_tui.screens.table import Table

        if self.open_game is None:
            return
        game, opponents = self.open_game.game, self._opponents()
        outcome = game.outcome
        seat = game.turn or 0
        viewer = (opponents.people or (0,))[0] if outcome is not None or opponents.holds(seat) else seat
        if outcome is not None:
            await self._show(Score(self._chair(viewer), self.settings, outcome, self.series))
        elif self.viewer != viewer and game.phase is not Phase.COPY and self._covers(game, viewer):
            self.viewer = None
            await self._show(self._cover(game, viewer))
        elif opponents.holds(seat):
            self.viewer = viewer
            if game.phase is Phase.PLAY and self._table() is None:
                await self._show(Table(self._chair(viewer), self.settings))
            self._let_bots_act()
        elif game.phase is Phase.COPY:
            self.viewer = None
            await self._show(Ninja(self._chair(seat), self.settings))
        else:
            self.viewer = seat
            screen = Gift if game.phase is Phase.GIFT else Table
            await self._show(screen(self._chair(seat), self.settings))

    def _opponents(self) -> Opponents:
        """The bots of the open game."""
        from naishi_tui.opponents import Opponents

        assert self.open_game is not None  # noqa: S101 - asked of an open game only
        if self.opponents is None:
            self.opponents = Opponents(self.open_game)
        return self.opponents

    def _chair(self, seat: int) -> LocalSeat:
        """The seat that a screen is handed."""
        from naishi_tui.seats import LocalSeat, SoloSeat, WatchedSeat

        assert self.open_game is not None  # noqa: S101 - asked of an open game only
        if self._opponents().holds(seat):
            return WatchedSeat(self.open_game, seat)
        if self._opponents().holds(1 - seat):
            return SoloSeat(self.open_game, seat, self._stop_bots)
        return LocalSeat(self.open_game, seat)

    def _table(self) -> Table | None:
        """The table of the open game, where it is on the screen, maybe below a text one reads."""
        from naishi_tui.screens.table import Table

        return next((screen for screen in self.screen_stack if isinstance(screen, Table)), None)

    @work(exclusive=True, group=BOTS)
    async def _let_bots_act(self) -> None:
        """Let bots act until it is a person's turn. The app goes on meanwhile, and may cancel this."""
        from naishi.rules.legal import Phase
        from naishi_tui.opponents import PACE

        assert self.open_game is not None  # noqa: S101 - bots act in an open game only
        opened, opponents = self.open_game, self._opponents()
        began_in = opened.game.phase
        while opened.game.phase is began_in and (seat := opened.game.turn) is not None and opponents.holds(seat):
            table = self._table() if opened.game.phase is Phase.PLAY else None
            await self.bots_go_on.wait()
            say = partial(table.wait_for, opened.game.players[seat].name) if table is not None else None
            thinking = self.set_timer(PATIENCE, say)
            pause = PACE[self.watched_pace or self.settings.pace] if table else 0
            try:
                action, _pause = await asyncio.gather(opponents.choose(seat), asyncio.sleep(pause))
            except NaishiError as error:
                if table is not None:
                    table.refuse(str(error))
                return
            finally:
                thinking.stop()
            opened.play(action)
            if table is not None:
                table.look_again()
        if began_in is not Phase.PLAY:
            await self.proceed()

    def _stop_bots(self) -> None:
        """Let no bot act until the game proceeds."""
        if self.opponents is not None:
            self.opponents.cancel()
        self.workers.cancel_group(self, BOTS)

    @on(PauseBots)
    def _pause_bots(self) -> None:
        if self.bots_go_on.is_set():
            self.bots_go_on.clear()
        else:
            self.bots_go_on.set()

    @on(PaceBots)
    def _pace_bots(self, event: PaceBots) -> None:
        from naishi_tui.opponents import PACE

        paces = list(PACE)[::-1]
        place = paces.index(self.watched_pace or self.settings.pace) + event.step
        self.watched_pace = paces[min(max(place, 0), len(paces) - 1)]

    def _covers(self, game: Game, seat: int) -> bool:
        """Whether a player's cards are covered until that player says so."""
        two_people = len(self._opponents().people) == 2
        return game.players[seat].pin is not None or (two_people and self.settings.handover == "always")

    def _cover(self, game: Game, seat: int) -> Handover:
        from naishi.rules.legal import Phase
        from naishi_tui.screens.handover import Handover

        where = (
            _("Before the first turn: the gift") if game.phase is Phase.GIFT else _("Round {n}").format(n=game.round)
        )
        return Handover(game.players[seat], seat, game.players[1 - seat].name, where)

    async def _show(self, screen: GameScreen | Handover) -> None:
        """Put a screen of the game above home, in the place of all others, and paint it once it is complete."""
        self.guard.close()
        with self.batch_update():
            while len(self.screen_stack) > 2:
                await self.pop_screen()
            if len(self.screen_stack) == 2:
                await self.switch_screen(screen)
            else:
                await self.push_screen(screen)
            self.delay_update(SETTLED)
        self.guard.open_once_painted()

    @on(Proceed)
    async def _proceed(self, event: Proceed) -> None:
        if event.seat is not None:
            self.viewer = event.seat
        await self.proceed()

    @on(Rematch)
    async def _rematch(self) -> None:
        """Deal again, the first-player card passing to the other player. (Rulebook: setup.)"""
        from naishi.game.game import Game

        if self.open_game is None or (outcome := self.open_game.game.outcome) is None:
            return
        game = self.open_game.game
        if outcome.winner is not None:
            winner = game.players[outcome.winner].name
            self.series = self.series | {winner: self.series.get(winner, 0) + 1}
        first, second = game.players
        self.post_message(Begin(Game.new(players=(second, first), options=game.options), self.series))
