"""Mistakes as exercises, and their repetition."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from naishi.games.naishi.analysis.decisions import DEPTHS, Verdict
from naishi.games.naishi.analysis.exercises import BOXES, Exercises
from naishi.games.naishi.rules.actions import Use
from naishi.saves.solved_exercises import MISTAKES_FILE, count_due
from naishi.tabletop.players import HUMAN
from tests.naishi.games.naishi.analysis.analysed import TINY, analysis, game, made_up
from tests.naishi.playing import EXPANSION
from tests.naishi_tui.games import over

pytestmark = pytest.mark.ci

TODAY = date(2026, 3, 1)


@pytest.fixture
def exercises(tmp_path: Path) -> Exercises:
    found = Exercises(tmp_path)
    found.add(over(), made_up(over()), TODAY)
    return found


def test_the_mistakes_of_people_are_exercises_once(exercises: Exercises) -> None:
    assert {each.decision.verdict for each in exercises.due(TODAY)} == {Verdict.MISTAKE, Verdict.BLUNDER}
    assert exercises.add(over(), made_up(over()), TODAY) == 0


def test_those_of_bots_are_not(tmp_path: Path) -> None:
    exercises = Exercises(tmp_path)
    count = exercises.add(game(), made_up(game()), TODAY)
    assert count == len(exercises.due(TODAY))
    assert {each.decision.seat for each in exercises.due(TODAY)} <= {0}
    assert game().players[0].kind == HUMAN


def test_what_the_advice_was_is_none(tmp_path: Path) -> None:
    found = made_up(over())
    advised = tuple(each.model_copy(update={"advised": True}) for each in found.decisions)
    assert Exercises(tmp_path).add(over(), found.model_copy(update={"decisions": advised}), TODAY) == 0


def test_an_exercise_shows_what_the_seat_knew_at_that_moment(exercises: Exercises) -> None:
    for each in exercises.due(TODAY):
        assert each.view() == over().at(each.decision.ply).view(each.decision.seat)
        assert each.decision.best in each.view().legal_actions


def test_what_is_solved_comes_again_later_and_later_and_then_no_more(exercises: Exercises) -> None:
    first, *others = exercises.due(TODAY)
    today, days = TODAY, []
    for _time in range(len(BOXES) - 1):
        exercises.answer(first, today, solved=True)
        assert len(exercises.due(today)) == len(others)
        found = next(each for each in exercises.due(date.max) if each.decision == first.decision)
        days.append((found.due - today).days)
        first, today = found, found.due
    assert days == list(BOXES[1:])
    exercises.answer(first, today, solved=True)
    assert first.decision not in [each.decision for each in exercises.due(date.max)]


def test_what_is_not_solved_comes_again_tomorrow(exercises: Exercises) -> None:
    first, *_others = exercises.due(TODAY)
    exercises.answer(first.model_copy(update={"box": 3}), TODAY, solved=False)
    assert first.decision not in [each.decision for each in exercises.due(TODAY)]
    assert first.decision in [each.decision for each in exercises.due(TODAY + timedelta(days=1))]


def test_an_answer_is_judged_as_the_mistake_was(exercises: Exercises, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    first = exercises.due(TODAY)[0]
    played, best = first.decision.played, first.decision.best
    assert first.is_solved_by(best, first.judge(best))
    assert not first.is_solved_by(played, first.judge(played))
    judged = first.judge(played)
    assert judged.ply == first.decision.ply
    assert judged.seat == first.decision.seat


def test_mistakes_with_effects_are_exercises_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    played, exercises = game(EXPANSION), Exercises(tmp_path)
    found = next(each for each in analysis(EXPANSION).decisions if isinstance(each.played, Use))
    other = next(each for each in played.at(found.ply).legal_actions() if each != found.played)
    changed = {"best": other, "loss": 0.2, "loss_error": 0.01}
    mistaken = analysis(EXPANSION).model_copy(update={"decisions": (found.model_copy(update=changed),)})
    people = played.copy()
    for seat in (0, 1):
        people.change_player(seat, kind=HUMAN)
    assert exercises.add(people, mistaken, TODAY) == 1
    (due,) = exercises.due(TODAY)
    assert due.record.options == EXPANSION
    assert due.view().pending
    assert due.judge(due.decision.played).ply == found.ply


def test_a_damaged_file_is_begun_anew(tmp_path: Path, exercises: Exercises) -> None:
    (tmp_path / MISTAKES_FILE).write_text("{")
    assert exercises.due(TODAY) == ()
    assert exercises.add(over(), made_up(over()), TODAY) > 0


def test_no_pin_is_kept_with_them(tmp_path: Path) -> None:
    hidden = over()
    hidden.change_player(0, name="Aiko", pin="a hash")
    Exercises(tmp_path).add(hidden, made_up(hidden), TODAY)
    assert "a hash" not in (tmp_path / MISTAKES_FILE).read_text()


def test_what_is_due_is_counted_without_reading_it_whole(exercises: Exercises, tmp_path: Path) -> None:
    due = exercises.due(TODAY)
    assert count_due(tmp_path, TODAY) == len(due) > 1
    exercises.answer(due[0], TODAY, solved=True)
    assert count_due(tmp_path, TODAY) == len(due) - 1
    assert count_due(tmp_path, TODAY - timedelta(days=1)) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"exercises": 7}', '{"exercises": [{"due": 7}]}', "[" * 9999])
def test_in_a_damaged_file_nothing_is_due(tmp_path: Path, text: str) -> None:
    (tmp_path / MISTAKES_FILE).write_text(text)
    assert count_due(tmp_path, TODAY) == 0
