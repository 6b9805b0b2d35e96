"""Message routes of the app, and screen factories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from naishi.common.errors import SaveInUseError
from naishi.common.i18n import _
from naishi.tabletop.kinds import keys, kind_of, sample_of
from naishi_tui import messages
from naishi_tui.parts.game_app import GameApp
from naishi_tui.parts.router import Route, Routes
from naishi_tui.screen_stack import TeachesGame, above_home, go_home

if TYPE_CHECKING:
    from naishi_tui.context import AppContext
    from naishi_tui.current_game import CurrentGame

AnyScreen = Screen[Any]


class RoutedApp(GameApp):
    """What the routes need of the app."""

    context: AppContext
    game: CurrentGame
    draft: Any = None
    """The position that was edited last, of a game that has an editor."""


async def _play_bot(app: RoutedApp, message: messages.PlayBot) -> AnyScreen | None:
    from naishi.tabletop.new_game import NewGame

    if app.screen is not app.screen_stack[0] and not isinstance(app.screen, TeachesGame):
        return None  # a second key, typed too early
    last = app.context.last_played(message.game)
    name = "" if last.people else await _name(app)
    if name is None:
        return None
    new = NewGame(kind_of(message.game or keys()[0]), message.options, message.seed or "")
    levels = [message.level] if message.level else []
    last.seat_against_bots(new, levels, person_first=message.person_first, name=name)
    return app.game.begin(new.begin())


async def _name(app: RoutedApp) -> str | None:
    """Ask what the first person who plays here is called; None for no game."""
    from naishi_tui.home.ask_name import AskName

    return await app.push_screen_wait(AskName())


def _resume(app: RoutedApp, message: messages.ResumeGame) -> AnyScreen | None:
    try:
        return app.game.resume(message.id)
    except SaveInUseError as error:
        app.post_message(messages.OfferToSpectate(message.id, error.owner))
        return None


async def _offer_to_spectate(app: RoutedApp, message: messages.OfferToSpectate) -> AnyScreen | None:
    from naishi_tui.dialogs.questions import Confirm

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
    from naishi_tui.registry import form_of

    return form_of(message.game or keys()[0], app.context.last_played(), expansion=message.expansion)


def _saves(app: RoutedApp, _message: messages.ShowSaves) -> AnyScreen:
    from naishi_tui.saved.saved_games import SavedGames

    return SavedGames(app.context.saves)


def _replay(app: RoutedApp, message: messages.ShowReplay) -> AnyScreen:
    from naishi_tui.registry import screens_of

    replay = message.replay or app.game.navigator.replay(message.id)
    return screens_of(replay.key, app.context).replay_screen(replay)


def _sample(app: RoutedApp, message: messages.ShowSample) -> AnyScreen:
    from naishi_tui.registry import board_of
    from naishi_tui.table.sample import SampleScreen

    kind = kind_of(message.game)
    return SampleScreen(sample_of(kind.key), app.context.settings, kind, board_of(kind.key))


def _rules(_app: RoutedApp, message: messages.ShowRules) -> AnyScreen:
    from naishi_tui.registry import rules_of

    return rules_of(message.game or keys()[0])


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
    messages.ShowRules: Route(_rules, typed_ahead=True),
    messages.ShowSettings: Route(_settings, typed_ahead=True),
}
"""Those of any game; `registry.routes_of_games` has those of the games themselves."""
