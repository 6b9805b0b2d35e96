"""What the screens of a game have in common: they draw what a participant sees, and do what it may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.timer import Timer

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.cards import Card
from naishi.sessions.participant import Ask, Participant
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.keys import Keymap
from naishi_tui.messages import Command, LeaveGame, ShowNextScreen
from naishi_tui.screen_stack import SETTLED
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.legend import Legend
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.screens.whole_log import WholeLog
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.header import Header
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

PATIENCE = 0.3
"""Seconds after which the prompt says that a bot is thinking."""


class GameScreen(SteadyScreen[None], Ground):
    """A screen that is handed a participant: it shows and does no more than the participant may.

    Nothing on it takes the focus: keys go to the screen, which owns the cursor, and a cursor that moves repaints
    two cards instead of everything.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", id="undo", show=False),
        Binding("ctrl+r", "redo", id="redo", show=False),
        Binding("t", "retry", id="retry", show=False),
        Binding("o", "replace_bot", id="replace_bot", show=False),
        Binding("question_mark", "explain", id="explain", show=False),
        Binding("g", "log", id="log", show=False),
        Binding("f1", "rules", id="rules", show=False),
        Binding("f2", "legend", id="legend", show=False),
        Binding("escape", "back", id="back", show=False),
    ]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__()
        self.participant = participant
        self.settings = settings
        self.keymap = Keymap(settings.keys)
        self.view: PlayerView = participant.view
        self.header, self.prompt, self.key_line = Header(id="header"), Prompt(id="prompt"), KeyLine(id="keys")
        self._changes = participant.changes()
        self._shown = self._status()
        self._patience: Timer | None = None
        self._bot_is_slow = False
        self._proceeding = False

    def draw(self) -> None:
        """Draw everything. Widgets repaint only what differs."""
        raise NotImplementedError

    def outdated(self) -> bool:
        """Return whether the game has come to where another screen has to show it."""
        raise NotImplementedError

    def instruction(self) -> str:
        """Say what is asked for."""
        raise NotImplementedError

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do at the cursor, or nothing."""
        raise NotImplementedError

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        raise NotImplementedError

    def pointed_card(self) -> Card | None:
        """Return the card under the cursor, if there is one face up."""
        raise NotImplementedError

    @property
    def note(self) -> str:
        """What the top line says first, if anything."""
        return self.participant.note

    def view_changed(self, before: PlayerView) -> None:
        """Adapt to another view, before it is drawn."""

    def on_mount(self) -> None:
        """Follow the game from now on."""
        self._wait_for_bot()
        self._follow()

    def on_screen_resume(self) -> None:
        """Draw the screen once it has settled: Textual would paint it twice, and over SSH that is felt."""
        self.app.delay_update(SETTLED)

    @work(exclusive=True, group="changes")
    async def _follow(self) -> None:
        async for _change in self._changes:
            self.update()

    def update(self) -> None:
        """Draw the game as it stands now, or ask for the screen that has to show it."""
        before, self.view = self.view, self.participant.view
        if self.view is before and self._status() == self._shown:
            return
        self._shown = self._status()
        self._ring(before)
        if self.outdated():
            self.proceed()
            return
        if self.view is not before:
            self.view_changed(before)
        self._wait_for_bot()
        self.draw()

    def _ring(self, before: PlayerView) -> None:
        """Ring the bell, if it should ring for what the other has just done."""
        new = self.view.events[len(before.events) :]
        if not any(event.seat != self.view.seat or self.view.public for event in new):
            return
        my_turn = self.view.turn == self.view.seat != before.turn and not self.view.public
        if self.settings.bell == "always" or (self.settings.bell == "turn" and my_turn):
            self.app.bell()

    def proceed(self) -> None:
        """Show what comes next; once, whatever is typed or happens meanwhile."""
        if not self._proceeding:
            self._proceeding = True
            self.post_message(ShowNextScreen())

    def _status(self) -> tuple[object, ...]:
        me = self.participant
        return me.bots, me.trouble, me.allowed, me.note, me.ended_early

    def _wait_for_bot(self) -> None:
        if self._patience is not None:
            self._patience.stop()
        self._bot_is_slow = False
        if self.participant.bots.thinking is not None:
            self._patience = self.set_timer(PATIENCE, self._say_that_bot_thinks)

    def _say_that_bot_thinks(self) -> None:
        self._bot_is_slow = True
        self.show_prompt()

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt and the key line.

        Args:
            said: Instead of what Enter would do at the cursor.
        """
        here = said or PromptLine(self.participant.trouble, refused=True)
        if failure := self.participant.bots.failure:
            ways_on = prompt_text.after_failure(self.keymap, undo=Ask.UNDO in self.participant.allowed)
            self.prompt.show(failure, here.text or ways_on, refused=here.refused and bool(here.text), failed=True)
            self.key_line.show(self._hints_after_failure())
            return
        if not here.text:
            here = self.cursor_help()
        instruction = self.instruction()
        self.prompt.show(instruction, here.text if here.text != instruction else "", refused=here.refused)
        self.key_line.show(self.key_hints())

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.show_prompt(PromptLine(why, refused=True))

    def tell(self, text: str) -> None:
        """Say something that has happened, until the next key."""
        self.show_prompt(PromptLine(text))

    def waiting_for_bot(self) -> str:
        """Say that a bot is thinking, once it has done so for a moment; else nothing."""
        seat = self.participant.bots.thinking
        if seat is None or not self._bot_is_slow:
            return ""
        name, undo = self.view.names[seat], Ask.UNDO in self.participant.allowed
        return prompt_text.thinking(name, self.keymap, undo=undo)

    def hint(self, command: str, does: str, *, minor: bool = False) -> KeyHint:
        """Name the key of a command, and what it does in a word; a minor one where there is room."""
        return KeyHint(command, self.keymap.shown(command), does, minor)

    def hints_for_undo(self) -> Iterator[KeyHint]:
        """Name the keys that undo and redo, while they do."""
        if Ask.UNDO in self.participant.allowed:
            yield self.hint("undo", _("undo"))
        if Ask.REDO in self.participant.allowed:
            yield self.hint("redo", _("redo"))
        if Ask.AGREEMENT in self.participant.allowed:
            yield KeyHint("app.match_menu", "x", _("offers"))

    def _hints_after_failure(self) -> Iterator[KeyHint]:
        yield self.hint("retry", _("try again"))
        yield self.hint("replace_bot", _("another bot"))
        if Ask.UNDO in self.participant.allowed:
            yield self.hint("undo", _("undo"))
        yield self.hint("back", _("leave"))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Draw what came of a request, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.update()

    async def action_undo(self) -> None:
        """Undo the last action."""
        with self.attempt():
            await self.participant.undo()

    async def action_redo(self) -> None:
        """Redo what was undone last."""
        with self.attempt():
            await self.participant.redo()

    def action_retry(self) -> None:
        """Ask a bot that failed once more."""
        with self.attempt():
            self.participant.retry()

    def action_replace_bot(self) -> None:
        """Seat another bot in the place of one that failed."""
        if refusal := self.participant.refusal(Ask.REPLACE_BOT):
            self.refuse(refusal)
        elif self.is_current:
            from naishi_tui.screens.choose_bot import ChooseBot

            self.app.push_screen(ChooseBot(), self._replace_bot)

    async def _replace_bot(self, kind: str | None) -> None:
        if kind is not None:
            with self.attempt():
                await self.participant.replace_bot(kind)

    def action_explain(self) -> None:
        """Explain the card under the cursor."""
        if (card := self.pointed_card()) is not None:
            self.app.push_screen(Explain(card, self.next_card))

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, and return the card that is under it then, if one is face up."""
        raise NotImplementedError

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(WholeLog(self.view))

    def action_rules(self) -> None:
        """Show the keys, the marks and the rules."""
        self.app.push_screen(Rules(self.keymap, playing=True))

    def action_legend(self) -> None:
        """Show what the marks mean."""
        self.app.push_screen(Legend())

    def action_back(self) -> None:
        """Leave the game."""
        self.leave()

    def leave(self) -> None:
        """Leave the game; it is saved."""
        self.post_message(LeaveGame())

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(self.action_of(event.id))

    def action_of(self, command: str) -> str:
        """The action that a command of the key line or a panel runs."""
        return command

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here: words, and a function that does it."""
        yield from ()
