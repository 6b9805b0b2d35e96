"""List of lessons and puzzles, solved ones marked."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.i18n import _, ngettext
from naishi.games.naishi.lessons import Exercise, Lesson, Place, Puzzle, Solved
from naishi.games.naishi.lessons.course import (
    Course,
    courses,
    every_exercise,
    first_unsolved,
    grade,
    number_of,
    title,
    unsolved,
)
from naishi.games.naishi.rules import expansion
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.keys import back_bindings, bindings
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.prompt import KeyHint, KeyLine
from naishi_tui.widgets.text_rows import Span, TextRows

SOLVED, UNSOLVED = "●", "○"
DAILY = "daily"
"""The id of the row of the puzzle of the day; no exercise has it."""


class Lessons(SteadyScreen[None]):
    """A list to choose from; the cursor is where there is something left to learn."""

    CSS_PATH = stylesheet("games/naishi/learn/lessons.tcss")
    AUTO_FOCUS = "#exercises"
    BINDINGS: ClassVar[list[BindingType]] = [
        *back_bindings(),
        *bindings({"screen.rules": "rules"}),
    ]

    def __init__(self, progress: Solved, daily: Puzzle) -> None:
        """List what there is to learn.

        Args:
            progress: What is solved.
            daily: The puzzle of the day.
        """
        super().__init__()
        self.progress, self.daily = progress, daily
        self.exercises = every_exercise()
        self.opened = ""
        """The id of the row that was chosen last; empty for none."""
        self.solved_before = frozenset(progress.solved)
        """What was solved when the list was left."""

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield Menu(id="exercises", compact=True)
        yield Static(id="said")
        yield KeyLine(
            [
                KeyHint("", "↑↓", _("choose")),
                KeyHint("open", _("Enter"), _("begin")),
                KeyHint("back", _("Esc"), _("back")),
            ],
            id="keys",
        )

    def on_mount(self) -> None:
        """Draw the heading."""
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(" "), Span(_("learn"))),)

    def on_screen_resume(self) -> None:
        """Draw the list; a lesson may have been solved meanwhile."""
        solved = self.progress.solved
        menu = self.query_one("#exercises", OptionList)
        menu.clear_options()
        width = max(cell_len(title(each)) for each in self.exercises)
        mark = SOLVED if self.daily.id in solved else UNSOLVED
        words = _("{mark} Puzzle of the day: {title}").format(mark=mark, title=title(self.daily))
        menu.add_option(Option(Content(words), id=DAILY))
        for course in courses():
            if course.expansion:
                words = _("With the expansion, {name}").format(name=expansion.title())
                menu.add_option(Option(Content.styled(words, "$quiet"), disabled=True))
            for exercise in course.exercises:
                if exercise is course.puzzles[0]:
                    words = _("Puzzles, from games between bots")
                    menu.add_option(Option(Content.styled(words, "$quiet"), disabled=True))
                menu.add_option(Option(Content(_line(exercise, exercise.id in solved, width)), id=exercise.id))
        menu.highlighted = menu.get_option_index(self._goes_on_at())
        self.query_one("#said", Static).update(Content(self._said()))

    def _goes_on_at(self) -> str:
        """Return the row to go on at: the one that was chosen, or what there is to solve after it once it is solved."""
        solved = self.progress.solved
        if not self.opened:
            return first_unsolved(solved).id
        ids = [exercise.id for exercise in self.exercises]
        if self.opened == DAILY or self.opened not in solved or self.opened in self.solved_before:
            return self.opened
        left = {each.id for each in unsolved(solved)}
        return next((each for each in ids[ids.index(self.opened) :] if each in left), self.opened)

    def _said(self) -> str:
        base, more = courses()
        left = [each for each in base.lessons if each.id not in self.progress.solved]
        if len(left) == len(base.lessons):
            return _("Eight short lessons, about ten minutes in all, and two with the expansion.")
        if left:
            return ngettext("{count} lesson to go.", "{count} lessons to go.", len(left))
        solved, all_ = self._solved(base), len(base.puzzles)
        if not any(each.id in self.progress.solved for each in more.exercises):
            return _("You know the game. Puzzles solved: {solved} of {all}.").format(solved=solved, all=all_)
        return _("Puzzles solved: {solved} of {all}, with the expansion {more} of {ten}.").format(
            solved=solved, all=all_, more=self._solved(more), ten=len(more.puzzles)
        )

    def _solved(self, course: Course) -> int:
        """Count the puzzles of a course that are solved."""
        return sum(each.id in self.progress.solved for each in course.puzzles)

    def action_open(self) -> None:
        """Begin what is highlighted."""
        self.query_one("#exercises", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self.daily.id if event.option_id == DAILY else event.option_id
        exercise = next(each for each in self.exercises if each.id == chosen)
        self.opened, self.solved_before = event.option_id or "", frozenset(self.progress.solved)
        self.post_message(ShowTask(Place(exercise)))


def _line(exercise: Exercise, solved: bool, width: int) -> str:
    mark = SOLVED if solved else UNSOLVED
    if isinstance(exercise, Lesson):
        return f"{mark} {number_of(exercise)}  {title(exercise)}"
    return f"{mark}    {set_cell_size(title(exercise), width)}   {grade(exercise)}"
