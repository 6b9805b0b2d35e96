"""The puzzles, cut from games between bots by `naishi.games.naishi.lessons.puzzle_search`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

from naishi.common.i18n import N_
from naishi.games.naishi.lessons.goals import Plays
from naishi.games.naishi.lessons.task import Puzzle, Task, split
from naishi.games.naishi.lessons.themes import THEMES
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Module

FILE = Path(__file__).with_name("puzzles.toml")
EXPANSION_FILE = FILE.with_name("expansion_puzzles.toml")


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
    """Return the puzzles of the base game, the easiest first."""
    return tuple(_puzzle(number, entry, None) for number, entry in enumerate(_entries(FILE), 1))


@cache
def expansion_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles with the expansion, the easiest first; they are numbered on from the others."""
    numbered = enumerate(_entries(EXPANSION_FILE), 1 + len(puzzles()))
    return tuple(_puzzle(number, entry, LEGENDS_TRAVELLERS) for number, entry in numbered)


def _entries(file: Path) -> list[_Entry]:
    entries: list[_Entry] = tomllib.loads(file.read_text(encoding="utf-8"))["puzzle"]
    return entries


def _puzzle(number: int, entry: _Entry, module: Module | None) -> Puzzle:
    answer = tuple(Action.from_text(text) for text in split(entry["answer"]))
    task = Task(
        N_("Which action is clearly the best here?"),
        Plays(answer),
        answer=entry["answer"],
        nudge=THEMES[entry["theme"]].nudge,
        wrong=N_("Something else wins clearly more often."),
        done="",
        seed=entry["seed"],
        module=module,
        before=entry["actions"],
        seat=entry["seat"],
        longest=2,
    )
    played = len(split(entry["actions"]))
    return Puzzle(
        f"{entry['seed']}/{played}" if module is None else f"{module}/{entry['seed']}/{played}",
        number,
        (task,),
        entry["lead"],
        tuple(entry["missed_by"]),
        entry["chance"],
        entry["theme"],
    )
