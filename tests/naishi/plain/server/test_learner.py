"""Lessons and puzzles on a server in lines: naishi.lobby, naishi.lessons."""

from __future__ import annotations

from datetime import date

import pytest

from naishi.games.naishi.lessons import Place
from naishi.games.naishi.lessons.course import heading
from naishi.games.naishi.lessons.puzzles import puzzle_of
from naishi.games.naishi.lessons.task import split
from naishi.server.history.past_games import KeptProgress
from tests.naishi.plain.server.people import Reader


async def test_a_lesson_is_worked_on_and_what_is_solved_stays_with_the_account(aiko: Reader) -> None:
    await aiko.says("lessons", "Solved: 0 of 8.")
    await aiko.says("learn", "Lesson 1 of 8")
    await aiko.says("hint", ".")
    await aiko.says("quit", "You are in the lobby.")
    await KeptProgress(aiko.visitor.lobby.solved, aiko.visitor).remember("develop")
    await aiko.says("lessons", "Solved: 1 of 8.")
    await aiko.says("lesson 3", "Lesson 3 of 8")
    await aiko.says("puzzles", "Solved: 0 of 40.")
    await aiko.says("quit", "You are in the lobby.")


async def test_the_puzzle_of_the_day_is_solved(aiko: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 23)
    monkeypatch.setattr("naishi.plain.naishi.lobby.today", lambda: day)
    puzzle = puzzle_of(day)
    await aiko.says("today", heading(Place(puzzle)))
    (task,) = puzzle.tasks
    aiko.type(*split(task.answer))
    await aiko.hears("Right! It wins")
    progress = KeptProgress(aiko.visitor.lobby.solved, aiko.visitor)
    await progress.load()
    assert set(progress.solved) == {puzzle.id}
