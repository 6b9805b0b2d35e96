"""A question that is answered with a line of text."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from naishi.common.errors import NaishiError
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field

Answer = TypeVar("Answer")


class LineQuestion(ModalScreen[Answer | None], SteadyScreen[Answer | None]):
    """Asks until the answer will do, or the person gives up; its result is what was made of it, or None.

    Its field has the id `answer`, what is said of a refused one `said`; there may be buttons `take` and `back`.
    """

    AUTO_FOCUS = "#answer"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    async def accept(self, answer: str) -> Answer:
        """Take an answer, and return what to make of it.

        Raises:
            NaishiError: It isn't accepted; the text says why.
        """
        raise NotImplementedError

    def refuse(self, why: str) -> None:
        """Say why an answer isn't accepted."""
        self.query_one("#said", Static).update(Content(why))

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Don't answer."""
        self.dismiss(None)

    @on(Button.Pressed, "#take")
    async def _taken(self) -> None:
        await self._answer(self.query_one("#answer", Field).value)

    @on(Input.Submitted)
    async def _submitted(self, event: Input.Submitted) -> None:
        await self._answer(event.value)  # more may have been typed by now

    async def _answer(self, typed: str) -> None:
        try:
            answer = await self.accept(typed)
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.dismiss(answer)
