"""What can be done beside choosing a card: each verb with its key, clickable, greyed where it isn't possible."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.reactive import var

from naishi_tui.keys import table_keys
from naishi_tui.messages import Command
from naishi_tui.widgets.rows import Row, Rows, Span, heading


class Verb(NamedTuple):
    """A command of the table, as a line of a panel."""

    id: str
    """The id of its key."""
    label: str
    possible: bool
    chosen: bool = False
    """It is the choice being made."""
    marks: str = ""
    """What stands at the end of the line."""


class Verbs(Rows):
    """A heading and the verbs below it."""

    verbs: var[tuple[Verb, ...]] = var(())

    def list_verbs(self, title: str, verbs: tuple[Verb, ...]) -> None:
        """Draw the verbs below a heading."""
        self.verbs = verbs
        self.rows = (heading(title), *map(_verb_row, verbs))

    def on_click(self, event: events.Click) -> None:
        """Say which verb was clicked."""
        if 1 <= event.y <= len(self.verbs):
            self.post_message(Command(self.verbs[event.y - 1].id))


def _verb_row(verb: Verb) -> Row:
    key, label = table_keys()[verb.id].shown, f" {verb.label}"
    mark = Span("▸" if verb.chosen else " ", "mark")
    if verb.possible:
        words = Span(key, "key"), Span(label, "strong" if verb.chosen else "")
    else:
        words = Span(key, "off"), Span(label, "off")
    return (mark, *words, Span(" ", fill=True), Span(verb.marks, "mark"), Span(" "))
