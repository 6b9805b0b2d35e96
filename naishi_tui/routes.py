"""Message routes of the app, screen factories, and the open game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from naishi.common.i18n import SaveInUseError, _
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import keys, kind_of, sample_of
from naishi_tui import messages
from naishi_tui.parts.game_app import GameApp
from naishi_tui.parts.input_guard import TeachesGame, above_home, go_home
from naishi_tui.parts.router import AnyScreen, Route, Routes
from naishi_tui.registry import board_of, form_of, rules_of, screens_of

if TYPE_CHECKING:
    from naishi.saves import OpenGame
    from naishi.sessions import BotExecutor
    from naishi.sessions.one_keyboard import GamesWon
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.navigator import Navigator


class RoutedApp(GameApp):
    """What the routes need of the app."""

    context: AppContext
    game: CurrentGame
    draft: Any = None
    """The position that was edited last, of a game that has an editor."""


async def _play_bot(app: RoutedApp, message: messages.PlayBot) -> AnyScreen | None:
    from naishi.tabletop.new_game import NewGame
    from naishi_tui.dialogs.screens import AskName

    if app.screen is not app.screen_stack[0] and not isinstance(app.screen, TeachesGame):
        return None  # a second key, typed too early
    last = app.context.saves.last_played(message.game)
    name = "" if last.people else await app.push_screen_wait(AskName())
    if name is None:
        return None
    new = NewGame(kind_of(message.game or keys()[0]), message.options, message.seed or "")
    levels = [message.level] if message.level else []
    last.seat_against_bots(new, levels, person_first=message.person_first, name=name)
    return app.game.begin(new.begin())


def _resume(app: RoutedApp, message: messages.ResumeGame) -> AnyScreen | None:
    try:
        return app.game.resume(message.id)
    except SaveInUseError as error:
        app.post_message(messages.OfferToSpectate(message.id, error.owner))
        return None


async def _offer_to_spectate(app: RoutedApp, message: messages.OfferToSpectate) -> AnyScreen | None:
    from naishi_tui.dialogs.screens import Confirm

    question = _(
        "This game is open in another window ({owner}); close it there to play it here.\n\n"
        "Watch it instead? You will see everything that is face up and follow the game, but neither Hand."
    ).format(owner=message.owner)
    if not await app.push_screen_wait(Confirm(question, harmless=True)):
        return None
    return app.game.spectate(message.id)


def _leave(app: RoutedApp, _message: messages.LeaveGame) -> None:
    app.game.leave()
    go_home(app)


def _new_game(app: RoutedApp, message: messages.ShowNewGame) -> AnyScreen:
    return form_of(message.game or keys()[0], app.context.saves.last_played(), expansion=message.expansion)


def _saves(app: RoutedApp, _message: messages.ShowSaves) -> AnyScreen:
    from naishi_tui.saved.saved_games import SavedGames

    return SavedGames(app.context.saves)


def _replay(app: RoutedApp, message: messages.ShowReplay) -> AnyScreen:
    replay = message.replay or app.game.navigator.replay(message.id)
    return screens_of(replay.key, app.context).replay_screen(replay)


def _sample(app: RoutedApp, message: messages.ShowSample) -> AnyScreen:
    from naishi_tui.table.sample import SampleScreen

    kind = kind_of(message.game)
    return SampleScreen(sample_of(kind.key), app.context.settings, kind, board_of(kind.key))


def _settings(app: RoutedApp, _message: messages.ShowSettings) -> AnyScreen:
    from naishi_tui.settings.settings import SettingsScreen

    return SettingsScreen(app.context.checked_layers())


ROUTES: Routes = {
    messages.ShowNextScreen: Route(lambda app, message: app.game.next_screen(message.seat), above_home),
    messages.DropPin: Route(lambda app, message: app.game.drop_pin(message.seat), above_home),
    messages.UndoCovered: Route(lambda app, _message: app.game.navigator.undo_covered(), above_home),
    messages.WithdrawCovered: Route(lambda app, message: app.game.navigator.withdraw_covered(message.seat), above_home),
    messages.LeaveGame: Route(_leave),
    messages.PlayGame: Route(lambda app, message: app.game.play(message.opened), above_home),
    messages.StartGame: Route(lambda app, message: app.game.begin(message.game), above_home),
    messages.PlayBot: Route(_play_bot, above_home, beside=True),
    messages.Rematch: Route(lambda app, _message: app.game.rematch(), above_home),
    messages.ResumeGame: Route(_resume, above_home),
    messages.OfferToSpectate: Route(_offer_to_spectate, above_home, beside=True),
    messages.ShowNewGame: Route(_new_game),
    messages.ShowSaves: Route(_saves, typed_ahead=True),
    messages.ShowReplay: Route(_replay),
    messages.ShowSample: Route(_sample, typed_ahead=True),
    messages.ShowRules: Route(lambda _app, message: rules_of(message.game or keys()[0]), typed_ahead=True),
    messages.ShowSettings: Route(_settings, typed_ahead=True),
}
"""Those of any game; `registry.routes_of_games` has those of the games themselves."""


class CurrentGame:
    """Opens and closes games, one at a time; what opens one returns the screen that comes next in it.

    Args:
        say_at_home: Has home say what became of a game: what went wrong, and how to go on.
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
        return self.navigator.next_screen(seat)

    def play(self, opened: OpenGame, series: GamesWon | None = None) -> Screen[None] | None:
        self.played = True
        self._say_at_home(self.navigator.open(opened, series), "")
        return self.next_screen()

    def begin(self, game: Game, series: GamesWon | None = None) -> Screen[None] | None:
        return self.play(self._context.saves.create(game), series)

    def resume(self, save_id: str) -> Screen[None] | None:
        """Go on with a saved game. Raises SaveError: it can't be opened."""
        return self.play(self._context.saves.open(save_id))

    def spectate(self, save_id: str) -> Screen[None] | None:
        """Watch a game that is open elsewhere. Raises SaveError: it can't be read."""
        self.navigator.spectate(self._context.saves.spectate(save_id))
        return self.next_screen()

    def rematch(self) -> Screen[None] | None:
        following = self.navigator.rematch()
        return None if following is None else self.begin(*following)

    async def drop_pin(self, seat: int) -> Screen[None] | None:
        """Let a player go on without a PIN; the table stays covered, since the other one has just agreed to that."""
        if (session := self.navigator.session) is None:
            return None
        await session.drop_pin(seat)
        return self.navigator.cover()

    def leave(self) -> None:
        session = self.navigator.session
        played = session is not None and not self.navigator.only_looked
        how = _("The game is saved. {key:home.saves}: all saved games.")
        if session is None or session.game.awaited:
            how = _("The game is saved. {key:home.continue}: continue. {key:home.saves}: all saved games.")
        said = self.close()
        self._say_at_home(said, how.format(key=KEY) if played and said not in self.unsaved else "")

    def close(self) -> str:
        return self._navigator.close() if self._navigator is not None else ""

    def settings_changed(self) -> None:
        if self._navigator is not None:
            self._navigator.settings_changed()
