"""What can be done beside choosing a card: each verb with its key, clickable, greyed where it isn't possible."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.reactive import var

from naishi_tui.keys import Keymap
from naishi_tui.messages import Command
from naishi_tui.widgets.card import BEST
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows, heading


class PanelCommand(NamedTuple):
    """A command of the table, as a line of a panel."""

    id: str
    """The id of its key."""
    label: str
    possible: bool
    chosen: bool = False
    """It is the choice being made."""
    advised: bool = False
    marks: TextRow = ()
    """What stands at the end of the line."""


class CommandPanel(TextRows):
    """A heading and the verbs below it; in a single line where there is no more room."""

    verbs: var[tuple[PanelCommand, ...]] = var(())
    title: var[str] = var("")

    def __init__(self, keymap: Keymap, *, id: str | None = None) -> None:
        """Draw nothing yet; `keymap` says by which keys the verbs are given."""
        super().__init__(id=id)
        self.keymap = keymap

    def show_commands(self, title: str, verbs: tuple[PanelCommand, ...]) -> None:
        """Draw the verbs below a heading."""
        self.title, self.verbs = title, verbs
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The heading and the verbs, or the verbs in a line; nothing where there are none."""
        if not self.verbs:
            return ()
        if self.size.height == 1:
            return (tuple(span for verb in self.verbs for span in self._short(verb)),)
        return (heading(self.title), *map(self._line, self.verbs))

    def on_click(self, event: events.Click) -> None:
        """Say which verb was clicked."""
        if self.size.height == 1:
            end = 0
            for verb in self.verbs:
                end += sum(cell_len(span.text) for span in self._short(verb))
                if event.x < end:
                    self.post_message(Command(verb.id))
                    return
        elif 1 <= event.y <= len(self.verbs):
            self.post_message(Command(self.verbs[event.y - 1].id))

    def _line(self, verb: PanelCommand) -> TextRow:
        marks = (part for mark in verb.marks for part in (mark, Span(" ")))
        return (*self._words(verb), Span(" ", fill=True), *(marks if verb.marks else (Span(" "),)))

    def _short(self, verb: PanelCommand) -> TextRow:
        return (*self._words(verb), Span(" "), *verb.marks, *((Span(" "),) if verb.marks else ()))

    def _words(self, verb: PanelCommand) -> TextRow:
        key, label = self.keymap.shown(verb.id), f" {verb.label}"
        if verb.possible:
            mark = Span("▸" if verb.chosen else BEST if verb.advised else " ", "mark")
            return (mark, Span(key, "key"), Span(label, "strong" if verb.chosen or verb.advised else ""))
        dash = "–" * cell_len(key)  # where there is no key, none is taken for one; and not by its colour alone
        return (Span(f" {dash}{label}", "off"),)
