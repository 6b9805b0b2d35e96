"""Base screens of a game: following, asking, watching bots."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.sessions import PACES
from naishi.sessions.participant import Ask, Participant
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import KEY, means, offered
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.messages import LeaveGame, Rematch, ShowNextScreen, ShowReplay, action_of, bindings_of
from naishi_tui.parts.input_guard import SETTLED
from naishi_tui.table.part import Control, Handlers, Middle, Part, Readable
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Prompt, PromptLine, TextRows, TopLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.dialogs.screens import ChooseOne


class Following(Part):
    """Takes note of what the participant of a screen sees."""

    def __init__(self, screen: "GameScreen") -> None:
        self.screen = screen
        self.proceeding = False
        """Whether the game is at what the screen can't show."""
        self._asked_for_next = False
        self._changes = screen.participant.changes()
        self._shown = self._status()
        self._rung: tuple[object, set[int]] = (None, set())
        """What had been played openly, and whose secret choices the bell has rung for since."""

    @override
    def start(self) -> None:
        self.screen.run_worker(self._follow(), exclusive=True, group="changes")

    async def _follow(self) -> None:
        async for _change in self._changes:
            self.update()

    def update(self) -> None:
        """Draw the game as it stands now, or ask for the screen that has to show it."""
        screen = self.screen
        if screen.participant.view is screen.view and self._status() == self._shown:
            return
        before, screen.view, self._shown = screen.view, screen.participant.view, self._status()
        self._ring(before)
        if screen.outdated():
            if not screen.is_active and screen.participant.ended_early:
                screen.prompt.show(screen.participant.ended_early, PromptLine(""))  # seen behind what lies above
            self.proceed()
            return
        self.proceeding = self._asked_for_next  # the game may have come back to where this screen shows it
        screen.draw_news(before)

    def _status(self) -> tuple[object, ...]:
        me = self.screen.participant
        return me.bots, me.trouble, me.allowed, me.note, me.ended_early

    def _ring(self, before: Any) -> None:
        view, wanted = self.screen.view, self.screen.settings.bell
        new = [event for event in view.events[len(before.events) :] if event.seat != view.seat or view.public]
        moment = view.round, sum(event.action is not None for event in view.events)
        if moment != self._rung[0]:
            self._rung = moment, set()
        told = self._rung[1]
        if all(event.action is None and event.seat in told for event in new):  # a secret choice is made again
            return
        told.update(event.seat for event in view.events if event.action is None)
        my_turn = not view.public and view.seat in view.awaited and view.seat not in before.awaited
        if wanted == "always" or (wanted == "turn" and my_turn):
            self.screen.app.bell()

    def proceed(self) -> None:
        """Show what comes next; once, whatever is typed or happens meanwhile, and below nothing that is open above.

        Whatever lies above would go with this screen: what is typed there, or the menu that the next Enter is for.
        """
        self.proceeding = True
        self.on_top_again()

    def on_top_again(self) -> None:
        if self.proceeding and self.screen.is_active and not self._asked_for_next:
            self._asked_for_next = True
            self.screen.post_message(ShowNextScreen())


ASKED = {"undo": "", "redo": "", "match.menu": "app.in_match('menu')", "match.talk": "app.in_match('talk')"}
"""Commands that the key line of a game names while the participant allows them, with what a click gives."""


class Requests:
    """Asks the participant of a screen, which refuses in words what it can't do now."""

    def __init__(self, screen: "GameScreen") -> None:
        self.screen = screen
        self.handlers: Handlers = {"undo": self.undo, "redo": self.redo}

    def hints(self, *commands: str) -> Iterator[KeyHint]:
        """Name the keys of commands, as far as the participant allows them; by default, of those in `ASKED`."""
        for command in commands or ASKED:
            if COMMANDS[command].ask in self.screen.participant.allowed:
                yield hint(command, gives=ASKED.get(command, ""))

    async def undo(self) -> None:
        screen = self.screen
        before, notice = screen.participant.view.events, screen.participant.undo_notice
        with screen.attempt():
            await screen.participant.undo()
        undone = before[len(screen.participant.view.events) :]
        if undone and screen.is_current:
            said = _("Undone: {action}.").format(action=screen.in_short(undone[0]))
            redo = _("{key:redo}: redo.").format(key=KEY) if Ask.REDO in screen.participant.allowed else ""
            screen.tell(" ".join(filter(None, (said, redo, notice))))  # the end of what is too long is cut

    async def redo(self) -> None:
        with self.screen.attempt():
            await self.screen.participant.redo()

    def rematch(self) -> None:
        """Play again; the first-player card passes to the other player."""
        if refusal := self.screen.participant.refusal(Ask.REMATCH):
            self.screen.refuse(refusal)
        else:
            self.screen.post_message(Rematch())

    def replay(self) -> None:
        if refusal := self.screen.participant.refusal(Ask.REPLAY):
            self.screen.refuse(refusal)
        else:
            self.screen.post_message(ShowReplay())

    def turn_table(self) -> None:
        """Look from the next side of the table; nobody else's screen changes."""
        with self.screen.attempt():
            self.screen.participant.turn_table()


PATIENCE = 0.3
"""Seconds after which the prompt says that a bot is thinking."""


class BotWatch(Part):
    """Watches the bots of the game on a screen."""

    def __init__(self, screen: "GameScreen") -> None:
        self.screen = screen
        self._timer: Timer | None = None
        self._is_slow = False
        self.handlers: Handlers = {"retry": self.retry, "replace_bot": self.replace}

    def start(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._is_slow = False
        if self.screen.participant.bots.thinking is not None:
            self._timer = self.screen.set_timer(PATIENCE, self._say_that_it_thinks)

    def _say_that_it_thinks(self) -> None:
        self._is_slow = True
        self.screen.show_prompt()

    @property
    def can_undo(self) -> bool:
        return Ask.UNDO in self.screen.participant.allowed

    def thinking(self) -> str:
        """Say that a bot is thinking, once it has done so for a moment; else nothing."""
        seat = self.screen.participant.bots.thinking
        if seat is None or not self._is_slow:
            return ""
        words = _("{name} is thinking … {key:undo}: undo.") if self.can_undo else _("{name} is thinking …")
        return words.format(key=KEY, name=self.screen.view.names[seat])

    def ways_on(self) -> str:
        words = _("{key:retry}: try again. {key:replace_bot}: another bot. {key:back}: leave.")
        if self.can_undo:
            words = _("{key:retry}: try again. {key:replace_bot}: another bot. {key:undo}: undo. {key:back}: leave.")
        return words.format(key=KEY)

    def hints_after_failure(self) -> Iterator[KeyHint]:
        yield hint("retry")
        yield hint("replace_bot")
        if self.can_undo:
            yield hint("undo")
        yield hint("back", _("leave"))

    @property
    def _has_failed(self) -> bool:
        """Whether a bot has failed: else the keys for that, which mean much on other screens, say nothing of it."""
        return bool(self.screen.participant.bots.failure)

    def retry(self) -> None:
        if self._has_failed:
            with self.screen.attempt():
                self.screen.participant.retry()

    def replace(self) -> None:
        if not self._has_failed:
            return
        if refusal := self.screen.participant.refusal(Ask.REPLACE_BOT):
            self.screen.refuse(refusal)
        elif self.screen.is_current:
            self.screen.app.push_screen(self.screen.choose_bot(), self._replace)

    async def _replace(self, kind: str | None) -> None:
        if kind is not None:
            with self.screen.attempt():
                await self.screen.participant.replace_bot(kind)


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

    header: TopLine
    reading: Readable
    middle: Middle
    control: Control
    """What the prompt says, where the screen doesn't say it itself."""
    pause = 0.0
    """For how long the keyboard has to be at rest before anything is done: another person acts here than before."""

    def __init__(self, participant: Participant, settings: "Settings") -> None:
        super().__init__()
        self.participant = participant
        self.settings = settings
        self.view: Any = participant.view
        self.prompt, self.key_line = Prompt(id="prompt"), KeyLine(id="keys")
        self.requests, self.following, self.bots = Requests(self), Following(self), BotWatch(self)
        self.parts: list[Part] = [self.following, self.bots]
        self.handlers: Handlers = {}
        self._asked_to_leave = False

    def offer(self, *handlers: Handlers) -> None:
        for more in handlers:
            if twice := more.keys() & self.handlers.keys():
                raise ValueError(twice)
            self.handlers = {**self.handlers, **more}

    @property
    def game_commands(self) -> Handlers:
        return {**self.reading.handlers, **self.requests.handlers, **self.bots.handlers}

    @override
    def compose(self) -> ComposeResult:
        yield self.header
        yield from self.middle.widgets()
        yield self.prompt
        yield self.key_line

    def draw(self) -> None:
        self.draw_header()
        self.middle.draw()
        self.show_prompt()

    def draw_header(self) -> None:
        if self.following.proceeding:
            return  # the game is at what this screen can't show
        self.show_header()

    def show_header(self) -> None:
        raise NotImplementedError

    def in_short(self, event: Any) -> str:
        """Say what was done, in a few words or a sentence, without its full stop."""
        raise NotImplementedError

    def choose_bot(self) -> "ChooseOne[str]":
        raise NotImplementedError

    def outdated(self) -> bool:
        """Return whether the game has come to where another screen has to show it. Nowhere, if not said otherwise."""
        return False

    def instruction(self) -> str:
        return self.control.instruction()

    def cursor_help(self) -> PromptLine:
        return self.control.cursor_help()

    def key_hints(self) -> Iterable[KeyHint]:
        raise NotImplementedError

    def listed(self) -> Iterable[str]:
        """Return the commands in the command palette: all that have a key here.

        But for undoing and redoing, where nobody undoes, such as in someone else's game.
        """
        hidden = set() if self.participant.can_undo_at_all else {"undo", "redo"}
        return (command for command in self.with_keys() if command not in hidden)

    def with_keys(self) -> Iterable[str]:
        bound = (binding for each in type(self).__mro__ for binding in each.__dict__.get("BINDINGS", ()))
        here = {binding.id for binding in bound if isinstance(binding, Binding)}
        return (command for command in COMMANDS if command in here and command.rpartition(".")[2] in self.handlers)

    @property
    def reader(self) -> int | None:
        """The seat of whoever reads the screen, who is addressed as "you"; None where no player does."""
        return None if self.view.public else self.view.seat

    @property
    def counting(self) -> bool:
        return False

    @property
    def note(self) -> str:
        return with_answer(self.participant, self.participant.note)

    def on_mount(self) -> None:
        for part in self.parts:
            part.start()

    def on_key(self, event: events.Key) -> None:
        self._asked_to_leave &= means(event.key, "back")
        for part in self.parts:
            part.key_pressed(event)

    def on_click(self) -> None:
        for part in self.parts:
            part.clicked()

    def on_screen_resume(self) -> None:
        """Draw the screen once it has settled: Textual would paint it twice, and over SSH that is felt."""
        self.app.delay_update(SETTLED)
        self.following.on_top_again()

    def draw_news(self, before: Any) -> None:
        if self.view is not before:
            self.view_changed(before)
        self.bots.start()
        self.draw()
        for part in self.parts:
            part.updated()

    def view_changed(self, before: Any) -> None:
        self._asked_to_leave = False
        for part in self.parts:
            part.view_changed(before)

    def holds(self, key: str) -> bool:
        """Return whether a key waits for the pause: it plays, and doesn't only move the cursor, explain or undo."""
        playing = (command for command in self.with_keys() if COMMANDS[command].ask == "play")
        return key.isdigit() or any(means(key, command) for command in playing)

    def say_pause(self) -> None:
        """Say that a key came too soon to be meant by whoever acts now."""
        words = _("Not yet, wait a moment: it is {name}'s turn now.").format(name=self.view.names[self.view.seat])
        self.show_prompt(PromptLine(words, refused=True))

    @property
    def takes_input(self) -> bool:
        """Whether keys count: none do any more once another screen has to show the game."""
        return super().takes_input and not self.following.proceeding

    def show_prompt(self, said: PromptLine | None = None) -> None:
        if self.following.proceeding:
            return
        here = said or PromptLine(self.participant.trouble, refused=True)
        if failure := self.participant.bots.failure:
            self.prompt.show(failure, here if here.text else PromptLine(self.bots.ways_on()), failed=True)
            self.key_line.show(self.bots.hints_after_failure())
            return
        news = said is not None
        if not here.text and not here.reasons:
            asked = self.participant.asked_for
            news = asked is not None and self.header.cuts_note(self.app.size.width)
            here = PromptLine(with_answer(self.participant, asked[0])) if asked and news else self.cursor_help()
        instruction = self.instruction()
        shown = here._replace(text="") if here.text == instruction else here
        self.prompt.show(instruction, shown, news=news and bool(here.text))
        self.key_line.show(self.key_hints())

    def cursor_moved(self) -> None:
        for part in self.parts:
            part.cursor_moved()
        self.show_prompt()

    def refuse(self, why: str) -> None:
        for part in self.parts:
            why = part.add_to(why)
        self.show_prompt(PromptLine(why, refused=True))

    def tell(self, text: str) -> None:
        """Say something that has happened, until the next key."""
        self.show_prompt(PromptLine(text))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Draw what came of a request, or say why it is refused."""
        try:
            yield
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.following.update()

    @property
    def kept(self) -> str:
        """What to say of a half-made choice to whoever is about to leave; empty for nothing."""
        return ""

    def ask_to_leave(self) -> None:
        """Leave the game, if that was asked for twice in a row: one key too many shouldn't end an evening."""
        if self._asked_to_leave or self.participant.goes_on_without:
            self.leave()
        else:
            self._asked_to_leave = True
            again = _("{key:back} again: leave the game.").format(key=KEY)
            self.tell(f"{again} {self.kept}".rstrip())

    def stay(self) -> None:
        """Say how to go on: nobody should leave the score by a key too many."""
        self.tell(next_steps(self.participant))

    def leave(self) -> None:
        """Leave the game; it is saved."""
        self.post_message(LeaveGame())

    async def action_command(self, name: str) -> None:
        if name in self.handlers:
            await self._run(name)
        elif (command := COMMANDS.get(name)) and command.ask and (why := self.participant.refusal(Ask(command.ask))):
            self.refuse(why)

    async def _run(self, name: str) -> None:
        if name in self.handlers and isawaitable(under_way := self.handlers[name]()):
            await under_way

    @override
    def as_action(self, command: str) -> str:
        return action_of(command)

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        await self._run("prompt" if "prompt" in self.handlers else "choose")

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        for command in sorted(self.listed(), key=lambda each: COMMANDS[each].rare):
            declared = COMMANDS[command]
            if not declared.unlisted and (not declared.at_times or declared.ask in self.participant.allowed):
                yield offered(command), partial(self.run_action, action_of(command))


def with_answer(participant: Participant, news: str) -> str:
    if not news or (asked := participant.asked_for) is None or not news.startswith(asked[0]):
        return news
    words, ask = asked
    by_key = {
        Ask.AGREEMENT: _("{news} {key:match.menu}: answer."),
        Ask.REMATCH: _("{news} {key:score.rematch}: watch it."),
    }
    return by_key[ask].format(key=KEY, news=words) + news[len(words) :]


def next_steps(participant: Participant) -> str:
    at_home, allowed = not participant.goes_on_without, participant.allowed
    if Ask.REMATCH not in allowed:
        words = _("{key:back}: home.") if at_home else _("{key:back}: lobby.")
    elif at_home:
        words = _("{key:score.rematch}: rematch. {key:back}: home.")
    elif Ask.OTHER_SIDE in allowed:
        words = _("{key:score.rematch}: watch the rematch. {key:back}: lobby.")
    else:
        words = _("{key:score.rematch}: rematch. {key:back}: lobby.")
    return words.format(key=KEY)


def pace(screen: "GameScreen") -> Handlers:
    def change(step: int) -> None:
        participant, paces = screen.participant, sorted(PACES.values(), reverse=True)
        if refusal := participant.refusal(Ask.PACE):
            screen.refuse(refusal)
            return
        place = paces.index(participant.pace) + step
        participant.set_pace(paces[min(max(place, 0), len(paces) - 1)])
        screen.tell(speed(participant.pace))

    return {"faster": partial(change, 1), "slower": partial(change, -1)}


def speed(seconds: float) -> str:
    sentences = {"instant": _("Pace: instant."), "quick": _("Pace: quick."), "relaxed": _("Pace: relaxed.")}
    return next((sentences[name] for name, each in PACES.items() if each == seconds), "")
