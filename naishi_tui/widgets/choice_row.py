"""One of a few options, in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var

from naishi_tui.keys import bindings
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class ChoiceRow(TextRows, can_focus=True):
    """Options side by side, the chosen one marked by shape and colour; ← and → change it, and so does a click."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        *bindings({"choice.previous": "step(-1)", "choice.next": "step(1)"}),
    ]

    chosen: var[int] = var(0, init=False)

    @dataclass
    class Changed(Message):
        """Another option was chosen."""

        choice_row: ChoiceRow
        chosen: int

        @property
        def control(self) -> ChoiceRow:
            """The widget whose option it is."""
            return self.choice_row

    def __init__(self, *options: str, id: str, chosen: int = 0) -> None:
        super().__init__(id=id)
        self.options = options
        self.set_reactive(ChoiceRow.chosen, chosen)

    def on_mount(self) -> None:
        """Draw the options."""
        self.show()

    def on_focus(self) -> None:
        """Show where the keys go, once Textual has noted it."""
        self.call_later(self.show)

    def on_blur(self) -> None:
        """Show that the keys go elsewhere, once Textual has noted it."""
        self.call_later(self.show)

    def watch_chosen(self, chosen: int) -> None:
        """Draw the options, and post the change."""
        self.show()
        self.post_message(self.Changed(self, chosen))

    def show(self) -> None:
        """Draw the options."""
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The options, closer together where there is less room."""
        role = "title" if self.has_focus else "strong"
        gap = self._gap()
        marked = (
            Span(f"{'●' if n == self.chosen else '○'} {option}{gap}", role if n == self.chosen else "quiet")
            for n, option in enumerate(self.options)
        )
        return (tuple(marked),)

    def _gap(self) -> str:
        wide = sum(cell_len(f"● {option}  ") for option in self.options) - len("  ")
        return "  " if wide <= self.size.width else " "

    def action_step(self, step: int) -> None:
        """Choose the next or the previous option."""
        self.chosen = (self.chosen + step) % len(self.options)

    def on_click(self, event: events.Click) -> None:
        """Choose the option that was clicked."""
        end = 0
        for number, option in enumerate(self.options):
            end += cell_len(f"● {option}{self._gap()}")
            if event.x < end:
                self.chosen = number
                return
