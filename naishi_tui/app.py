"""The app: which screen comes next, and the game that is open."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType

from naishi.errors import NaishiError
from naishi.game import Game
from naishi.i18n import _
from naishi.legal import Phase
from naishi.saves import OpenGame, Saves
from naishi_tui import theme
from naishi_tui.messages import Begin, GoOn, LeaveGame, Proceed, Rematch, ShowNewGame, ShowRules, ShowSaves
from naishi_tui.screens.game_screen import SETTLED
from naishi_tui.screens.gift import Gift
from naishi_tui.screens.handover import Handover
from naishi_tui.screens.home import Home
from naishi_tui.screens.new_game import NewGame
from naishi_tui.screens.ninja import Ninja
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.saved_games import SavedGames
from naishi_tui.screens.score import Score
from naishi_tui.screens.table import Table
from naishi_tui.seats import LocalSeat


class NaishiApp(App[None]):
    """Naishi at one keyboard. Screens say what they want by messages; only here is it decided who sees what."""

    TITLE = "Naishi"
    # The default screen brings no stylesheet of its own.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, saves: Saves) -> None:
        super().__init__()
        self.saves = saves
        self.open_game: OpenGame | None = None
        self.viewer: int | None = None
        """The seat whose player is at the keyboard and has said so; None where nobody has."""
        self.start_with: OpenGame | None = None
        self.start_with_form = False
        self.register_theme(theme.DARK)
        self.theme = theme.DARK.name

    def get_default_screen(self) -> Home:
        """Begin at home."""
        return Home(self.saves)

    async def on_mount(self) -> None:
        """Go where the command line asked to."""
        if self.start_with is not None:
            await self._open(self.start_with)
        elif self.start_with_form:
            self.push_screen(NewGame())

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
        self.viewer = None
        await self.proceed()

    def close_game(self) -> None:
        """Let go of the open game; it is saved."""
        if self.open_game is not None:
            self.open_game.close()
            self.open_game = None
        self.viewer = None

    async def proceed(self) -> None:
        """Show what comes next in the open game: a cover wherever another person has to sit down first."""
        assert self.open_game is not None  # noqa: S101 - only an open game proceeds
        game = self.open_game.game
        outcome = game.outcome
        if outcome is not None:
            await self._show(Score(LocalSeat(self.open_game, 0), outcome))
            return
        seat = game.turn or 0
        chair = LocalSeat(self.open_game, seat)
        if game.phase is Phase.COPY:
            self.viewer = None
            await self._show(Ninja(chair))
        elif self.viewer != seat:
            self.viewer = None
            await self._show(self._cover(game, seat))
        else:
            await self._show(Gift(chair) if game.phase is Phase.GIFT else Table(chair))

    def _cover(self, game: Game, seat: int) -> Handover:
        where = (
            _("Before the first turn: the gift") if game.phase is Phase.GIFT else _("Round {n}").format(n=game.round)
        )
        return Handover(game.players[seat], seat, game.players[1 - seat].name, where)

    async def _show(self, screen: Gift | Handover | Ninja | Score | Table) -> None:
        """Put a screen of the game above home, in the place of all others, and paint it once it is complete."""
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
        await self.proceed()

    @on(LeaveGame)
    def _leave(self) -> None:
        self.close_game()
        while len(self.screen_stack) > 1:
            self.pop_screen()

    @on(Begin)
    async def _begin(self, event: Begin) -> None:
        await self.begin(event.game)

    @on(GoOn)
    async def _go_on(self, event: GoOn) -> None:
        try:
            await self.resume(event.id)
        except NaishiError as error:
            if isinstance(self.screen, Home | SavedGames):
                self.screen.show(str(error))

    @on(Rematch)
    async def _rematch(self) -> None:
        if self.open_game is not None:
            first, second = self.open_game.game.players
            await self.begin(Game.new(players=(second, first), options=self.open_game.game.options))

    @on(ShowNewGame)
    def _show_new_game(self) -> None:
        self.push_screen(NewGame())

    @on(ShowSaves)
    def _show_saves(self) -> None:
        self.push_screen(SavedGames(self.saves))

    @on(ShowRules)
    def _show_rules(self) -> None:
        self.push_screen(Rules())


def run(
    saves: Saves,
    *,
    resume: str | None = None,
    new: bool = False,
    names: tuple[str, str] | None = None,
    seed: str | None = None,
) -> int:
    """Run the app in this terminal until it is left.

    Args:
        saves: Where the games are.
        resume: The id of a game to go on with at once.
        new: Begin a new game at once: with the form, or without where `names` are given.
        names: The players of the new game.
        seed: Draws its deal.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: The game to resume can't be opened, or a name won't do.
    """
    app = NaishiApp(saves)
    if resume is not None:
        app.start_with = saves.open(resume)
    elif new and names is not None:
        app.start_with = saves.create(Game.new(seed, names))
    app.start_with_form = new and names is None
    try:
        app.run()
    finally:
        app.close_game()
    return app.return_code or 0
