"""Table of any game: board, current choice, events."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual import events, on, work
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, quoted
from naishi.saves.open_save import moment_of
from naishi.sessions.participant import Ask, BotDraw, Participant
from naishi.settings.keymap import KEY, arrows, keymap, shown
from naishi.tabletop.chance import OutcomeNeededError, Tape
from naishi.tabletop.players import HUMAN
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import ResumeGame, WithdrawCovered, action_of, bindings_of, fixed_bindings
from naishi_tui.table.boards import Board, waiting, who_is_awaited
from naishi_tui.table.game_screen import GameScreen, pace
from naishi_tui.table.part import Handlers
from naishi_tui.table.picker import Picker
from naishi_tui.table.questions import ChooseLevel, TypeAction, TypeOutcome
from naishi_tui.table.reading import Story, TableReading
from naishi_tui.table.widgets import (
    BoardRows,
    Canvas,
    ChoicePrompt,
    Drawing,
    MenuOption,
    NewsLine,
    SeatLog,
    TableHeader,
)
from naishi_tui.widgets.text_rows import Ground, KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

NEWEST = 60
"""More sentences than any screen has lines for."""


MUCH = 4
"""How many things that happened at once are too many for a line."""


class Drafts(Protocol):
    """What keeps half-made choices."""

    def find(self, seat: int, moment: str) -> str:
        """Return what a seat has chosen so far at a moment; empty for nothing, or what belongs to another moment."""

    def keep(self, seat: int, moment: str, words: str) -> None:
        """Keep what a seat has chosen so far at a moment; empty words forget it, but nothing of another moment."""


class Beside(Horizontal, Ground):
    """The board and the log side by side."""


class BoardScreen(GameScreen):
    """A board of any game with its log; whoever derives from it says what can be done."""

    CSS_PATH = stylesheet("table/table.tcss")
    DEFAULT_CLASSES = "-any-board"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("left", "right", "up", "down", "legend")]

    prompt: ChoicePrompt
    header: TableHeader
    reading: TableReading

    def __init__(self, participant: Participant, settings: "Settings", kind: Any, board: Board) -> None:
        super().__init__(participant, settings)
        self.kind, self.board = kind, board
        self.set_class(board.has_log, "-whole-board")
        self.header, self.prompt = TableHeader(id="header"), ChoicePrompt(id="prompt")
        self.board_rows, self.log_rows, self.news = BoardRows(id="board"), SeatLog(id="log"), NewsLine(id="news")
        self.reading = TableReading(
            self, kind, board, lambda: self.chosen, lambda: self.pointed, lambda: self.prompt.refusal, self.levels
        )
        self.middle = self
        self.set_class(board.is_wide, "-whole")

    def widgets(self) -> tuple[Widget, ...]:
        return self.news, Beside(self.board_rows, self.log_rows, id="middle")

    @override
    def draw(self) -> None:
        self.draw_header()
        self.draw_board()
        newest = self.view.events[-NEWEST:]
        each = [self.board.log_lines(self.view, event, self.reader) for event in newest]
        self.log_rows.show_sentences([line for lines in each for line in lines][-NEWEST:])
        last = each[-1] if each else ()
        much = len(last) >= MUCH  # the key of the log comes first then
        lead = _("{key:log}: the log").format(key=KEY) if much else ""
        shown = last[-1:] if much else last
        self.news.show(shown[0][0] if shown else None, " ".join(text for _seat, text in shown), lead)
        self.show_prompt()

    def draw_board(self) -> None:
        self.board_rows.show(self.painted)

    def painted(self, width: int, height: int) -> Drawing:
        if self.participant.goes_on_without and (work := self.board.ahead(self.drawn)) is not None:
            self._work_out(work)  # everybody else on the server would wait for it
        return self.board.draw(self.drawn, width, height, self.pointed)

    @work(exclusive=True, group="ahead")
    async def _work_out(self, ahead: Callable[[], object]) -> None:
        await asyncio.to_thread(ahead)
        if self.can_draw:
            self.draw_board()

    @property
    def drawn(self) -> Any:
        return self.view

    @property
    def pointed(self) -> str:
        """The beginning of an action's text that the cursor is on."""
        return ""

    @property
    def chosen(self) -> str:
        return ""

    @property
    def doing(self) -> str:
        """What is happening, for the first line; it names whose turn it is where several share the keyboard."""
        if self.participant.goes_on_without or self.participant.kinds.count(HUMAN) == 1:
            return waiting(self.view, self.reader)
        if Ask.PLAY in self.participant.allowed:
            return _("{name}'s turn").format(name=self.view.names[self.view.seat])
        return waiting(self.view)

    def show_header(self) -> None:
        when, clock = self.board.when(self.view), self.participant.clock
        self.header.show(self.kind.title(), self.drawn, self.note, when, self.doing, clock, self.levels())

    def levels(self) -> list[str]:
        """Return how strong each bot is, by seat; empty for people."""
        words = {each.kind: each.words for each in self.kind.levels()}
        return [words.get(kind, "") for kind in self.participant.kinds]

    def show_prompt(self, said: PromptLine | None = None) -> None:
        if self.participant.bots.failure:
            super().show_prompt(said)
            return
        if self.following.proceeding:
            return
        here, (menu, cursor) = said or PromptLine(self.participant.trouble, refused=True), self.menu()
        about = self.cursor_help().text
        self.prompt.show_menu(self.instruction(), about, menu, cursor, said=here.text, refused=here.refused)
        self.key_line.show(self.key_hints())

    def menu(self) -> tuple[Iterable[MenuOption], int]:
        """Return the options that are open, and which of them is under the cursor."""
        return (), 0

    @override
    def in_short(self, event: Any) -> str:
        return as_logged(self.kind, event, self.view.names, self.reader)

    def choose_bot(self) -> ChooseLevel:
        return ChooseLevel(self.kind)


class GameTable(BoardScreen):
    """Where a game is played, or watched: what can be done follows from what the participant allows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("choose", "next", "previous", "faster", "slower"),
        *bindings_of("table.overview", "watch.other_side", "score.rematch"),
        *fixed_bindings({f"digit_{digit}": digit for digit in "0123456789"}),
    ]

    def __init__(
        self,
        participant: Participant,
        settings: "Settings",
        kind: Any,
        board: Board,
        is_covered: Callable[[], bool] = lambda: True,
        must_cover: Callable[[], bool] = lambda: False,
        drafts: Drafts | None = None,
    ) -> None:
        """Show a game; see `BoardScreen`, and `Seated` for what may be covered."""
        super().__init__(participant, settings, kind, board)
        self._is_covered, self._must_cover, self._drafts = is_covered, must_cover, drafts
        self._typed = ""
        """The digits of an option, as far as they are typed."""
        self._warned = ""
        """The action that was warned of by the last key."""
        self._withdrawn = ""
        """The action that is being withdrawn, to be chosen again from its last step on."""
        self._jumped = False
        """Whether the last key was a letter that led to an option."""
        self._asked_draw: BotDraw | None = None
        """The draw for a bot that was asked for last."""
        self.story = Story(kind, self.view)
        self.picker = self._begin()
        self.offer(self.game_commands, self.moves(), pace(self))
        if Ask.OTHER_SIDE in participant.allowed:
            self.offer({"other_side": self.requests.turn_table, "rematch": self.requests.rematch})
        self.draw()

    def moves(self) -> Handlers:
        return {
            **dict.fromkeys(("left", "up"), partial(self.move, -1)),
            **dict.fromkeys(("right", "down"), partial(self.move, 1)),
            "next": partial(self.next_or_step, 1),
            "previous": partial(self.next_or_step, -1),
            **dict.fromkeys(("choose", "prompt"), self.choose),
            "back": self.back,
            "leave": self.leave,
            **{f"digit_{digit}": partial(self.type_digit, digit) for digit in "0123456789"},
            **{command.rpartition(".")[2]: partial(self.shortcut, command) for command in self.board.shortcuts},
        }

    def _begin(self, words: str = "") -> Picker:
        """Return the choice of what to do now; one without options where nothing is to be chosen.

        Args:
            words: What is half chosen; by default what was kept.
        """
        if not self.acting:
            return Picker(lambda _path: ())
        picker = Picker(self.board.tree(self.view))
        if not words and self._drafts is not None:
            words = self._drafts.find(self.view.seat, moment_of(self.view))
        if not words or picker.recall(words):  # else it is a whole action that was undone, or withdrawn
            picker.cursor = self.board.first_option(self.view, picker.options, picker.path)
        return picker

    def point_first(self) -> None:
        self.picker.cursor = self.board.first_option(self.view, self.picker.options, self.picker.path)

    def _keep(self) -> None:
        if self._drafts is not None:
            words = self.picker.path if self.picker.begun else ""
            self._drafts.keep(self.view.seat, moment_of(self.view), words)

    @property
    def keeps_drafts(self) -> bool:
        return self._drafts is not None

    @property
    def note(self) -> str:
        """What comes first in the top line; on a server, that one only watches, if there is nothing else."""
        watches = self.view.public and self.participant.goes_on_without
        return super().note or (_("watching") if watches else "")

    @property
    def acting(self) -> bool:
        """Whether the person can act now; not in front of others where they have to be alone."""
        return Ask.PLAY in self.participant.allowed and not self._must_cover()

    def draw(self) -> None:
        """Draw everything; the story comes when the person is asked. At the end one may read it."""
        over = not self.view.awaited and not self.view.public
        if (self.acting or over) and self.story.hear(self.view, self.reader) and over:
            self.story.skip()
        super().draw()

    def painted(self, width: int, height: int) -> Drawing:
        """Return the board for some room, or the page that is read; nothing where a cover is on its way."""
        if self._must_cover():
            return Canvas(width, height).drawing()
        if self.story.page is not None:
            return self.board.draw_page(self.view, width, height, self.story.page)
        return super().painted(width, height)

    @property
    def pointed(self) -> str:
        return self.picker.option if self.acting and self.story.page is None else ""

    @property
    @override
    def chosen(self) -> str:
        return self.picker.path

    @property
    def can_withdraw(self) -> bool:
        return Ask.WITHDRAW in self.participant.allowed

    def outdated(self) -> bool:
        """Return whether another person acts next, who needs no cover, or this one, who has to be alone by now."""
        return (
            bool(self.participant.ended_early)
            or self._must_cover()
            or (Ask.HAND_OVER in self.participant.allowed and not self.can_withdraw and not self._is_covered())
        )

    @override
    def draw_news(self, before: Any) -> None:
        super().draw_news(before)
        draw, asked = self.participant.bots.draw, self._asked_draw
        self._asked_draw = draw
        if draw is not None and draw != asked and self.is_current:
            self._ask_for_draw()

    def view_changed(self, before: Any) -> None:
        """Begin the next choice; go on with a half-made one where only others have done something meanwhile."""
        super().view_changed(before)
        self._typed = self._warned = ""
        same = moment_of(before) == moment_of(self.view)
        if not same and self._drafts is not None and len(self.view.events) >= len(before.events):
            self._drafts.keep(before.seat, moment_of(before), "")  # it is decided; what is undone is kept
        self.picker = self._begin(self.picker.path if same and self.picker.begun else "")
        if self._withdrawn and self.acting:
            self.picker.recall(self._withdrawn)
            self._keep()
        self._withdrawn = ""

    @override
    def instruction(self) -> str:
        allowed = self.participant.allowed
        if first := self._reading() or self.bots.thinking() or self._drawn_for_a_bot():
            return first
        if Ask.PLAY in allowed:
            if self.board.types(self.view):
                return _("{question} {key:choose}: type it.").format(key=KEY, question=self.board.question(self.view))
            trail = f"{self.board.trail(self.view, self.picker.path)} ▸" if self.picker.begun else ""
            return trail or self.board.question(self.view)
        if self.view.result is not None or not self.view.awaited:
            over = _("The game is over. {key:choose}: the points.").format(key=KEY)
            how = arrows(_("←: how it was scored.")) if self.story.pages else ""
            return f"{over} {how}".rstrip()
        if Ask.HAND_OVER in allowed:
            return _("{key:choose}: pass the keyboard on. {who}.").format(key=KEY, who=who_is_awaited(self.view))
        if Ask.TAKE_OVER in allowed:
            return _("Nobody has the game open any more. {key:choose}: play on.").format(key=KEY)
        if Ask.CONTINUE in allowed:
            return _("Paused. {key:choose}: go on. {key:next}: one action.").format(key=KEY)
        return _("{who}.").format(who=who_is_awaited(self.view))

    def _drawn_for_a_bot(self) -> str:
        """Say what has to be drawn on a real table for a bot; empty for nothing."""
        if (draw := self.participant.bots.draw) is None:
            return ""
        name = self.view.names[draw.seat]
        return _("{name} waits for a draw on the table. {key:choose}: type it.").format(key=KEY, name=name)

    def _reading(self) -> str:
        """Say which page is read, and how to go on; empty where none is."""
        if self.story.page is None:
            return ""
        number, count = self.story.place + 1, len(self.story.pages)
        words = _("{key:choose}: go on.")
        if number < count:
            words = _("Page {number} of {count}. {key:choose}: go on. {key:back}: skip.")
        return words.format(key=KEY, number=number, count=count)

    def read_on(self, pages: int) -> None:
        self.story.step(pages)
        self.cursor_moved()

    @override
    def cursor_help(self) -> PromptLine:
        if (draw := self.participant.bots.draw) is not None:
            return PromptLine(str(draw.needed))
        return PromptLine(self.board.about(self.view, self.picker.option, self.picker.path) if self.pointed else "")

    @override
    def menu(self) -> tuple[Iterable[MenuOption], int]:
        return self.menu_options(), self.picker.cursor if self.pointed == self.picker.option else 0

    def menu_options(self) -> Iterator[MenuOption]:
        if not self.acting or self.story.page is not None:
            return
        numbers, rest = self._numbers(), iter("0")
        for place, option in enumerate(self.picker.options):
            key = str((place + 1) % 10) if place < 10 else "·"
            if numbers:
                key = numbers.get(option) or next(rest, "·")
            label = self.board.label(self.view, option, self.picker.path)
            yield MenuOption(key, label if label != key else "")

    def _numbers(self) -> Mapping[str, str]:
        return self.board.numbers(self.picker.options, self.picker.path)

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names; where something is refused, why comes early, so that it has room."""
        if not self.prompt.refusal:
            return self._hints()
        first = {"", "choose", "explain"}
        hints = (each._replace(minor=False) if each.id == "explain" else each for each in self._hints())
        return sorted(hints, key=lambda each: each.id not in first)

    def _hints(self) -> Iterator[KeyHint]:
        allowed = self.participant.allowed
        if self.story.page is not None:
            yield hint("choose", _("go on"))
            yield hint("back", _("skip"))
            yield from self.reading.hints()
            return
        if self.picker.options and self.acting:
            yield KeyHint("", arrows("←→"), _("move"))
            yield hint("choose")
            for command in self._shortcuts():
                yield hint(command, self.board.shortcut_label(command))
        elif {Ask.PLAY, Ask.HAND_OVER, Ask.TAKE_OVER, Ask.CONTINUE, Ask.PAUSE} & allowed or not self.view.awaited:
            yield hint("choose", _("pause") if Ask.PAUSE in allowed else _("go on"))
        if Ask.CONTINUE in allowed:
            yield hint("next", _("step"))
        if Ask.PACE in allowed and self.view.awaited and not self.acting:
            yield hint("faster")
            yield hint("slower")
        leave = _("leave game") if {*self._shortcuts()} else _("leave")  # a shortcut may leave something else
        yield hint("back", _("back") if self.picker.begun else leave)
        if self.can_withdraw:
            yield hint("undo", _("withdraw"))
        followed = self.requests.hints("score.rematch", "watch.other_side")
        yield from (hint for hint in followed if hint.id in self.handlers)
        hidden = {"undo", "redo"} if self.can_withdraw else {"undo"} if self.picker.begun else set()
        yield from (hint for hint in self.requests.hints() if hint.id not in hidden)
        yield from self.reading.hints()

    def move(self, step: int) -> None:
        """Move the cursor among the options, or turn a page; at the end of the game, begin to read the story."""
        if self.story.page is not None:
            self.read_on(step)
            return
        if not self.view.awaited:
            self.story.place = 0
            self.cursor_moved()
            return
        self._typed = ""
        self.picker.move(step)
        self.cursor_moved()

    def cursor_moved(self) -> None:
        if self.acting:
            self._keep()
        self.draw_board()
        super().cursor_moved()

    def next_or_step(self, step: int) -> None:
        """Move the cursor; while bots are paused, have them do one action."""
        if Ask.CONTINUE in self.participant.allowed:
            with self.attempt():
                self.participant.step()
        else:
            self.move(step)

    async def type_digit(self, digit: str) -> None:
        """Choose the option of a digit; where more digits may follow, move the cursor there."""
        options, numbers = self.picker.options, self._numbers()
        if not self.acting:
            self.refuse(self.participant.refusal(Ask.PLAY))
        elif self.story.page is not None:
            self.read_on(1)
        elif not numbers and (place := (int(digit) - 1) % 10) < len(options):
            await self._choose_at(place)
        elif digit == "0" and not self._typed and (others := [each for each in options if each not in numbers]):
            await self._choose_at(options.index(others[0]))
        else:
            await self._type_number(digit, numbers)

    async def _type_number(self, digit: str, numbers: Mapping[str, str]) -> None:
        for typed in (self._typed + digit, digit):
            longer = [option for option, number in numbers.items() if number != typed and number.startswith(typed)]
            exact = next((option for option, number in numbers.items() if number == typed), None)
            if exact is None and not longer:
                continue
            self._typed = typed
            if longer:
                self.picker.point_at(exact or longer[0])
                self.cursor_moved()
            elif exact is not None:
                await self._choose_at(self.picker.options.index(exact))
            return
        self.refuse(_("There is no {number} to choose.").format(number=digit))

    async def _choose_at(self, place: int) -> None:
        self.picker.cursor = place
        await self.choose()

    def _shortcuts(self) -> Iterator[str]:
        reading = self.story.page is not None
        legal = {action.text for action in self.view.legal_actions} if self.acting and not reading else set()
        yield from (command for command, action in self.board.shortcuts.items() if action in legal)

    async def shortcut(self, command: str) -> None:
        """Do at once what a key stands for; twice, where that loses much. A letter of an option leads there instead."""
        action = self.board.shortcuts[command]
        if command not in self._shortcuts():
            if not self._jumped:
                why = self.board.why_not(self.view, action) if self.acting else self.participant.refusal(Ask.PLAY)
                self.refuse(why or _("That can't be chosen now."))
        elif self._warned != action and (warning := self.board.warning(self.view, action)):
            self._warned = action
            again = _("{key} again: {what}.").format(key=shown(command), what=self.board.shortcut_label(command))
            self.tell(f"{warning} {again}")
        else:
            await self.play_chosen(action)

    def on_key(self, event: events.Key) -> None:
        """Go to the next option that begins with a letter, unless its key means something else here."""
        super().on_key(event)
        letter, self._jumped = (event.character or "").casefold(), False
        if event.key not in {key for command in self.board.shortcuts for key in keymap().keys(command)}:
            self._warned = ""
        possible = {*self._shortcuts()}
        meant = (command for command in self.listed() if command not in self.board.shortcuts or command in possible)
        of_the_app = ("match.menu", "match.talk", "match.next") if self.participant.goes_on_without else ()
        bound = {key for command in (*meant, *of_the_app) for key in keymap().keys(command)}
        if not (self.pointed and letter.isalpha()) or event.key in bound:
            return
        options, first = self.picker.options, self.picker.cursor + 1
        for place in [*range(first, len(options)), *range(first)]:
            label = self.board.label(self.view, options[place], self.picker.path)
            if label.casefold().startswith(letter):
                self.picker.cursor, self._jumped = place, True
                self.cursor_moved()
                return

    async def choose(self) -> None:
        allowed = self.participant.allowed
        if self.story.page is not None:
            self.read_on(1)
        elif Ask.SUPPLY in allowed:
            self._ask_for_draw()
        elif Ask.PLAY in allowed and self.board.types(self.view) and not self.picker.options:
            question = TypeAction(self.kind, self.view, self.board.question(self.view))
            self.app.push_screen(question, self._play_typed)
        elif Ask.PLAY in allowed:
            await self.play_chosen(self.picker.choose())
        elif Ask.HAND_OVER in allowed or not self.view.awaited:
            self.following.proceed()
        elif Ask.TAKE_OVER in allowed:
            self.post_message(ResumeGame(self.participant.id))  # type: ignore[attr-defined]
        elif Ask.CONTINUE in allowed or Ask.PAUSE in allowed:
            with self.attempt():
                (self.participant.resume if Ask.CONTINUE in allowed else self.participant.pause)()
        else:
            self.refuse(self.participant.refusal(Ask.PLAY))

    async def play_chosen(self, action: str | None) -> None:
        """Play an action that is complete; else draw the next choice."""
        self._typed = ""
        if action is None:
            self.point_first()
            self.cursor_moved()
        else:
            await self._play_seen(self.board.action(action))

    async def _play_seen(self, action: str, seen: Tape = ()) -> None:
        """Play an action; ask for what comes of each of its draws that is made on a real table."""
        seat, moment = self.view.seat, moment_of(self.view)
        with self.attempt():
            try:
                await (self.participant.play_with(action, seen) if seen else self.participant.play(action))
                if self._drafts is not None:
                    self._drafts.keep(seat, moment, "")
            except OutcomeNeededError as needed:
                asked = needed.question(self.view.names, aids=self.board.aids)
                self.app.push_screen(TypeOutcome(needed, asked), partial(self._outcome_seen, action, seen, needed.name))

    async def _outcome_seen(self, action: str, seen: Tape, name: str, outcome: Any) -> None:
        if outcome is not None:
            await self._play_seen(action, (*seen, (name, outcome)))

    def _ask_for_draw(self) -> None:
        draw = self.participant.bots.draw
        if draw is not None and Ask.SUPPLY in self.participant.allowed:
            asked = draw.question(self.view.names, aids=self.board.aids)
            self.app.push_screen(TypeOutcome(draw.needed, asked), self._supply)

    async def _supply(self, outcome: Any) -> None:
        if outcome is not None:
            with self.attempt():
                await self.participant.supply(outcome)

    async def _play_typed(self, action: str | None) -> None:
        if action is not None:
            await self._play_seen(action)

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        if self.keeps_drafts and self.acting and self.picker.begun:
            yield _("Leave the game; what you have chosen so far is kept"), partial(self.run_action, action_of("leave"))
        yield from super().commands()

    def back(self) -> None:
        """Take one step back from a half-made choice, or skip the story; where there is neither, leave."""
        if self.story.page is not None:
            self.story.skip()
            self.cursor_moved()
        elif self.acting and self.picker.back():
            self._typed = ""
            self.cursor_moved()
        else:
            self.ask_to_leave()

    @property
    def game_commands(self) -> Handlers:
        """What every screen of a game offers; undoing begins with what isn't played yet."""
        return {**super().game_commands, "undo": self.undo}

    async def undo(self) -> None:
        """Go a step back in a half-made choice; else withdraw what nobody else has seen yet; else undo."""
        if self.acting and self.picker.begun:
            self.back()
        elif self.can_withdraw and self.participant.in_company:
            self.post_message(WithdrawCovered(self.view.seat))  # another person may sit there by then
        elif self.can_withdraw:
            own = (event.action for event in reversed(self.view.events) if event.seat == self.view.seat)
            self._withdrawn = str(next((action for action in own if action), ""))
            with self.attempt():
                await self.participant.withdraw()
                return
            self._withdrawn = ""
        else:
            await self.requests.undo()

    @on(ChoicePrompt.Chosen)
    async def _option_clicked(self, event: ChoicePrompt.Chosen) -> None:
        if self.acting and event.number < len(self.picker.options):
            await self._choose_at(event.number)

    @on(BoardRows.Asked)
    async def _place_asked(self, event: BoardRows.Asked) -> None:
        """Explain what was clicked with the right button, as far as it can be chosen; else what can't be, and why."""
        if self.acting and self.story.page is None and self.picker.point_at(event.place.words):
            self.cursor_moved()
        await self._run("explain")

    @on(BoardRows.Chosen)
    async def _place_clicked(self, event: BoardRows.Chosen) -> None:
        if self.story.page is not None:
            self.read_on(1)
            return
        if not self.acting:
            self.refuse(self.participant.refusal(Ask.PLAY))
            return
        try:
            action = self.picker.reach(event.place.words)
        except LookupError:
            try:
                why = self.board.why_not(self.view, event.place.example)
            except NaishiError as error:
                why = str(error)
            self.refuse(why or _("That can't be chosen now."))
        else:
            await self.play_chosen(action)


def as_logged(kind: Any, event: Any, names: Sequence[str], reader: int | None) -> str:
    """Quote the line of the log about an event, without its full stop."""
    sentence = str(kind.sentence(event, names, reader))
    return quoted(sentence.rstrip("."), longest=len(sentence))
