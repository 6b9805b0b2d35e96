"""The puzzles: themes, reasons, and the one of the day."""

import time
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from naishi.common.i18n import N_
from naishi.games.naishi.analysis.reasons import Reason
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.lessons.task import Puzzle, Task, plays, split
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, Discard, Recall, Swap, Use
from naishi.games.naishi.rules.cards import LEGENDS, LEGENDS_TRAVELLERS, RIVER, TRAVELLERS, Module

REASONS_FILE = Path(__file__).with_name("puzzle_reasons.json")
_REASONS = TypeAdapter(dict[str, tuple[Reason, ...]])


def reasons_for(puzzle: Puzzle) -> tuple[Reason, ...]:
    return _every_reason().get(puzzle.id, ())


def work_out(puzzle: Puzzle) -> tuple[Reason, ...]:
    from naishi.games.naishi.analysis.follow import why_rather  # noqa: PLC0415 - numpy is not imported before it is needed

    (task,) = puzzle.tasks
    return why_rather(task.game().view(task.seat), [*map(Action.from_text, split(task.answer))])


def write(reasons: dict[str, tuple[Reason, ...]]) -> None:
    REASONS_FILE.write_bytes(_REASONS.dump_json(reasons, indent=1, exclude_defaults=True) + b"\n")


@cache
def _every_reason() -> Mapping[str, tuple[Reason, ...]]:
    return _REASONS.validate_json(REASONS_FILE.read_bytes())


class Theme(NamedTuple):
    """A kind of puzzle, in English."""

    title: str
    nudge: str


THEMES: Mapping[str, Theme] = {
    "end": Theme(N_("when to end"), N_("What if the game were to end now, or could not for a while?")),
    "decree": Theme(N_("the decree"), N_("What of the other side would be worth most on yours?")),
    "recall": Theme(N_("emissaries"), N_("Which bonus will you need, and who could take it?")),
    "discard": Theme(N_("the River"), N_("Which River cards help Bruno more than you?")),
    "swap": Theme(N_("the right place"), N_("Which card would be worth more in another place?")),
    "points": Theme(N_("points"), N_("Which River card brings most, and where?")),
    "later": Theme(N_("looking ahead"), N_("It brings little now: what will it make possible, or keep from Bruno?")),
    "effect": Theme(N_("a Traveller"), N_("Which Traveller can act now, and what is the most that it can do for you?")),
    "ryokan": Theme(N_("the Ryokan"), N_("Who has the Ryokan, and what would bring it to you?")),
    "legend": Theme(N_("a Legend"), N_("What does a Legend need to earn most, and who could take it?")),
}
"""By the keys in puzzles.toml."""

EXPANSION_THEMES = "effect", "ryokan", "legend"
"""Those that only games with the expansion have."""

MUCH = 5
"""The points that make a develop one for its points."""


def theme_of(view: PlayerView, answer: Sequence[Action]) -> str:
    """Return what a puzzle is about: a card of the expansion, an action at court, or what a develop is for."""
    if theme := _expansion_theme(view, answer):
        return theme
    kinds: dict[type[Action], str] = {
        Declare: "end", Decree: "decree", Recall: "recall", Discard: "discard", Swap: "swap"
    }  # fmt: skip
    for kind, theme in kinds.items():
        if any(isinstance(action, kind) for action in answer):
            return theme
    gains = [turns.change(view, action) or 0 for action in answer if isinstance(action, Develop)]
    return "points" if sum(gains) >= MUCH else "later"


def _expansion_theme(view: PlayerView, answer: Sequence[Action]) -> str:
    """Return what of the expansion an answer is about; empty if it is about nothing of it."""
    if any(isinstance(action, Use) for action in answer):
        return "effect"
    taken = {view.card(RIVER[each.cell.position]) for each in answer if isinstance(each, Develop)}
    if taken & {*TRAVELLERS}:
        return "ryokan"
    mine = {view.card(cell) for action in answer for cell in action.cells}
    theirs = {view.theirs.card(action.cell) for action in answer if isinstance(action, Decree)}
    return "legend" if (taken | mine | theirs) & {*LEGENDS} else ""


FILE = Path(__file__).with_name("puzzles.toml")
EXPANSION_FILE = FILE.with_name("expansion_puzzles.toml")


class Entry(NamedTuple):
    """A puzzle in a file."""

    seed: str
    """Draws the deal."""
    seat: Literal[0, 1]
    actions: str
    """What was played before."""
    answer: str
    chance: float
    lead: float
    error: float
    """The standard error of the lead."""
    missed_by: list[str]
    theme: str


@cache
def puzzles() -> tuple[Puzzle, ...]:
    return _read(FILE, None, first=1)


@cache
def expansion_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles with the expansion, the easiest first; they are numbered on from the others."""
    return _read(EXPANSION_FILE, LEGENDS_TRAVELLERS, first=1 + len(puzzles()))


def _read(file: Path, module: Module | None, *, first: int) -> tuple[Puzzle, ...]:
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["puzzle"]
    return tuple(_puzzle(number, Entry(**entry), module) for number, entry in enumerate(entries, first))


def _puzzle(number: int, entry: Entry, module: Module | None) -> Puzzle:
    task = Task(
        N_("Which action is clearly the best here?"),
        plays(entry.answer),
        answer=entry.answer,
        nudge=THEMES[entry.theme].nudge,
        wrong=N_("Something else wins clearly more often."),
        done="",
        seed=entry.seed,
        module=module,
        before=entry.actions,
        seat=entry.seat,
        longest=2,
    )
    played, missed_by = len(split(entry.actions)), tuple(entry.missed_by)
    name = f"{entry.seed}/{played}" if module is None else f"{module}/{entry.seed}/{played}"
    return Puzzle(name, number, (task,), entry.lead, missed_by, entry.chance, entry.theme)


STEP = 17
"""From one day's puzzle to the next one's: prime to their number, so that each comes once before any comes again, and
large, for they are in the order of how hard they are."""


def today() -> date:
    return datetime.fromtimestamp(time.time(), UTC).date()


def puzzle_of(day: date) -> Puzzle:
    every = puzzles()
    return every[day.toordinal() * STEP % len(every)]
