"""What the screens of a game have in common: they follow what a participant sees, and run what it may do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.sessions.participant import Participant
from naishi_tui.keys import Keymap, action_of, bindings_of
from naishi_tui.messages import LeaveGame
from naishi_tui.screen_stack import SETTLED
from naishi_tui.screens.bot_watch import BotWatch
from naishi_tui.screens.following import Following
from naishi_tui.screens.part import Control, Handlers, Middle, Part, Readable
from naishi_tui.screens.requests import AT_HAND, NEEDED, RARELY, SOMETIMES, Requests
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.prompt import Prompt, PromptLine
from naishi_tui.widgets.text_rows import TextRows

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.screens.choose_one import ChooseOne


class GameScreen(SteadyScreen[None], Ground):
    """A screen that is handed a participant: it shows and does no more than the participant may.

    A kind of screen composes it of parts, and offers the commands that it has; no command has two meanings.
    Nothing on it takes the focus: keys go to the screen, and a cursor that moves repaints two cards instead of
    everything.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("undo", "redo", "retry", "replace_bot", "explain", "log", "rules", "back")
    ]

    header: TextRows
    """The first line."""
    reading: Readable
    """What can be read."""
    middle: Middle
    """What lies between the first line and the prompt."""
    control: Control
    """What the prompt says, where the screen doesn't say it itself."""

    def __init__(self, participant: Participant, settings: Settings, keymap: Keymap | None = None) -> None:
        super().__init__()
        self.participant = participant
        self.settings = settings
        self.keymap = keymap or Keymap(settings.keys)
        self.view: Any = participant.view
        """The view that is drawn."""
        self.prompt, self.key_line = Prompt(id="prompt"), KeyLine(id="keys")
        self.requests, self.following, self.bots = Requests(self), Following(self), BotWatch(self)
        self.parts: list[Part] = [self.following, self.bots]
        self.handlers: Handlers = {}
        """By command, what it does here."""
        self._asked_to_leave = False

    def offer(self, *handlers: Handlers) -> None:
        """Offer commands, each of which means one thing."""
        for more in handlers:
            if twice := more.keys() & self.handlers.keys():
                raise ValueError(twice)
            self.handlers = {**self.handlers, **more}

    @property
    def game_commands(self) -> Handlers:
        """What every screen of a game that is played can do: explain, undo, make a bot go on."""
        return {**self.reading.handlers, **self.requests.handlers, **self.bots.handlers}

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.header
        yield from self.middle.widgets()
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        """Draw everything. Widgets repaint only what differs."""
        self.draw_header()
        self.middle.draw()
        self.show_prompt()

    def draw_header(self) -> None:
        """Draw the first line."""
        if self.following.proceeding:
            return  # the game is at what this screen can't show
        self.show_header()

    def show_header(self) -> None:
        """Draw the first line, whatever else is on its way."""
        raise NotImplementedError

    def in_short(self, event: Any) -> str:
        """Say what was done, in a few words or a sentence, without its full stop."""
        raise NotImplementedError

    def choose_bot(self) -> ChooseOne[str]:
        """Return the question which bot takes the place of one that failed."""
        raise NotImplementedError

    def outdated(self) -> bool:
        """Return whether the game has come to where another screen has to show it. Nowhere, if not said otherwise."""
        return False

    def instruction(self) -> str:
        """Say what is asked for."""
        return self.control.instruction()

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do at the cursor, or nothing."""
        return self.control.cursor_help()

    def key_hints(self) -> Iterable[KeyHint]:
        """Return what the key line names."""
        raise NotImplementedError

    def described(self) -> Iterable[tuple[str, str, str]]:
        """Return the commands in the command palette, each with its key and what it does: all that have a key here.

        But for undoing and redoing, where nobody undoes, such as in somebody else's game.
        """
        bound = (binding for each in type(self).__mro__ for binding in each.__dict__.get("BINDINGS", ()))
        here = {binding.id for binding in bound if isinstance(binding, Binding)}
        every = (each for _title, commands in self.keymap.grouped() for each in commands)
        possible = self.handlers.keys() - (set() if self.participant.can_undo_at_all else {"undo", "redo"})
        return (each for each in every if each[0] in here and each[0].rpartition(".")[2] in possible)

    @property
    def reader(self) -> int | None:
        """The seat of whoever reads the screen, who is addressed as "you"; None where no player does."""
        return None if self.view.public else self.view.seat

    @property
    def note(self) -> str:
        """What the top line says first, if anything."""
        return self.participant.note

    def on_mount(self) -> None:
        """Begin what the parts do."""
        for part in self.parts:
            part.start()

    def on_key(self, event: events.Key) -> None:
        """Let the parts notice a key."""
        self._asked_to_leave &= event.key in self.keymap.keys("back")
        for part in self.parts:
            part.key_pressed(event)

    def on_click(self) -> None:
        """Let the parts notice a click."""
        for part in self.parts:
            part.clicked()

    def on_screen_resume(self) -> None:
        """Draw the screen once it has settled: Textual would paint it twice, and over SSH that is felt."""
        self.app.delay_update(SETTLED)
        self.following.on_top_again()

    def draw_news(self, before: Any) -> None:
        """Draw what has changed since an earlier view."""
        if self.view is not before:
            self.view_changed(before)
        self.bots.start()
        self.draw()
        for part in self.parts:
            part.updated()

    def view_changed(self, before: Any) -> None:
        """Let the parts adapt to another view."""
        self._asked_to_leave = False
        for part in self.parts:
            part.view_changed(before)

    @property
    def takes_input(self) -> bool:
        """Whether keys count: none do any more once another screen has to show the game."""
        return super().takes_input and not self.following.proceeding

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt and the key line.

        Args:
            said: Instead of what Enter would do at the cursor.
        """
        if self.following.proceeding:
            return
        here = said or PromptLine(self.participant.trouble, refused=True)
        if failure := self.participant.bots.failure:
            refused = here.refused and bool(here.text)
            self.prompt.show(failure, here.text or self.bots.ways_on(), refused=refused, failed=True)
            self.key_line.show(self.bots.hints_after_failure())
            return
        if not here.text and not here.reasons:
            here = self.cursor_help()
        instruction, text = self.instruction(), here.text
        self.prompt.show(
            instruction,
            text if text != instruction else "",
            refused=here.refused,
            reasons=here.reasons,
            after=here.after,
        )
        self.key_line.show(self.key_hints())

    def cursor_moved(self) -> None:
        """Draw what Enter would do, now that the cursor may be elsewhere."""
        for part in self.parts:
            part.cursor_moved()
        self.show_prompt()

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        for part in self.parts:
            why = part.add_to(why)
        self.show_prompt(PromptLine(why, refused=True))

    def tell(self, text: str) -> None:
        """Say something that has happened, until the next key."""
        self.show_prompt(PromptLine(text))

    def hint(self, command: str, does: str, *, minor: bool = False) -> KeyHint:
        """Name the key of a command, and what it does in a word; a minor one where there is room."""
        return KeyHint(command, self.keymap.shown(command), does, minor)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Draw what came of a request, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.following.update()

    def ask_to_leave(self) -> None:
        """Leave the game, if that was asked for twice in a row: one key too many shouldn't end an evening."""
        if self._asked_to_leave or self.participant.goes_on_without:
            self.leave()
        else:
            self._asked_to_leave = True
            self.tell(_("{back} again: leave the game.").format(back=self.keymap.shown("back")))

    def leave(self) -> None:
        """Leave the game; it is saved."""
        self.post_message(LeaveGame())

    async def action_command(self, name: str) -> None:
        """Run a command. One that the screen hasn't got is refused, in the words of the participant."""
        if name in self.handlers:
            await self._run(name)
        elif (ask := NEEDED.get(name)) is not None:
            self.refuse(self.participant.refusal(ask))

    async def _run(self, name: str) -> None:
        if name in self.handlers and isawaitable(under_way := self.handlers[name]()):
            await under_way

    def as_action(self, command: str) -> str:
        """Return the action that runs a command that was clicked."""
        return action_of(command)

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        """Do what Enter would do."""
        await self._run("prompt" if "prompt" in self.handlers else "choose")

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here, what matters most first: words, and a function that does it."""
        for command, key, words in sorted(self.described(), key=lambda each: each[0].rpartition(".")[2] in RARELY):
            if command in AT_HAND or (command in SOMETIMES and SOMETIMES[command] not in self.participant.allowed):
                continue
            yield f"{words[0].upper()}{words[1:]} ({key})", partial(self.run_action, action_of(command))
