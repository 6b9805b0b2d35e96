"""Where each message of the app leads: one table, and beside it how each screen is made."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from naishi.common.errors import NaishiError, SaveInUseError
from naishi.common.i18n import _
from naishi.games.naishi.analysis.study import FolderStudies
from naishi.tabletop.kinds import keys, kind_of, sample_of
from naishi_tui import messages
from naishi_tui.parts.router import Route
from naishi_tui.screen_stack import above_home, go_home

if TYPE_CHECKING:
    from naishi.games.naishi.editor.draft import Draft
    from naishi.sessions import Replay
    from naishi_tui.context import AppContext
    from naishi_tui.current_game import CurrentGame
    from naishi_tui.games.naishi.study.analysis import Chosen

AnyScreen = Screen[Any]


class RoutedApp(App[None]):
    """What the routes need of the app."""

    context: AppContext
    game: CurrentGame
    draft: Draft | None = None
    """The position that was edited last."""


def _begin(app: RoutedApp, message: messages.NewGame) -> AnyScreen | None:
    from naishi.games.naishi.game.game import Game

    return app.game.begin(Game.new(message.seed, message.players, options=message.options))


async def _play_bot(app: RoutedApp, message: messages.PlayBot) -> AnyScreen | None:
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.game.record import Options
    from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS
    from naishi_tui.home.ask_name import AskName

    if not _begins_games(app, message.game):  # a second key, typed too early
        return None
    last = app.context.last_played(message.game)
    name = "" if last.people else await app.push_screen_wait(AskName())
    if name is None:
        return None
    if message.game not in {"", keys()[0]}:
        from naishi_tui.home.home import against_bots

        kind = kind_of(message.game)
        seated = against_bots(kind, name or last.opponent, message.level or last.level)
        return app.game.begin(kind.new(seated, {}, message.seed or ""))
    options = Options(expansion=LEGENDS_TRAVELLERS if message.expansion else None)
    players = last.against_bot(message.level, person_first=message.person_first, name=name)
    return app.game.begin(Game.new(message.seed, players, options=options))


def _begins_games(app: RoutedApp, game: str) -> bool:
    """Return whether a game is begun from the screen on top: home, or one on which it is learnt."""
    if app.screen is app.screen_stack[0]:
        return True
    if game not in {"", keys()[0]}:
        from naishi_tui.table.sample import SampleScreen

        return isinstance(app.screen, SampleScreen)
    from naishi_tui.games.naishi.learn.lesson import TaskScreen

    return isinstance(app.screen, TaskScreen)


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
    from naishi_tui.new_game.naishi import NewGameScreen

    if message.game not in {"", keys()[0]}:
        from naishi_tui.new_game.form import GameForm

        return GameForm(kind_of(message.game), app.context.last_played().people)
    return NewGameScreen(app.context.last_played().two_names(), expansion=message.expansion)


def _saves(app: RoutedApp, _message: messages.ShowSaves) -> AnyScreen:
    from naishi_tui.saved.saved_games import SavedGames

    return SavedGames(app.context.saves)


def _replay(app: RoutedApp, message: messages.ShowReplay) -> AnyScreen:
    return _replay_screen(app, message.replay or app.game.navigator.replay(message.id))


def _replay_screen(app: RoutedApp, replay: Replay) -> AnyScreen:
    from naishi_tui.registry import screens_of

    return screens_of(replay.key, app.context).replay_screen(replay)


def _lessons(app: RoutedApp, _message: messages.ShowLessons) -> AnyScreen:
    from naishi_tui.games.naishi.learn.lessons import Lessons

    return Lessons(app.context.progress)


def _sample(app: RoutedApp, message: messages.ShowSample) -> AnyScreen:
    from naishi_tui.registry import board_of
    from naishi_tui.table.sample import SampleScreen

    kind = kind_of(message.game)
    return SampleScreen(sample_of(kind.key), app.context.settings, kind, board_of(kind.key))


def _task(app: RoutedApp, message: messages.ShowTask) -> AnyScreen:
    from naishi_tui.games.naishi.learn.lesson import task_screen

    return task_screen(message.place, app.context.settings, app.context.progress)


async def instead_of_task(app: App[None], screen: AnyScreen) -> None:
    """Put a task in the place of the one on top; where something was asked for above one since, nowhere."""
    from naishi_tui.games.naishi.learn.lesson import TaskScreen

    if isinstance(app.screen, TaskScreen):
        await app.switch_screen(screen)
    elif not any(isinstance(each, TaskScreen) for each in app.screen_stack):
        await app.push_screen(screen)


async def _analysis(app: RoutedApp, message: messages.ShowAnalysis) -> AnyScreen | None:
    """Analyse a game, and replay it from the mistake that was chosen there."""
    from naishi.games.naishi.editor.replay import NaishiReplay
    from naishi_tui.games.naishi.replay import ReplayScreen
    from naishi_tui.games.naishi.study.analysis import AnalysisScreen

    replay = app.game.navigator.replay(message.id)
    if not isinstance(replay, NaishiReplay):
        raise NaishiError(_("Only games of Naishi can be analysed; r replays this one."))
    study = await FolderStudies(app.context.folder).open(replay.finished_game())
    screen = AnalysisScreen(study, to_worst=message.worst)
    chosen: Chosen | None = screen.worst_of_stored() if message.worst else None
    if chosen is None:
        chosen = await app.push_screen_wait(screen)
    if chosen is None:
        return None
    replay_screen = _replay_screen(app, replay)
    assert isinstance(replay_screen, ReplayScreen)  # noqa: S101 - it is a game of Naishi
    replay_screen.study.begin_at(
        chosen, from_analysis=not message.worst
    )  # from the worst move the way back leads to the score
    return replay_screen


def _editor(app: RoutedApp, message: messages.ShowEditor) -> AnyScreen:
    from naishi.games.naishi.editor.draft import Draft
    from naishi.games.naishi.editor.participant import EditorParticipant
    from naishi_tui.games.naishi.study.edit import EditScreen

    if message.position or app.draft is None:
        app.draft = Draft(message.position) if message.position else Draft.dealt()
    names = message.names or app.context.last_played().two_names()
    return EditScreen(EditorParticipant(app.draft, names), app.context.settings)


async def _exercises(app: RoutedApp, message: messages.ShowExercises) -> AnyScreen:
    """Practise one's own mistakes: those of a game, or all that are due."""
    from naishi_tui.games.naishi.learn.exercise import ExerciseScreen

    book = FolderStudies(app.context.folder).book
    if due := message.exercises or await book.due():
        return ExerciseScreen(due, app.context.settings, book)
    raise NaishiError(_("No mistakes for today. Analyse a saved game to find some."))


async def _statistics(app: RoutedApp, _message: messages.ShowStatistics) -> AnyScreen:
    """Read the saves beside the app; the first time that may take a second."""
    from naishi.games.naishi.analysis.overview import overview
    from naishi_tui.games.naishi.statistics import StatisticsScreen

    if everybody := await asyncio.to_thread(overview, app.context.folder):
        return StatisticsScreen(everybody)
    raise NaishiError(_("No one has finished a game yet."))


def _rules(app: RoutedApp, message: messages.ShowRules) -> AnyScreen:
    from naishi_tui.games.naishi.rules import NaishiRules
    from naishi_tui.keys import Keymap
    from naishi_tui.table.rules import Rules

    keymap = Keymap(app.context.settings.keys)
    return NaishiRules(keymap) if message.game in {"", keys()[0]} else Rules(keymap, kind_of(message.game))


def _settings(app: RoutedApp, _message: messages.ShowSettings) -> AnyScreen:
    from naishi_tui.settings.settings import SettingsScreen

    return SettingsScreen(app.context.checked_layers())


ROUTES: Mapping[type[messages.Routed], Route] = {
    messages.ShowNextScreen: Route(lambda app, message: app.game.next_screen(message.seat), above_home),
    messages.DropPin: Route(lambda app, message: app.game.drop_pin(message.seat), above_home),
    messages.UndoCovered: Route(lambda app, _message: app.game.navigator.undo_covered(), above_home),
    messages.LeaveGame: Route(_leave),
    messages.PlayGame: Route(lambda app, message: app.game.play(message.opened), above_home),
    messages.NewGame: Route(_begin, above_home),
    messages.StartGame: Route(lambda app, message: app.game.begin(message.game), above_home),
    messages.PlayBot: Route(_play_bot, above_home, beside=True),
    messages.Rematch: Route(lambda app, _message: app.game.rematch(), above_home),
    messages.ResumeGame: Route(_resume, above_home),
    messages.OfferToSpectate: Route(_offer_to_spectate, above_home, beside=True),
    messages.ShowNewGame: Route(_new_game),
    messages.ShowSaves: Route(_saves, typed_ahead=True),
    messages.ShowReplay: Route(_replay),
    messages.ShowLessons: Route(_lessons, typed_ahead=True),
    messages.ShowSample: Route(_sample, typed_ahead=True),
    messages.ShowTask: Route(_task, instead_of_task),
    messages.ShowAnalysis: Route(_analysis, beside=True),
    messages.ShowEditor: Route(_editor),
    messages.ShowExercises: Route(_exercises, typed_ahead=True),
    messages.ShowStatistics: Route(_statistics, beside=True, typed_ahead=True),
    messages.ShowRules: Route(_rules, typed_ahead=True),
    messages.ShowSettings: Route(_settings, typed_ahead=True),
}
