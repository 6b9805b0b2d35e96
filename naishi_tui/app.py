"""The app: which screen comes next, and the game that is open."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi_tui import theme
from naishi_tui.ascii import Ascii
from naishi_tui.lifecycle import SafeApp, live
from naishi_tui.messages import (
    Begin,
    ChangeSettings,
    GoOn,
    LeaveGame,
    PaceBots,
    PauseBots,
    Proceed,
    Rematch,
    ShowNewGame,
    ShowRules,
    ShowSaves,
    ShowSettings,
)
from naishi_tui.screens.home import Home

if TYPE_CHECKING:
    from naishi.game import Game
    from naishi.saves import OpenGame, Saves, Summary
    from naishi_tui.opponents import Opponents
    from naishi_tui.screens.game_screen import GameScreen
    from naishi_tui.screens.handover import Handover
    from naishi_tui.screens.table import Table
    from naishi_tui.seats import LocalSeat
    from naishi_tui.settings import Settings

BOTS = "bots"
"""The workers in which bots think."""

PATIENCE = 0.3
"""Seconds after which it is said that a bot thinks."""

SMALLEST = (60, 20)
"""The smallest terminal on which everything needed to play fits."""


class NaishiApp(SafeApp):
    """Naishi at one keyboard. Screens say what they want by messages; only here is it decided who sees what."""

    TITLE = "Naishi"
    # The default screen brings no stylesheet of its own.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, folder: Path, settings: Settings | None = None, trouble: str = "") -> None:
        """Begin.

        Args:
            folder: Where the games are saved.
            settings: How the app looks and behaves; by default as if nothing were set.
            trouble: What was wrong with the settings, told on the first screen.
        """
        super().__init__()
        self.folder = folder
        self._settings = settings
        self.trouble = trouble
        self.open_game: OpenGame | None = None
        self.viewer: int | None = None
        """The seat whose player is at the keyboard and has said so; None where nobody has."""
        self.opponents: Opponents | None = None
        self.watched_pace = ""
        """The pace that somebody who watches bots has chosen, instead of the one in the settings."""
        self.bots_go_on = asyncio.Event()
        self.start_with: OpenGame | None = None
        self.start_with_form = False
        self.series: dict[str, int] = {}
        """How many games each player has won since the first of a series of rematches."""
        self._ascii = Ascii()
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = settings.theme if settings is not None else theme.DARK.name

    @property
    def settings(self) -> Settings:
        """How the app looks and behaves. The defaults are imported only now, after the first frame."""
        if self._settings is None:
            from naishi_tui.settings import Settings

            self._settings = Settings.model_construct()
        return self._settings

    @cached_property
    def saves(self) -> Saves:
        """The folder of saves; what reads it is imported only now, after the first frame."""
        from naishi.saves import Saves

        return Saves(self.folder)

    def get_default_screen(self) -> Home:
        """Begin at home."""
        return Home(self._latest, self.trouble)

    def _latest(self) -> Summary | None:
        return self.saves.latest()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Translate every line that is drawn, where the terminal knows only ASCII."""
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self._settings is not None and self._settings.ascii else filters

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done on a screen, and to leave; nothing that could uncover a Hand."""
        from naishi_tui.keys import shown, table_keys
        from naishi_tui.screens.table import Table

        if isinstance(screen, Table):
            for key in table_keys().values():
                yield SystemCommand(key.description.capitalize(), shown(key.id), screen.runs(key.action))
        yield SystemCommand(_("Quit"), _("leave the program; the game is saved"), self.action_quit)

    def action_command_palette(self) -> None:
        """Show the commands, once."""
        from naishi_tui.screens.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    async def on_mount(self) -> None:
        """Go where the command line asked to."""
        if self._settings is not None:
            self._take_keys(self._settings)
        if self.start_with is not None:
            await self._open(self.start_with)
        elif self.start_with_form:
            self._show_new_game()

    def _take_keys(self, settings: Settings) -> None:
        from naishi_tui.keys import remap

        remap(settings.keys)
        self.set_keymap(settings.keys)

    def on_unmount(self) -> None:
        """Wait for no bot's thought when the program ends."""
        self._stop_bots()

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room; what lies below stays as it is."""
        from naishi_tui.screens.too_small import TooSmall

        fits = event.size.width >= SMALLEST[0] and event.size.height >= SMALLEST[1]
        if fits and isinstance(self.screen, TooSmall):
            self.pop_screen()
        elif not fits and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    async def begin(self, game: Game) -> None:
        """Begin a new game."""
        await self._open(self.saves.create(game))

    async def resume(self, save_id: str) -> None:
        """Go on with a saved game.

        Raises:
            SaveError: It can't be opened.
        """
        await self._open(self.saves.open(save_id))

    async def _open(self, opened: OpenGame) -> None:
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
            from naishi_tui.last_resort import rescue

            self.open_game.close()
            told = rescue(self.open_game)
            self.open_game = None
        self.viewer = None
        return told

    async def proceed(self) -> None:
        """Show what comes next in the open game: a cover wherever another person has to sit down first."""
        from naishi.legal import Phase
        from naishi_tui.screens.gift import Gift
        from naishi_tui.screens.ninja import Ninja
        from naishi_tui.screens.score import Score
        from naishi_tui.screens.table import Table

        assert self.open_game is not None  # noqa: S101 - only an open game proceeds
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
        from naishi.legal import Phase
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
        from naishi.legal import Phase
        from naishi_tui.screens.handover import Handover

        where = (
            _("Before the first turn: the gift") if game.phase is Phase.GIFT else _("Round {n}").format(n=game.round)
        )
        return Handover(game.players[seat], seat, game.players[1 - seat].name, where)

    async def _show(self, screen: GameScreen | Handover) -> None:
        """Put a screen of the game above home, in the place of all others, and paint it once it is complete."""
        from naishi_tui.screens.game_screen import SETTLED

        with self.batch_update():
            while len(self.screen_stack) > 2:
                await self.pop_screen()
            if len(self.screen_stack) == 2:
                await self.switch_screen(screen)
            else:
                await self.push_screen(screen)
            self.delay_update(SETTLED)

    @on(Proceed)
    async def _proceed(self, event: Proceed) -> None:
        if event.seat is not None:
            self.viewer = event.seat
        if self.open_game is not None:
            await self.proceed()

    @on(LeaveGame)
    def _leave(self) -> None:
        told = self.close_game()
        self.series = {}
        home = self.screen_stack[0]
        if told and isinstance(home, Home):
            home.trouble = told
        while len(self.screen_stack) > 1:
            self.pop_screen()

    @on(Begin)
    async def _begin(self, event: Begin) -> None:
        self.series = {}
        await self.begin(event.game)

    @on(GoOn)
    async def _go_on(self, event: GoOn) -> None:
        from naishi_tui.screens.saved_games import SavedGames

        try:
            await self.resume(event.id)
        except NaishiError as error:
            if isinstance(self.screen, Home | SavedGames):
                self.screen.show(str(error))

    @on(Rematch)
    async def _rematch(self) -> None:
        """Deal again, the first-player card passing to the other player. (Rulebook: setup.)"""
        from naishi.game import Game

        if self.open_game is None or (outcome := self.open_game.game.outcome) is None:
            return
        game = self.open_game.game
        if outcome.winner is not None:
            winner = game.players[outcome.winner].name
            self.series = self.series | {winner: self.series.get(winner, 0) + 1}
        first, second = game.players
        await self.begin(Game.new(players=(second, first), options=game.options))

    @on(ChangeSettings)
    def _change_settings(self, event: ChangeSettings) -> None:
        self._settings = event.settings
        self.watched_pace = ""
        self.theme = event.settings.theme
        self._take_keys(event.settings)
        self.refresh_css(animate=False)
        self.screen.refresh(repaint=True)

    @on(ShowNewGame)
    def _show_new_game(self) -> None:
        from naishi_tui.screens.new_game import NewGame

        self.push_screen(NewGame())

    @on(ShowSaves)
    def _show_saves(self) -> None:
        from naishi_tui.screens.saved_games import SavedGames

        self.push_screen(SavedGames(self.saves))

    @on(ShowRules)
    def _show_rules(self) -> None:
        from naishi_tui.screens.rules import Rules

        self.push_screen(Rules())

    @on(ShowSettings)
    def _show_settings(self) -> None:
        from naishi_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self.settings))


def run(
    folder: Path,
    settings: Settings | None = None,
    *,
    trouble: str = "",
    resume: str | None = None,
    new: bool = False,
    names: tuple[str, str] | None = None,
    seed: str | None = None,
) -> int:
    """Run the app in this terminal until it is left.

    Args:
        folder: Where the games are saved.
        settings: How the app looks and behaves; by default as if nothing were set.
        trouble: What was wrong with the settings, told on the first screen.
        resume: The id of a game to go on with at once.
        new: Begin a new game at once: with the form, or without where `names` are given.
        names: The players of the new game.
        seed: Draws its deal.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: The game to resume can't be opened, or a name won't do.
    """
    app = NaishiApp(folder, settings, trouble)
    if resume is not None:
        app.start_with = app.saves.open(resume)
    elif new and names is not None:
        from naishi.game import Game

        app.start_with = app.saves.create(Game.new(seed, names))
    app.start_with_form = new and names is None
    told: list[str] = []
    code = live(app, lambda: told.append(app.close_game()))
    for line in filter(None, (app.last_words, *told)):
        with suppress(OSError):  # the terminal may be gone
            sys.stderr.write(f"naishi: {line}\n")
            sys.stderr.flush()
    return code
