"""Sample game on its board, comments below."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _, ngettext
from naishi.sessions.replay import SampleRun
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.cells import wrap
from naishi_tui.messages import PlayBot, bindings_of
from naishi_tui.parts.input_guard import TeachesGame
from naishi_tui.table.part import Handlers
from naishi_tui.table.table import BoardScreen
from naishi_tui.table.widgets import ChoicePrompt
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, Span, TextRow, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi.tabletop.recorded import Sample
    from naishi_tui.table.boards import Board

BEGINNER = "beginner"
"""The bots of a first game."""


class CommentLines(ChoicePrompt):
    """A comment, as many of its lines at once as fit."""

    comment, part, refusal = "", 0, ""

    def show_comment(self, comment: str, part: int, refusal: str = "") -> None:
        """Draw a part of a comment; instead of it why something can't be done, where that was asked."""
        self.comment, self.part, self.refusal = comment, part, refusal
        self.rows = self.fitted()

    @property
    def parts(self) -> int:
        return max(-(-len(self._lines(self.comment)) // self._height), 1)

    @property
    def _height(self) -> int:
        return max(self.size.height, 1)

    def _lines(self, text: str) -> tuple[str, ...]:
        return wrap(text, max(self.size.width, 20) - 2)

    @override
    def fitted(self) -> tuple[TextRow, ...]:
        height = self._height
        lines, role = self._lines(self.refusal or self.comment), "bad" if self.refusal else ""
        start = 0 if self.refusal else min(self.part, self.parts - 1) * height
        return tuple((Span(f" {line}", role),) for line in lines[start : start + height])


class SampleScreen(BoardScreen, TeachesGame):
    """The board at the moment of each comment; Enter goes on, and behind the last one begins a game."""

    DEFAULT_CLASSES = "-any-board -sample"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("choose", "next", "previous", "replay.first", "replay.last")]
    participant: SampleRun
    prompt: CommentLines

    def __init__(self, sample: "Sample", settings: "Settings", kind: Any, board: "Board") -> None:
        super().__init__(SampleRun(sample), settings, kind, board)
        self.prompt = CommentLines(id="prompt")
        self.shown = 0
        """Which part of the comment is shown, where it is too long to be shown at once."""
        reading = {name: each for name, each in self.reading.handlers.items() if name != "explain"}
        on: Handlers = dict.fromkeys(("choose", "prompt", "next", "right", "down"), self.go_on)
        back: Handlers = dict.fromkeys(("previous", "left", "up"), self.go_back)
        ends = {"first": partial(self.go_to, 0), "last": partial(self.go_to, len(self.participant.comments))}
        self.offer(reading, on, back, ends, {"back": self.close})
        self.draw()

    @property
    @override
    def note(self) -> str:
        return str(self.kind.sample_title())

    @property
    def pointed(self) -> str:
        return self.participant.comment.about

    @property
    @override
    def doing(self) -> str:
        count = len(self.participant.comments)
        return _("{number} of {count}").format(number=min(self.participant.place + 1, count), count=count)

    @property
    def comment(self) -> str:
        """The comment; at the end, how to begin."""
        if self.participant.at_end:
            words = ngettext(
                "{key:choose}: your first game, against a beginner. {key:back}: home. ←: back.",
                "{key:choose}: your first game, against {count} beginners. {key:back}: home. ←: back.",
                self.kind.seats[0] - 1,
                key=KEY,
            )
            return arrows(words)
        return self.participant.comment.text

    def close(self) -> None:
        self.dismiss()

    def go_on(self) -> None:
        """Go to the rest of the comment, to the next one, or at the end to a first game."""
        if self.shown + 1 < self.prompt.parts:
            self.shown += 1
            self.show_prompt()
        elif self.participant.at_end:
            self.post_message(PlayBot(BEGINNER, game=self.kind.key))
        else:
            self.go_to(self.participant.place + 1)

    def go_back(self) -> None:
        self.go_to(self.participant.place - (not self.shown))

    def go_to(self, step: int) -> None:
        self.shown = 0
        self.participant.go_to(step)
        self.view = self.participant.view
        self.draw()

    @override
    def show_prompt(self, said: PromptLine | None = None) -> None:
        refusal = said.text if said is not None and said.refused else ""
        self.prompt.show_comment(self.comment, self.shown, refusal)
        self.key_line.show(self.key_hints())

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield hint("choose", _("your first game") if self.participant.at_end else _("go on"))
        yield hint("left", _("back"))
        yield hint("log")
        yield hint("rules", _("rules"))
        yield hint("back", _("home"))
