"""Message routes of Naishi's screens: lessons, analysis, editor, exercises."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import App

from naishi.common.i18n import NaishiError, _
from naishi_tui import messages
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.parts.router import AnyScreen, Route, Routes

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import Study
    from naishi_tui.games.naishi.study.analysis import Chosen
    from naishi_tui.routes import RoutedApp


def _lessons(app: RoutedApp, _message: messages.ShowLessons) -> AnyScreen:
    from naishi.games.naishi.lessons.puzzles import puzzle_of, today
    from naishi_tui.games.naishi.learn.lessons import Lessons

    return Lessons(app.context.progress, puzzle_of(today()))


def _task(app: RoutedApp, message: ShowTask) -> AnyScreen:
    from naishi_tui.games.naishi.learn.lessons import task_screen

    return task_screen(message.place, app.context.settings, app.context.progress)


async def instead_of_task(app: App[None], screen: AnyScreen) -> None:
    """Put a task in the place of the one on top; where something was asked for above one since, nowhere."""
    from naishi_tui.games.naishi.learn.lessons import TaskScreen

    if isinstance(app.screen, TaskScreen):
        await app.switch_screen(screen)
    elif not any(isinstance(each, TaskScreen) for each in app.screen_stack):
        await app.push_screen(screen)


async def chosen_in_analysis(app: App[Any], study: Study, *, worst: bool) -> Chosen | None:
    """Return what to look at in the replay: the worst move, or what is chosen in the analysis, if anything is."""
    from naishi_tui.games.naishi.study.analysis import AnalysisScreen

    screen = AnalysisScreen(study, to_worst=worst)
    stored = screen.worst_of_stored() if worst else None
    return stored or await app.push_screen_wait(screen)


async def _analysis(app: RoutedApp, message: messages.ShowAnalysis) -> AnyScreen | None:
    from naishi.games.naishi.analysis.study import FolderStudies
    from naishi.games.naishi.editor.replay import NaishiReplay
    from naishi_tui.games.naishi.replay import ReplayScreen

    replay = app.game.navigator.replay(message.id)
    if not isinstance(replay, NaishiReplay):
        raise NaishiError(_("Only games of Naishi can be analysed; r replays this one."))
    studies = FolderStudies(app.context.folder)
    study = await studies.open(replay.finished_game())
    if (chosen := await chosen_in_analysis(app, study, worst=message.worst)) is None:
        return None
    screen = ReplayScreen(replay, app.context.settings, app.context.pin_attempts, studies)
    screen.begin_at(chosen, from_analysis=not message.worst)  # from the worst move the way back is to the score
    return screen


def _editor(app: RoutedApp, message: messages.ShowEditor) -> AnyScreen:
    from naishi.games.naishi.editor.draft import Draft, EditorParticipant
    from naishi_tui.games.naishi.study.edit import EditScreen

    if message.position or app.draft is None:
        app.draft = Draft(message.position) if message.position else Draft.dealt()
    names = message.names or app.context.saves.last_played().two_names()
    return EditScreen(EditorParticipant(app.draft, names), app.context.settings)


async def _exercises(app: RoutedApp, message: messages.ShowExercises) -> AnyScreen:
    from naishi.games.naishi.analysis.study import FolderStudies
    from naishi_tui.games.naishi.learn.lessons import ExerciseScreen

    book = FolderStudies(app.context.folder).book
    if due := message.exercises or await book.due():
        return ExerciseScreen(due, app.context.settings, book)
    raise NaishiError(_("No mistakes for today. Analyse a saved game to find some."))


async def _statistics(app: RoutedApp, _message: messages.ShowStatistics) -> AnyScreen | None:
    """Read the saves beside the app, and say how far that is where there are many. First comes who played last."""
    from naishi.games.naishi.analysis.statistics import overview
    from naishi.games.naishi.lessons.puzzles import puzzle_of, today
    from naishi_tui.games.naishi.statistics import StatisticsScreen
    from naishi_tui.saved.saved_games import AT_ONCE, ReadingScreen

    read = partial(overview, app.context.folder)
    at_once = app.context.saves.has_at_most(AT_ONCE)
    everybody = await (asyncio.to_thread(read) if at_once else app.push_screen_wait(ReadingScreen(read)))
    if everybody is None:
        return None
    if not everybody:
        raise NaishiError(_("No one has finished a game yet."))
    words = _("The puzzle of the day is at the top of the lessons.")
    if puzzle_of(today()).id in app.context.progress.solved:
        words = _("You have solved the puzzle of the day.")
    played_last = app.context.saves.last_played().people[:1]
    newest_first = sorted(everybody, key=lambda each: (each.name,) != played_last)
    return StatisticsScreen(newest_first, app.context.saves.own_names, words)


ROUTES: Routes = {
    messages.ShowLessons: Route(_lessons, typed_ahead=True),
    ShowTask: Route(_task, instead_of_task),
    messages.ShowAnalysis: Route(_analysis, beside=True),
    messages.ShowEditor: Route(_editor),
    messages.ShowExercises: Route(_exercises, typed_ahead=True),
    messages.ShowStatistics: Route(_statistics, beside=True, typed_ahead=True),
}
