"""Tasks: lessons and puzzles as data, with solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.lessons.goals import Attempt, Goal
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.expansion import Module
from naishi.games.naishi.rules.position import Position

Panel = Literal["court", "turn", "points", "log"]
PANELS: tuple[Panel, ...] = ("court", "turn", "points", "log")


@dataclass(frozen=True)
class Task:
    """One turn to play. The sentences are English; they are translated where they are shown.

    A sentence may name a command by a gap, `{key:swap}`: by its key, or in lines by its word.
    """

    text: str
    """What there is to know and to do."""
    goal: Goal
    answer: str
    """One way to the goal, in action texts; there may be others."""
    nudge: str
    """The first hint."""
    wrong: str
    """What is said of an action after which the goal is out of reach."""
    done: str
    position: str = ""
    """Where it begins; empty for the deal of a seed."""
    seed: str = ""
    module: Module | None = None
    """What that deal is for; a position says so itself."""
    before: str = ""
    """What is played from there before it is the learner's turn, in action texts."""
    seat: Literal[0, 1] = 0
    """The learner's."""
    longest: int = 1
    """How many actions the learner may take; whoever is lost after the first one would learn nothing."""
    hides: Literal["", "opponent", "river"] = ""
    """What the task isn't about: its room is for the text."""
    marks: str = ""
    """What is said of marks on the cards that this task is the first to show, where cards are drawn."""

    def game(self) -> Game:
        """Return the game at the learner's turn."""
        names = [_("Bruno"), _("Bruno")]
        names[self.seat] = _("You")
        if self.position:
            game = Game.from_position(Position.from_text(self.position), names)
        else:
            game = Game.new(self.seed, names, options=Options(expansion=self.module))
        for action in split(self.before):
            game.play(action)
        return game


@dataclass(frozen=True)
class Lesson:
    """A few tasks about one thing."""

    id: str
    title: str
    """In English."""
    tasks: tuple[Task, ...]
    panels: frozenset[Panel] = frozenset()
    """What stands beside the cards: what was taught already, or is now."""


@dataclass(frozen=True)
class Puzzle:
    """A turn of a game between bots, in which one action is clearly the best."""

    id: str
    number: int
    """Its place among the puzzles, from 1."""
    tasks: tuple[Task]
    lead: float
    """How much more often the answer wins than the best other action, as a share of games."""
    missed_by: tuple[str, ...]
    """The levels of bots that don't find it."""
    chance: float
    """How often the answer wins."""
    theme: str
    """A key of `THEMES`."""


Exercise = Lesson | Puzzle


def split(actions: str) -> list[str]:
    """Split a text of several actions."""
    return [action.strip() for action in actions.split(",") if action.strip()]


def shortest_way(attempt: Attempt, goal: Goal, longest: int) -> tuple[Action, ...] | None:
    """Return the fewest actions that reach a goal before the turn is over; None if more than `longest` are needed."""
    for length in range(longest + 1):
        if (way := _way(attempt, goal, length)) is not None:
            return way
    return None


def _way(attempt: Attempt, goal: Goal, length: int) -> tuple[Action, ...] | None:
    if length == 0:
        return () if goal.reached(attempt) else None
    position = attempt.position
    if position.turn != attempt.seat:
        return None
    for action in position.legal_actions():
        position.push(action)
        rest = _way(attempt._replace(actions=(*attempt.actions, action)), goal, length - 1)
        position.pop()
        if rest is not None:
            return action, *rest
    return None
