"""Table questions: replacement bots, typed actions."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.tabletop.chance import OutcomeNeededError
from naishi_tui.dialogs.questions import Choice, ChooseOne, LineQuestion
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.widgets.menu import Field


class ChooseLevel(ChooseOne[str]):
    """The bots of a kind of game; its result is the kind of one, or None."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, kind: Any, asked: str = "") -> None:
        """Ask; by default which bot takes the place of one that failed."""
        super().__init__()
        self.kind, self.asked = kind, asked

    def question(self) -> str:
        """Return what is asked."""
        return self.asked or _("Which bot takes over? Esc: none.")

    def choices(self) -> list[Choice[str]]:
        """Return the bots, weakest first."""
        return [Choice(f"{level.player_name} ({level.words})", level.kind) for level in self.kind.levels()]


class TypeOutcome(LineQuestion[Any]):
    """What a draw has given on a real table; its result is the outcome, or None."""

    CSS_PATH = stylesheet("home/ask_name.tcss")

    def __init__(self, needed: OutcomeNeededError, asked: str = "") -> None:
        """Ask for the outcome that is needed; by default in its own words."""
        super().__init__()
        self.needed, self.asked = needed, asked or str(needed)

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(id="box"):
            yield Static(Content(self.asked))
            yield Field(id="answer", compact=True, max_length=40)
            yield Static("", id="said")
            with Horizontal():
                yield Button(_("That is the outcome (Enter)"), id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> Any:
        """Return the outcome.

        Raises:
            ChanceError: It is impossible.
        """
        return self.needed.read(answer)


class TypeAction(LineQuestion[str]):
    """An action, typed where there are too many to choose from; its result is its text, or None."""

    CSS_PATH = stylesheet("home/ask_name.tcss")

    def __init__(self, kind: Any, view: Any, asked: str) -> None:
        """Ask for an action that is legal in a view."""
        super().__init__()
        self.kind, self.view, self.asked = kind, view, asked

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(id="box"):
            yield Static(Content(self.asked))
            yield Field(id="answer", compact=True)
            yield Static("", id="said")
            with Horizontal():
                yield Button(_("Do it (Enter)"), id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> str:
        """Return the action's text.

        Raises:
            InvalidActionError: It is no action.
            IllegalActionError: It isn't possible now.
        """
        action = self.kind.action(answer.strip())
        if refusal := self.view.refusal(action):
            raise IllegalActionError(refusal)
        return str(action.text)
