"""Options to choose from, and fields to type in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from naishi.common.i18n import letters
from naishi.settings.keymap import means
from naishi_tui.keys import bindings
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class Menu(OptionList):
    """A list whose options may change under the mouse, and which may have no room at all.

    Textual would look for what isn't there, and fail.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"list.down": "cursor_down", "list.up": "cursor_up"}),
    ]

    def fill(self, options: Sequence[Option], *, grave: tuple[str, ...] = ()) -> bool:
        """Show other options, if they are others, with the cursor where it was; return whether they are.

        Args:
            options: What there is to choose from now.
            grave: How the ids of options begin that the cursor never comes to by itself.
        """
        if [(str(each.prompt), each.id) for each in options] == [(str(each.prompt), each.id) for each in self.options]:
            return False
        at = None if self.highlighted_option is None else self.highlighted_option.id
        self.clear_options()
        self.add_options(options)
        enabled = [(number, option.id or "") for number, option in enumerate(options) if not option.disabled]
        same = [number for number, id_ in enabled if id_ == at]
        harmless = [number for number, id_ in enabled if not id_.startswith(grave)]
        self.highlighted = next(iter(same or harmless), None)
        return True

    def render_line(self, y: int) -> Strip:
        """Draw a line; Textual would leave out that the one under the cursor is in reverse."""
        strip = super().render_line(y)
        first = next(iter(strip), None)
        if first is None or first.style is None or first.style.meta.get("option", -1) != self.highlighted:
            return strip
        reverse = self.get_component_styles("option-list--option-highlighted").text_style.reverse
        return strip.apply_style(Style(reverse=True)) if reverse else strip

    def on_click(self, event: events.Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
            event.stop()

    def action_page_up(self) -> None:
        """Go up by what is seen at a time; to the first option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]
        else:
            self.action_first()

    def action_page_down(self) -> None:
        """Go down by what is seen at a time; to the last option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
        else:
            self.action_last()


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
            return self.choice_row

    def __init__(self, *options: str, id: str, chosen: int = 0) -> None:
        super().__init__(id=id)
        self.options = options
        self.set_reactive(ChoiceRow.chosen, chosen)

    def on_mount(self) -> None:
        self.show()

    def on_focus(self) -> None:
        self.call_later(self.show)

    def on_blur(self) -> None:
        self.call_later(self.show)

    def watch_chosen(self, chosen: int) -> None:
        self.show()
        self.post_message(self.Changed(self, chosen))

    def show(self) -> None:
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The options, closer together where there is less room; with still less, those around the chosen one."""
        role = "focus" if self.has_focus else "strong"
        shown = self._shown()
        marked = (
            span
            for n in shown
            for span in (
                Span(f"{'●' if n == self.chosen else '○'} {self.options[n]}", role if n == self.chosen else "quiet"),
                Span(self._gap(), "quiet"),
            )
        )
        before, after = "… " * (shown.start > 0), "…" * (shown.stop < len(self.options))
        return ((Span(before, "quiet"), *marked, Span(after, "quiet")),)

    def _shown(self) -> range:
        first, stop = 0, len(self.options)
        while stop - first > 1 and self._width(first, stop) > self.size.width > 0:
            if stop - 1 - self.chosen >= self.chosen - first:
                stop -= 1
            else:
                first += 1
        return range(first, stop)

    def _width(self, first: int, stop: int) -> int:
        options = sum(cell_len(f"● {option} ") for option in self.options[first:stop])
        return options - 1 + 2 * (first > 0) + 2 * (stop < len(self.options))

    def _gap(self) -> str:
        wide = sum(cell_len(f"● {option}  ") for option in self.options) - len("  ")
        return "  " if wide <= self.size.width else " "

    def action_step(self, step: int) -> None:
        self.chosen = (self.chosen + step) % len(self.options)

    def on_key(self, event: events.Key) -> None:
        for step, arrow, command in ((-1, "left", "choice.previous"), (1, "right", "choice.next")):
            if event.key == arrow or means(event.key, command):
                event.stop()
                self.action_step(step)

    def on_click(self, event: events.Click) -> None:
        shown = self._shown()
        end = 2 * (shown.start > 0)
        for number in shown:
            end += cell_len(f"● {self.options[number]}{self._gap()}")
            if event.x < end:
                self.chosen = number
                return


EDITS = {
    "backspace": "delete_left",
    "delete": "delete_right",
    "ctrl+u": "clear",
    "ctrl+w": "delete_left_word",
    "home": "home",
    "end": "end",
}
"""What some keys do in a field at once, as they do at the line of a shell; an action each."""
LONGEST = 1000
"""How much of a paste is read; no field takes as much."""


class Field(Input):
    """Takes letters and their marks only: it is drawn unchecked, so what a terminal could obey is dropped at once."""

    cursor_blink = reactive(False, init=False)
    """Never: a blinking cursor would send bytes to a terminal that nobody touches, over SSH for hours."""

    untouched = False
    """Whether nothing has been typed or clicked since it got the focus."""
    _answered = 0.0
    """When the answer was given last, in the time of events."""

    def on_focus(self) -> None:
        self.untouched = True

    async def on_key(self, event: events.Key) -> None:
        """Leave the cursor where it is from now on. Enter answers with what was typed before it.

        As a binding it would wait until the app comes to it; whatever was typed behind it would be in the answer. So it
        is with the keys that delete: what was typed behind them would go with the rest.
        """
        self.untouched = False
        if event.key in EDITS and not self.disabled:
            event.stop().prevent_default()
            getattr(self, f"action_{EDITS[event.key]}")()
        if event.key == "enter" or event.time < self._answered:
            event.stop().prevent_default()
        if event.key == "enter" and event.time >= self._answered:
            self._answered = events.Idle().time
            await self.action_submit()

    def action_clear(self) -> None:
        self.value = ""

    def on_click(self) -> None:
        """Select all at the click that gives the focus, as the key does: what is typed then replaces it."""
        if self.untouched and self.selection.is_empty:
            self.select_all()
        self.untouched = False

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace part of the value, as everything does that is typed or pasted."""
        super().replace(letters(text[:LONGEST]), start, end)

    def action_copy(self) -> None:
        """Copy what is selected, but no PIN: the clipboard belongs to everybody at this terminal."""
        if not self.password:
            super().action_copy()

    def action_cut(self) -> None:
        if not self.password:
            super().action_cut()
