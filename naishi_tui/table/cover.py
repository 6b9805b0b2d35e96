"""Passing the device: covers, PINs, and a forgotten PIN."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static
from typing_extensions import override

from naishi.common.i18n import _, listed
from naishi.sessions.one_keyboard import PinHandover, people_among
from naishi.settings.keymap import KEY, means, shown
from naishi_tui.dialogs.palette import Offer
from naishi_tui.dialogs.screens import SteadyScreen, Stylesheets
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import DropPin, LeaveGame, ShowNextScreen, UndoCovered, bindings
from naishi_tui.parts import input_guard
from naishi_tui.widgets.text_rows import ChoiceRow, Field, KeyHint, KeyLine

REST = 18
"""Lines that a cover needs beside what was done last."""
COUNT = 0.25
"""Seconds between two looks at how long one has to wait still."""


class CoverWords(NamedTuple):
    """What a cover says of what it hides, in the words of the kind of game."""

    uncover: str
    """What uncovers it."""
    key: str
    """The same for the key line."""


def cards_words() -> CoverWords:
    return CoverWords(_("Show my cards"), _("show my cards"))


class Cover(SteadyScreen[None]):
    """Covers everything until the player it is for says they are alone, and gives their PIN if they have one.

    Args:
        done: What was done last, a sentence a line, as everybody at the table saw it.
    """

    CSS_PATH = stylesheet("table/cover.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"choose": "uncover", "back": "leave"})]

    unsaved = ""
    """Why the game as it stands is not on disk, as a sentence; empty where it is."""
    can_forget_pin = False

    def __init__(self, pin: PinHandover, where: str, done: str, words: CoverWords) -> None:
        super().__init__()
        self.pin, self.player, self.seat = pin, pin.player, pin.seat
        self.where, self.done, self.words = where, done, words
        self.uncovered = False
        """The player has been let through, once: a key typed twice must not open the table again."""
        self.too_early = False
        """Someone has typed while the field was shut."""
        self.told = ""
        self.pause = input_guard.TO_PASS_ON if self.player.pin is None else 0.0
        """For how long the keyboard has to be at rest first, as the guard of the input sees to it."""

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="cover"):
            yield Static(Content(self.where), id="where")
            if self.done:
                most = max(self.app.size.height - REST, 2)
                yield Static(Content("\n".join(self.done.splitlines()[-most:])), id="done")
            yield Static(Content(self.greeting(self.player.name)), id="name")
            yield Static(Content(_("{other}, please look away.").format(other=self.others)), id="away")
            if self.player.pin is not None:
                yield Field(password=True, placeholder=_("your PIN"), id="pin", compact=True, select_on_focus=False)
            with Horizontal(id="answers"):
                yield Button(self.words.uncover, id="show", variant="primary", compact=True)
                if self.can_forget_pin and self.pin.others:
                    yield Button(_("I forgot my PIN"), id="forgotten", compact=True)
            if self.unsaved:
                yield Static(Content(self.unsaved), id="unsaved")
            yield Static(Content(self.told), id="said")
        yield KeyLine(self.key_hints())

    @property
    def others(self) -> str:
        """The names of those who look away: all other people; of two players, the other one."""
        players = self.pin.players
        others = [seat for seat in range(len(players)) if seat != self.seat]
        people = [seat for seat in others if seat in people_among(players)]
        return listed([players[seat].name for seat in (people if len(others) > 1 else others) or others])

    def commands(self) -> tuple[Offer, ...]:
        """Offer nothing in the palette: what uncovers a Hand isn't run by what was typed to find something else."""
        return ()

    def key_hints(self) -> Iterator[KeyHint]:
        typing = isinstance(self.focused, Input)
        yield KeyHint("uncover", _("Enter") if typing else shown("choose"), self.words.key)
        back = _("Esc") if typing and means("escape", "back") else self.outside_field("back")
        yield KeyHint("leave", back, self.leaving())

    def leaving(self) -> str:
        return _("leave") if self.unsaved else _("leave; the game is saved")

    def outside_field(self, command: str) -> str:
        """Name the key of a command from here: a field takes it as a letter of the PIN, and is left first."""
        key = shown(command)
        return _("{first}, then {key}").format(first=_("Tab"), key=key) if isinstance(self.focused, Input) else key

    def on_descendant_focus(self) -> None:
        self.query_one(KeyLine).show(self.key_hints())

    def greeting(self, name: str) -> str:
        raise NotImplementedError

    def show_cards(self) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        raise NotImplementedError

    def on_mount(self) -> None:
        self._wait()

    @on(Button.Pressed, "#show")
    @on(Input.Submitted, "#pin")
    def action_uncover(self) -> None:
        if self.uncovered:
            return
        if self.player.pin is not None:
            field = self.query_one("#pin", Input)
            if field.disabled:
                return
            if not field.value:
                field.focus()
                self.tell(_("Type your PIN first."))
                return
            if self.pin.refusal(field.value):
                self._wait()
                return
        self.uncovered = True
        self.show_cards()

    def action_leave(self) -> None:
        self.leave()

    def on_key(self, event: events.Key) -> None:
        """Say that the field is shut, where one types all the same; give it digits while a button has the focus."""
        if event.is_printable and self.pin.wait:
            self.too_early = True
            self._tell_wait()
        elif self.player.pin is not None and (event.character or "").isdigit() and not isinstance(self.focused, Input):
            pin = self.query_one("#pin", Input)
            pin.focus()
            pin.insert_text_at_cursor(event.character or "")

    def _wait(self) -> None:
        """Shut the field until the wait for the last wrong PIN is over, and count down."""
        if self.player.pin is None:
            return
        field = self.query_one("#pin", Input)
        if self.pin.wait:
            field.value, field.disabled, field.placeholder = "", True, _("locked for a moment")
            self._tell_wait()
            self.set_timer(COUNT, self._wait)
        elif field.disabled:
            self.too_early = False
            field.disabled, field.placeholder = False, _("your PIN")
            self.tell(_("Try again."))
            if self.focused is None or self.focused.id == "show":  # who went to another button meanwhile stays there
                field.focus()

    def holds(self, key: str) -> bool:
        """Return that every key waits: none can be meant by whoever sits down now."""
        return True

    def say_pause(self) -> None:
        """Say that what was typed came too soon."""
        self.tell(_("Not yet: wait a moment, then press {key:choose}.").format(key=KEY))

    def _tell_wait(self) -> None:
        self.tell(self.pin.too_early() if self.too_early else self.pin.wrong())

    def tell(self, words: str) -> None:
        """Say something below the buttons; also before the cover is shown."""
        self.told = words
        if self.is_mounted:
            self.query_one("#said", Static).update(Content(words))


class ForgottenPin(ModalScreen[bool], SteadyScreen[bool]):
    """Asks another player, who confirms with their own PIN if they have one; its result is whether they agree.

    It shows nothing hidden: the cover stays below, and stays up afterwards.
    """

    CSS_PATH: ClassVar[Stylesheets] = [stylesheet("dialogs/confirm.tcss"), stylesheet("table/forgotten_pin.tcss")]
    AUTO_FOCUS = "#who, #other-pin, #no"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "refuse", show=False)]

    def __init__(self, pin: PinHandover) -> None:
        super().__init__()
        self.pin, self.other = pin, pin.others[0]

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            if len(self.pin.others) > 1:
                yield ChoiceRow(*(each.player.name for each in self.pin.others), id="who")
            yield Static(Content(self.pin.question(self.other.player)), id="asked")
            if self.other.player.pin is not None:
                yield Field(password=True, placeholder=self._whose(), id="other-pin", compact=True)
            yield Static("", id="wrong")
            with Horizontal():
                yield Button(_("No (Esc)"), id="no", compact=True)
                yield Button(_("Yes, drop the PIN"), id="yes", compact=True, variant="error")

    def _whose(self) -> str:
        return _("{name}'s PIN").format(name=self.other.player.name)

    @on(ChoiceRow.Changed)
    def _ask_another(self, event: ChoiceRow.Changed) -> None:
        self.other = self.pin.others[event.chosen]
        self.query_one("#asked", Static).update(Content(self.pin.question(self.other.player)))
        for field in self.query("#other-pin").results(Input):
            field.value, field.placeholder = "", self._whose()

    @on(Button.Pressed, "#no")
    def action_refuse(self) -> None:
        self.dismiss(False)

    @on(Button.Pressed, "#yes")
    @on(Input.Submitted)
    def _agreed(self) -> None:
        field = None if self.other.player.pin is None else self.query_one("#other-pin", Input)
        if field is None or (field.value and not self.other.refusal(field.value)):
            self.dismiss(True)
            return
        field.value = ""
        if self.other.wait:
            self.query_one("#wrong", Static).update(Content(self.other.wrong()))


class Handover(Cover):
    """The cover between the turns of two players at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"undo": "undo"})]

    can_forget_pin = True
    can_undo = False
    """Whether the last action can be undone: perhaps it passed the keyboard on too early."""
    _asked_to_leave = False

    @override
    def greeting(self, name: str) -> str:
        return _("{name}, it is your turn.").format(name=name)

    @override
    def show_cards(self) -> None:
        self.post_message(ShowNextScreen(self.seat))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        uncover, *others = super().key_hints()
        yield uncover
        if self.can_undo:
            yield KeyHint("undo", self.outside_field("undo"), _("undo"))
        yield from others

    def leave(self) -> None:
        if self._asked_to_leave:
            self.post_message(LeaveGame())
            return
        self._asked_to_leave = True
        self.tell(_("{key:back} again: leave the game.").format(key=KEY))

    def action_undo(self) -> None:
        """Undo the last action; all cards stay covered."""
        if self.can_undo and not self.uncovered:
            self.can_undo = False  # not twice, whatever is typed until the next cover is here
            self.post_message(UndoCovered())

    @on(Button.Pressed, "#forgotten")
    @work
    async def _forgotten(self) -> None:
        if await self.app.push_screen_wait(ForgottenPin(self.pin)):
            self.post_message(DropPin(self.seat))
        else:
            self.query_one("#pin", Input).focus()
