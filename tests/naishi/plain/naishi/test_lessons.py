"""Lessons in line mode."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

from naishi import NaishiError
from naishi.games.naishi.lessons import LESSONS, Progress
from naishi.games.naishi.lessons.first_steps import EXPANSION_LESSONS
from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.lessons.task import split
from naishi.plain.console import Console
from naishi.plain.local import StandardLines
from naishi.plain.naishi.lessons import PlainLessons
from naishi.saves.solved_exercises import progress_file
from tests.naishi.plain.hearing import context_of


class Typist(io.StringIO):
    """A person who types these lines at a terminal."""

    def isatty(self) -> bool:
        return True


def learn(*lines: str, person: bool = True) -> str:
    """What line mode writes while these lines are typed."""
    text, out = "".join(f"{line}\n" for line in lines), io.BytesIO()
    console = Console(StandardLines(Typist(text) if person else io.StringIO(text), io.TextIOWrapper(out, "utf-8")))
    asyncio.run(PlainLessons(context_of(console, Path("saves")), Progress()).run())
    return out.getvalue().decode()


def test_all_lessons_are_solved_by_their_answers_and_remembered() -> None:
    answers = [action for lesson in LESSONS for task in lesson.tasks for action in split(task.answer)]
    said = learn(*answers, person=False)
    assert "Lesson 8 of 8: The end, and ninjas, 3 of 3" in said
    assert set(Progress().solved) == {lesson.id for lesson in LESSONS}


def test_the_lessons_of_the_expansion_are_asked_for_by_number_and_end_in_a_first_game_with_it() -> None:
    assert (
        "9: Travellers and the Ryokan." in learn("lessons", "quit").split("With the expansion Legends & Travellers:")[1]
    )
    assert "41 to " in learn("puzzles", "quit").split("With the expansion Legends & Travellers:")[1]
    answers = [action for lesson in EXPANSION_LESSONS for task in lesson.tasks for action in split(task.answer)]
    said = learn("lesson 9", *answers, person=False)
    assert "Lesson 10 of 10: Legends, 3 of 3" in said
    assert "type bot beginner expansion" in said
    assert set(Progress().solved) == {lesson.id for lesson in EXPANSION_LESSONS}
    assert "Puzzle 41 of 50" in learn("puzzle 41", "quit")


def test_a_pending_effect_is_asked_for_in_a_lesson_too() -> None:
    said = learn("lesson 9", "develop line 1", "quit")
    assert "Cherry Blossom Lady: exchange any two of your cards, as in swap line 2 hand 4." in said


def test_the_court_says_that_the_learner_has_imposed_the_decree() -> None:
    views = ((each.number, each.tasks[0].game().view(each.tasks[0].seat)) for each in puzzles())
    number = next(number for number, view in views if view.mine.sent.decree)
    assert "\nDecree: imposed by you.\n" in learn(f"puzzle {number}", "court", "quit", person=False)


def test_who_comes_back_goes_on_with_what_is_not_solved() -> None:
    Progress().add(LESSONS[0].id)
    assert learn("quit").startswith("Lesson 2 of 8: What lies beside what, 1 of 3")


def test_hints_lead_to_the_action() -> None:
    nudge, card, action = learn("hint", "hint", "hint").splitlines()[-3:]
    assert nudge == LESSONS[0].tasks[0].nudge
    assert card == "Look at River 1: fort."
    assert action == "Type: develop Line 1. It brings plus 6 (fort)."


def test_a_puzzle_whose_answer_was_shown_is_not_solved() -> None:
    answer = split(puzzles()[0].tasks[0].answer)
    assert "Shown, not solved." in learn("puzzle 1", "hint", "hint", "hint", *answer, "quit")
    assert not Progress().solved
    assert "Right!" in learn("puzzle 1", *answer, "quit")
    assert set(Progress().solved) == {puzzles()[0].id}


def test_a_task_can_be_skipped_repeated_and_told_again() -> None:
    said = learn("again", "task", "skip", "quit")
    assert said.count("Lesson 1 of 8: Develop a card, 1 of 3") == 3
    assert "Lesson 1 of 8: Develop a card, 2 of 3" in said


def test_a_person_is_told_what_leads_nowhere_and_a_script_ends_there() -> None:
    wrong = LESSONS[0].tasks[0].wrong
    assert wrong in learn("develop L3", "quit")
    with pytest.raises(NaishiError) as ended:
        learn("develop L3", person=False)
    assert str(ended.value) == wrong


def test_the_table_can_be_asked_about() -> None:
    assert "River 1: Fort, 3 cards left." in learn("river", "quit")


def test_what_to_type_is_said_once() -> None:
    assert learn("skip", "again", "task", "quit").count("To look: table, river") == 1


def test_sentences_name_commands_and_not_keys() -> None:
    for lesson in LESSONS[:4]:
        Progress().add(lesson.id)
    assert "A swap (swap) exchanges" in learn("quit")


def test_progress_of_a_newer_version_is_said_once_and_left_alone() -> None:
    file = progress_file()
    file.parent.mkdir(parents=True)
    file.write_text('{"version": 2, "solved": []}')
    answers = [action for lesson in LESSONS[:2] for task in lesson.tasks for action in split(task.answer)]
    assert learn(*answers, person=False).count("progress.json comes from a newer version of Naishi.") == 1
    assert file.read_text() == '{"version": 2, "solved": []}'
