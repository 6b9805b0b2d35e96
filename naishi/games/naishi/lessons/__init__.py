"""Lessons and puzzles: data, and what plays it."""

from naishi.games.naishi.lessons.course import Place
from naishi.games.naishi.lessons.first_steps import LESSONS
from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.lessons.task import Exercise, Hint, Lesson, Puzzle, Task, TaskParticipant
from naishi.saves.solved_exercises import Progress, Solved

__all__ = [
    "LESSONS",
    "Exercise",
    "Hint",
    "Lesson",
    "Place",
    "Progress",
    "Puzzle",
    "Solved",
    "Task",
    "TaskParticipant",
    "puzzles",
]
