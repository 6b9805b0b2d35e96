"""Line mode can do what the app can: docs/line-mode.md names each command of the app, and what to type instead."""

from __future__ import annotations

import re
from pathlib import Path

from textual.binding import Binding, BindingType
from textual.screen import Screen

from naishi.plain.commands import commands, spectating, watching
from naishi.plain.editor import editing
from naishi.plain.exercises import exercising
from naishi.plain.home import at_home
from naishi.plain.lessons import learning
from naishi.plain.replay import replaying
from naishi.settings.keymap import KEYS
from naishi_tui.screens.analysis import AnalysisScreen
from naishi_tui.screens.choices import Choices
from naishi_tui.screens.cover import Cover
from naishi_tui.screens.edit_keys import KEYS as EDITOR_KEYS
from naishi_tui.screens.exercise import ExerciseScreen
from naishi_tui.screens.home import Home
from naishi_tui.screens.lesson import TableTask
from naishi_tui.screens.replay import OWN_KEYS
from naishi_tui.screens.saved_games import SavedGames
from naishi_tui.screens.score import Score
from naishi_tui.screens.statistics import StatisticsScreen

DOCUMENT = Path(__file__).parents[2] / "docs" / "line-mode.md"
ROWS = re.findall(r"^\| (.+) \(`([a-z_]+\.[a-z0-9_-]+)`\) \| (.*) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)

ONLY_ON_A_SCREEN = {
    *("move", "left", "right", "up", "down", "back", "stay", "scroll", "to_list"),
    *("focus_next", "focus_previous"),
}
"""What moves a cursor or the focus, which lines don't have; and leaving, which is `quit` everywhere."""

BY_HAND = {
    *(f"new_game.{field}" for field in ("name", "kind", "pin", "starts", "undo", "seed")),
    *(
        "cover.forgotten",
        "watching.choose",
        "watching.next",
        "watching.memory",
        "spectating.watch",
        "spectating.choose",
    ),
    *("replay.move", "replay.choose", "replay.memory", "replay.advice", "replay.digit", "exercise.advice", "edit.put"),
    *("analysis.look", "analysis.curves", "lesson.advice"),
}
"""What no list of the app's keys names by itself."""


def actions(bindings: list[BindingType]) -> set[str]:
    """The actions of keys that do more than move."""
    found = set()
    for each in bindings:
        assert isinstance(each, Binding)
        words = re.findall(r"[a-z0-9_-]+", each.action.removeprefix("app."))
        found.add(words[-1] if words[0] in {"command", "option"} else words[0])
    return found - ONLY_ON_A_SCREEN


def of_screen(name: str, screen: type[Screen[object]], *, but: frozenset[str] = frozenset()) -> set[str]:
    return {f"{name}.{action}" for action in actions(list(screen.__dict__["BINDINGS"])) - but}


def test_every_command_of_the_app_has_its_line() -> None:
    usual = frozenset(KEYS)
    app = {
        *(f"table.{command}" for command in KEYS),
        *(f"edit.{command}" for command in EDITOR_KEYS),
        *(f"replay.{command}" for command in OWN_KEYS),
        *of_screen("home", Home),
        *of_screen("cover", Cover),
        *of_screen("saved_games", SavedGames),
        *of_screen("analysis", AnalysisScreen),
        *of_screen("statistics", StatisticsScreen),
        *of_screen("score", Score),
        *of_screen("exercise", ExerciseScreen, but=usual),
        *of_screen("lesson", TableTask, but=usual),
        *BY_HAND,
    }
    assert of_screen("choices", Choices) == {"choices.deeper"}  # `choices deep`, in the line of `edit.analyse`
    assert sorted(place for _words, place, _line in ROWS) == sorted(app)


def test_no_cell_is_empty_and_each_names_what_can_be_typed() -> None:
    rooms = commands(), watching(), spectating(), at_home(), learning(), replaying(), exercising(), editing()
    known = {id_ for room in rooms for id_ in room} | {"forgotten"}
    for words, place, line in ROWS:
        assert words.strip()
        typed = re.findall(r"`([a-z]+)[^`]*`", line)
        assert typed or line == "Enter", place
        assert {*typed} <= known, place


def test_the_table_is_read_to_its_end() -> None:
    table = DOCUMENT.read_text("utf-8").partition("| app | line mode |\n|---|---|\n")[2]
    assert len(ROWS) == len(table.strip().splitlines())
