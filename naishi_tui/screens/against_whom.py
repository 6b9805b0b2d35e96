"""A form for a game that begins in the middle: against whom, and one question more."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Static

from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels
from naishi.games.naishi.game.game import Game
from naishi.tabletop.players import HUMAN
from naishi_tui.keys import field_bindings
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.choice_row import ChoiceRow


class AgainstWhom(ModalScreen[Game | None], SteadyScreen[Game | None]):
    """A short form; its result is the new game, or None."""

    CSS_PATH = "against_whom.tcss"
    AUTO_FOCUS = "#opponent"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        *field_bindings(),
        Binding("enter", "begin", show=False),
    ]

    def __init__(self, title: str, opponent: str = HUMAN) -> None:
        """Ask.

        Args:
            title: What the form is for.
            opponent: The kind of the opponent that is offered first.
        """
        super().__init__()
        self.heading, self.first_offer = title, opponent

    def questions(self) -> ComposeResult:
        """Lay out what is asked besides."""
        yield from ()

    def begin(self, kind: str) -> Game:
        """Return the game as it was chosen, against an opponent of a kind."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        kinds = [HUMAN, *(kind for kind, _words in levels())]
        with Vertical(id="box"):
            yield Static(Content(self.heading), id="title")
            yield Label(Content(_("Against")))
            yield ChoiceRow(
                _("person"),
                *(level for _kind, level in levels()),
                id="opponent",
                chosen=kinds.index(self.first_offer) if self.first_offer in kinds else 0,
            )
            yield from self.questions()
            with Horizontal(id="buttons"):
                yield Button(_("Play (Enter)"), id="begin", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Begin nothing."""
        self.dismiss(None)

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        """Begin the game."""
        level = self.query_one("#opponent", ChoiceRow).chosen
        self.dismiss(self.begin(levels()[level - 1][0] if level else HUMAN))
