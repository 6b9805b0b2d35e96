"""A question that is answered with a line of text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from naishi.common.errors import NaishiError
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class AskLine(ModalScreen[bool], SteadyScreen[bool]):
    """Asks until the answer will do, or the person gives up; its result is whether it was answered."""

    AUTO_FOCUS = "#answer"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, accept: Callable[[str], Awaitable[object]]) -> None:
        """Ask.

        Args:
            question: What is asked.
            accept: Takes the answer; raises a `NaishiError` that says why it is not accepted.
        """
        super().__init__()
        self.question, self.accept = question, accept

    def compose(self) -> ComposeResult:
        """Lay out the question and the field."""
        with Vertical(id="box"):
            yield Static(Content(self.question))
            yield Field(max_length=120, compact=True, id="answer")
            yield Static("", id="said")

    def action_cancel(self) -> None:
        """Don't answer."""
        self.dismiss(False)

    @on(Input.Submitted)
    async def _answered(self, event: Input.Submitted) -> None:
        try:
            await self.accept(event.value)
        except NaishiError as error:
            self.query_one("#said", Static).update(Content(str(error)))
        else:
            self.dismiss(True)
