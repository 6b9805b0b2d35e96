"""What guides somebody through a task: the text, hints on demand, and the way on once it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from textual.binding import Binding

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels
from naishi.games.naishi.lessons import Hint, Lesson, Place, Puzzle, Solved, TaskParticipant
from naishi.games.naishi.lessons.course import course_of, heading, is_earned, praise, why
from naishi.games.naishi.lessons.task import PANELS, Panel
from naishi.sessions.participant import Ask
from naishi.settings.keymap import KEYS
from naishi_tui.keys import bindings_of, named
from naishi_tui.messages import PlayBot, ShowTask
from naishi_tui.screens.part import Control, Handlers, Middle, Part, PartHost
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.lesson_text import LessonText
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from textual.widget import Widget

    from naishi.settings.schema import Settings
    from naishi_tui.screens.requests import Requests
    from naishi_tui.widgets.header import Header


TAUGHT: Mapping[Panel, tuple[str, ...]] = {
    "court": ("swap", "discard", "bonus", "decree"),
    "turn": ("recall", "declare"),
}
"""The commands that come with a panel."""


def task_bindings() -> list[Binding]:
    """Return those keys as Textual binds them."""
    return bindings_of("task.skip", "task.again")


def settings_of(place: Place, settings: Settings) -> Settings:
    """Return the settings for a task: a puzzle is judged by a perfect memory, and points wait for their lesson."""
    if isinstance(place.exercise, Puzzle):
        return replace(settings, memory_aid=True)
    return settings if "points" in place.exercise.panels else replace(settings, hints=False)


class GuidedScreen(PartHost, Protocol):
    """A screen on which a task is worked on."""

    header: Header
    requests: Requests

    def dismiss(self) -> object:
        """Close the screen."""


class TaskControl(Middle, Control, Protocol):
    """What a task is done with."""


class TaskGuide(Part):
    """Stands beside whatever the task is about."""

    def __init__(
        self,
        screen: GuidedScreen,
        participant: TaskParticipant,
        place: Place,
        progress: Solved,
        control: TaskControl,
        point_out: Callable[[Hint], bool],
        arrows: str = "←↑↓→",
    ) -> None:
        """Guide through a task.

        Args:
            screen: Where it is worked on.
            participant: Who works on it.
            place: Where in the course it is.
            progress: What was solved before.
            control: What the task is done with.
            point_out: Points at what a hint is about; returns whether that says enough.
            arrows: The keys that move the cursor.
        """
        self.screen, self.participant, self.place, self.progress = screen, participant, place, progress
        self.control, self.arrows = control, arrows
        self.text = LessonText(id="lesson")
        self._point_out = point_out
        self.handlers: Handlers = {"skip": self.skip, "again": self.begin_again}
        """The commands that only tasks have."""

    @property
    def is_puzzle(self) -> bool:
        """Whether the task is a puzzle; a lesson else."""
        return isinstance(self.place.exercise, Puzzle)

    @property
    def solved(self) -> bool:
        """Whether the task is done."""
        return self.participant.solved

    def widgets(self) -> tuple[Widget, ...]:
        """Return the text of a lesson above what the task is done with."""
        return *(() if self.is_puzzle else (self.text,)), *self.control.widgets()

    def draw_header(self) -> None:
        """Draw which task it is; of a puzzle, also how the game stands."""
        self.screen.header.show_heading(heading(self.place), self.screen.view if self.is_puzzle else None)

    def draw(self) -> None:
        """Draw what there is to say about the task, above what it is done with."""
        text = self._praise() if self.solved else _(self.place.task.text)
        self.text.show(self._with_keys(text), good=self.solved)
        self.control.draw()

    def updated(self) -> None:
        """Remember an exercise that is over with its last task."""
        earned = self.solved and is_earned(self.place, self.participant)
        if earned and self.place.exercise.id not in self.progress.solved:
            self.screen.run_worker(self._remember(), exclusive=True, group="progress")

    async def _remember(self) -> None:
        try:
            await self.progress.remember(self.place.exercise.id)
        except NaishiError as error:
            self.screen.refuse(str(error))

    def way_on(self) -> str:
        """Say how to go on, once the task is done."""
        here = self.place.exercise
        if self.is_puzzle:
            return self._praise()
        following = self.place.next(self.progress.solved)
        if following is None:
            if course_of(here).expansion:
                return named(_("Well done! Enter: your first game with the expansion."), "choose")
            return named(_("Well done! Enter: your first game."), "choose")
        words = _("Enter: continue.") if following.exercise is here else _("Well done! Enter: the next lesson.")
        return named(words, "choose")

    def _praise(self) -> str:
        return praise(self.place, shown=self.participant.was_shown)

    def question(self) -> str:
        """Ask for the answer of a puzzle, or for a card where no lesson has told of the court; else say nothing."""
        if not self.is_puzzle:
            return "" if "court" in self.panels else _("Choose a card to replace.")
        question, view = _(self.place.task.text), self.screen.view
        return _("Your last turn! {question}").format(question=question) if view.last == view.seat else question

    @property
    def panels(self) -> Collection[Panel]:
        """What stands beside the cards: in a lesson, what was taught already."""
        exercise = self.place.exercise
        return exercise.panels if isinstance(exercise, Lesson) else PANELS

    def taught(self, turn: Handlers) -> Handlers:
        """Return the commands of a turn, those of a later lesson refused."""

        def refuse() -> None:
            words = self.participant.refusal(Ask.PLAY) or _("That comes in a later lesson.")
            self.screen.refuse(words)

        later = {command for panel, commands in TAUGHT.items() if panel not in self.panels for command in commands}
        return {command: refuse if command in later else run for command, run in turn.items()}

    def instruction(self) -> str:
        """Say how to go on, or what is asked for."""
        return self.way_on() if self.solved else self.control.instruction()

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do."""
        return self._afterword() if self.solved else self.control.cursor_help()

    def _afterword(self) -> PromptLine:
        """Say why the answer of a puzzle is the best, and what Enter does, where nothing has said so."""
        if not self.is_puzzle:
            return PromptLine("")
        after, reasons = named(_("Enter: the next puzzle."), "choose"), why(self.place)
        return PromptLine("" if reasons else after, reasons=reasons, after=after)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        screen = self.screen
        if self.solved:
            yield KeyHint("skip", screen.keymap.shown("choose"), _("continue"))
        else:
            yield KeyHint("", self.screen.keymap.arrows(self.arrows), _("move"))
            yield screen.hint("choose", _("choose"), minor=True)
            yield screen.hint("advice", _("hint"))
            yield KeyHint("skip", self.screen.keymap.shown("task.skip"), _("skip"))
        yield KeyHint("again", self.screen.keymap.shown("task.again"), _("again"))
        yield from screen.requests.hints()
        yield screen.hint("explain", _("card"))
        yield screen.hint("rules", _("help"), minor=True)
        yield screen.hint("back", _("leave"))

    def choose(self, unsolved: Callable[[], Awaitable[None]]) -> Handlers:
        """Return the command that chooses, as `unsolved` does it, and goes on once the task is done."""

        async def choose() -> None:
            if self.solved:
                self.skip()
            else:
                await unsolved()

        return {"choose": choose}

    def give_hint(self) -> None:
        """Give the next hint: a nudge, the card, the action."""
        if self.solved:
            self.screen.refuse(self.participant.refusal(Ask.ADVISE))
            return
        hint = self.participant.hint()
        if not self._point_out(hint):
            self.screen.show_prompt(PromptLine(self._with_keys(hint.text)))

    def skip(self) -> None:
        """Go on to the next task, whether this one is done or not; after the last lesson to a first game."""
        if (following := self.place.next(self.progress.solved)) is not None:
            self.screen.post_message(ShowTask(following))
        elif self.solved and not self.is_puzzle:
            expansion = course_of(self.place.exercise).expansion
            self.screen.post_message(PlayBot(levels()[0][0], expansion=expansion))
        else:
            self.leave()

    def begin_again(self) -> None:
        """Begin the task again."""
        self.screen.post_message(ShowTask(self.place))

    def leave(self) -> None:
        """Go back to the list."""
        self.screen.dismiss()

    def _with_keys(self, text: str) -> str:
        """Fill in the keys that a sentence of a task names."""
        return text.format(**{command: self.screen.keymap.shown(command) for command in KEYS})
