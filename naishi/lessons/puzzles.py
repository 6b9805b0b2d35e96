"""The puzzles, cut from games between bots by `scripts/puzzles.py`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

from naishi.common.i18n import N_
from naishi.lessons.goals import Plays
from naishi.lessons.task import Puzzle, Task, split
from naishi.lessons.themes import THEMES
from naishi.rules.actions import Action

FILE = Path(__file__).with_name("puzzles.toml")


class _Entry(TypedDict):
    """A puzzle in the file."""

    seed: str
    """Draws the deal."""
    seat: Literal[0, 1]
    actions: str
    answer: str
    chance: float
    lead: float
    missed_by: list[str]
    theme: str


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles, the easiest first."""
    entries: list[_Entry] = tomllib.loads(FILE.read_text(encoding="utf-8"))["puzzle"]
    return tuple(_puzzle(number, entry) for number, entry in enumerate(entries, 1))


def _puzzle(number: int, entry: _Entry) -> Puzzle:
    answer = tuple(Action.from_text(text) for text in split(entry["answer"]))
    task = Task(
        N_("Which action is clearly the best here?"),
        Plays(answer),
        answer=entry["answer"],
        nudge=THEMES[entry["theme"]].nudge,
        wrong=N_("Something else wins clearly more often."),
        done="",
        seed=entry["seed"],
        before=entry["actions"],
        seat=entry["seat"],
        longest=2,
    )
    played = len(split(entry["actions"]))
    return Puzzle(
        f"{entry['seed']}/{played}",
        number,
        (task,),
        entry["lead"],
        tuple(entry["missed_by"]),
        entry["chance"],
        entry["theme"],
    )
