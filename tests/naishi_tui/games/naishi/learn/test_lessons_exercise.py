"""Own mistakes as exercises: tried, judged, repeated."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from naishi import Game
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import DEPTHS
from naishi.games.naishi.analysis.exercises import Exercise, Exercises, FolderExercises
from naishi.games.naishi.rules.actions import Action, Declare, End, Pass, Recall
from naishi.settings.schema import DEFAULTS
from naishi_tui.games.naishi.learn.lessons import ExerciseScreen
from naishi_tui.games.naishi.study.analysis import AnalysisScreen
from naishi_tui.saved.saved_games import SavedGames
from tests.naishi.games.naishi.analysis.analysed import TINY, keep_made_up, made_up
from tests.naishi_tui.desk import ROOMY, Desk, desk
from tests.naishi_tui.games import effects_pending, over
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


@pytest.fixture
def first(folder: Path) -> Exercise:
    """The first of the exercises that are due."""
    folder.mkdir()
    Exercises(folder).add(over(), made_up(over()), date(2026, 1, 1))
    return Exercises(folder).due(date.max)[0]


async def begun(at: Desk) -> ExerciseScreen:
    await at.press("l", "m")
    return at.screen(ExerciseScreen)


def said(exercise: Exercise, action: Action) -> str:
    return words.done(Game(exercise.record), exercise.decision.ply, action)


def days(folder: Path, exercise: Exercise) -> int:
    """After how many days it comes again."""
    again = next(each for each in Exercises(folder).due(date.max) if each.decision == exercise.decision)
    return (again.due - date.today()).days


@pytest.mark.ci
async def test_the_best_action_solves_it_and_it_comes_again_later(folder: Path, first: Exercise) -> None:
    async with desk(folder) as at:
        screen = await begun(at)
        assert f"You played: {said(first, first.decision.played)}. What would have been better?" in at.prompt
        assert "exercise 1 of" in at.lines[0]
        await screen.play(first.decision.best)
        await at.press("left")
        assert f"Right: {said(first, first.decision.best)}." in at.prompt
        assert days(folder, first) == 3
        await at.press("enter")
        assert "exercise 2 of" in at.lines[0]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (End(), "You played: end the turn."),
        (Recall(), "You played: recall your emissaries."),
        (Declare(), "You played: declare the end."),
        (Pass(), "You played: pass."),
    ],
)
def test_an_action_without_cards_is_named_in_words(
    folder: Path, first: Exercise, action: Action, sentence: str
) -> None:
    decision = first.decision.model_copy(update={"played": action})
    screen = ExerciseScreen([first.model_copy(update={"decision": decision})], DEFAULTS, FolderExercises(folder))
    assert screen.instruction().startswith(sentence)


async def test_what_was_played_does_not_solve_it_and_it_comes_again_tomorrow(folder: Path, first: Exercise) -> None:
    async with desk(folder) as at:
        screen = await begun(at)
        await screen.play(first.decision.played)
        await at.press("left")
        assert "That is what you played" in at.prompt
        await screen.play(first.decision.best)
        assert days(folder, first) == 1


@pytest.mark.ci
async def test_any_other_action_is_judged_beside_the_app(
    folder: Path, first: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    others = {first.decision.best, first.decision.played}
    other = next(each for each in first.view().legal_actions if each not in others and not isinstance(each, Declare))
    async with desk(folder) as at:
        screen = await begun(at)
        await screen.play(other)
        await until(lambda: not screen.run.judging, "a verdict")
        assert screen.run.judged is not None
        assert screen.run.done == first.is_solved_by(other, screen.run.judged)


async def test_what_came_of_an_answer_is_said_where_an_effect_is_pending(folder: Path, first: Exercise) -> None:
    game = effects_pending()
    played, best = game.legal_actions()[:2]
    changes = {"ply": len(game.actions), "seat": game.turn, "played": played, "best": best}
    decision = first.decision.model_copy(update=changes)
    exercise = first.model_copy(update={"record": game.record, "decision": decision})
    async with desk(folder, size=ROOMY) as at:
        screen = ExerciseScreen([exercise], DEFAULTS, FolderExercises(folder))
        await at.app.push_screen(screen)
        await screen.play(played)
        assert "That is what you played" in at.prompt
        await screen.play(best)
        assert "Right: " in at.prompt


async def test_once_it_is_over_nothing_is_tried_any_more(folder: Path, first: Exercise) -> None:
    screen = ExerciseScreen([first], DEFAULTS, FolderExercises(folder))
    await screen.play(first.decision.best)
    await screen.play(first.decision.best)
    assert days(folder, first) == 3, "answered once: it has moved on by one box"
    await screen.action_command("swap")
    assert not screen.turn.begun
    assert "This is an exercise" in screen.prompt.here.text


async def test_the_answer_can_be_shown_and_an_exercise_skipped(folder: Path, first: Exercise) -> None:
    async with desk(folder, size=ROOMY) as at:
        screen = await begun(at)
        await at.press("a")
        assert f"The answer: {said(first, first.decision.best)}." in at.prompt
        assert "It puts 2 rice fields side by side (+10)." in at.prompt
        assert f"What you played cost {100 * first.decision.loss:.1f} ± " in at.prompt
        assert days(folder, first) == 1
        while screen.run.number < len(screen.run.exercises) - 1:
            await at.press("n")
        await at.press("n")
        at.screen(SavedGames)


@pytest.mark.ci
async def test_it_is_played_with_keys_like_any_turn_and_changes_no_game(folder: Path, first: Exercise) -> None:
    async with desk(folder) as at:
        await begun(at)
        await at.press("u")
        assert "exercise" in at.prompt
        await at.press("s", "escape", "question_mark", "escape", "g", "escape")
        at.screen(ExerciseScreen)
        await at.press("escape")
        at.screen(SavedGames)
        assert not list(folder.glob("*.naishi.json"))


@pytest.mark.ci
async def test_the_mistakes_of_a_game_are_offered_after_its_analysis(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over()) as at:
        await at.press("a")
        assert "m mistakes" in at.text_of("#keys")
        await at.press("m")
        screen = at.screen(ExerciseScreen)
        for _exercise in screen.run.exercises:
            await at.press("a", "enter")
        at.screen(AnalysisScreen)
        assert "m mistakes" not in at.text_of("#keys")


async def test_where_nothing_is_due_that_is_said(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("l", "m")
        assert "No mistakes for today" in at.text


@pytest.mark.ci
async def test_home_says_how_many_are_due(folder: Path, first: Exercise) -> None:
    due = len(Exercises(folder).due(date.today()))
    async with desk(folder, over()) as at:
        await at.leave_game()
        assert f"Learn from your mistakes ({due})" in at.text_of("#menu")
        await at.press("m")
        await at.screen(ExerciseScreen).play(first.decision.best)
        await at.press("enter", "escape")
        assert f"Learn from your mistakes ({due - 1})" in at.text_of("#menu")
