"""Routes of Naishi's own screens on a server."""

from typing import TYPE_CHECKING, Protocol

from textual.app import App

from naishi.common.i18n import NaishiError, _
from naishi.server import Visitor
from naishi.server.history.past_games import KeptProgress, PastGame
from naishi.settings.schema import Settings
from naishi.tabletop.pins import PinAttempts
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.routes import chosen_in_analysis, instead_of_task
from naishi_tui.messages import ShowAnalysis, ShowExercises, ShowLessons, ShowStatistics
from naishi_tui.parts.router import AnyScreen, Route, Routes

if TYPE_CHECKING:
    from naishi_tui.games.naishi.replay import ReplayScreen


class OpenMatch(Protocol):
    """The match on the screen."""

    @property
    def here(self) -> str:
        """Its id; empty for none."""


class LearnersApp(App[None]):
    """What the routes need of the app."""

    match: OpenMatch
    visitor: Visitor
    progress: KeptProgress
    settings: Settings


def past_screen(past: PastGame, visitor: Visitor, settings: Settings) -> "ReplayScreen":
    """Return the replay screen of a finished match, with its analysis."""
    from naishi.server.naishi.studies import MatchStudies, replay_of
    from naishi_tui.games.naishi.replay import ReplayScreen

    return ReplayScreen(replay_of(past), settings, PinAttempts(), MatchStudies(visitor, past.match.id))


async def _analysis(app: LearnersApp, message: ShowAnalysis) -> AnyScreen | None:
    from naishi.server.naishi.studies import MatchStudies

    match_id = message.id or app.match.here
    study = await MatchStudies(app.visitor, match_id).open()
    if (chosen := await chosen_in_analysis(app, study, worst=message.worst)) is None:
        return None
    screen = past_screen(await app.visitor.past_games.load(match_id), app.visitor, app.settings)
    screen.begin_at(chosen, from_analysis=not message.worst)
    return screen


async def _exercises(app: LearnersApp, message: ShowExercises) -> AnyScreen:
    from naishi.server.naishi.studies import MatchStudies
    from naishi_tui.games.naishi.learn.lessons import ExerciseScreen

    book = MatchStudies(app.visitor).book
    if due := message.exercises or await book.due():
        return ExerciseScreen(due, app.settings, book)
    raise NaishiError(_("No mistakes for today. Analyse a finished game to find some."))


async def _statistics(app: LearnersApp, _message: ShowStatistics) -> AnyScreen:
    from naishi.server.naishi.studies import own_statistics
    from naishi_tui.games.naishi.statistics import StatisticsScreen

    if (found := await own_statistics(app.visitor)) is None:
        raise NaishiError(_("No game of yours is over yet."))
    return StatisticsScreen([found])


async def _lessons(app: LearnersApp, _message: ShowLessons) -> AnyScreen:
    from naishi.games.naishi.lessons.puzzles import puzzle_of, today
    from naishi_tui.games.naishi.learn.lessons import Lessons

    await app.progress.load()
    return Lessons(app.progress, puzzle_of(today()))


def _task(app: LearnersApp, message: ShowTask) -> AnyScreen:
    from naishi_tui.games.naishi.learn.lessons import task_screen

    return task_screen(message.place, app.settings, app.progress)


ROUTES: Routes = {
    ShowAnalysis: Route(_analysis, beside=True),
    ShowExercises: Route(_exercises, typed_ahead=True),
    ShowStatistics: Route(_statistics, beside=True, typed_ahead=True),
    ShowLessons: Route(_lessons, typed_ahead=True),
    ShowTask: Route(_task, instead_of_task),
}
