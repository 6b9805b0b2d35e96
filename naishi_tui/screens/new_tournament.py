"""What is chosen for a new tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.rules import expansion
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS
from naishi.server.play import clock_text
from naishi.server.play.tournaments import NAME_COLUMNS
from naishi.server.storage.clock import CHOICES
from naishi.server.storage.terms import Terms
from naishi.server.storage.tournament import Setup
from naishi.server.tournament.games import Kind
from naishi_tui.keys import bindings, field_bindings
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.choice_row import ChoiceRow
from naishi_tui.widgets.field import Field
from naishi_tui.widgets.key_line import KeyHint, KeyLine

ROUNDS = (None, 2, 3, 4, 5, 6, 7, 9)
PLACES = (3, 4, 5, 6, 8, 10, 12, 16, 24, 32)


class NewTournament(SteadyScreen[bool]):
    """A short form; only the name has no answer yet. Its result is whether a tournament was made."""

    CSS_PATH = "new_tournament.tcss"
    AUTO_FOCUS = "#name"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *field_bindings(),
        Binding("enter", "begin", show=False),
        *bindings({"form.begin": "begin"}),
    ]

    def __init__(self, make: Callable[[Setup], Awaitable[None]]) -> None:
        """Ask.

        Args:
            make: Takes what was chosen; raises a `NaishiError` that says why it can't be.
        """
        super().__init__()
        self.make = make
        self._making = False

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with Vertical(id="form"):
            yield Static(Content(_("New tournament")), id="title")
            with Horizontal(classes="field"):
                yield Label(Content(_("Name")))
                yield Field(max_length=NAME_COLUMNS, compact=True, id="name")
            for label, row in self._choices():
                with Horizontal(classes="field"):
                    yield Label(Content(label))
                    yield row
            with Horizontal(id="buttons"):
                yield Button(_("Make it"), id="begin", variant="primary", compact=True)
                yield Button(_("Back"), id="back", compact=True)
            with Vertical(id="notes"):
                yield Static("", id="said")
                yield Static("", id="explanation")
        yield KeyLine(
            [
                KeyHint("", "↑↓", _("field")),
                KeyHint("", "←→", _("option")),
                KeyHint("begin", _("Enter"), _("make it")),
                KeyHint("back", _("Esc"), _("back")),
            ]
        )

    def _choices(self) -> list[tuple[str, ChoiceRow]]:
        return [
            (_("Pairings"), ChoiceRow(_("Swiss"), _("everyone against everyone"), id="kind")),
            (_("Rounds"), ChoiceRow(_("as usual"), *map(str, ROUNDS[1:]), id="rounds")),
            (_("Players"), ChoiceRow(*map(str, PLACES), id="places", chosen=PLACES.index(8))),
            (_("Clock"), ChoiceRow(*map(clock_text.agreed, CHOICES), id="clock", chosen=CHOICES.index("15+10"))),
            (_("Expansion"), ChoiceRow(_("none"), expansion.title(), id="expansion")),
            (_("Rated"), ChoiceRow(_("no"), _("yes"), id="rated")),
            (_("Who finds it"), ChoiceRow(_("everyone"), _("only by its word"), id="public")),
        ]

    @on(events.DescendantFocus)
    def _explain(self, event: events.DescendantFocus) -> None:
        said = {
            "kind": _("Swiss: you play someone with about as many points. Else everyone meets everyone."),
            "rounds": _("Of a Swiss tournament; at most half the players, rounded up."),
            "places": _("It begins once that many have joined, or when you say so."),
            "clock": _("Minutes are for the whole game, days for each turn."),
            "expansion": _("Three Legends and five Travellers join the River; the rules have a page."),
            "rated": _("Only players with a key can join a rated one."),
        }
        self.query_one("#explanation", Static).update(Content(said.get(event.widget.id or "", "")))

    @on(Button.Pressed, "#back")
    def go_back(self) -> None:
        """Make none."""
        self.dismiss(False)

    @on(Button.Pressed, "#begin")
    @on(Input.Submitted)
    async def action_begin(self) -> None:
        """Make the tournament, or say why it can't be made."""
        if self._making:
            return
        self._making = True
        try:
            await self.make(self._setup())
        except NaishiError as error:
            self.query_one("#said", Static).update(Content(str(error)))
        else:
            self.dismiss(True)
        finally:
            self._making = False

    def _setup(self) -> Setup:
        rated = self._chosen("rated") == 1
        module = LEGENDS_TRAVELLERS if self._chosen("expansion") else None
        kind = Kind.ROUND_ROBIN if self._chosen("kind") else Kind.SWISS
        return Setup(
            self.query_one("#name", Input).value,
            Terms(module, CHOICES[self._chosen("clock")], rated),
            kind,
            ROUNDS[self._chosen("rounds")] if kind is Kind.SWISS else None,
            PLACES[self._chosen("places")],
            public=not self._chosen("public"),
        )

    def _chosen(self, row: str) -> int:
        return self.query_one(f"#{row}", ChoiceRow).chosen
