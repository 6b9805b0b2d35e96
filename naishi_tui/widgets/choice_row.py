"""One of a few options, in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var

from naishi_tui.keys import bindings, means
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class ChoiceRow(TextRows, can_focus=True):
    """Options side by side, the chosen one marked by shape and colour; ← and → change it, and so does a click.

    A row takes its keys before the app looks for what is bound to them: keys behind them that move between rows, which
    the app handles at once, would have moved the focus by then.
    """

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
        """The options, closer together where there is less room; with still less, those around the chosen one."""
        role = "title" if self.has_focus else "strong"
        shown = self._shown()
        marked = (
            Span(
                f"{'●' if n == self.chosen else '○'} {self.options[n]}{self._gap()}",
                role if n == self.chosen else "quiet",
            )
            for n in shown
        )
        before, after = "… " * (shown.start > 0), "…" * (shown.stop < len(self.options))
        return ((Span(before, "quiet"), *marked, Span(after, "quiet")),)

    def _shown(self) -> range:
        """Which options there is room for."""
        first, stop = 0, len(self.options)
        while stop - first > 1 and self._width(first, stop) > self.size.width > 0:
            if stop - 1 - self.chosen >= self.chosen - first:
                stop -= 1
            else:
                first += 1
        return range(first, stop)

    def _width(self, first: int, stop: int) -> int:
        """How wide some options are, close together, with the signs that there are others before and after."""
        options = sum(cell_len(f"● {option} ") for option in self.options[first:stop])
        return options - 1 + 2 * (first > 0) + 2 * (stop < len(self.options))

    def _gap(self) -> str:
        wide = sum(cell_len(f"● {option}  ") for option in self.options) - len("  ")
        return "  " if wide <= self.size.width else " "

    def action_step(self, step: int) -> None:
        """Choose the next or the previous option."""
        self.chosen = (self.chosen + step) % len(self.options)

    def on_key(self, event: events.Key) -> None:
        """Choose another option at once."""
        for step, arrow, command in ((-1, "left", "choice.previous"), (1, "right", "choice.next")):
            if event.key == arrow or means(event.key, command):
                event.stop()
                self.action_step(step)

    def on_click(self, event: events.Click) -> None:
        """Choose the option that was clicked."""
        shown = self._shown()
        end = 2 * (shown.start > 0)
        for number in shown:
            end += cell_len(f"● {self.options[number]}{self._gap()}")
            if event.x < end:
                self.chosen = number
                return
