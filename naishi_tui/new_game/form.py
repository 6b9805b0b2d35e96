"""Forms: what begins a game, with every field answered already."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Static
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, sentence_case
from naishi.tabletop.chance import OutcomeNeededError
from naishi.tabletop.kinds import Level, OptionRow
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.pins import PinChoice, check_new_pin
from naishi.tabletop.players import NAME_LENGTH, bot_name, clean_name, without_number
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import StartGame, bindings
from naishi_tui.table.questions import TypeOutcome
from naishi_tui.table.widgets import LETTERS
from naishi_tui.widgets.text_rows import ChoiceRow, Field, KeyHint, KeyLine, hint

Answer = TypeVar("Answer")


class Form(SteadyScreen[Answer]):
    """A short form; every field has an answer already, so Enter begins at once.

    The keys that move between fields are handled before the field that has the focus gets them. Otherwise whatever is
    typed right behind them would still go to that field: a PIN into a name, where everybody can read it.
    """

    CSS_PATH: ClassVar[PurePath | list[str | PurePath]] = stylesheet("new_game/form.tcss")
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("tab", "app.focus_next", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("enter", "begin", show=False),
        *bindings({"form.begin": "begin", "screen.rules": "rules"}),
    ]

    begun = False
    """The game has been asked for, once: a key typed twice must not deal twice."""

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(Content(self.heading()), id="title")
            yield from self.fields()
            with Horizontal(id="buttons"):
                yield Button(self.begins(), id="begin", variant="primary", compact=True)
                yield Button(_("Back"), id="back", compact=True)
            with Vertical(id="notes"):
                yield Static("", id="said")
                yield Static("", id="explanation")
        yield KeyLine([*self.key_hints()])

    def key_hints(self) -> Iterator[KeyHint]:
        tab = _("Tab")
        yield KeyHint("next_field", f"↑↓ {tab}", _("field"))
        yield KeyHint("", "←→", _("option"))
        yield KeyHint("begin", _("Enter"), _("begin"))
        yield hint("screen.rules")
        yield KeyHint("back", _("Esc"), _("back"))

    def heading(self) -> str:
        raise NotImplementedError

    def begins(self) -> str:
        raise NotImplementedError

    def fields(self) -> ComposeResult:
        raise NotImplementedError

    def take(self) -> None:
        """Do what the form is for. Raises NaishiError: it makes no sense; the text says why."""
        raise NotImplementedError

    def explain(self, field: Widget) -> str:
        return ""

    def action_next_field(self) -> None:
        self.focus_next()

    def action_move(self, rows: int) -> None:
        """Go to the first field of the next row, or of the previous one; round at the ends."""
        first_of: dict[int, Widget] = {}
        for widget in self.focus_chain:
            first_of.setdefault(widget.region.y, widget)
        lines = sorted(first_of)
        here = lines.index(self.focused.region.y) if self.focused is not None else -rows
        self.set_focus(first_of[lines[(here + rows) % len(lines)]])

    @on(events.DescendantFocus)
    def _explain(self, event: events.DescendantFocus) -> None:
        self.show_explanation(self.explain(event.widget))

    def show_explanation(self, text: str) -> None:
        self.query_one("#explanation", Static).update(Content(text))

    @on(Button.Pressed, "#back")
    def _back(self) -> None:
        self.dismiss()

    @on(Button.Pressed, "#begin")
    @on(Input.Submitted)
    def action_begin(self) -> None:
        self.attempt(self.take)

    def attempt(self, act: Callable[[], None]) -> None:
        """Do what the form is for, once; say why where it can't be done."""
        if self.begun:
            return
        try:
            act()
        except NaishiError as error:
            self.tell(str(error))
        else:
            self.begun = True

    def tell(self, text: str) -> None:
        """Say why there is no game; it can be asked for again."""
        self.begun = False
        self.query_one("#said", Static).update(Content(text))


def form_row(label: str, row: Widget) -> Horizontal:
    return Horizontal(Label(Content(sentence_case(label))), row, classes="field")


def no_pin() -> str:
    return _("no PIN")


class KindFields:
    """The fields of a kind of game that stand in every form: how many play, and its own options.

    Args:
        places: How many play; the fewest if it isn't for so many.
    """

    def __init__(self, kind: Any, *, places: int = 0, chosen: Mapping[str, str] | None = None, at_home: bool) -> None:
        self.seats: range = kind.seats
        self.places = places if places in self.seats else self.seats[0]
        self._chosen = chosen or {}
        self.rows = tuple(row.offered(at_home=at_home) for row in kind.option_rows())

    def seats_field(self) -> Horizontal:
        counts, at = [str(count) for count in self.seats], self.seats.index(self.places)
        return form_row(_("Players"), ChoiceRow(*counts, id="seats", chosen=at))

    def option_fields(self) -> ComposeResult:
        for row in self.rows:
            values = [value for value, _words in row.values]
            value = self._chosen.get(row.name, values[0])
            at = values.index(value) if value in values else 0
            yield form_row(row.label, ChoiceRow(*(words for _value, words in row.values), id=_id(row), chosen=at))

    def count(self, form: Widget) -> int:
        return self.seats[form.query_one("#seats", ChoiceRow).chosen]

    def options(self, form: Widget) -> dict[str, str]:
        return {row.name: row.values[form.query_one(f"#{_id(row)}", ChoiceRow).chosen][0] for row in self.rows}


def _id(row: OptionRow) -> str:
    return f"option-{row.name}"


class PlayersForm(Form[None]):
    """A form that asks who plays at one table, each a person, perhaps with a PIN, or a bot."""

    AUTO_FOCUS = "#name-0"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)
        self._pins: dict[int, PinChoice] = {}
        self._is_short = False
        """A PIN was left that is too short, and the form says so."""

    @override
    def take(self) -> None:
        self._begin(self.new_game())

    def new_game(self) -> NewGame:
        """Return the game that the form describes. Raises NaishiError: a name or a PIN is invalid."""
        raise NotImplementedError

    def _begin(self, new: NewGame) -> None:
        """Begin a game, or ask first for what is drawn on a real table.

        Raises OutcomeNeededError: that is asked for; NaishiError: the game makes no sense.
        """
        try:
            game = new.begin()
        except OutcomeNeededError as needed:
            self.app.push_screen(TypeOutcome(needed), partial(self._outcome_seen, new, needed))
            raise
        self.post_message(StartGame(game))

    def _outcome_seen(self, new: NewGame, needed: OutcomeNeededError, outcome: Any) -> None:
        if outcome is not None:
            new.outcome_seen(needed, outcome)
            self.attempt(partial(self._begin, new))

    def bots(self) -> Sequence[Level]:
        """Return the bots that may play, weakest first."""
        raise NotImplementedError

    def about_pin(self) -> str:
        return _("A PIN keeps what you hide covered until you enter it.")

    def explained(self, level: int) -> str:
        return ""

    @override
    def explain(self, field: Widget) -> str:
        if field.has_class("pin"):
            return self.about_pin()
        if field.has_class("name"):
            return _("Tab: who plays here, a person or a bot, and a PIN.")
        if field.id == "seed":
            return _("The same code deals the same cards again.")
        if isinstance(field, ChoiceRow) and (field.id or "").startswith("kind-"):
            return self.explained(field.chosen) or _("←→: a person, or how strong a bot is.")
        return ""

    def seat(self, new: NewGame, seat: int) -> None:
        """Seat whoever has a line of the form.

        Raises NaishiError: the name is invalid, or the PIN is, or it has to be typed once more.
        """
        called, level = self.query_one(f"#name-{seat}", Input), self.query_one(f"#kind-{seat}", ChoiceRow).chosen
        try:
            name = clean_name(called.value)
        except NaishiError:
            called.focus()
            raise
        if level:
            new.seat_bot(self.bots()[level - 1].kind, name)
        else:
            new.seat_person(name)
            new.protect(self._pin(seat, name))

    def _pin(self, seat: int, name: str) -> str:
        """Return the PIN that someone has chosen, empty for none.

        Raises NaishiError: it is invalid, or has to be typed once more.
        """
        field, choice = self.query_one(f"#pin-{seat}", Input), self._pins.setdefault(seat, PinChoice(name))
        pin, choice.name, field.placeholder = field.value, name, no_pin()
        chosen = False
        try:
            chosen = choice.typed(pin)
        finally:
            if not chosen:
                field.value = ""
                field.focus()
        if not chosen:
            field.placeholder = _("once more")
            raise NaishiError(_("{name}, type your PIN once more.").format(name=name))
        return pin

    @override
    def go_back(self) -> None:
        """Choose a PIN anew that was to be typed once more; close the form where there is none."""
        seat = next((seat for seat, choice in self._pins.items() if choice.once_more), None)
        if seat is None:
            super().go_back()
            return
        del self._pins[seat]
        field = self.query_one(f"#pin-{seat}", Input)
        field.value, field.placeholder = "", no_pin()
        field.focus()
        self.tell("")

    @on(events.DescendantBlur)
    def _pin_left(self, event: events.DescendantBlur) -> None:
        """Say at once that a PIN is too short; it may be lengthened, or emptied."""
        field = event.widget
        if not (isinstance(field, Input) and field.has_class("pin")):
            return
        try:
            if field.value:
                check_new_pin(field.value)
        except NaishiError as error:
            self._is_short = True
            self.tell(str(error))
        else:
            if self._is_short:
                self.tell("")
            self._is_short = False

    @on(ChoiceRow.Changed)
    def _name_the_bot(self, event: ChoiceRow.Changed) -> None:
        """Give a bot the name of its level, unless someone has typed another one."""
        if (event.control.id or "").startswith("kind-"):
            self.show_explanation(self.explain(event.choice_row))
            self.rename(int((event.control.id or "")[-1]), event.chosen)

    def rename(self, seat: int, level: int) -> None:
        """Give a seat the name of its bot, or that of a person again; not where another one was typed.

        Bots of one name are numbered by seat.
        """
        seats, bots = range(len(self.names)), [bot.names for bot in self.bots()]
        fields = [self.query_one(f"#name-{each}", Input) for each in seats]
        chosen = [level if each == seat else self.query_one(f"#kind-{each}", ChoiceRow).chosen for each in seats]
        usual = {
            each
            for each, field in enumerate(fields)
            if field.value == self.names[each] or without_number(field.value) in chain(*bots)
        }
        given = [fields[each].value for each in seats if each not in usual]
        for each in sorted(usual):
            name = bot_name(bots[chosen[each] - 1], given) if chosen[each] else self.names[each]
            given.append(name)
            fields[each].value = name


class GameForm(PlayersForm):
    """How many play a game of any kind, who they are, and what they agree on; a line for each player."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("new_game/form.tcss"), stylesheet("new_game/new_game.tcss")]
    DEFAULT_CLASSES = "-any-game"
    AUTO_FOCUS = "#seats"

    def __init__(self, kind: Any, people: Sequence[str]) -> None:
        """Begin with the people who played last; bots take the seats that are left."""
        self.kind, self.rules_of, self.levels = kind, kind.key, tuple(kind.levels())
        known = [*people][: kind.seats[-1]] or [_("Player {number}").format(number=1)]
        self.of_kind = KindFields(kind, places=len(known), at_home=True)
        unnamed = (_("Player {number}").format(number=seat + 1) for seat in range(len(known), kind.seats[-1]))
        super().__init__([*known, *unnamed])
        usual = next((place for place, level in enumerate(self.levels) if level.kind == "beginner"), 0)
        self.kinds = [0 if seat < len(known) else usual + 1 for seat in range(kind.seats[-1])]
        """Who is at each seat at first: 0 for a person, else a bot."""

    @override
    def heading(self) -> str:
        return _("New game: {game}").format(game=self.kind.title())

    @override
    def begins(self) -> str:
        return _("Begin")

    @override
    def bots(self) -> Sequence[Level]:
        return self.levels

    @override
    def fields(self) -> ComposeResult:
        yield self.of_kind.seats_field()
        given: list[str] = []
        for seat, name in enumerate(self.names):
            level = self.kinds[seat]
            given.append(bot_name(self.levels[level - 1].names, given) if level else name)
            with Horizontal(classes="field player", id=f"player-{seat}"):
                yield Label(Content(LETTERS[seat]), classes="letter")
                yield Field(given[-1], max_length=NAME_LENGTH, compact=True, classes="name", id=f"name-{seat}")
                words = [_("person"), *(each.words for each in self.levels)]
                yield ChoiceRow(*words, id=f"kind-{seat}", chosen=level)
                yield Field(
                    password=True, placeholder=no_pin(), max_length=32, compact=True, classes="pin", id=f"pin-{seat}"
                )
        yield from self.of_kind.option_fields()
        yield form_row(_("Seats"), ChoiceRow(_("as above"), _("random"), id="order"))
        yield form_row(_("Undo"), ChoiceRow(_("allowed"), _("off"), id="undo"))
        seed = Field(placeholder=_("random, or any word or number"), max_length=40, compact=True, id="seed")
        yield form_row(_("Deal code"), seed)

    @property
    def count(self) -> int:
        return self.of_kind.count(self)

    @on(events.Mount)
    @on(ChoiceRow.Changed, "#seats")
    def show_seats(self) -> None:
        for seat in range(len(self.names)):
            self.query_one(f"#player-{seat}").display = seat < self.count

    @override
    def new_game(self) -> NewGame:
        undo = "off" if self.query_one("#undo", ChoiceRow).chosen else "free"
        new = NewGame(
            self.kind,
            {**self.of_kind.options(self), "undo": undo},
            self.query_one("#seed", Input).value.strip(),
            any_order=bool(self.query_one("#order", ChoiceRow).chosen),
        )
        for seat in range(self.count):
            self.seat(new, seat)
        return new
