"""A question in the lobby that is answered with a line of text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from naishi_tui.screens.line_question import LineQuestion
from naishi_tui.widgets.field import Field


class AskLine(LineQuestion[bool]):
    """Its result is whether the question was answered."""

    def __init__(self, question: str, accept: Callable[[str], Awaitable[object]]) -> None:
        """Ask.

        Args:
            question: What is asked.
            accept: Takes the answer; raises a `NaishiError` that says why it is not accepted.
        """
        super().__init__()
        self.question, self._accept = question, accept

    def compose(self) -> ComposeResult:
        """Lay out the question and the field."""
        with Vertical(id="box"):
            yield Static(Content(self.question))
            yield Field(max_length=120, compact=True, id="answer")
            yield Static("", id="said")

    async def accept(self, answer: str) -> bool:
        """Take an answer."""
        await self._accept(answer)
        return True
