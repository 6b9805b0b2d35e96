"""Lessons and puzzles: tasks on the real rules, data beside what plays them."""

from __future__ import annotations

from naishi.lessons.course import Place
from naishi.lessons.first_steps import LESSONS
from naishi.lessons.learner import Hint, Learner
from naishi.lessons.progress import Progress
from naishi.lessons.puzzles import puzzles
from naishi.lessons.task import Exercise, Lesson, Puzzle, Task

__all__ = ["LESSONS", "Exercise", "Hint", "Learner", "Lesson", "Place", "Progress", "Puzzle", "Task", "puzzles"]
