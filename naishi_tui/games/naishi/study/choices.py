"""Best actions at one moment, with win chances."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, listed, number, percent
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.choices import BAR, WeighedTurn, judge
from naishi.games.naishi.analysis.reasons import sentences
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.turns import newest_turn
from naishi.games.naishi.text.sentences import advised, estimated
from naishi.settings.keymap import KEY, arrows
from naishi_tui.dialogs.screens import ScrollText, SteadyScreen
from naishi_tui.drawing.cells import cut, right, shortened
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.games.naishi.cards.card import BEST
from naishi_tui.messages import COLUMNS, back_bindings, bindings, bindings_of, table_bindings
from naishi_tui.replay.replay import Moments
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Menu, PromptLine, Span, TextRows, hint

if TYPE_CHECKING:
    from naishi.games.naishi.editor.replay import BetterLine
    from naishi.settings.schema import Settings


FIGURES = len(" ± 10.0") + len("  100.0 ± 10.0") + 6
"""The columns beside the actions, but for the chance: both numbers, the gaps and the scrollbar."""


class _Left(Exception):  # noqa: N818 - no error: nobody waits for the result any more
    """The screen was closed."""


class Choices(SteadyScreen[WeighedTurn | None], Ground):
    """Its result is the turn that was chosen, or None."""

    CSS_PATH = stylesheet("games/naishi/study/choices.tcss")
    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [
        *back_bindings(),
        *bindings({"analysis.deeper": "deeper", "analysis.help": "help"}),
    ]

    def __init__(self, game: Game, about: str, does: str) -> None:
        super().__init__()
        self.game, self.about, self.does = game, about, does
        self.view = self.game.view(self.game.turn)
        self.choices: tuple[WeighedTurn, ...] = ()
        self.depth = ""
        """How thorough these are; empty while there are none."""
        self.weighing = ""
        """The depth that is being weighed."""
        self.trouble = ""
        self._room = 0
        """The cells that there are for a turn in the list."""
        self._left = Event()

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Static(Content(self.about), id="about")
        yield TextRows(id="columns")
        yield Menu(id="choices", compact=True)
        yield Static(id="said")
        yield TextRows(id="progress")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        heading = _("analysis: {name}'s turn").format(name=self.view.names[self.view.seat])
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {heading}")),)
        self.begin("quick")

    def on_unmount(self) -> None:
        self._left.set()

    def begin(self, depth: str) -> None:
        self.weighing, self.trouble = depth, ""
        self.show()
        self._weigh(depth)

    @work(exclusive=True)
    async def _weigh(self, depth: str) -> None:
        try:
            self.depth, self.choices = await asyncio.to_thread(judge, self.view, depth, check=self._check)
        except NaishiError as error:
            self.trouble = str(error)
        except _Left:
            return
        if self.dismissed:
            return
        self.weighing = ""
        self._list()
        self.show()

    def _check(self) -> None:
        if self._left.is_set():
            raise _Left

    def fit(self, size: Size) -> None:
        super().fit(size)
        if self.choices:
            self._list()

    def _list(self) -> None:
        chance = cell_len(percent(1, 1))
        self._room = max(self.app.size.width - FIGURES - chance, cell_len(_("action")))
        turns = [self._turn(choice) for choice in self.choices]
        width = min(max(cell_len(text) for text in (_("action"), *turns)), self._room)
        columns = cut(_("action"), width), cut(_("chance"), chance + len(" ± 10.0")), _("behind the best")
        self.query_one("#columns", TextRows).rows = ((Span(" "), *(Span(f"{each}  ", "quiet") for each in columns)),)
        lines = (_line(turn, choice, width, chance) for turn, choice in zip(turns, self.choices, strict=True))
        self.query_one("#choices", Menu).fill([Option(Content(line), id=str(n)) for n, line in enumerate(lines)])

    def _turn(self, choice: WeighedTurn) -> str:
        whole, brief = (
            listed(words.turn(self.game, choice.turn, brief=brief), conjunction=False) for brief in (False, True)
        )
        return whole if cell_len(whole) <= self._room else brief

    def show(self) -> None:
        said, role = (_("Thinking …"), "quiet") if self.weighing else (self.trouble, "bad")
        if not said and self.choices:
            said, role = words.look(self.depth), "quiet"
        self.query_one("#progress", TextRows).rows = ((Span(f" {said}", role),),)
        self.query_one("#keys", KeyLine).show(self._key_hints())

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("choose"))
        if self.choices:
            yield KeyHint("choose", _("Enter"), self.does)
        if self.depth == "quick" and not self.weighing:
            yield hint("analysis.deeper")
        yield hint("analysis.help", _("help"), gives="help", minor=True)
        yield KeyHint("back", _("Esc"), _("back"))

    def action_help(self) -> None:
        said = _(
            "Each line is a turn, how often it would win in percent, and how far that is behind the best one. The "
            "turns are played on in many deals that look the same to the player."
        )
        self.app.push_screen(ScrollText(_("the chances"), map(Content, (said, self.about, words.which_is_deeper()))))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        choice = self.choices[int(event.option_id or 0)]
        self.query_one("#said", Static).update(Content(self._said(choice)))

    def _said(self, choice: WeighedTurn) -> str:
        said, best = [advised(self.view, choice.turn[0], choice.chance, choice.error)], self.choices[0]
        said.extend(self._then(choice))
        if choice is not best and choice.reasons:
            said.append(words.instead(next(words.turn(self.game, best.turn)), choice.loss, choice.loss_error))
        return " ".join((*said, *self._reasons(choice)))

    def _then(self, choice: WeighedTurn) -> tuple[str, ...]:
        if len(choice.turn) == 1 or cell_len(self._turn(choice)) <= self._room:
            return ()
        _first, *rest = words.turn(self.game, choice.turn)
        return (_("Then: {rest}.").format(rest=listed(rest, conjunction=False)),)

    def why(self, choice: WeighedTurn) -> tuple[str, ...]:
        return self._reasons(choice) if choice is self.choices[0] else ()

    def _reasons(self, choice: WeighedTurn) -> tuple[str, ...]:
        return sentences(choice.reasons, self.view.names[1 - self.view.seat], self.view.names[self.view.seat])

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        menu = self.query_one("#choices", OptionList)
        if menu.highlighted is not None and self.choices:
            self.dismiss(self.choices[menu.highlighted])

    def action_deeper(self) -> None:
        if self.depth == "quick" and not self.weighing:
            self.begin("deep")


def _line(turn: str, choice: WeighedTurn, width: int, wide: int) -> str:
    chance, error = estimated(choice.chance, choice.error, 1), number(100 * BAR * choice.error, 1)
    line = f"{shortened(turn, width)}  {right(chance, wide)} ± {right(error, 4)}"
    if not choice.loss:
        return line
    return f"{line}  {right(number(100 * choice.loss, 1), 5)} ± {number(100 * BAR * choice.loss_error, 1)}"


class BetterLineScreen(CardScreen):
    """The board at any moment of a line that wasn't played; Esc goes back to the game."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without={*COLUMNS, "decree"}),
        *bindings_of("replay.first", "replay.last"),
    ]
    participant: "BetterLine"

    def __init__(self, line: "BetterLine", settings: "Settings", why: tuple[str, ...]) -> None:
        super().__init__(line, settings)
        self.why = why
        self.board_view = BoardView(self, newest_turn, lasting=True)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.moments = Moments(self, line, self.board_view.show_turn)
        self.parts += self.board_view, self.moments
        self.offer(self.game_commands, self.moments.handlers, self.board_view.card_commands())
        self.offer({"choose": partial(self.moments.step, 1), "back": self.go_back})
        self.moments.show()

    @property
    def reader(self) -> int | None:
        return self.participant.reader

    @property
    @override
    def note(self) -> str:
        return _("better line, not the game")

    @override
    def instruction(self) -> str:
        return f"{BEST} {self.participant.where()}"

    def cursor_help(self) -> PromptLine:
        """Say what speaks for the line once it has begun; else how to move through it."""
        words = _("←→: an action. ↑↓: a turn. {key:back}: back to the game.")
        keys = arrows(words.format(key=KEY))
        if self.why and self.participant.ply == self.participant.start + 1:
            return PromptLine("", reasons=self.why, after=keys)
        return PromptLine(keys)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←→"), _("action"))
        yield KeyHint("", arrows("↑↓"), _("turn"))
        yield from self.reading.hints()
        yield hint("back")

    @override
    def listed(self) -> Iterable[str]:
        return "log", "explain", "rules", "legend"
