"""Who plays, who starts, and what the players agree on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import PurePath
from typing import ClassVar, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels, player_name, strength
from naishi.games.naishi.rules import expansion
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS
from naishi.tabletop.kinds import Level
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import NAME_LENGTH, Player, check_different, clean_name
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings, named, shown
from naishi_tui.messages import NewGame, Routed
from naishi_tui.widgets.menu import ChoiceRow, Field
from naishi_tui.widgets.prompt import KeyHint, KeyLine


class NewGameScreen(SteadyScreen[None]):
    """A short form; every field has an answer already, so Enter begins at once.

    The keys that move between fields are handled before the field that has the focus gets them. Otherwise whatever is
    typed right behind them would still go to that field: a PIN into a name, where everybody can read it.
    """

    CSS_PATH: ClassVar[PurePath | list[str | PurePath]] = stylesheet("new_game/form.tcss")
    AUTO_FOCUS = "#name-0"
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

    def __init__(self, names: Sequence[str], *, expansion: bool = False) -> None:
        """Begin with the names of people by seat, and with the `expansion` or without."""
        super().__init__()
        self.names, self.expansion = tuple(names), expansion
        self.begun = False
        """The game has been asked for, once: a key typed twice must not deal twice."""
        self.typed_once: dict[int, str] = {}
        """PINs that have to be typed again, by seat: of what is masked, nobody sees a slip of the finger."""
        self.typed_twice: dict[int, str] = {}

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with Vertical(id="form"):
            yield Static(Content(self.heading()), id="title")
            yield from self.fields()
            with Horizontal(id="buttons"):
                yield Button(self.begins(), id="begin", variant="primary", compact=True)
                yield Button(_("Back"), id="back", compact=True)
            with Vertical(id="notes"):
                yield Static("", id="said")
                yield Static("", id="explanation")
        yield KeyLine(
            [
                KeyHint("", "↑↓", _("field")),
                KeyHint("", "←→", _("option")),
                KeyHint("begin", _("Enter"), _("begin")),
                KeyHint("rules", shown("screen.rules"), _("help")),
                KeyHint("back", _("Esc"), _("back")),
            ]
        )

    def heading(self) -> str:
        """Return what the form is for."""
        return _("New game")

    def begins(self) -> str:
        """Say what begins the game."""
        return _("Deal the cards")

    def fields(self) -> ComposeResult:
        """Lay out who plays, and what."""
        for seat in (0, 1):
            yield from self._player_fields(seat)
        yield from self._game_fields()

    def bots(self) -> Sequence[Level]:
        """Return the bots that may play, weakest first."""
        return [Level(kind, words, player_name(kind)[:NAME_LENGTH]) for kind, words in levels()]

    def _player_fields(self, seat: int) -> ComposeResult:
        """Lay out who plays at a seat."""
        name = self.names[seat]
        with Horizontal(classes="field name-field"):
            yield Label(Content(_("Player {number}").format(number=seat + 1)))
            yield Field(name, max_length=NAME_LENGTH, compact=True, classes="name", id=f"name-{seat}")
            yield Label(Content(_("PIN")), classes="pin-label")
            yield Field(
                password=True,
                placeholder=_("no PIN"),
                max_length=32,
                compact=True,
                classes="pin",
                id=f"pin-{seat}",
            )
        with Horizontal(classes="field kind-field"):
            yield ChoiceRow(_("person"), *(level for _kind, level in levels()), id=f"kind-{seat}")

    def _game_fields(self) -> ComposeResult:
        """Lay out what is played."""
        with Horizontal(classes="field"):
            yield Label(Content(_("Who starts")))
            yield ChoiceRow(_("player 1"), _("player 2"), _("random"), id="starts")
        with Horizontal(classes="field"):
            yield Label(Content(_("Undo")))
            yield ChoiceRow(_("allowed"), _("off"), id="undo")
        with Horizontal(classes="field"):
            yield Label(Content(_("Expansion")))
            yield ChoiceRow(_("none"), expansion.title(), id="expansion", chosen=int(self.expansion))
        with Horizontal(classes="field"):
            yield Label(Content(_("Deal code")))
            yield Field(placeholder=_("random, or any word or number"), max_length=40, compact=True, id="seed")

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
        """Explain a field that doesn't explain itself."""
        explanation = ""
        if event.widget.has_class("pin"):
            explanation = self.about_pin()
        elif event.widget.id == "seed":
            explanation = _("The same code deals the same cards again.")
        elif event.widget.id == "expansion":
            words = _("Three Legends and five Travellers join the River; the rules (F1) have a page.")
            explanation = named(words, "screen.rules")
        elif isinstance(event.widget, ChoiceRow) and (event.widget.id or "").startswith("kind-"):
            explanation = self.explained(event.widget.chosen)
        self.query_one("#explanation", Static).update(Content(explanation))

    @on(Button.Pressed, "#back")
    def _back(self) -> None:
        self.dismiss()

    @on(Button.Pressed, "#begin")
    @on(Input.Submitted)
    def action_begin(self) -> None:
        """Deal, if the form makes sense."""
        if self.begun:
            return
        try:
            begin = self.message()
        except NaishiError as error:
            self.tell(str(error))
        else:
            self.begun = True
            self.post_message(begin)

    def tell(self, text: str) -> None:
        """Say why there is no game; it can be asked for again."""
        self.begun = False
        self.query_one("#said", Static).update(Content(text))

    def message(self) -> Routed:
        """Return what asks for the game that the form describes.

        Raises:
            NaishiError: A name or a PIN is invalid.
        """
        first, second = self.player(0), self.player(1)
        check_different((first, second))
        starts = self.query_one("#starts", ChoiceRow).chosen
        if starts == 1 or (starts == 2 and secrets.randbelow(2)):
            first, second = second, first
        undo: Literal["free", "off"] = "off" if self.query_one("#undo", ChoiceRow).chosen == 1 else "free"
        module = LEGENDS_TRAVELLERS if self.query_one("#expansion", ChoiceRow).chosen else None
        seed = self.query_one("#seed", Input).value.strip()
        return NewGame((first, second), {"undo": undo, "expansion": module or ""}, seed)

    def player(self, seat: int) -> Player:
        """Return who plays at a seat.

        Raises:
            NaishiError: The name or the PIN is invalid.
        """
        pin = self.query_one(f"#pin-{seat}", Input).value
        name = clean_name(self.query_one(f"#name-{seat}", Input).value)
        level = self.query_one(f"#kind-{seat}", ChoiceRow).chosen
        if level:
            return Player(name=name, kind=self.bots()[level - 1].kind)
        self._check_typed_twice(seat, name, pin)
        return Player(name=name, pin=hash_pin(pin) if pin else None)

    def _check_typed_twice(self, seat: int, name: str, pin: str) -> None:
        """Have a PIN typed a second time.

        Raises:
            NaishiError: That is still to be done, or it was another one.
        """
        first = self.typed_once.pop(seat, "")
        if pin in {first, self.typed_twice.get(seat)}:
            self.typed_twice[seat] = pin
            return
        field = self.query_one(f"#pin-{seat}", Input)
        field.value = ""
        field.focus()
        if not (pin and first):
            self.typed_once[seat] = pin or first
            raise NaishiError(_("{name}, type your PIN once more.").format(name=name))
        raise NaishiError(_("These were two different PINs. {name}, choose one again.").format(name=name))

    @on(ChoiceRow.Changed)
    def _name_the_bot(self, event: ChoiceRow.Changed) -> None:
        """Give a bot the name of its level, unless somebody has typed another one."""
        if not (event.control.id or "").startswith("kind-"):
            return
        self.query_one("#explanation", Static).update(Content(self.explained(event.chosen)))
        self.rename(int((event.control.id or "")[-1]), event.chosen)

    def about_pin(self) -> str:
        """Say what a PIN is for."""
        return _("A PIN keeps your Hand covered until you enter it.")

    def explained(self, level: int) -> str:
        """Say how strong the player is that was chosen, if it is a bot."""
        return _strength(level)

    def rename(self, seat: int, level: int) -> None:
        """Give a seat the name of its bot, or that of a person again; not where somebody has typed another one."""
        field = self.query_one(f"#name-{seat}", Input)
        bots = [bot.player_name for bot in self.bots()]
        if field.value in {self.names[seat], *bots}:
            field.value = bots[level - 1] if level else self.names[seat]


def _strength(level: int) -> str:
    """Say how strong the chosen player is, if it is a bot."""
    return strength(levels()[level - 1][0]) if level else ""
