"""Lessons and puzzles by number, and progress in them."""

from __future__ import annotations

from pathlib import Path

from naishi.games.naishi.lessons import LESSONS, Exercise, Progress
from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.lessons.task import split
from tests.naishi.plain.hearing import hear


def test_lessons_and_puzzles_are_chosen_by_number(tmp_path: Path) -> None:
    said = hear(tmp_path, "lesson 3", "puzzle 12", "quit", "quit")
    assert any(line.startswith("Lesson 3 of 8: ") for line in said)
    assert any(line.startswith("Puzzle 12 of 50") for line in said)


def test_progress_is_told(tmp_path: Path) -> None:
    Progress().add(LESSONS[1].id)
    Progress().add(puzzles()[4].id)
    said = hear(tmp_path, "lessons", "puzzles", "quit")
    assert "2: What lies beside what, solved." in said
    assert "Solved: 1 of 8." in said
    assert "Solved are 5." in said


def test_after_the_last_lesson_the_way_on_is_said(tmp_path: Path) -> None:
    answers = [action for task in LESSONS[-1].tasks for action in split(task.answer)]
    said = hear(tmp_path, "lesson 8", *answers, "quit")
    assert "That was the last lesson. Now solve puzzles: type puzzle 1." in said


def test_in_a_lesson_help_is_that_of_lessons(tmp_path: Path) -> None:
    said = hear(tmp_path, "lesson 1", "help", "help hint", "set hints off", "quit", "quit")
    assert "Learn: hint, skip, again, task, undo, lessons, lesson, puzzles, puzzle." in said
    assert "hint: A hint; again, a better one." in said
    assert "Set." in said


def test_who_has_solved_everything_is_told_so(tmp_path: Path) -> None:
    exercises: tuple[Exercise, ...] = (*LESSONS, *puzzles())
    for each in exercises:
        Progress().add(each.id)
    assert hear(tmp_path, "learn", "quit")[-1].startswith("You have solved everything;")
